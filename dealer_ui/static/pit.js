// The pit boss's wall: tiles that change are put in one by one, a few each time the screen is drawn.

import { csrfHeader } from "./csrf.js";
import { Stream } from "./stream.js";

const BUDGET_MS = 4; // of a picture of the screen: what is left over waits for the next one
const AT_ONCE = 16; // tiles that are put in for one picture: they are laid out and drawn in it too
const PICTURE_MS = 700;
const body = document.body;
const words = JSON.parse(body.dataset.words);
const language = document.documentElement.lang;
const wall = document.getElementById("wall");
const banner = document.getElementById("banner");
const dialog = document.getElementById("table");
const details = dialog.querySelector("div");
const refusal = dialog.querySelector(".refusal");
const tiles = new Map([...wall.children].map((it) => [it.dataset.table, it]));
const waiting = new Map(); // table -> the newest tile that is not on the page yet
let order = [...tiles.keys()];
let clock = Number(body.dataset.now) - Date.now(); // the wall's time less this screen's
let opened = "";
let watched = 0;
let asked = 0;

/* What changes */

function onUpdate(update) {
  clock = update.now - Date.now();
  for (const tile of update.tiles) waiting.set(tile.name, tile.html);
  order = update.order;
  document.getElementById("counts").textContent = update.counts;
  document.getElementById("unkept").hidden = update.is_kept;
  if (update.say) document.getElementById("say").textContent = update.say;
  soon();
}

/** Ask for the next picture of the screen, once: each has one budget, however much comes. */
function soon() {
  if (!asked) asked = requestAnimationFrame(putIn);
}

function putIn() {
  asked = 0;
  const until = performance.now() + BUDGET_MS;
  const places = new Map(order.map((name, place) => [name, place]));
  const names = [...waiting.keys()].sort((a, b) => places.get(a) - places.get(b));
  for (const [count, name] of names.entries()) {
    if (count === AT_ONCE || performance.now() > until) return soon();
    const tile = tiles.get(name);
    const held = tile.contains(document.activeElement);
    tile.innerHTML = waiting.get(name);
    waiting.delete(name);
    place(tile, places.get(name));
    tellAges(tile);
    if (held) tile.firstElementChild.focus({ preventScroll: true });
    if (name === opened) fetchTable();
  }
  body.dataset.shown = waiting.size ? "" : "all";
}

/** Put a tile behind the one that comes before it; those that stay as they are never move. */
function place(tile, at) {
  const before = at ? tiles.get(order[at - 1]) : null;
  if (tile.previousElementSibling === before) return;
  if (before) before.after(tile);
  else wall.prepend(tile);
}

/* Ages */

function told(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Tiles that are on the screen: only there do ages go on, the others are told when they come. */
const seen = new Set();
const looking = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    if (!isIntersecting) seen.delete(target);
    else {
      seen.add(target);
      tellAges(target);
    }
  }
});

function tellAges(root) {
  const now = Date.now() + clock;
  for (const time of root.querySelectorAll("time")) {
    const { since, until, limit } = time.dataset;
    if (limit) time.parentElement.classList.toggle("over", now - Number(since) > Number(limit) * 1000);
    const text = until ? new Date(Number(until) - clock).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" }) : told(now - Number(since));
    if (time.textContent !== text) time.textContent = text;
  }
}

function onLink(link, seconds, before) {
  body.dataset.link = link;
  banner.hidden = link === "live";
  const age = banner.querySelector("span");
  age.textContent = age.dataset.words.replace("#", String(seconds));
  if (link === before) return;
  banner.querySelector("b").textContent = words.offline;
  if (link === "live" && before) document.getElementById("say").textContent = words.back;
}

/* One table */

async function fetchTable() {
  const name = opened;
  const answer = await fetch(`/pit/tables/${encodeURIComponent(name)}?lang=${language}`).catch(() => null);
  if (!answer?.ok || name !== opened) return;
  const html = await answer.text();
  if (details.contains(document.activeElement) && document.activeElement.matches("input, select")) return; // somebody writes
  const figure = details.querySelector("figure");
  details.innerHTML = html;
  if (watched && figure) details.querySelector("figure")?.replaceWith(figure);
  tellAges(details);
}

async function open(name) {
  opened = name;
  details.replaceChildren();
  refusal.hidden = true;
  await fetchTable();
  dialog.showModal();
}

dialog.addEventListener("close", () => {
  clearTimeout(watched);
  watched = 0;
  const tile = tiles.get(opened)?.firstElementChild; // a new one, where it has changed meanwhile
  opened = "";
  tile?.focus({ preventScroll: true });
});

async function say(what, fields) {
  document.activeElement?.blur();
  refusal.hidden = true;
  try {
    const answer = await fetch(`/pit/tables/${encodeURIComponent(opened)}/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...csrfHeader() },
      body: JSON.stringify(fields),
    });
    if (!answer.ok) return refuse(answer.status === 409 ? words.closed : words.notReceived);
    await fetchTable();
  } catch {
    refuse(words.notReceived);
  }
}

function refuse(text) {
  refusal.textContent = text;
  refusal.hidden = false;
}

/** The live picture, drawn anew as it comes; its age stands below. */
async function watch() {
  const canvas = details.querySelector("canvas");
  const status = details.querySelector("figcaption span");
  if (!opened || !canvas) return;
  try {
    const answer = await fetch(`/pit/tables/${encodeURIComponent(opened)}/picture`, { signal: AbortSignal.timeout(4000) });
    if (!answer.ok) throw new Error(String(answer.status));
    const picture = await createImageBitmap(await answer.blob());
    [canvas.width, canvas.height, canvas.hidden] = [picture.width, picture.height, false];
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const seconds = Number(answer.headers.get("Kozyr-Age-Ms")) / 1000;
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    status.textContent = words.pictureAge.replace("#", seconds.toLocaleString(document.documentElement.lang, digits));
  } catch {
    status.textContent = words.noPicture;
  }
  if (watched) watched = setTimeout(watch, PICTURE_MS);
}

wall.addEventListener("click", (event) => {
  const tile = event.target.closest("li");
  if (tile) open(tile.dataset.table);
});
details.addEventListener("click", (event) => {
  const alarm = event.target.closest("li")?.dataset;
  if (event.target.closest("[data-take]")) say("take", { alarm: alarm.alarm });
  else if (event.target.closest("[data-unshelve]")) say("unshelve", { code: alarm.code });
  else if (event.target.closest("[data-watch]") && !watched) {
    watched = 1;
    watch();
  }
});
details.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  const code = form.closest("li").dataset.code;
  say("shelve", { code, why: form.why.value, minutes: Number(form.minutes.value) });
});

for (const tile of tiles.values()) looking.observe(tile);
setInterval(() => [...seen, details].forEach(tellAges), 1000);
new Stream(`/pit/live?lang=${language}`, { after: body.dataset.after, age: 0, ended: false, onUpdate, onLink });
