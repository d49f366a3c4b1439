// The correction sheet: what a move truly was. Opened by F8 or by a touch on a line; what is not
// changed is not sent, so that it stays as it was read.

import { send } from "./commands.js";

const LAYING = new Set(["lead", "throw", "beat", "withdraw", "transfer", "trump"]);
const sheet = document.getElementById("correction");
const form = sheet.querySelector("form");
const laid = sheet.querySelector(".laid");
const beaten = sheet.querySelector(".beaten");
let line = null; // the line of the list that the sheet speaks of
let cards = []; // its cards, as they stand on the sheet
let seatTold = false; // somebody chose who; else another kind has its own actor

export function listenForCorrections() {
  document.addEventListener("click", (event) => {
    const touched = event.target.closest("[data-correct], .lines li");
    if (touched) open(touched.matches("li") ? touched : newest());
    const turn = event.target.closest("[data-turn]");
    if (turn) go(Number(turn.dataset.turn));
  });
  document.addEventListener("keydown", onKey);
  form.addEventListener("change", (event) => onChange(event.target));
  form.addEventListener("submit", onSubmit);
}

const newest = () => document.querySelector(".lines li");
const here = () => document.querySelector(`.lines li[data-number="${line.dataset.number}"]`) ?? line;
const chosen = (name) => sheet.querySelector(`[name="${name}"]:checked`)?.value ?? "";

function choose(name, value) {
  for (const radio of sheet.querySelectorAll(`[name="${name}"]`)) radio.checked = radio.value === value;
}

function open(row) {
  if (!row) return;
  line = row;
  cards = row.dataset.cards.split(" ").filter(Boolean);
  sheet.querySelector(".number").textContent = row.dataset.number;
  sheet.querySelector(".read").textContent = row.querySelector(".told, s").textContent;
  const seats = row.parentElement.dataset.seats.split(" ");
  for (const radio of sheet.querySelectorAll('[name="seat"]')) {
    radio.parentElement.hidden = radio.value !== "dealer" && !seats.includes(radio.value);
  }
  choose("deed", row.dataset.deed);
  choose("seat", row.dataset.actor);
  seatTold = false;
  showCards();
  if (!sheet.open) sheet.showModal();
  check();
  if (cards.length) sheet.querySelector('[name="rank"]:checked').focus();
}

/** Go to an earlier or a later move. */
function go(by) {
  const row = by < 0 ? here().nextElementSibling : here().previousElementSibling;
  if (row) open(row);
}

/** One choice for each card of the move, and for each that it may have beaten. */
function showCards() {
  laid.hidden = cards.length < 2;
  offer(laid, "place", cards.map((card, place) => [String(place), card]));
  choose("place", "0");
  showCard(0);
  const { attacks } = line.parentElement.dataset;
  const attacked = new Set([line.dataset.on, ...attacks.split(" ")].filter(Boolean));
  offer(beaten, "on", [...attacked].map((card) => [card, card]));
  choose("on", line.dataset.on);
}

/** Fill a group with choices of cards: value and card of each. */
function offer(group, name, choices) {
  group.querySelectorAll("label").forEach((old) => old.remove());
  for (const [value, card] of choices) {
    const label = document.createElement("label");
    label.className = "choice";
    const radio = Object.assign(document.createElement("input"), { type: "radio", name, value });
    const face = document.createElement("span");
    face.textContent = nameOf(card);
    label.append(radio, face);
    group.append(label);
  }
}

function showCard(place) {
  choose("rank", cards[place]?.[0]);
  choose("suit", cards[place]?.[1]);
}

function nameOf(card) {
  const rank = sheet.querySelector(`[name="rank"][value="${card[0]}"] + span`).textContent;
  return rank + { s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]];
}

function onChange(changed) {
  const place = Number(laid.querySelector(":checked")?.value ?? 0);
  if (changed.name === "place") showCard(place);
  if (changed.name === "seat") seatTold = true;
  if (changed.name === "deed" && !seatTold) {
    choose("seat", changed.value === line.dataset.deed ? line.dataset.actor : "");
  }
  if (["rank", "suit"].includes(changed.name) && chosen("rank") && chosen("suit")) {
    cards[place] = chosen("rank") + chosen("suit");
    const face = laid.querySelectorAll("span")[place];
    if (face) face.textContent = nameOf(cards[place]);
  }
  check();
}

/** A kind that lays a card needs one; the other kinds have none to choose. */
function check() {
  const deed = chosen("deed") || line.dataset.deed;
  const lays = LAYING.has(deed);
  beaten.hidden = deed !== "beat";
  for (const part of sheet.querySelectorAll(".card-rank, .card-suit, .laid")) part.disabled = !lays;
  sheet.querySelector(".say").disabled = lays && cards.length === 0;
}

function command(nothing) {
  const { number, deed, actor } = line.dataset;
  const said = { kind: "correct", move: Number(number) };
  if (nothing) return { ...said, nothing: true };
  const kind = chosen("deed") || deed;
  if (kind !== deed) said.deed = kind;
  if (chosen("seat") && chosen("seat") !== actor) said.seat = chosen("seat");
  if (kind === "beat" && chosen("on") && chosen("on") !== line.dataset.on) said.on = chosen("on");
  if (LAYING.has(kind) && cards.join(" ") !== line.dataset.cards) said.cards = cards;
  return said;
}

function onSubmit(event) {
  const verdict = event.submitter?.value ?? "say";
  if (verdict === "cancel") return;
  const { received, closed } = sheet.dataset;
  send(event.submitter, command(verdict === "nothing"), received, closed);
}

/** Keys by their place on the keyboard, so that they work on every layout. */
function onKey(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!sheet.open) {
    if (event.code !== "F8" || event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    open(newest());
    return;
  }
  const turn = { PageUp: -1, PageDown: 1 }[event.code];
  if (turn) go(turn);
  else if (event.code === "Delete") sheet.querySelector('[value="nothing"]').click();
  else if (!pick(event.code)) return;
  event.preventDefault();
}

/** Choose a rank or a suit by its key; tell whether the key means one. */
function pick(code) {
  const key = code.match(/^(?:Digit|Numpad|Key)([06-9TJQKASHDC])$/)?.[1];
  if (!key) return false;
  const suit = /[SHDC]/.test(key);
  const value = suit ? key.toLowerCase() : key === "0" ? "T" : key;
  const radio = sheet.querySelector(`[name="${suit ? "suit" : "rank"}"][value="${value}"]`);
  if (radio.matches(":disabled")) return true;
  radio.checked = true;
  onChange(radio);
  return true;
}
