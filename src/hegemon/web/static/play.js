// The screen of a game: connection, board, seats; the family's own part decides what clicks mean.

import { h, toast } from "./dom.js";
import { api, keepTokens, Line, tokensOf } from "./net.js";
import { Board, legend } from "./board.js";
import { Film } from "./animate.js";
import { Classic } from "./classic.js";
import { Dice } from "./dice.js";
import { Orders } from "./orders.js";
import { looks } from "./looks.js";
import { Banner, Log, rulesCard, seatList } from "./panel.js";
import { hint, rematch, toolbar, undo } from "./tools.js";

export async function show(main, id) {
  const seats = location.hash.match(/^#seats=([\w:,-]+)$/);
  if (seats) { // from the command line: the seats of this person
    keepTokens(id, Object.fromEntries(seats[1].split(",").map((pair) => pair.split(":"))));
    history.replaceState(null, "", location.pathname);
  }
  const screen = new GameScreen(id, await api(`/games/${id}`));
  main.append(screen.node);
  return () => screen.close();
}

class GameScreen {
  constructor(id, info) {
    Object.assign(this, { id, info, map: info.map, mine: [], state: null, chain: Promise.resolve(), queued: 0 });
    this.names = info.map.territories.map((t) => t.name);
    this.part = info.family === "classic" ? new Classic(this) : new Orders(this);
    this.board = new Board(info.map, {
      tap: (t, event) => this.live && this.part.tap(t, event), drag: (a, b) => this.live && this.part.drag(a, b),
      grab: (t) => this.live && this.part.grab(t), lift: (t) => this.part.lift?.(t), away: () => this.part.away?.(),
    });
    this.banner = new Banner();
    this.dice = new Dice();
    this.film = new Film(this.board, (text) => this.banner.say(text), this.dice);
    [this.seats, this.task, this.legend, this.tools] = [0, 0, 0, 0].map(() => h("div"));
    this.task.className = "card task";
    this.whose = h("div", { class: "whose", role: "status", hidden: true });
    this.logs = new Map();
    this.logPlace = h("div");
    this.node = h("div", { class: "game" }, h("h1", { class: "unseen" }, `Game: ${info.agents.join(" against ")}`),
      h("div", { class: "stage" }, this.board.svg, h("div", { class: "status" }, this.dice.node, this.banner.node)),
      h("div", { class: "side" }, this.whose, this.task, this.tools, this.part.extra ?? null, h("div", { class: "card" }, this.seats),
        h("details", { class: "card", open: matchMedia("(min-width: 861px)").matches }, h("summary", {}, "Log and bonuses"), this.legend, this.logPlace), rulesCard(info.rules_text)));
    this.note("Connecting …");
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.line = new Line(id, (message) => this.hear(message), (on) => this.linked(on));
  }

  get live() { return this.state && !this.queued && this.state.waiting.includes(this.state.viewer) && this.mine.includes(this.state.viewer); }
  get playing() { return this.mine.filter((seat) => !this.state.seats[seat].out && !this.state.seats[seat].resigned); }
  get seat() { return this.state.viewer; }

  linked(on) {
    this.banner.say(on ? "" : "The connection was lost; trying again …", on ? "" : "bad");
  }

  hear(message) {
    if (message.type === "welcome") return;
    if (message.type === "error") return toast(message.message, "bad");
    if (message.type !== "state") return;
    this.mine = Object.keys(tokensOf(this.id)).map(Number);
    this.board.seats = message.seats;
    if (!this.queued && !message.frames.length && !this.changes(message)) return this.take(message);
    this.queued++;
    if (this.queued > 4) this.film.skip();
    this.chain = this.chain.then(() => this.act(message)).catch((error) => { console.error(error); }).then(() => {
      this.queued--;
      this.take(message);
    });
  }

  // What a person was told; another one at this screen must not read it.
  logOf(viewer) {
    const log = this.logs.get(viewer) ?? new Log();
    this.logs.set(viewer, log);
    if (!log.node.isConnected) this.logPlace.replaceChildren(log.node);
    return log;
  }

  // Whether another person at this screen sits down; after a reload it may be anybody.
  changes(state) { return this.mine.length > 1 && (this.state ? this.state.viewer !== state.viewer : state.step > 0); }

  // What takes time before a state is shown: a change of players, or what happened.
  async act(state) {
    if (this.changes(state)) await this.curtain(state);
    if (!this.state || !state.frames.length) return;
    this.part.pause?.();
    this.board.mark({});
    if (state.start) this.board.show(state.start.owners, state.start.armies);
    if (looks.speed && (this.playing.length || !this.mine.length) && state.frames.some((frame) => frame.events.some((event) => event.target !== undefined))) {
      this.task.replaceChildren(h("div", { class: "row" }, h("p", { class: "grow", role: "status" }, this.info.family === "classic" ? "The armies move …" : "The orders run …"), h("button", { onclick: () => this.film.skip() }, "Skip ", h("kbd", {}, "Esc"))));
      for (const spin of this.seats.querySelectorAll(".spin")) spin.remove();
    }
    await this.film.play(state.frames);
  }

  take(state) {
    const log = this.logOf(state.viewer);
    if (state.fresh) { log.clear(); this.banner.say(""); }
    log.add(state.log);
    this.board.show(state.owners, state.armies);
    this.state = state;
    this.node.dataset.step = state.step;
    this.render();
  }

  curtain(state) {
    if (!(this.info.family === "simultaneous" || this.info.secret || this.info.rules_hide)) return null;
    return new Promise((resolve) => {
      const name = state.seats[state.viewer].name;
      const curtain = h("div", { class: "curtain", role: "dialog", "aria-label": "Change of players" }, h("h1", {}, `${name}, it is your turn`),
        h("p", { class: "soft" }, "Nobody else should look at the screen."),
        h("button", { class: "primary big", onclick: () => { curtain.remove(); resolve(); } }, "Show the board"));
      document.body.append(curtain);
      curtain.querySelector("button").focus();
    });
  }

  render() {
    const { state } = this;
    this.seats.replaceChildren(h("div", { class: "row soft" }, h("b", { class: "turn" }, state.turn ? `Turn ${state.turn}` : "Start"), h("span", { class: "grow" }), `${this.info.rules.name} on ${this.map.name}`),
      seatList(state, state.thinking));
    this.legend.replaceChildren(legend(this.map, state.owners));
    this.tools.replaceChildren(toolbar(this));
    this.tellWhose();
    if (state.problem) return this.note(state.problem, "bad");
    if (state.result) return this.ended();
    if (this.live) this.part.update(state);
    else { this.board.mark({}); this.board.arrows([]); this.part.idle?.(); if (this.mine.length && !this.playing.length) this.left(); else this.note(this.waitingText()); }
  }

  // Nobody at this screen plays any more, and the others play on.
  left() {
    const text = this.mine.some((seat) => this.state.seats[seat].out) ? "You have lost: you have no territory left." : "You have resigned.";
    this.task.replaceChildren(h("h2", {}, text), h("p", { role: "status" }, "The others play on, and you may watch."),
      h("div", { class: "row" }, h("a", { class: "button primary", href: "/" }, "New game")));
  }

  // Several people at one screen are told who of them must decide.
  tellWhose() {
    this.whose.hidden = !this.live || this.mine.length < 2;
    if (this.whose.hidden) return;
    this.whose.className = `whose p${this.seat}`;
    this.whose.replaceChildren(h("span", { class: "swatch" }), `${this.state.seats[this.seat].name}, it is your turn`);
  }

  waitingText() {
    const { state } = this;
    if (!this.mine.length) return state.phase === "pick" ? "Territories are picked." : `You are watching this game${state.seats.some((seat) => seat.territories === null) ? ". The board is hidden until it is over." : "."}`;
    const agents = state.deciding.filter((s) => !state.seats[s].person).map((s) => state.seats[s].name);
    if (state.thinking) return agents.length ? `${agents.join(" and ")} ${agents.length > 1 ? "think" : "thinks"} …` : "The armies move …";
    const others = state.waiting.map((seat) => state.seats[seat].name);
    return others.length ? `${others.join(" and ")} ${others.length > 1 ? "decide" : "decides"} …` : "Somebody else decides …";
  }

  note(text, kind = "") { this.task.replaceChildren(h("p", { class: kind, role: "status" }, text)); }

  ended() {
    this.board.mark({});
    this.board.arrows([]);
    this.part.idle?.();
    const won = this.mine.includes(this.state.result.winner);
    this.task.replaceChildren(h("h2", { class: won ? "good" : "" }, this.state.result.text),
      h("div", { class: "row" }, this.mine.length ? h("button", { class: "primary", onclick: () => rematch(this) }, "Rematch") : null,
        h("a", { class: "button", href: `/replay/${this.id}?analyse=1` }, "Analyse the game"), h("a", { class: "button", href: "/" }, "New game")));
  }

  // --- what the visitor does ---------------------------------------------------------------------------------

  send(message) {
    return this.line.request({ ...message, seat: this.seat, step: this.state.step }).catch((error) => { toast(error.message, "bad"); throw error; });
  }

  decide(decision) {
    this.part.pause?.();
    return this.send({ type: "decide", decision }).catch(() => this.render());
  }

  key(event) {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || document.querySelector("dialog[open], .curtain")) return;
    if (event.key === "Escape") { this.film.skip(); if (this.live) this.part.away?.(); }
    if (!this.live) return;
    const key = event.key.toLowerCase();
    if (key === "h") hint(this);
    else if (key === "u") this.info.family === "classic" ? undo(this) : this.part.back();
    else if ((key === " " || key === "e") && event.target.tagName !== "BUTTON") { event.preventDefault(); this.part.primary(); }
    else if (key === "enter" && event.target.tagName !== "BUTTON" && event.target.tagName !== "A") this.part.enter?.();
    else this.part.key?.(key);
  }

  close() {
    removeEventListener("keydown", this.onkey);
    this.board.unlisten?.();
    this.board.observer.disconnect();
    this.film.skip();
    this.line.close();
  }
}
