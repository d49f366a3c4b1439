// What the dealer says: buttons, answers, keys. Every press is answered: received, or not.

import { csrfHeader } from "./csrf.js";

const SHOWN_MS = 3000;
const words = JSON.parse(document.body.dataset.words);
const receipt = document.getElementById("receipt");
const waiting = new Map(); // command number -> the button that waits for the table
let hide = 0;

export function listen() {
  document.addEventListener("click", (event) => press(event.target.closest("button")));
  document.addEventListener("keydown", onKey);
}

/** Let go of the buttons whose commands the table has acted on. */
export function handled(newest) {
  for (const [id, button] of waiting) if (id <= newest) release(id, button);
}

function press(button) {
  if (!button || button.ariaBusy === "true") return;
  const { button: name, doubt, choice, acknowledge, pause } = button.dataset;
  if (name) send(button, { kind: "button", name }, button.dataset.received);
  else if (choice) send(button, { kind: "answer", doubt: Number(doubt), choice: Number(choice) });
  else if (pause) send(button, { kind: "pause", begins: pause === "yes" });
  else if (acknowledge) send(button, { kind: "acknowledge", prompt: Number(acknowledge) });
}

/** Send a command and answer the press: `received` or `closed` says how it went. */
export async function send(button, command, received = button.textContent.trim(), closed = words.closed) {
  button.ariaBusy = "true";
  tell(words.sending, "sending");
  try {
    const answer = await fetch("/api/v1/commands", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...csrfHeader() },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(SHOWN_MS),
    });
    if (answer.status === 409) return tell(closed, "refused");
    if (!answer.ok) return tell(words.notReceived, "refused");
    const { id } = await answer.json();
    tell(received, "received", id);
    button.classList.add("received");
    waiting.set(id, button);
    setTimeout(() => release(id, button), SHOWN_MS);
  } catch {
    tell(words.notReceived, "refused");
  } finally {
    button.ariaBusy = "false";
  }
}

function release(id, button) {
  waiting.delete(id);
  if (![...waiting.values()].includes(button)) button.classList.remove("received");
}

function tell(text, kind, id = "") {
  receipt.textContent = text;
  receipt.className = kind;
  receipt.dataset.command = id;
  receipt.hidden = false;
  clearTimeout(hide);
  hide = setTimeout(() => (receipt.hidden = true), SHOWN_MS);
}

/** Keys by their place on the keyboard, so that they work on every layout. */
function buttonFor(code) {
  const place = code.match(/^F([1-4])$/);
  if (place) return document.querySelectorAll("[data-button]")[Number(place[1]) - 1];
  const digit = code.match(/^(?:Digit|Numpad)([0-3])$/);
  if (digit) return document.querySelector(`[data-choice="${digit[1]}"]`);
  if (code === "F7") return document.querySelector("[data-pause]");
  return /^(Numpad)?Enter$/.test(code) ? document.querySelector("[data-acknowledge]") : null;
}

function onKey(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
  if (event.key === "?" || (event.code === "Slash" && event.shiftKey)) {
    document.getElementById("keys").showModal();
    return;
  }
  if (event.key === "Enter" && event.target.closest("a, button")) return; // its own press
  const button = event.shiftKey ? null : buttonFor(event.code);
  if (!button) return;
  event.preventDefault();
  press(button);
}
