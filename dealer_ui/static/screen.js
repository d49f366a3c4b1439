// The screen in the hall: it looks anew every ten seconds, and says so when it cannot.

const PAUSE_MS = 10_000;

async function look() {
  const lost = document.getElementById("lost");
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
}

setInterval(look, PAUSE_MS);
