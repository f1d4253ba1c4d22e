// Replay, watch and analyse: any game as frames, to scrub, step and branch off. A game that goes on is followed live.

import { armies as many, ask, count, h, toast } from "./dom.js";
import { api, keepTokens } from "./net.js";
import { Board, legend } from "./board.js";
import { Film } from "./animate.js";
import { Dice } from "./dice.js";
import { Analysis } from "./analysis.js";
import { looks, pick } from "./looks.js";
import { Banner } from "./panel.js";
import { Reel } from "./reel.js";
import { go } from "./app.js";

const SPEEDS = [["½×", 0.5], ["1×", 1], ["2×", 2], ["5×", 5], ["20×", 20]];

export async function show(main, id, query) {
  const info = await api(`/games/${id}`);
  const screen = new Replay(id, info, await api(`/games/${id}/film`));
  main.append(screen.node);
  if (query.has("step")) screen.to(+query.get("step"));
  if (query.has("analyse")) screen.analysis.start();
  else if (!info.over) screen.toggle(true);
  return () => screen.close();
}

class Replay {
  constructor(id, info, film) {
    Object.assign(this, { id, info, map: info.map, at: 0, playing: false, speed: looks.speed || 1 });
    this.board = new Board(info.map);
    this.board.seats = info.agents.map((name) => ({ name }));
    this.banner = new Banner();
    this.dice = new Dice();
    this.film = new Film(this.board, (text) => this.banner.say(text), this.dice);
    this.reel = new Reel(id, film, info.over, () => this.more());
    this.slider = h("input", { type: "range", min: 0, max: this.frames.length, value: 0, "aria-label": "Position in the game", oninput: () => { this.toggle(false); this.to(+this.slider.value); } });
    this.playButton = h("button", { class: "primary", "aria-label": "Play", onclick: () => this.toggle(!this.playing) }, "▶");
    this.where = h("span", { class: "soft" });
    const button = (label, text, act) => h("button", { "aria-label": label, title: label, onclick: () => { this.toggle(false); act(); } }, text);
    const faster = h("select", { "aria-label": "Speed", onchange: (event) => { this.speed = +event.target.value; } }, SPEEDS.map(([text, speed]) => h("option", { value: speed, selected: speed === this.speed }, text)));
    const transport = h("div", { class: "card" }, h("div", { class: "transport" }, button("To the start", "|◀", () => this.to(0)), button("Back", "◀", () => this.to(this.at - 1)), this.playButton,
      button("Forward", "▶|", () => this.step()), button("To the end", "▶▶|", () => this.to(this.frames.length)), faster), this.slider, this.where);
    this.outcome = h("div", { class: "card outcome", role: "status", hidden: true });
    this.told = h("div", { class: "card" });
    this.seats = h("div", { class: "card" });
    this.legend = h("div", { class: "card" });
    this.analysis = new Analysis(this);
    this.node = h("div", { class: "game" }, h("h1", { class: "unseen" }, `Replay: ${info.agents.join(" against ")}`), h("div", { class: "stage" }, this.board.svg, h("div", { class: "status" }, this.dice.node, this.banner.node)),
      h("div", { class: "side" }, transport, this.outcome, this.analysis.node, this.seats, this.told, this.legend,
        h("div", { class: "row" }, h("button", { class: "tiny", onclick: () => this.branch() }, "Play on from here"),
          h("a", { class: "button tiny", href: `/api/games/${id}/record`, download: true }, "Save the record"), h("a", { class: "button tiny", href: `/api/games/${id}/replay.html`, download: true }, "Share as one file"))));
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.to(0);
  }

  get frames() { return this.reel.frames; }

  // There are more frames, or the game is over.
  more() {
    this.slider.max = this.reel.length;
    this.wake?.();
    this.tell();
  }

  // --- where we are --------------------------------------------------------------------------------------------

  to(at) {
    this.film.skip();
    this.at = Math.max(0, Math.min(this.frames.length, at));
    const { owners, armies } = this.reel.positions[this.at];
    this.board.show(owners, armies);
    this.board.arrows([]);
    this.banner.say("");
    const attack = this.frames[this.at - 1]?.events.find((event) => event.defender !== undefined);
    if (!attack) this.dice.clear(); else if (this.rolled !== this.at) this.dice.show(attack);
    this.rolled = null;
    this.tell();
  }

  async step() {
    if (this.at >= this.frames.length) return;
    const frame = this.frames[this.at], from = this.at;
    this.board.arrows([]);
    this.board.mark({});
    await this.film.play([frame], this.speed >= 20 ? 0 : this.speed);
    if (this.at !== from) return;
    this.rolled = from + 1; // its dice are shown
    this.to(from + 1);
  }

