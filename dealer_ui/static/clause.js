// A prompt's clause is read over the table's page: nobody leaves it for that.

export function listenForClauses() {
  const dialog = document.getElementById("clause");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.clause");
    if (!link) return;
    event.preventDefault();
    const answer = await fetch(link.href).catch(() => null);
    if (!answer?.ok) return; // the banner says that the table is not reached
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const rule = page.getElementById(link.hash.slice(1));
    if (!rule) return;
    dialog.querySelector("h2").textContent = link.textContent;
    dialog.querySelector("div").replaceChildren(document.importNode(rule, true));
    dialog.showModal();
  });
}
