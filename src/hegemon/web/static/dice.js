// The dice of the last roll, as small squares with pips, below the board.

import { h, s } from "./dom.js";
import { ownerClass } from "./board.js";

const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };
const TUMBLE = 380; // milliseconds

const pips = (face) => PIPS[face].map(([x, y]) => s("circle", { cx: 12 + 5.5 * x, cy: 12 + 5.5 * y, r: 2.3 }));
const die = (face, kind) => s("svg", { class: `die ${kind}`, viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" }, s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }), s("g", {}, pips(face)));

export class Dice {
  constructor() { this.node = h("div", { class: "tray", role: "status", hidden: true }); }

  clear() { this.node.hidden = true; this.node.replaceChildren(); }

  // Show the roll of an attack; a battle to the end has losses only. With a speed the dice tumble first.
  show(event, speed = 0) {
    const { rolls, losses, kills, seat, defender } = event;
    const lost = [losses, kills].map((n) => (n ? `−${n}` : "0")).join(" : ");
    this.node.hidden = false;
    if (!rolls) {
      this.node.replaceChildren(h("span", { class: `swatch ${ownerClass(seat)}` }), h("b", { title: "Attacker's losses, defender's losses. A battle to the end is recorded as a whole, without single rolls." }, `Blitz ${lost}`), h("span", { class: `swatch ${ownerClass(defender)}` }));
      return;
    }
    const pairs = Math.min(rolls[0].length, rolls[1].length);
    const beaten = (side, i) => (i < pairs && (rolls[0][i] > rolls[1][i]) === (side === 1) ? "beaten" : "");
    const row = (side, owner) => rolls[side].map((face, i) => die(face, `${ownerClass(owner)} ${beaten(side, i)}`));
    this.node.replaceChildren(h("span", { class: "unseen" }, `Dice ${rolls[0].join(", ")} against ${rolls[1].join(", ")}. `), ...row(0, seat), h("b", { title: "Attacker's losses, defender's losses" }, lost), ...row(1, defender));
    if (speed) this.tumble(speed, rolls.flat());
  }

  tumble(speed, faces) {
    const dice = [...this.node.querySelectorAll(".die")], end = performance.now() + TUMBLE / speed, own = this.turning = {};
    dice.forEach((node) => node.animate([{ transform: "rotate(-50deg) scale(.7)" }, { transform: "none" }], { duration: TUMBLE / speed, easing: "ease-out" }));
    const turn = () => {
      if (this.turning !== own) return;
      const over = performance.now() >= end;
      dice.forEach((node, i) => node.lastChild.replaceChildren(...pips(over ? faces[i] : 1 + Math.floor(6 * Math.random()))));
      if (!over) setTimeout(turn, 70);
    };
    turn();
  }
}
