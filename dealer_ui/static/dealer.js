// The dealer's page.

import { listenForClauses } from "./clause.js";
import { handled, listen } from "./commands.js";
import { listenForCorrections } from "./correction.js";
import { say, show } from "./regions.js";
import { hear, listenForSound, play } from "./sound.js";
import { Stream } from "./stream.js";
import { listenForTellings } from "./telling.js";

const body = document.body;
const words = JSON.parse(body.dataset.words);
const banner = document.getElementById("banner");

function onLink(link, seconds, before) {
  body.dataset.link = link;
  banner.hidden = link === "live";
  const age = banner.querySelector("span");
  age.textContent = age.dataset.words.replace("#", String(seconds));
  if (link === before) return;
  banner.querySelector("b").textContent = link === "lost" ? words.offline : words.stale;
  if (link === "live" && before) say("say", words.back);
  if (link === "lost") play("fault");
}

function onUpdate(update) {
  hear(update);
  show(update);
  handled(update.handled_command);
}

/** Two colours of suits or four; the choice stays with this screen. */
function fourColours() {
  const switcher = document.getElementById("four-colours");
  const set = (four) => {
    body.classList.toggle("four-colours", four);
    switcher.ariaPressed = String(four);
    localStorage.setItem("four-colours", four ? "yes" : "no");
  };
  set(localStorage.getItem("four-colours") === "yes");
  switcher.addEventListener("click", () => set(!body.classList.contains("four-colours")));
}

fourColours();
listen();
listenForClauses();
listenForCorrections();
listenForTellings();
listenForSound();
document.getElementById("show-keys").addEventListener("click", () => {
  document.getElementById("keys").showModal();
});
new Stream(`/live?lang=${document.documentElement.lang}`, {
  after: body.dataset.after,
  age: Number(body.dataset.age),
  ended: body.dataset.ended === "yes",
  onUpdate,
  onLink,
});
