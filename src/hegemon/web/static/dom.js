// Small helpers to make elements. Text is always text: nothing that a visitor sends becomes markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.setAttribute("class", value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

export function toast(text, kind = "") {
  const note = h("div", { class: `toast ${kind}` }, text);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), kind === "bad" ? 6000 : 3500);
}

// A modal dialog; the promise has the value of the button, or null.
export function ask(title, body, buttons) {
  return new Promise((resolve) => {
    const done = (value) => { dialog.close(); dialog.remove(); resolve(value); };
    const dialog = h("dialog", { "aria-label": title, oncancel: () => done(null) },
      h("h2", {}, title), h("div", { class: "body" }, body),
      h("div", { class: "row end" }, buttons.map(([label, value, kind]) =>
        h("button", { class: kind ?? "", onclick: () => done(value) }, label))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// Draw the fields of a node anew; the one that was used keeps the focus.
export function redraw(node, draw) {
  const fields = () => [...node.querySelectorAll("input, select, button, summary")], at = fields().indexOf(document.activeElement);
  draw();
  if (at >= 0) fields()[at]?.focus({ preventScroll: true });
}

// The text of a file, if the server would take it.
const MOST_BYTES = 8_000_000;
export function readFile(file) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} has ${(file.size / 1e6).toFixed(1)} MB; at most ${MOST_BYTES / 1e6} MB can be sent`);
  return file.text();
}

// How people here touch things.
export const touch = matchMedia("(hover: none) and (pointer: coarse)").matches;
export const Click = touch ? "Tap" : "Click";

// What is neither sure nor impossible is never shown as 100 % or 0 %.
export const percent = (share) => (share > 0 && share < 0.005 ? "<1 %" : share < 1 && share >= 0.995 ? ">99 %" : `${Math.round(100 * share)} %`);
export const count = (number, one, many) => `${number} ${number === 1 ? one : many ?? `${one}s`}`;
export const armies = (number) => count(number, "army", "armies");

// What the browser has kept under a name; what cannot be read is forgotten.
export function stored(key, otherwise = {}) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    localStorage.removeItem(key);
    return otherwise;
  }
}
