// An incident whose pictures and clip are still being gathered: the page looks for them by itself.

const LOOK_MS = 2000;
const PATIENCE_MS = 180_000; // after so long nothing comes any more
const here = document.querySelector("[data-incident]");
const form = document.querySelector(".ruling");
const opened = Date.now();
let isTouched = false;

form.addEventListener("input", () => (isTouched = true));
document.querySelector(".into-case").addEventListener("input", () => (isTouched = true));

/** Tell what has been kept by now, as the page itself would. */
async function kept() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return here.dataset.kept;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[data-incident]")?.dataset.kept ?? here.dataset.kept;
}

async function look() {
  const now = await kept().catch(() => here.dataset.kept); // without a network: the next time
  if (now !== here.dataset.kept) {
    // Whoever has begun to write keeps what is written, and says when.
    if (!isTouched) return location.reload();
    document.getElementById("fresh").hidden = false;
    return;
  }
  if (Date.now() - opened < PATIENCE_MS) setTimeout(look, LOOK_MS);
}

document.querySelector("#fresh button").addEventListener("click", () => location.reload());
if (here.dataset.kept === "0") setTimeout(look, LOOK_MS);
