// The frames of a game with the position after each. A game that goes on is followed live.

import { api, Line } from "./net.js";

export class Reel {
  // film: the answer of the server; onmore: called when there are more frames, or the game is over.
  constructor(id, film, over, onmore) {
    Object.assign(this, { id, over, onmore, frames: [], positions: [{ owners: film.owners, armies: film.armies }] });
    this.result = film.result ? { text: film.result, winner: film.winner } : null;
    this.add(film.frames);
    if (!over) this.line = new Line(id, (message) => this.hear(message), () => {});
  }

  get length() { return this.frames.length; }

  add(frames) {
    for (const frame of frames) {
      if (frame.step !== this.length + 1) continue;
      const last = this.positions.at(-1), owners = [...last.owners], armies = [...last.armies];
      for (const [t, owner, n] of [...frame.events.flatMap((event) => event.after), ...frame.fix]) { owners[t] = owner; armies[t] = n; }
      this.frames.push(frame);
      this.positions.push({ owners, armies });
    }
  }

  async hear(message) {
    if (message.type !== "state") return;
    const missed = message.step > this.length && !message.frames.some((frame) => frame.step === this.length + 1);
    this.add(missed ? (await api(`/games/${this.id}/film?since=${this.length}`)).frames : message.frames);
    if (message.result) Object.assign(this, { result: message.result, over: true });
    this.onmore();
  }

  close() { this.line?.close(); }
}
