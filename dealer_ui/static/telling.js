// The sheet for what the camera does not see: results, counts, cards shown, incidents, rulings.
// Opened by F9 or by its button; only what belongs to the chosen kind is shown and sent.

import { send } from "./commands.js";

const sheet = document.getElementById("telling");
const form = sheet.querySelector("form");
const chosen = (name) => sheet.querySelector(`[name="${name}"]:checked`)?.value ?? "";

export function listenForTellings() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-tell]")) open();
  });
  document.addEventListener("keydown", onKey);
  form.addEventListener("input", check);
  form.addEventListener("submit", onSubmit);
}

function open() {
  form.reset();
  sheet.querySelector('[name="told-by"][value="dealer"]').checked = true;
  const seats = (document.querySelector("[data-tell]")?.dataset.seats ?? "").split(" ");
  for (const radio of sheet.querySelectorAll('[name="told-seat"]')) {
    const player = /^[A-F]$/.test(radio.value);
    radio.parentElement.hidden = player && !seats.includes(radio.value);
  }
  for (const pile of sheet.querySelectorAll('.pile input')) {
    pile.parentElement.hidden = /^[A-F]$/.test(pile.name) && !seats.includes(pile.name);
  }
  const matched = document.querySelector("[data-match]") !== null;
  for (const kind of ["score", "match-over"]) {
    sheet.querySelector(`[name="kind"][value="${kind}"]`).parentElement.hidden = !matched;
  }
  if (!sheet.open) sheet.showModal();
  check();
  sheet.querySelector('[name="kind"]').focus();
}

/** Show what the kind needs; say it only when nothing is missing. */
function check() {
  const kind = chosen("kind");
  for (const part of sheet.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(kind);
  }
  sheet.querySelector(".say").disabled = !command(kind);
}

const cards = () => [...sheet.querySelectorAll('[name="told-card"]:checked')].map((box) => box.value);

function number(name) {
  const { value } = sheet.querySelector(`[name="${name}"]`);
  return value === "" ? null : Number(value);
}

/** The command of a kind, or null while something is missing. */
function command(kind) {
  const [seat, who] = [chosen("told-seat"), chosen("told-by")];
  const player = /^[A-F]$/.test(seat) ? seat : "";
  switch (kind) {
    case "result":
      return player && { kind: "result", winners: [player], who };
    case "fool":
      return player && { kind: "result", loser: player, who };
    case "straps":
      return player && { kind: "result", loser: player, straps: true };
    case "drawn":
      return { kind: "result", who };
    case "gives-up":
      return player && { kind: "gives-up", seat: player };
    case "shown":
      return player && cards().length && { kind: "shown", seat: player, cards: cards() };
    case "lowest-trump":
      return player && cards().length < 2 && { kind: "lowest-trump", seat: player, card: cards()[0] ?? null };
    case "lead":
      return player && { kind: "lead", seat: player, who };
    case "redeal":
      return { kind: "redeal", who };
    case "time":
      return player && number("seconds") !== null && { kind: "time", seat: player, used_s: number("seconds") };
    case "score": {
      const [first, second] = [number("board-first"), number("board-second")];
      return first !== null && second !== null && { kind: "score", first, second };
    }
    case "match-over":
      return player && { kind: "match-over", seat: player };
    case "deck":
      return number("pack") !== null && { kind: "deck", count: number("pack"), twice: cards() };
    case "count":
      return counted();
    case "incident":
      return { kind: "incident", code: sheet.querySelector('[name="code"]').value, seat: seat || "unknown", cards: cards() };
    default:
      return null;
  }
}

function counted() {
  const told = { kind: "count", hands: {} };
  for (const { name } of sheet.querySelectorAll('[data-for="count"] input')) {
    const count = number(name);
    if (count === null) continue;
    if (/^[A-F]$/.test(name)) told.hands[name] = count;
    else told[name] = count;
  }
  const nothing = Object.keys(told.hands).length === 0 && Object.keys(told).length === 2;
  return nothing ? null : told;
}

function onSubmit(event) {
  if ((event.submitter?.value ?? "say") === "cancel") return;
  const said = command(chosen("kind"));
  if (said) send(event.submitter ?? form.querySelector(".say"), said, sheet.dataset.received);
}

function onKey(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.code !== "F9") return;
  if (sheet.open || event.target.closest("input, textarea, select, dialog")) return;
  event.preventDefault();
  open();
}