  async toggle(on) {
    if (on && this.at >= this.frames.length && this.reel.over) this.to(0);
    this.playing = on;
    this.playButton.textContent = on ? "❙❙" : "▶";
    this.playButton.setAttribute("aria-label", on ? "Pause" : "Play");
    if (!on) return this.film.skip();
    if (this.running) return;
    this.running = true;
    while (this.playing) {
      if (this.at < this.frames.length) { await this.step(); await new Promise((resolve) => setTimeout(resolve, this.speed >= 20 ? 16 : 120 / this.speed)); }
      else if (this.reel.over) break;
      else await new Promise((resolve) => { this.wake = resolve; setTimeout(resolve, 1000); });
    }
    this.running = false;
    if (this.playing) this.toggle(false);
  }

  tell() {
    const { owners, armies } = this.reel.positions[this.at], frame = this.frames[this.at - 1];
    this.slider.value = this.at;
    this.where.textContent = `${this.at ? `turn ${frame.turn || "0"}` : "start"} · ${this.at} of ${this.frames.length}${this.reel.over ? "" : " (live)"}`;
    this.tellOutcome();
    this.seats.replaceChildren(h("div", { class: "row soft" }, h("span", { class: "grow" }), `${this.info.rules.name} on ${this.map.name}`),
      h("ul", { class: "seats" }, this.info.agents.map((name, seat) => {
        const own = owners.flatMap((owner, t) => (owner === seat ? [Math.max(0, armies[t])] : []));
        return h("li", { class: `p${seat}${frame?.seat === seat ? " now" : ""}${own.length || !this.at ? "" : " out"}` }, h("span", { class: "swatch" }), h("span", { class: "name", title: this.info.levels[seat] && this.info.specs[seat] }, name),
          h("span", { class: "figures" }, `${count(own.length, "territory", "territories")} · ${many(own.reduce((a, b) => a + b, 0))}`));
      })));
    this.told.replaceChildren(h("h3", {}, frame ? (frame.turn ? `Turn ${frame.turn}` : "Before the first turn") : "The start"),
      h("ol", { class: "log", tabindex: 0, "aria-label": "What happened" }, (frame?.events ?? []).filter((event) => event.text).map((event) => h("li", {}, h("span", { class: `swatch p${event.seat}` }), " ", event.text))));
    this.legend.replaceChildren(legend(this.map, owners));
    this.analysis.show(this.at);
  }

  // Who has won is told at the end and not before.
  tellOutcome() {
    const { result } = this.reel, winner = result?.winner ?? null;
    this.outcome.hidden = !this.reel.over || this.at < this.frames.length;
    this.outcome.replaceChildren(this.outcome.hidden ? "" : h("h2", { class: winner === null ? "" : `p${winner}` }, winner === null ? "" : h("span", { class: "swatch" }), " ", result?.text ?? "The record ends here; the game was not over."));
  }

  key(event) {
    if (event.target.matches?.("input[type=text], input[type=number], select, textarea") || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const turn = () => this.frames[this.at - 1]?.turn;
    const act = { " ": () => this.toggle(!this.playing), ArrowRight: () => this.to(this.at + 1), ArrowLeft: () => this.to(this.at - 1), Home: () => this.to(0), End: () => this.to(this.frames.length),
      ArrowDown: () => { const now = turn(); do this.to(this.at + 1); while (this.at < this.frames.length && turn() === now); },
      ArrowUp: () => { const now = turn(); do this.to(this.at - 1); while (this.at > 0 && turn() === now); } }[event.key];
    if (!act || event.target.closest?.(".token") || (event.key === " " && event.target.tagName === "BUTTON") || event.target.type === "radio") return;
    event.preventDefault();
    if (event.key !== " ") this.toggle(false);
    act();
  }

  // --- play on -------------------------------------------------------------------------------------------------

  async branch() {
    this.toggle(false);
    const choices = await api("/choices"), levels = choices.levels.filter((level) => level.family === this.info.family);
    let seat = Math.max(0, this.info.people[0] ?? 0), level = levels.at(-2);
    const body = h("div", { class: "stack" }, h("p", { class: "soft" }, "The game begins again at this position, with new dice."),
      pick("You play", this.info.agents.map((name, i) => [[h("i", { class: `swatch p${i}` }), " ", name], i]), seat, (value) => { seat = value; }),
      pick("Against", levels.map((one) => [one.name, one]), level, (value) => { level = value; }));
    if (!await ask("Play on from here", body, [["Cancel", null], ["Play", true, "primary"]])) return;
    try {
      const seats = this.info.agents.map((_, i) => (i === seat ? { person: true } : { agent: level.agent, level: level.name }));
      const made = await api("/games", { seats, seconds: level.seconds, branch: { game: this.id, step: this.at } });
      keepTokens(made.id, made.tokens);
      history.replaceState(null, "", `/replay/${this.id}?step=${this.at}`); // for the way back
      go(`/games/${made.id}`);
    } catch (error) { toast(error.message, "bad"); }
  }

  close() {
    this.playing = false;
    removeEventListener("keydown", this.onkey);
    this.board.unlisten?.();
    this.board.observer.disconnect();
    this.analysis.close();
    this.reel.close();
  }
}
