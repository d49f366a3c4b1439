// Forms of the account pages: each is sent as JSON, and what is refused is said where it stands.

import { csrfHeader } from "./csrf.js";

const said = document.getElementById("said");

for (const form of document.querySelectorAll("form[data-send]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

for (const time of document.querySelectorAll("time[data-at]")) {
  time.textContent = new Date(Number(time.dataset.at) * 1000).toLocaleString(document.documentElement.lang);
}

/** What holds the table: it acts with its next frames, and this part follows, nothing else does. */
const ASKED_MS = 500;
const ASKED_TIMES = 20;
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-command]");
  if (!form) return;
  event.preventDefault();
  form.querySelector("button").disabled = true;
  const answer = await post("/api/v1/commands", JSON.parse(form.dataset.command));
  if (answer) return followHeld(form.dataset.command, ASKED_TIMES);
  form.querySelector("button").disabled = false;
});

async function followHeld(command, times) {
  await new Promise((done) => setTimeout(done, ASKED_MS));
  const answer = await fetch(location.href).catch(() => null);
  const isThere = answer?.ok && !answer.redirected; // a session that is over leads to the login
  const page = new DOMParser().parseFromString(isThere ? await answer.text() : "", "text/html");
  const held = page.querySelector(".held");
  const still = [...(held?.querySelectorAll("form") ?? [])].find((it) => it.dataset.command === command);
  if (!still && isThere) {
    const shown = document.querySelector(".held");
    return held ? shown?.replaceWith(held) : shown?.remove();
  }
  if (times > 1) return followHeld(command, times - 1);
  for (const it of document.querySelectorAll(".held button")) it.disabled = false;
  refuse(document.body.dataset.lost);
}

const ruling = document.querySelector("form[data-ruling]");
if (ruling) {
  const consider = async (keep) => {
    const told = Object.fromEntries(new FormData(ruling));
    if (!told.decision) return;
    const answer = await post(ruling.dataset.ruling, { ...told, keep });
    if (!answer) return;
    if (answer.is_kept) return location.assign("/inspector");
    const changes = document.getElementById("changes");
    changes.replaceChildren(...answer.lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  };
  ruling.addEventListener("change", () => consider(false));
  ruling.addEventListener("submit", (event) => {
    event.preventDefault();
    consider(true);
  });
}
document.addEventListener("keydown", (event) => onKey(event));

// Another language, and the same place: what was chosen, and the moment of a replay.
for (const link of document.querySelectorAll("header nav a[hreflang]")) {
  link.addEventListener("click", () => {
    const there = new URL(location.href);
    there.searchParams.set("lang", link.hreflang);
    link.href = there.href;
  });
}

/** Keys by their place on the keyboard; never inside a field that is written in. */
function onKey(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input:not([type=radio]), textarea, select, dialog")) return;
  const incident = document.querySelector("[data-incident][data-older]")?.dataset;
  const isPress = event.code === "Enter" && event.target.closest("a, button, summary");
  if (event.code === "KeyI") return go(document.querySelector("[data-now]")?.href);
  if (event.code === "Escape") return go(document.querySelector("[data-back]")?.href);
  if (event.code === "KeyE") return go(incident ? addressOf(event.shiftKey ? incident.newer : incident.older) : firstUnseen());
  if (!ruling || isPress) return;
  const digit = event.code.match(/^(?:Digit|Numpad)([1-4])$/);
  if (digit) return ruling.querySelectorAll("[name=decision]")[Number(digit[1]) - 1].click();
  if (event.code === "Enter") return ruling.requestSubmit();
  if (event.code === "KeyR") return document.querySelector("[data-key=KeyR]").requestSubmit();
}

const addressOf = (incident) => incident && `/inspector/${incident}`;

/** The first incident of the queue that nobody has looked at, else the first of all. */
function firstUnseen() {
  const lines = [...document.querySelectorAll(".incidents a[data-incident]")];
  return (lines.find((it) => !it.closest(".seen")) ?? lines[0])?.href;
}

function go(address) {
  if (address) location.assign(address);
}

/** The fields of a form; of ticks with a value the list, of one without whether it is set. */
function fields(form) {
  const told = {};
  for (const it of form.elements) {
    if (!it.name) continue;
    if (it.type !== "checkbox") told[it.name] = it.value;
    else if (it.name === "roles") told.roles = [...(told.roles ?? []), ...(it.checked ? [it.value] : [])];
    else told[it.name] = it.checked;
  }
  if (form.dataset.everywhere) told.everywhere = true;
  return told;
}

/** Send what is told; return the answer, or nothing once it was said why it is refused. */
async function post(path, told) {
  said.hidden = true;
  try {
    const answer = await fetch(`${path}?lang=${document.documentElement.lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...csrfHeader() },
      body: JSON.stringify(told),
    });
    const said = await answer.json();
    if (answer.ok) return said;
    refuse(typeof said.detail === "string" ? said.detail : document.body.dataset.lost);
  } catch {
    refuse(document.body.dataset.lost);
  }
  return null;
}

async function send(form) {
  const buttons = form.querySelectorAll("button");
  const waits = form.dataset.waits;
  for (const it of buttons) it.disabled = true;
  if (waits && buttons.length) buttons[0].textContent = waits;
  const told = await post(form.dataset.send, fields(form));
  for (const it of buttons) it.disabled = false;
  if (told) return goOn(told.next);
  for (const it of form.querySelectorAll("[type=password]")) it.value = "";
}

/** Where somebody wanted to go before logging in, if it is a page of ours. */
function goOn(next) {
  const wanted = new URLSearchParams(location.search).get("next");
  const isOurs = wanted?.startsWith("/") && !wanted.startsWith("//");
  location.assign(isOurs && location.pathname === "/login" ? wanted : next);
}

function refuse(text) {
  said.textContent = text;
  said.hidden = false;
}
