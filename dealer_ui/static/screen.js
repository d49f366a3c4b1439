// A page that nobody presses: it looks anew after each pause that it names, and says so when it
// cannot.

const pauseMs = Number(document.body.dataset.pause);

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
  setTimeout(look, pauseMs);
}

setTimeout(look, pauseMs);
