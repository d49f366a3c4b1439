// Forms of the account pages: each is sent as JSON, and what is refused is said where it stands.

import { csrfHeader } from "./csrf.js";

const said = document.getElementById("said");

for (const form of document.querySelectorAll("form[data-send]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

for (const time of document.querySelectorAll("time[data-at]")) {
  time.textContent = new Date(Number(time.dataset.at) * 1000).toLocaleString(document.documentElement.lang);
}

/** The fields of a form; of ticks with a value the list, of one without whether it is set. */
function fields(form) {
  const told = {};
  for (const it of form.elements) {
    if (!it.name) continue;
    if (it.type !== "checkbox") told[it.name] = it.value;
    else if (it.name === "roles") told.roles = [...(told.roles ?? []), ...(it.checked ? [it.value] : [])];
    else told[it.name] = it.checked;
  }
  if (form.dataset.everywhere) told.everywhere = true;
  return told;
}

async function send(form) {
  said.hidden = true;
  try {
    const answer = await fetch(form.dataset.send + `?lang=${document.documentElement.lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...csrfHeader() },
      body: JSON.stringify(fields(form)),
    });
    const told = await answer.json();
    if (answer.ok) return go(told.next);
    refuse(typeof told.detail === "string" ? told.detail : document.body.dataset.lost);
  } catch {
    refuse(document.body.dataset.lost);
  }
  for (const it of form.querySelectorAll("[type=password]")) it.value = "";
}

/** Where somebody wanted to go before logging in, if it is a page of ours. */
function go(next) {
  const wanted = new URLSearchParams(location.search).get("next");
  const isOurs = wanted?.startsWith("/") && !wanted.startsWith("//");
  location.assign(isOurs && location.pathname === "/login" ? wanted : next);
}

function refuse(text) {
  said.textContent = text;
  said.hidden = false;
}
