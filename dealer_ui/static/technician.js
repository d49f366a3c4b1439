// Zones over the picture: drawn in pixels, kept in millimetres. The lens bends what lies between.

import { csrfHeader } from "./csrf.js";
import { lensOf } from "./lens.js";

const words = JSON.parse(document.body.dataset.words);
const { base } = document.body.dataset; // empty where the page is served alone
const query = `?lang=${document.body.dataset.lang}`;
const drawing = document.getElementById("drawing");
const picture = document.getElementById("picture");
const said = document.getElementById("said");
const search = document.getElementById("search");
const SVG = "http://www.w3.org/2000/svg";
const STEPS = 12; // a straight side on the table is drawn with so many bends
const LIVE_MS = 1000;

let table = null; // what the server last told
let lens = null;
let felt = null; // the felt's corners in pixels while they are being marked
let held = null; // what the mouse drags

function tell(text, refused = false) {
  said.textContent = text;
  said.className = refused ? "refused" : "";
}

async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...csrfHeader() } };
  const answer = await fetch(base + path + query, options);
  const told = await answer.json().catch(() => ({ detail: `${answer.status}` }));
  if (!answer.ok) throw new Error(typeof told.detail === "string" ? told.detail : JSON.stringify(told.detail));
  return told;
}

function show(told) {
  table = told;
  lens = told.version === null ? null : lensOf(told);
  document.body.dataset.version = told.version ?? "";
  const [width, height] = told.size_px;
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  if (!lens) tell(words.nothing);
  draw();
}

function part(name, attributes, parent = drawing) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

function draw() {
  const focused = document.activeElement?.dataset?.key;
  drawing.replaceChildren();
  if (lens) for (const [name, corners] of Object.entries(table.zones)) drawZone(name, corners);
  if (felt) drawFelt();
  if (focused) drawing.querySelector(`[data-key="${focused}"]`)?.focus();
}

function drawZone(name, corners) {
  const outline = lens.outline(corners, STEPS);
  const kind = name.startsWith("hand") ? "hand" : name;
  const shape = part("polygon", { points: outline.map((p) => p.join(",")).join(" "), class: kind, tabindex: 0 });
  Object.assign(shape.dataset, { zone: name, key: name });
  shape.setAttribute("aria-label", words.zones[name]);
  shape.setAttribute("role", "img"); // named for those who hear the page; moved by arrow keys
  const middle = [0, 1].map((axis) => outline.reduce((sum, p) => sum + p[axis], 0) / outline.length);
  const size = table.size_px[0] / 60;
  part("text", { x: middle[0], y: middle[1], "font-size": size }).textContent = words.zones[name];
  corners.forEach((corner, number) => drawCorner(lens.pixel(corner), { zone: name, corner: number }));
}

function drawCorner([x, y], data) {
  const knob = part("circle", { cx: x, cy: y, r: table.size_px[0] / 130, tabindex: 0 });
  Object.assign(knob.dataset, data, { key: `${data.zone}-${data.corner}` });
  knob.setAttribute("role", "img");
  knob.setAttribute("aria-label", `${words.zones[data.zone] ?? ""} ${data.corner + 1}`.trim());
}

function drawFelt() {
  part("polygon", { points: felt.map((p) => p.join(",")).join(" "), class: "felt" });
  felt.forEach((corner, number) => drawCorner(corner, { zone: "felt", corner: number }));
}

function pointed(event) {
  const box = drawing.getBoundingClientRect();
  const [width, height] = table.size_px;
  return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
}

/** Move a corner, or a whole zone, so that what was held at one pixel is at another. */
function move({ zone, corner }, from, to) {
  if (zone === "felt") {
    felt[corner] = [felt[corner][0] + to[0] - from[0], felt[corner][1] + to[1] - from[1]];
    return draw();
  }
  const [before, after] = [lens.spot(from), lens.spot(to)];
  const by = [after[0] - before[0], after[1] - before[1]];
  const moved = ([x, y]) => [round(x + by[0]), round(y + by[1])];
  table.zones[zone] = table.zones[zone].map((spot, number) => (corner === undefined || Number(corner) === number ? moved(spot) : spot));
  draw();
}

const round = (millimetres) => Math.round(millimetres * 10) / 10;

drawing.addEventListener("pointerdown", (event) => {
  const { zone, corner } = event.target.dataset;
  if (!zone) return;
  held = { zone, corner, at: pointed(event) };
  drawing.setPointerCapture(event.pointerId);
});
drawing.addEventListener("pointermove", (event) => {
  if (!held) return;
  const now = pointed(event);
  move(held, held.at, now);
  held.at = now;
});
drawing.addEventListener("pointerup", () => (held = null));
drawing.addEventListener("pointercancel", () => (held = null));

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
drawing.addEventListener("keydown", (event) => {
  const way = ARROWS[event.key];
  const { zone, corner } = event.target.dataset;
  if (!way || !zone) return;
  event.preventDefault();
  const step = event.shiftKey ? 10 : 1;
  const from = zone === "felt" ? felt[corner] : lens.pixel(table.zones[zone][corner ?? 0]);
  move({ zone, corner }, from, [from[0] + way[0] * step, from[1] + way[1] * step]);
});

search.method.addEventListener("change", () => {
  const marks = search.method.value === "felt";
  search.querySelector(".felt").hidden = !marks;
  const [width, height] = table.size_px;
  const share = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
  felt = marks ? share.map(([x, y]) => [x * width, y * height]) : null;
  draw();
});

search.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = { method: search.method.value, layout: document.getElementById("layout").layout.value };
  if (felt) Object.assign(body, { corners: felt, felt_mm: [Number(search.width.value), Number(search.height.value)] });
  change(ask("/find", body));
});

document.getElementById("layout").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    show(await ask(`/layout/${event.target.layout.value}.json`));
    tell("");
  } catch (error) {
    tell(error.message, true);
  }
});

document.getElementById("save").addEventListener("click", () => {
  if (lens) change(ask("/zones", { zones: table.zones, seats: table.seats }));
});
document.getElementById("undo").addEventListener("click", () => change(ask("/undo", {})));

async function change(asked) {
  try {
    const told = await asked;
    felt = null;
    show(told);
    tell(words.saved.replace("#", told.version));
  } catch (error) {
    tell(error.message, true);
  }
}

document.getElementById("show-errors").addEventListener("click", (event) => {
  const errors = document.getElementById("errors");
  errors.hidden = !errors.hidden;
  event.target.ariaPressed = String(!errors.hidden);
  if (!errors.hidden) errors.src = `${base}/errors.png?version=${table.version}`;
});

function renew() {
  const next = new Image();
  next.onload = () => (picture.src = next.src);
  next.onerror = () => tell(words.lost, true);
  next.src = `${base}/picture.jpg?at=${Date.now()}`;
}

show(await ask("/table.json"));
setInterval(renew, LIVE_MS);
