// Settings of this browser: theme, animation, names on the board.

import { ask, h, stored } from "./dom.js";

const KEY = "hegemon.looks";
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
export const looks = { theme: "auto", speed: calm ? 0 : 1, names: "auto", ...stored(KEY) };

export function applyLooks() {
  const root = document.documentElement;
  if (looks.theme === "auto") delete root.dataset.theme; else root.dataset.theme = looks.theme;
  root.dataset.names = looks.names;
}

function set(name, value) {
  looks[name] = value;
  localStorage.setItem(KEY, JSON.stringify(looks));
  applyLooks();
}

export function pick(label, options, value, onpick) {
  const name = `pick-${Math.random().toString(36).slice(2)}`;
  return h("fieldset", { class: "segments" }, h("legend", {}, label),
    options.map(([text, option, title]) => h("label", { title },
      h("input", { type: "radio", name, checked: option === value, onchange: () => onpick(option) }), h("span", {}, text))));
}

export function showLooks() {
  ask("Settings", h("div", { class: "stack" },
    pick("Theme", [["System", "auto"], ["Light", "light"], ["Dark", "dark"]], looks.theme, (v) => set("theme", v)),
    pick("Animation", [["Off", 0], ["Fast", 2], ["Normal", 1], ["Slow", 0.5]], looks.speed, (v) => set("speed", v)),
    pick("Names on the map", [["Where they fit", "auto"], ["Always", "all"], ["Never", "none"]], looks.names, (v) => set("names", v)),
    h("p", { class: "soft" }, "Keys: Tab and arrow keys move on the board, Enter selects, Space or E ends the step, ",
      "H asks for a hint, U takes back, Esc cancels or skips the animation.")),
  [["Close", true, "primary"]]);
}
