// A page that stays as the table is: parts come down as events, forms go up with a key that counts once.
// What cannot be shown as live is marked as old within five seconds.
const body = document.body;
const said = document.getElementById("said");
const behind = document.getElementById("behind");
const OLD = 5000; // milliseconds without a sign of life
const FRESH = 350; // a finger that meant the question before does nothing
let source = null;
let at = body.dataset.at || "";
let heard = performance.now();
let lost = false;

function say(text, no) {
  said.classList.toggle("no", Boolean(no));
  said.textContent = text;
}

const left = sessionStorage.getItem("said"); // what the page before had to say
sessionStorage.removeItem("said");
if (left) say(left);

// -- down ---------------------------------------------------------------------

function replace(name, html) {
  const part = document.getElementById(`part-${name}`);
  if (!part) return;
  const before = new Map();
  for (const one of part.querySelectorAll("[data-key]")) before.set(one.dataset.key, one.textContent);
  const open = new Set();
  for (const one of part.querySelectorAll("details[open][id]")) open.add(one.id);
  const typed = new Map();
  for (const one of part.querySelectorAll("input[id], select[id], textarea[id]")) typed.set(one.id, one.value);
  const focus = part.contains(document.activeElement) ? document.activeElement : null;
  const question = part.querySelector("[data-question]");
  part.innerHTML = html;
  for (const id of open) {
    const one = document.getElementById(id);
    if (one) one.open = true;
  }
  for (const [id, value] of typed) {
    const one = document.getElementById(id);
    if (one) one.value = value;
  }
  for (const one of part.querySelectorAll("[data-key]")) {
    if (before.size && before.get(one.dataset.key) !== one.textContent) one.classList.add("changed");
  }
  const now = part.querySelector("[data-question]");
  if (name === "ask" && (now && now.dataset.question) !== (question && question.dataset.question)) {
    if (part.querySelector("form")) {
      part.inert = true;
      setTimeout(() => { part.inert = false; if (focus && now) now.focus({ preventScroll: true }); }, FRESH);
    }
  } else if (focus) {
    const same = (focus.id && document.getElementById(focus.id)) ||
      (focus.name && part.querySelector(`[name="${CSS.escape(focus.name)}"][value="${CSS.escape(focus.value)}"]`));
    if (same) same.focus({ preventScroll: true });
  }
}

function alive() {
  heard = performance.now();
  if (lost) {
    lost = false;
    body.classList.remove("behind");
    behind.textContent = "";
  }
}

function connect() {
  if (source) source.close();
  source = new EventSource(`${body.dataset.stream}?last=${encodeURIComponent(at)}`);
  source.addEventListener("table", (event) => {
    at = event.lastEventId;
    const { parts } = JSON.parse(event.data);
    for (const [name, html] of Object.entries(parts)) replace(name, html);
    document.dispatchEvent(new CustomEvent("parts", { detail: parts }));
    alive();
  });
  for (const name of ["same", "beat"]) source.addEventListener(name, alive);
  source.addEventListener("gone", () => { source.close(); location.assign("/join"); });
}

function look() {
  const quiet = performance.now() - heard;
  if (quiet > OLD || (lost && quiet > 1000)) {
    lost = true;
    body.classList.add("behind");
    behind.textContent = body.dataset.behind.replace("{n}", String(Math.round(quiet / 1000)));
  }
  // A socket may look open and be dead: after five seconds without a sign of life it is made anew.
  if (source.readyState === EventSource.CLOSED || (quiet > OLD && Math.round(quiet / 1000) % 3 === 0)) connect();
}

function woke() {
  if (document.visibilityState !== "visible") return;
  // Whatever is on the screen was drawn before the sleep: old until heard otherwise.
  if (performance.now() - heard > 3000) {
    lost = true;
    look();
  }
  connect();
}

if (body.dataset.stream) {
  connect();
  setInterval(look, 1000);
  document.addEventListener("visibilitychange", woke);
  window.addEventListener("pageshow", (event) => { if (event.persisted) woke(); });
  window.addEventListener("online", woke);
  window.addEventListener("pagehide", () => source.close());
  if (body.classList.contains("table") && navigator.wakeLock) {
    const keep = () => navigator.wakeLock.request("screen").catch(() => {});
    keep();
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") keep(); });
  }
}

// -- up -----------------------------------------------------------------------

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("");
}

function patience() {
  const end = new AbortController();
  setTimeout(() => end.abort(), 4000);
  return end.signal;
}

async function send(form, submitter) {
  const fields = new URLSearchParams(new FormData(form));
  if (submitter && submitter.name) fields.set(submitter.name, submitter.value);
  fields.set("key", newKey());
  for (let n = 0; n < 6; n += 1) {
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: fields, headers: { accept: "application/json" }, signal: patience(),
      });
      return await answer.json();
    } catch {
      await new Promise((go) => { setTimeout(go, 400 * (n + 1)); });
    }
  }
  return { ok: false, text: body.dataset.unsent };
}

const busy = new WeakSet();
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || form.dataset.plain !== undefined) return;
  event.preventDefault();
  if (busy.has(form)) return;
  busy.add(form);
  form.setAttribute("aria-busy", "true");
  const result = await send(form, event.submitter);
  busy.delete(form);
  form.removeAttribute("aria-busy");
  say(result.text || "", !result.ok);
  if (result.ok && result.go) {
    if (result.text) sessionStorage.setItem("said", result.text);
    location.assign(result.go);
  } else if (result.ok && form.dataset.then === "stay") form.elements.was.value = result.was;
  else if (result.ok && form.dataset.then) location.assign(form.dataset.then);
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step) return;
  const input = document.getElementById(step.dataset.for);
  const next = Number(input.value || 0) + Number(step.dataset.step);
  input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), next)));
});
