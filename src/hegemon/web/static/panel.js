// The parts beside the board: seats, log, amounts.

import { armies, count, h } from "./dom.js";

export function seatList(state, thinking) {
  return h("ul", { class: "seats" }, state.seats.map((seat, number) => {
    const now = state.deciding.includes(number) && (!state.waiting.length || state.waiting.includes(number));
    const figures = seat.out ? "out of the game" : seat.territories === null ? "hidden"
      : [seat.resigned ? "resigned" : "", `${seat.partial ? "at least " : ""}${count(seat.territories, "territory", "territories")}`, armies(seat.armies), seat.income === null ? "" : `+${seat.income}`, seat.cards ? count(seat.cards, "card") : ""].filter(Boolean).join(" · ");
    return h("li", { class: `p${number}${now ? " now" : ""}${seat.out || seat.resigned ? " out" : ""}` },
      h("span", { class: "swatch" }),
      h("span", { class: "name", title: seat.agent || null }, seat.name),
      h("span", { class: "figures" }, figures),
      thinking && now && !seat.person ? h("span", { class: "spin", role: "img", "aria-label": "thinks" }) : h("span"));
  }));
}

// A line below the board: what happens now, or what happened last.
export class Banner {
  constructor() { this.node = h("div", { class: "banner", "aria-live": "polite" }); }
  say(text, kind = "") { this.node.textContent = text; this.node.className = `banner ${kind}`; }
}

// How a game is played, in sentences of the server.
export const rulesCard = (sentences, open = false) => h("details", { class: "card", open }, h("summary", {}, "How it is played"), h("ul", { class: "sentences" }, sentences.map((text) => h("li", {}, text))));

export class Log {
  constructor() { this.node = h("ol", { class: "log", "aria-label": "What happened", tabindex: 0 }); }
  add(lines) {
    for (const text of lines) this.node.append(h("li", {}, text));
    while (this.node.children.length > 200) this.node.firstChild.remove();
    this.node.scrollTop = this.node.scrollHeight;
  }
  clear() { this.node.replaceChildren(); }
}

// A slider with a number; amounts is [least, most], or [0, a, b, ..] for a list.
export function amount(amounts, value, onchange, label = "Armies") {
  const list = amounts[0] === 0 && amounts.length > 2 ? amounts.slice(1) : null;
  const [least, most] = list ? [0, list.length - 1] : amounts;
  const real = (at) => (list ? list[at] : at);
  const shown = h("output", { class: "odds" }, real(list ? Math.max(0, list.indexOf(value)) : value));
  const range = h("input", { type: "range", min: least, max: most, "aria-label": label });
  range.value = list ? Math.max(0, list.indexOf(value)) : value;
  range.addEventListener("input", () => { shown.textContent = real(+range.value); onchange(real(+range.value)); });
  const step = (by) => { range.value = Math.max(least, Math.min(most, +range.value + by)); range.dispatchEvent(new Event("input")); };
  return h("div", { class: "row amount" }, h("button", { class: "tiny", "aria-label": "fewer", onclick: () => step(-1) }, "−"),
    h("div", { class: "grow" }, range), h("button", { class: "tiny", "aria-label": "more", onclick: () => step(1) }, "+"), shown);
}
