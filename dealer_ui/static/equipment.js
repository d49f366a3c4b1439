// The technician's page of a running table: the list is fetched anew every second.

const AGAIN_MS = 1000;
const list = document.getElementById("list");
const lost = document.getElementById("lost");

async function look() {
  try {
    const answer = await fetch(`/equipment/list?lang=${document.documentElement.lang}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (list.innerHTML !== html) list.innerHTML = html;
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
  setTimeout(look, AGAIN_MS);
}

setTimeout(look, AGAIN_MS);
