// The classic game: what clicks mean in each phase. What is allowed comes from the server (state.choices).

import { armies, Click, h, percent, touch } from "./dom.js";
import { amount } from "./panel.js";
import { parse } from "./notation.js";

export class Classic {
  constructor(game) { Object.assign(this, { game, source: null, target: null, sent: 0, each: 1 }); }

  get state() { return this.game.state; }
  get choices() { return this.state.choices; }
  name(t) { return this.game.names[t]; }

  update(state) {
    const kept = state.phase === "attack" && this.phase === "attack" && state.owners[this.source] === state.viewer && this.moves(this.source).length;
    if (!kept) this.source = null;
    if (this.target !== null && !this.move()) this.target = null;
    this.phase = state.phase;
    this.idea = null;
    this.sent = 0;
    this.draw();
  }

  pause() { this.idea = null; }

  moves(source) { return (this.choices?.moves ?? []).filter((move) => move.source === source); }
  move() { return this.moves(this.source).find((move) => move.target === this.target); }
  place(t) { return this.choices?.where?.find((place) => place.at === t); }

  // --- clicks --------------------------------------------------------------------------------------------------

  tap(t, event) {
    const { phase } = this.state;
    if (phase === "pick") return this.place(t) && this.game.decide(`!${t}`);
    if (phase === "setup" || phase === "place") return this.put(t, event);
    if (phase === "occupy" && event?.key === "Enter") return this.occupy();
    if (phase !== "attack" && phase !== "fortify") return;
    if (this.source !== null && this.moves(this.source).some((move) => move.target === t)) {
      if (this.target === t) return phase === "attack" ? this.attack() : this.fortify();
      this.target = t;
      this.sent = 0;
    } else if (this.moves(t).length && t !== this.source) { this.source = t; this.target = null; } else { this.source = null; this.target = null; }
    this.draw();
  }

  put(t, event) {
    const place = this.place(t);
    if (!place) return;
    const allowed = place.amounts[0] === 0 ? place.amounts.slice(1) : null;
    const [least, most] = allowed ? [allowed[0], allowed.at(-1)] : place.amounts;
    let wanted = Math.max(least, Math.min(most, event?.shiftKey ? most : this.each));
    if (allowed) wanted = allowed.reduce((best, n) => (Math.abs(n - wanted) < Math.abs(best - wanted) ? n : best));
    this.game.decide(`${t}+${wanted}`);
  }

  grab(t) { return (this.state.phase === "attack" || this.state.phase === "fortify") && this.moves(t).length > 0; }
  lift(t) { this.source = t; this.target = null; this.draw(); }
  drag(a, b) {
    if (!this.moves(a).some((move) => move.target === b)) return;
    this.source = a;
    this.target = b;
    this.sent = 0;
    this.draw();
  }
  away() { this.source = null; this.target = null; this.idea = null; this.draw(); }

  // --- decisions -----------------------------------------------------------------------------------------------

  attack(dice) {
    const move = this.move();
    if (!move) return;
    if (dice || !move.amounts) return this.game.decide(`${move.source}x${move.target}/${dice ?? Math.max(...move.dice)}`);
    return this.game.decide(`${move.source}x${move.target}:${this.sent || move.amounts.at(-1)}`);
  }

  fortify() { const move = this.move(); if (move) this.game.decide(`${move.source}>${move.target}:${this.sent || move.amounts.at(-1)}`); }
  occupy() { this.game.decide(`=${this.sent || this.choices.most}`); }
  pass() { if (this.choices?.pass) this.game.decide("-"); }

  primary() {
    if (this.state.phase === "occupy") return this.occupy();
    this.pass();
  }

  enter() {
    if (this.state.phase === "attack") this.attack();
    else if (this.state.phase === "fortify") this.fortify();
    else if (this.state.phase === "occupy") this.occupy();
  }

  key(key) {
    if (key === "r" && this.state.phase === "attack" && this.move()?.dice?.length) this.attack(Math.max(...this.move().dice));
    if (key === "b" && this.state.phase === "attack") this.attack();
  }

  // --- what is shown -------------------------------------------------------------------------------------------

  draw() {
    const { board, task } = this.game, { phase } = this.state;
    const marks = {}, notes = {}, arrows = [];
    for (const place of this.choices.where ?? []) marks[place.at] = "can";
    for (const move of this.choices.moves ?? []) marks[move.source] ??= "can";
    if (this.source !== null) {
      marks[this.source] = "source";
      for (const move of this.moves(this.source)) {
        marks[move.target] = this.state.phase === "attack" ? "target" : "can";
        if (move.win !== undefined) notes[move.target] = percent(move.win);
      }
    }
    if (this.target !== null) arrows.push({ source: this.source, target: this.target, seat: this.state.viewer });
    if (phase === "occupy") arrows.push({ source: this.choices.source, target: this.choices.target, seat: this.state.viewer, label: `${this.sent || this.choices.most}` });
    for (const order of this.idea ? parse(this.idea.decision) : []) {
      if (order.target !== undefined) arrows.push({ ...order, kind: "idea", label: order.armies ? `${order.armies}` : "" });
      else if (order.source !== undefined) notes[order.source] = order.kind === "place" ? `+${order.armies}` : "here";
    }
    board.mark(marks, notes);
    board.arrows(arrows);
    task.replaceChildren(...this[`task_${phase}`]?.() ?? [], ...this.cardsLine(), ...this.ideaLine());
  }

  title(text, sub) { return [h("h2", {}, text), sub ? h("p", { class: "soft" }, sub) : null].filter(Boolean); }
  task_pick() { return this.title("Pick a territory", `${Click} a free territory.`); }
  task_setup() { return this.title(`Set up: ${armies(this.choices.left)} to place`, `The players place in turn. ${Click} one of your territories.`); }

