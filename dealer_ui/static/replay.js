// Video, timeline, moves and the drawn table in step, on one clock: the camera's, in seconds.

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const RUN_UP_S = 2;
const NEAR_S = 0.001; // times are written to the thousandth

const root = document.querySelector("[data-again]");
const told = JSON.parse(root.dataset.again);
const reels = told.reels.map(([address, from, to]) => ({ address, from, to }));
const moves = told.moves.map(([number, at, bout, isFlagged]) => ({ number, at, bout, isFlagged }));
const video = root.querySelector("video");
const slider = document.getElementById("at");
const drawn = document.getElementById("drawn");
const tables = new Map(); // move number -> how the table stood after it

let at = told.begin;
let reel = null;
let turn = 0; // a seek that was overtaken by another does nothing
let speed = SPEEDS.indexOf(1);
let shownMove = null;

/** Where a frame stands that was taken nearest to a time. */
function nearest(times, wanted) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= wanted + NEAR_S) low = middle;
    else high = middle - 1;
  }
  const after = times[low + 1];
  return after !== undefined && after - wanted < wanted - times[low] ? low + 1 : low;
}

const reelAt = (time) =>
  reels.find((it) => it.from - NEAR_S <= time && time <= it.to + NEAR_S) ??
  reels.find((it) => it.from > time && it.from - time < 1); // a breath between two pieces

async function open(wanted) {
  wanted.frames ??= fetch(`${wanted.address}/frames`).then((answer) => answer.json());
  if (reel !== wanted) {
    reel = wanted;
    const ready = new Promise((done) => video.addEventListener("loadedmetadata", done, { once: true }));
    video.src = wanted.address;
    await ready;
    video.playbackRate = SPEEDS[speed];
  }
  return wanted.frames;
}

/** Show the frame that was taken at a time, and everything else as it was then. */
async function seek(wanted) {
  at = Math.min(Math.max(wanted, told.from), told.to);
  const mine = ++turn;
  tell();
  const found = video && reelAt(at);
  root.querySelector(".gap").hidden = Boolean(found);
  if (!video) return;
  video.classList.toggle("none", !found);
  if (!found) return video.pause();
  const { begins, times } = await open(found);
  if (mine !== turn) return;
  const place = nearest(times, at);
  const half = Math.min(0.01, ((times[place + 1] ?? times[place] + 0.03) - times[place]) / 2);
  video.currentTime = times[place] - begins + half;
  root.dataset.frame = times[place];
}

async function step(frames) {
  const found = video && reelAt(at);
  if (!found) return;
  video.pause();
  const { times } = await open(found);
  const place = nearest(times, at) + frames;
  if (times[place] !== undefined) return seek(times[place]);
  const next = reels[reels.indexOf(found) + frames];
  if (next) seek(frames > 0 ? next.from : next.to);
}

async function play() {
  if (!video) return;
  if (!video.paused) return video.pause();
  if (at >= told.to - NEAR_S) await seek(told.from);
  video.playbackRate = SPEEDS[speed];
  await video.play().catch(() => {}); // somebody pressed pause meanwhile
}

async function follow(_now, { mediaTime }) {
  const { begins } = await reel.frames;
  if (!video.paused) {
    at = begins + mediaTime;
    root.dataset.frame = at;
    tell();
  }
  video.requestVideoFrameCallback(follow);
}

function faster(by) {
  speed = Math.min(Math.max(speed + by, 0), SPEEDS.length - 1);
  document.getElementById("speed").textContent = `${SPEEDS[speed].toLocaleString(document.documentElement.lang)}×`;
  if (video) video.playbackRate = SPEEDS[speed];
}

const placeOf = (time) => moves.findLastIndex((move) => move.at <= time + NEAR_S);

function toMove(place) {
  if (!moves.length) return;
  video?.pause();
  if (place < 0) return seek(told.from);
  seek(moves[Math.min(place, moves.length - 1)].at);
}

/** The next or the previous move that fits; before the middle of one move lies that move. */
function toNext(forwards, fits) {
  const found = forwards
    ? moves.find((move, n) => move.at > at + NEAR_S && fits(move, n))
    : moves.findLast((move, n) => move.at < at - NEAR_S && fits(move, n));
  if (found) toMove(moves.indexOf(found));
}

const beginsBout = (move, n) => move.bout > 0 && moves[n - 1]?.bout !== move.bout;

function tell() {
  slider.value = at;
  const minutes = Math.floor(at / 60);
  document.getElementById("clock").textContent = `${minutes}:${(at % 60).toFixed(2).padStart(5, "0")}`;
  const share = (at - told.from) / Math.max(told.to - told.from, 0.001);
  root.querySelector(".cursor").setAttribute("x", 1000 * share - 1);
  for (const it of root.querySelectorAll(".overlay")) if (Math.abs(it.dataset.at - at) > 1) it.hidden = true;
  const place = placeOf(at);
  const number = moves[place]?.number ?? (moves.length ? moves[0].number - 1 : 0);
  if (number === shownMove) return;
  shownMove = number;
  for (const it of document.querySelectorAll("[data-move]")) {
    if (Number(it.dataset.move) === number) {
      it.setAttribute("aria-current", "step");
      keepInSight(it);
    } else it.removeAttribute("aria-current");
  }
  draw(number);
}

