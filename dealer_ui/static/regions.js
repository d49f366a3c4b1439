// Puts an update into the page: whole regions, the list of moves line by line.

const MOVES_KEPT = 400; // a whole game, however long: a page that caught up keeps what it got
const shown = new Map();

export function show(update) {
  document.body.dataset.signal = update.signal;
  document.body.dataset.after = update.sequence;
  for (const [name, html] of Object.entries(update.regions)) {
    if (shown.get(name) === html) continue;
    shown.set(name, html);
    const region = document.getElementById(`region-${name}`);
    if (name === "moves") mergeMoves(region, html);
    else region.innerHTML = html;
  }
  say("say-now", update.say.assertive);
  say("say", update.say.polite);
}

/** Say a text aloud once; the same text is not said again. */
export function say(id, text) {
  const voice = document.getElementById(id);
  if (voice.textContent !== text) voice.textContent = text;
}

/** Keep earlier lines, replace those that the update tells anew: a correction may take some away. */
function mergeMoves(region, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const before = region.querySelector(".lines");
  const after = fresh.content.querySelector(".lines");
  if (before && after) {
    const first = Number(after.lastElementChild.dataset.number);
    const earlier = [...before.children].filter((line) => Number(line.dataset.number) < first);
    after.append(...earlier.slice(0, Math.max(0, MOVES_KEPT - after.children.length)));
  }
  region.replaceChildren(fresh.content);
}
