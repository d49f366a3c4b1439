// Training: 1 or 2 judges the move, Enter goes on. The score stays in this tab, nobody is told.

const { lesson, count, right } = document.body.dataset;
const outcome = document.getElementById("outcome");
const answer = document.getElementById("answer");
const buttons = [...document.querySelectorAll("[data-judge]")];

if (lesson === "1") sessionStorage.removeItem("training");
const judged = JSON.parse(sessionStorage.getItem("training") ?? "{}");

function judge(button) {
  if (!answer.hidden) return;
  for (const one of buttons) one.disabled = true;
  button.ariaPressed = "true";
  const isRight = button.dataset.judge === right;
  judged[lesson] = isRight;
  sessionStorage.setItem("training", JSON.stringify(judged));
  const all = Object.values(judged);
  const score = outcome.dataset.score.replace("##", String(all.length)).replace("#", String(all.filter(Boolean).length));
  outcome.textContent = `${isRight ? outcome.dataset.right : outcome.dataset.wrong} ${score}`;
  outcome.dataset.outcome = isRight ? "right" : "wrong";
  document.body.dataset.done = String(all.length === Number(count));
  answer.hidden = false;
  document.getElementById("next").focus();
}

for (const button of buttons) button.addEventListener("click", () => judge(button));
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const place = event.code.match(/^(?:Digit|Numpad)([12])$/);
  if (place) judge(buttons[Number(place[1]) - 1]);
});
