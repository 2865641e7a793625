// The box in the browser: paints the OLED's bits, and passes a finger down and up as it is.
const ON = [205, 242, 255];

function paint() {
  const canvas = document.querySelector("canvas[data-pixels]");
  if (!canvas) return;
  const { width, height } = canvas;
  const bits = Uint8Array.from(atob(canvas.dataset.pixels), (letter) => letter.charCodeAt(0));
  const level = Number(canvas.dataset.level);
  const bright = level ? 0.45 + (0.55 * level) / 255 : 0;
  const row = Math.ceil(width / 8);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const on = (bits[y * row + (x >> 3)] >> (7 - (x & 7))) & 1;
      const at = 4 * (y * width + x);
      for (let c = 0; c < 3; c += 1) image.data[at + c] = on ? ON[c] * bright : 0;
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}

// One after the other: a finger that is lifted must not arrive before it was put down.
let line = Promise.resolve();
function send(action, fields) {
  const what = { method: "POST", body: new URLSearchParams(fields), headers: { accept: "application/json" } };
  line = line.then(() => fetch(action, what)).catch(() => {});
}

let down = "";
function up() {
  if (down) send("/box/key", { name: down, does: "release" });
  down = "";
}

document.addEventListener("pointerdown", (event) => {
  const key = event.target.closest("[data-finger]");
  if (!key || event.button) return;
  up();
  down = key.dataset.finger;
  send("/box/key", { name: down, does: "press" });
});
for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, up);
document.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-finger]")) event.preventDefault(); });
// A click that a pointer made was passed on as press and release already; one of the keyboard goes as a form.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-finger]") && event.detail > 0) event.preventDefault();
}, true);
document.addEventListener("wheel", (event) => {
  if (!event.target.closest("canvas")) return;
  event.preventDefault();
  send("/box/turn", { clicks: event.deltaY > 0 ? 1 : -1 });
}, { passive: false });
document.addEventListener("parts", (event) => { if ("oled" in event.detail) paint(); });
paint();
