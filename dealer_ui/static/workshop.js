// The technician's workshop: the work that goes on is looked at again and again; two clocks.

const AGAIN_MS = 700;
const APART_S = 2;
const work = document.getElementById("work");

async function look() {
  try {
    const answer = await fetch(`${work.dataset.from}?lang=${document.documentElement.lang}`);
    if (answer.ok) work.innerHTML = await answer.text();
    if (answer.ok && !work.querySelector("[data-going]")) return location.reload();
  } catch {
    // the table does not answer just now: it is asked again
  }
  setTimeout(look, AGAIN_MS);
}

if (work?.querySelector("[data-going]")) setTimeout(look, AGAIN_MS);

/** Say by how much this screen's clock and the table's are apart. */
const clock = document.querySelector("[data-clock]");
if (clock) {
  const apart = Date.now() / 1000 - Number(clock.dataset.clock);
  const told = clock.querySelector("em");
  told.hidden = Math.abs(apart) < APART_S;
  told.textContent = clock.dataset.apart.replace("#", String(Math.round(apart)));
}