  task_place() {
    const left = this.choices.left, some = this.choices.where[0].amounts;
    this.each = Math.min(Math.max(1, this.each), left);
    return [...this.title(`Place ${armies(left)}`, touch ? "Tap your territories." : "Click your territories. Shift-click places all."),
      left > 1 && some[0] !== 0 ? h("div", { class: "stack" }, amount([1, left], this.each, (n) => { this.each = n; }, `Armies per ${Click.toLowerCase()}`),
        h("div", { class: "row" }, [1, 5, left].filter((n, i, all) => n <= left && all.indexOf(n) === i).map((n) => h("button", { class: "tiny", onclick: () => { this.each = n; this.draw(); } }, n === left ? `All ${n}` : `${n} per ${Click.toLowerCase()}`)))) : ""];
  }

  task_attack() {
    const move = this.target === null ? null : this.move();
    const end = h("div", { class: "row end" }, this.choices.pass ? h("button", { onclick: () => this.pass() }, "End attacks ", h("kbd", {}, "Space")) : null);
    if (!move) {
      return [...this.title("Attack", this.source === null ? `${Click} one of your territories, then a neighbour; or drag an arrow.` : `From ${this.name(this.source)}: ${Click.toLowerCase()} a target. The numbers are the odds.`), end];
    }
    const [mine, theirs] = [this.state.armies[move.source], this.state.armies[move.target]];
    const range = move.amounts && move.amounts.length === 2 && move.amounts[0] < move.amounts[1];
    return [h("h2", {}, `${this.name(move.source)} → ${this.name(move.target)}`),
      h("div", { class: "row" }, this.oddsNode = h("span", { class: "odds" }, percent(move.win)), h("span", { class: "soft" }, `to conquer: ${mine} against ${theirs}`)),
      h("div", { class: `meter p${this.state.viewer}` }, bar(move.win)),
      range ? amount(move.amounts, this.sent || move.amounts[1], (n) => { this.sent = n; this.askOdds(move, n); }) : "",
      h("div", { class: "row" }, move.amounts ? h("button", { class: "primary", onclick: () => this.attack() }, "Blitz ", h("kbd", {}, "Enter")) : null,
        (move.dice ?? []).slice(-1).map((dice) => h("button", { class: move.amounts ? "" : "primary", onclick: () => this.attack(dice) }, "Roll once ", h("kbd", {}, "R")))), end];
  }

  async askOdds(move, n) {
    const found = await this.game.send({ type: "odds", source: move.source, target: move.target, armies: n }).catch(() => null);
    if (found) this.oddsNode.textContent = percent(found.win);
  }

  task_occupy() {
    const { source, target, least, most } = this.choices;
    return [...this.title(`${this.name(target)} is yours`, `How many armies move in from ${this.name(source)}?`),
      amount([least, most], this.sent || most, (n) => { this.sent = n; this.game.board.arrows([{ source, target, seat: this.state.viewer, label: `${n}` }]); }),
      h("div", { class: "row" }, h("button", { class: "primary", onclick: () => this.occupy() }, "Move in ", h("kbd", {}, "Enter")),
        least < most ? h("button", { onclick: () => { this.sent = least; this.occupy(); } }, `Only ${least}`) : null)];
  }

  task_fortify() {
    const move = this.target === null ? null : this.move();
    const end = h("div", { class: "row end" }, h("button", { class: move ? "" : "primary", onclick: () => this.pass() }, "End turn ", h("kbd", {}, "Space")));
    if (!move) return [...this.title("Fortify", `You may move armies between your territories: ${Click.toLowerCase()} from where, then where to; or end your turn.`), end];
    return [h("h2", {}, `${this.name(move.source)} → ${this.name(move.target)}`),
      amount(move.amounts, this.sent || move.amounts.at(-1), (n) => { this.sent = n; }),
      h("div", { class: "row" }, h("button", { class: "primary", onclick: () => this.fortify() }, "Move ", h("kbd", {}, "Enter"))), end];
  }

  task_trade() {
    return [...this.title("Trade cards", this.choices.pass ? "You may trade a set of three." : "You hold so many cards that you must trade."),
      h("div", { class: "stack" }, this.choices.sets.slice(0, 12).map((set) => h("button", { onclick: () => this.game.decide(set.decision) },
        `+${set.value}: ${set.names.join(", ")}${set.bonus ? ` (bonus on ${set.bonus})` : ""}`))),
      this.choices.pass ? h("div", { class: "row end" }, h("button", { class: "primary", onclick: () => this.pass() }, "Keep the cards ", h("kbd", {}, "Space"))) : ""];
  }

  cardsLine() {
    if (!this.state.cards?.length) return [];
    return [h("p", { class: "soft" }, "Your cards"), h("div", { class: "cards" }, this.state.cards.map((card) => h("span", {}, `${card.kind === null ? "★" : "♞♜♟"[card.kind] ?? ""} ${card.name}`)))];
  }

  hint(found) { this.idea = found; this.draw(); }

  ideaLine() {
    if (!this.idea) return [];
    const { agent, text, win, decision } = this.idea;
    return [h("div", { class: "card idea" }, h("p", {}, h("b", {}, `${agent} suggests: `), text, win === null ? "" : h("span", { class: "soft" }, ` (${percent(win)} to win)`)),
      h("button", { class: "tiny", onclick: () => this.game.decide(decision) }, "Do it"))];
  }
}

function bar(share) {
  const node = h("i");
  node.style.width = `${100 * share}%`;
  return node;
}
