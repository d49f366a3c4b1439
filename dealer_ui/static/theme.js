// Dark, light or high contrast: as this screen chose, else as the system asks for. Not a module:
// it runs before anything is drawn, so that no page flashes in another theme.

{
  const THEMES = ["dark", "light", "contrast"];
  const root = document.documentElement;
  const more = matchMedia("(prefers-contrast: more)");
  const kept = localStorage.getItem("theme");
  let chosen = THEMES.includes(kept) ? kept : null;

  const show = () => {
    root.dataset.theme = chosen ?? (more.matches ? "contrast" : "dark");
    const button = document.getElementById("theme");
    if (!button) return;
    button.title = button.dataset[root.dataset.theme];
    button.ariaLabel = button.title;
  };

  show();
  more.addEventListener("change", show);
  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.getElementById("theme")?.addEventListener("click", () => {
      chosen = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
      localStorage.setItem("theme", chosen);
      show();
    });
  });
}

// The first script of each page, so it hears whether a later one does not come: the page then stays
// inert and says so, instead of showing what is over.
addEventListener("error", (event) => {
  const is_ours = event.target instanceof HTMLScriptElement && event.target.src.startsWith(location.origin);
  if (is_ours) document.documentElement.dataset.lacks = "script";
}, true);