async function draw(number) {
  if (!told.game) return;
  const lang = document.documentElement.lang;
  if (!tables.has(number)) {
    const address = `/inspector/games/${told.game}/table/${number}?lang=${lang}`;
    tables.set(number, fetch(address).then((answer) => (answer.ok ? answer.text() : "")).catch(() => ""));
  }
  const table = await tables.get(number);
  if (number !== shownMove) return;
  drawn.innerHTML = table; // our own drawing, made by the server from cards and counts
  drawn.dataset.after = number;
}

const overlay = () => {
  const it = [...root.querySelectorAll(".overlay")].sort((a, b) => Math.abs(a.dataset.at - at) - Math.abs(b.dataset.at - at))[0];
  if (!it) return;
  const shows = it.hidden;
  video?.pause();
  if (shows) seek(Number(it.dataset.at)).then(() => (it.hidden = false));
  else it.hidden = true;
};

const acts = {
  "bout-before": () => toNext(false, beginsBout),
  "move-before": () => toNext(false, () => true),
  "frame-before": () => step(-1),
  play,
  "frame-after": () => step(1),
  "move-after": () => toNext(true, () => true),
  "bout-after": () => toNext(true, beginsBout),
  "violation-before": () => toNext(false, (move) => move.isFlagged),
  "violation-after": () => toNext(true, (move) => move.isFlagged),
  first: () => toMove(-1),
  last: () => seek(told.to),
  slower: () => faster(-1),
  faster: () => faster(1),
  overlay,
  full: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()),
  help: () => document.getElementById("keys").showModal(),
  "run-up": () => seek((moves[placeOf(at)]?.at ?? at) - RUN_UP_S).then(play),
};

/** Keys by their place on the keyboard: with and without Shift. */
const KEYS = {
  ArrowLeft: ["move-before", "bout-before"],
  ArrowRight: ["move-after", "bout-after"],
  KeyV: ["violation-after", "violation-before"],
  Home: ["first"],
  End: ["last"],
  Space: ["play"],
  KeyP: ["run-up"],
  Comma: ["frame-before", "slower"],
  Period: ["frame-after", "faster"],
  KeyZ: ["overlay"],
  KeyF: ["full"],
  Slash: [null, "help"],
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input:not([type=radio]), textarea, select, dialog")) return;
  if (event.code === "Space" && event.target.closest("button, a, summary")) return; // its own press
  const act = event.key === "?" ? "help" : KEYS[event.code]?.[event.shiftKey ? 1 : 0];
  if (!act || (event.target.type === "radio" && event.code.startsWith("Arrow"))) return;
  event.preventDefault();
  acts[act]();
});

root.addEventListener("click", (event) => {
  const name = event.target.closest("[data-do]")?.dataset.do;
  if (name) acts[name]();
  else if (event.target === video) play();
});
document.querySelector(".moves-again").addEventListener("click", (event) => {
  const number = event.target.closest("[data-move]")?.dataset.move;
  if (number) toMove(moves.findIndex((move) => move.number === Number(number)));
});
slider.addEventListener("input", () => seek(Number(slider.value)));

if (video) {
  const button = root.querySelector("[data-do=play]");
  for (const name of ["play", "pause"]) video.addEventListener(name, () => (button.textContent = video.paused ? "▶" : "❚❚"));
  video.addEventListener("pause", () => keepPlace());
  video.addEventListener("ended", async () => {
    const next = reels[reels.indexOf(reel) + 1];
    if (next) await seek(next.from).then(() => video.play());
  });
  video.requestVideoFrameCallback(follow);
}

/** The address of the page is the address of the moment, also for whoever changes the language. */
document.querySelector("header nav").addEventListener("click", keepPlace, true);
function keepPlace() {
  history.replaceState(null, "", `${location.pathname}${location.search}#t=${at.toFixed(3)}`);
}

function firstPlace() {
  const asked = new URLSearchParams(location.search);
  const place = Number(location.hash.match(/^#t=([\d.]+)$/)?.[1] ?? NaN);
  if (!Number.isNaN(place)) return place;
  const move = moves.find((it) => it.number === Number(asked.get("move")));
  if (move) return move.at;
  const last = Number(asked.get("last"));
  return last ? (reels.at(-1)?.to ?? told.to) - last : told.begin;
}

await seek(firstPlace());
if (new URLSearchParams(location.search).has("last")) await play();
root.dataset.ready = "yes";

/** Scroll the list to a move, never the page: the video stays before one's eyes. */
function keepInSight(it) {
  const list = it.closest(".moves-again");
  if (!list) return;
  const [line, frame] = [it.getBoundingClientRect(), list.getBoundingClientRect()];
  if (line.top < frame.top) list.scrollTop -= frame.top - line.top;
  else if (line.bottom > frame.bottom) list.scrollTop += line.bottom - frame.bottom;
}
