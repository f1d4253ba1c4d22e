// Plays what happened on the board, event by event. It shows what the server says, and computes nothing.

import { s } from "./dom.js";
import { looks } from "./looks.js";
import { ownerClass } from "./board.js";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Film {
  constructor(board, caption, dice) {
    Object.assign(this, { board, caption, dice, skipping: false, playing: false });
  }

  skip() { if (this.playing) this.skipping = true; }

  async play(frames, speed = looks.speed) {
    this.playing = true;
    this.skipping = false;
    for (const frame of frames) {
      for (const event of frame.events) {
        const animated = speed && !this.skipping && document.visibilityState === "visible";
        if (event.defender !== undefined) this.dice?.show(event, animated ? speed : 0);
        if (animated) await this.event(event, speed);
        this.apply(event.after);
      }
      this.apply(frame.fix);
    }
    this.board.layers.fx.replaceChildren();
    this.playing = false;
  }

  apply(changes) { for (const [t, owner, armies] of changes) this.board.set(t, owner, armies); }

  async event(event, speed) {
    if (event.kind === "pass" || event.kind === "idle" || (event.kind === "trade" && !event.text)) return;
    this.caption?.(event.text);
    const { board } = this;
    if (event.target === undefined) {
      if (event.source !== undefined) this.ring(event.source, speed);
      if (event.kind !== "pick" && event.kind !== "trade" && event.armies > 0) this.float(event.source, `+${event.armies}`, "gain", speed);
      this.apply(event.after);
      return this.wait(event.kind === "place" || event.kind === "deploy" ? 420 : 320, speed);
    }
    await this.fly(event, speed);
    this.apply(event.after);
    if (event.kind === "attack") {
      if (event.losses) this.float(event.source, `−${event.losses}`, "loss", speed);
      if (event.kills) this.float(event.target, `−${event.kills}`, "loss", speed);
      if (event.captured) this.ring(event.target, speed);
      await this.wait(520, speed);
    }
    board.arrows(board.shownArrows.filter((arrow) => !arrow.passing));
  }

  async wait(ms, speed) {
    for (let left = ms / speed; left > 0 && !this.skipping; left -= 40) await sleep(Math.min(40, left));
  }

  async fly({ source, target, armies, seat }, speed) {
    const { board } = this, [p, q] = [board.places[source], board.places[target]];
    const r = board.radii[source], label = armies > 0 ? armies : "";
    const flyer = s("g", { class: `flyer ${ownerClass(seat)}` }, s("circle", { r: 0.85 * r }), s("text", { dy: ".35em", "font-size": r }, label));
    board.arrows([...(board.shownArrows ?? []), { source, target, seat, passing: true, weight: 0.6 }]);
    board.layers.fx.append(flyer);
    const moves = flyer.animate([{ transform: `translate(${p[0]}px, ${p[1]}px)` }, { transform: `translate(${q[0]}px, ${q[1]}px)` }],
      { duration: 520 / speed, easing: "ease-in-out", fill: "forwards" });
    await this.wait(520, speed);
    moves.cancel();
    flyer.remove();
  }

  float(t, text, kind, speed) {
    const { board } = this, [x, y] = board.places[t];
    const node = s("text", { class: kind, x, y: y - board.radii[t] - 2, "font-size": 19 * board.unit }, text);
    board.layers.fx.append(node);
    node.animate([{ opacity: 1, transform: "translateY(0)" }, { opacity: 1, transform: "translateY(-10px)", offset: 0.6 }, { opacity: 0, transform: "translateY(-22px)" }],
      { duration: 1000 / speed }).onfinish = () => node.remove();
  }

  ring(t, speed) {
    const { board } = this, [x, y] = board.places[t];
    const node = s("circle", { class: "ring", cx: x, cy: y, r: board.radii[t] });
    board.layers.fx.append(node);
    node.animate([{ r: `${board.radii[t]}px`, opacity: 1 }, { r: `${2.2 * board.radii[t]}px`, opacity: 0 }], { duration: 600 / speed }).onfinish = () => node.remove();
  }
}
