// Judges a field while it is being typed: the box says what is wrong, or which official correction there is.
const waiting = new WeakMap();

async function judge(form) {
  const answer = await fetch(form.dataset.check, {
    method: "POST", body: new URLSearchParams(new FormData(form)), headers: { accept: "application/json" },
  }).catch(() => null);
  if (!answer) return;
  const said = await answer.json();
  const judged = form.querySelector(".judged");
  judged.textContent = said.text;
  judged.classList.toggle("trouble", !said.ok || Boolean(said.misprint));
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-check]");
  if (!form) return;
  clearTimeout(waiting.get(form));
  waiting.set(form, setTimeout(judge, 350, form));
});
