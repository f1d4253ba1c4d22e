// The simultaneous game: a plan of deployments and moves, drawn and edited, judged by the server while it is made.

import { armies, ask, h, percent, toast } from "./dom.js";
import { amount } from "./panel.js";
import { parse } from "./notation.js";

export class Orders {
  constructor(game) {
    Object.assign(this, { game, deploys: new Map(), moves: [], picks: [], source: null, chosen: null, news: null, asked: 0, mode: "deploy" });
    this.extra = h("div", { class: "card", hidden: true });
  }

  get state() { return this.game.state; }
  get choices() { return this.state.choices; }
  get key_() { return `hegemon.plan.${this.game.id}.${this.state.step}.${this.state.viewer}`; }
  name(t) { return this.game.names[t]; }
  orders(t) { return this.choices.orders?.find((entry) => entry.at === t); }
  targets(t) { const own = this.orders(t); return own ? [...own.attacks, ...own.transfers] : []; }

  update(state) {
    const key = `${state.step} ${state.viewer}`;
    if (key !== this.at) {
      this.at = key;
      this.clear();
      this.load(sessionStorage.getItem(this.key_) ?? "");
    }
    this.check();
  }

  idle() { this.extra.hidden = true; }
  pause() { this.idle(); this.source = null; }

  clear() { this.deploys.clear(); this.moves = []; this.picks = []; this.source = null; this.chosen = null; this.idea = null; this.news = null; this.mode = "deploy"; }

  load(text) {
    for (const order of parse(text)) {
      if (order.kind === "place") this.deploys.set(order.source, (this.deploys.get(order.source) ?? 0) + order.armies);
      else if (order.kind === "move") this.moves.push({ source: order.source, target: order.target, armies: order.armies });
      else if (order.kind === "pick") this.picks.push(order.source);
    }
  }

  text() {
    const words = this.state.phase === "pick" ? this.picks.map((t) => `!${t}`)
      : [...[...this.deploys].filter(([, n]) => n > 0).map(([t, n]) => `${t}+${n}`), ...this.moves.map((m) => `${m.source}>${m.target}:${m.armies}`)];
    return words.join(" ") || "-";
  }

  // Ask the server what it thinks of the plan; only the newest answer counts.
  async check() {
    const own = ++this.asked, text = this.text();
    sessionStorage.setItem(this.key_, text);
    this.draw();
    const news = await this.game.line.request({ type: "plan", seat: this.state.viewer, step: this.state.step, plan: text }).catch(() => null);
    if (own !== this.asked || !news || !this.game.live) return;
    const first = !this.news;
    this.news = news;
    if (first && news.left === 0) this.mode = "move";
    this.draw();
  }

  get left() { return this.news?.left ?? this.choices.income ?? 0; }
  free(t) { return this.news?.free[t] ?? 0; }

  // --- clicks --------------------------------------------------------------------------------------------------

  tap(t, event) {
    this.idea = null;
    if (this.state.phase === "pick") return this.pickTap(t);
    if (this.mode === "deploy") return this.deployTap(t, event);
    if (this.source !== null && this.targets(this.source).includes(t)) return this.add(this.source, t);
    this.from(this.targets(t).length && t !== this.source ? t : null);
  }

  // The territory from which armies move next.
  from(t) {
    const ordered = this.moves.filter((move) => move.source === t).reduce((sum, move) => sum + move.armies, 0);
    if (t !== null && ordered && this.free(t) < 1) toast(ordered === 1 ? `The army of ${this.name(t)} is already ordered.` : `All ${ordered} armies of ${this.name(t)} are already ordered.`);
    this.source = t;
    this.draw();
  }

  pickTap(t) {
    if (!this.state.offered.includes(t)) return;
    if (this.choices.picks === 1) return this.game.decide(`!${t}`);
    if (this.picks.includes(t)) this.picks = this.picks.filter((other) => other !== t);
    else if (this.picks.length < this.choices.picks) this.picks.push(t);
    this.check();
  }

  deployTap(t, event) {
    if (!this.orders(t)) return;
    const now = this.deploys.get(t) ?? 0;
    const fewer = event?.button === 2 || event?.altKey;
    const by = fewer ? -Math.min(now, 1) : Math.min(this.left, event?.shiftKey ? this.left : 1);
    if (!by) { if (!fewer && !this.left) { this.mode = "move"; this.from(t); } return; }
    this.deploys.set(t, now + by);
    if (this.news) this.news.left -= by;
    if (this.left === 0) this.mode = "move";
    this.check();
  }

  grab(t) { return this.state.phase === "play" && this.targets(t).length > 0; }
  lift(t) { this.source = t; this.mode = "move"; this.draw(); }
  drag(a, b) { if (this.targets(a).includes(b)) this.add(a, b); else { this.source = null; this.draw(); } }

  add(source, target) {
    let move = this.moves.find((m) => m.source === source && m.target === target);
    if (!move) {
      const free = this.free(source);
      if (free < 1) { toast(`No army on ${this.name(source)} is free to move.`); this.source = null; return this.draw(); }
      move = { source, target, armies: free };
      this.moves.push(move);
    }
    this.chosen = move;
    this.source = null;
    this.check();
  }

  away() { this.source = null; this.chosen = null; this.idea = null; this.draw(); }
  back() { if (this.moves.length) this.moves.pop(); else if (this.deploys.size) this.deploys.delete([...this.deploys.keys()].at(-1)); else this.picks.pop(); this.chosen = null; this.check(); }
  primary() { this.submit(); }
  enter() { this.submit(); }
  key(key) { if (key === "d") { this.mode = "deploy"; this.draw(); } if (key === "a") { this.mode = "move"; this.draw(); } }

  async submit() {
    if (!this.news?.ok) return toast(this.problem() || "The plan is not complete.", "bad");
    if (this.state.phase !== "pick" && this.left > 0 && !await this.wastes()) return;
    sessionStorage.removeItem(this.key_);
    this.game.board.mark({});
    this.game.decide(this.text());
    this.game.note("Your orders are in; the others decide …");
    this.idle();
  }

  // Whether the turn ends although armies are not deployed; false, too, if the game went on meanwhile.
  async wastes() {
    const { at } = this;
    const sure = await ask("End the turn?", h("p", {}, `${armies(this.left)} not deployed yet: they are lost.`), [["Deploy them", false], ["End the turn", true, "primary"]]);
    return sure && this.game.live && at === this.at;
  }

  problem() { return this.news?.problem || this.news?.orders.find((order) => order.problem)?.problem || ""; }

  // --- what is shown -------------------------------------------------------------------------------------------

  draw() {
    const { board } = this.game, { state } = this, marks = {}, notes = {};
    if (state.phase === "pick") {
      for (const t of state.offered) marks[t] = "can";
      this.picks.forEach((t, i) => { marks[t] = "source"; notes[t] = `${i + 1}.`; });
    } else {
      for (const entry of this.choices.orders) if (this.mode === "deploy" || this.free(entry.at) > 0) marks[entry.at] = "can";
      for (const [t, n] of this.deploys) if (n) notes[t] = `+${n}`;
      if (this.source !== null) {
        marks[this.source] = "source";
        const own = this.orders(this.source);
        for (const t of own?.attacks ?? []) marks[t] = "target";
        for (const t of own?.transfers ?? []) marks[t] = "can";
      }
    }
    board.mark(marks, notes);
    board.arrows([...this.moves.map((move) => ({ ...move, label: `${move.armies}`, seat: state.viewer, kind: state.owners[move.target] === state.viewer ? "transfer" : "", weight: move === this.chosen ? 1.2 : 0.7 })),
      ...(this.idea ? parse(this.idea.decision).filter((o) => o.target !== undefined).map((o) => ({ ...o, kind: "idea", label: `${o.armies}` })) : [])]);
    this.game.task.replaceChildren(...state.phase === "pick" ? this.pickTask() : this.playTask(), ...this.ideaLine());
    this.listOrders();
  }

  pickTask() {
    const wanted = this.choices.picks;
    if (wanted === 1) return [h("h2", {}, "Pick a territory"), h("p", { class: "soft" }, "Click one of the marked territories.")];
    return [h("h2", {}, `Pick ${wanted} territories`), h("p", { class: "soft" }, "Click them in the order in which you want them; click again to remove."),
      h("div", { class: "row" }, h("button", { class: "primary", disabled: !this.news?.ok, onclick: () => this.submit() }, `Submit ${this.picks.length} of ${wanted}`))];
  }

  playTask() {
    const left = this.left, mode = (label, mode, key) => h("button", { class: `tiny ${this.mode === mode ? "primary" : ""}`, "aria-pressed": this.mode === mode, onclick: () => { this.mode = mode; this.source = null; this.draw(); } }, label, " ", h("kbd", {}, key));
    const title = this.mode === "deploy" ? (left ? `Deploy ${armies(left)}` : "All armies are deployed") : this.source === null ? "Move or attack" : `From ${this.name(this.source)} to …`;
    const how = this.mode === "deploy" ? "Click your territories: one army each, Shift-click all. Right-click takes one back." : this.source === null ? "Click a territory, then a neighbour; or drag an arrow." : "Red targets are attacked, yellow ones are your own.";
    return [h("h2", {}, title), h("p", { class: "soft" }, how),
      h("div", { class: "row" }, mode("Deploy", "deploy", "D"), mode("Attack", "move", "A"), h("span", { class: "grow" }),
        h("button", { class: "primary", disabled: this.news !== null && !this.news.ok, onclick: () => this.submit() }, "End turn ", h("kbd", {}, "Space"))),
      left > 0 && this.mode === "move" ? h("p", { class: "bad" }, `${armies(left)} not deployed yet.`) : "", this.problem() ? h("p", { class: "bad" }, this.problem()) : ""];
  }

  listOrders() {
    const rows = [], { news } = this;
    this.extra.hidden = this.state.phase === "pick";
    [...this.deploys].filter(([, n]) => n > 0).forEach(([t, n]) => rows.push(h("li", {},
      h("div", { class: "line" }, h("span", { class: "grow" }, "Deploy ", h("b", {}, n), ` on ${this.name(t)}`), h("button", { class: "tiny quiet", "aria-label": `Remove deployment on ${this.name(t)}`, onclick: () => { this.deploys.delete(t); this.mode = "deploy"; this.check(); } }, "✕")),
      n + this.left > 1 ? amount([1, n + this.left], n, (value) => { this.deploys.set(t, value); this.later(); }, `Armies on ${this.name(t)}`) : "")));
    const offset = [...this.deploys.values()].filter((n) => n > 0).length;
    this.moves.forEach((move, i) => rows.push(this.moveRow(move, i, news?.orders[offset + i])));
    const open = this.extra.contains(document.activeElement) && document.activeElement.type === "range";
    if (open) return; // a slider that is being moved stays
    this.extra.replaceChildren(h("h3", {}, "Your orders"), rows.length ? h("ol", { class: "orders" }, rows) : h("p", { class: "soft" }, "None yet. Moves run in this order, in turn with those of the other side."));
  }

  moveRow(move, i, told) {
    const attack = this.state.owners[move.target] !== this.state.viewer, most = Math.max(1, move.armies + Math.max(0, this.free(move.source)));
    const swap = (by) => { const [one] = this.moves.splice(i, 1); this.moves.splice(i + by, 0, one); this.check(); };
    return h("li", { class: `${told?.problem ? "wrong" : ""} ${move === this.chosen ? "now" : ""}` },
      h("div", { class: "line" }, h("span", { class: "grow" }, `${i + 1}. ${this.name(move.source)} → ${this.name(move.target)} `, h("b", {}, move.armies)),
        told?.win !== undefined ? h("span", { class: `odds-small ${told.win > 0.5 ? "good" : "bad"}`, title: "if nobody deploys there" }, `${percent(told.win)}`) : h("small", {}, attack ? "?" : "move"),
        h("button", { class: "tiny quiet", "aria-label": "Earlier", disabled: i === 0, onclick: () => swap(-1) }, "↑"),
        h("button", { class: "tiny quiet", "aria-label": `Remove the order to ${this.name(move.target)}`, onclick: () => { this.moves.splice(i, 1); this.chosen = null; this.check(); } }, "✕")),
      most > 1 ? amount([1, most], move.armies, (value) => { move.armies = value; this.chosen = move; this.later(); }, `Armies to ${this.name(move.target)}`) : "",
      told?.problem ? h("small", { class: "bad" }, told.problem) : told?.win !== undefined ? h("small", {}, `against ${told.defenders}${told.win ? `, ${told.rest} left` : ""} — if nobody deploys there`) : "");
  }

  later() { clearTimeout(this.timer); this.timer = setTimeout(() => { document.activeElement?.blur?.(); this.check(); }, 250); }

  hint(found) { this.idea = found; this.draw(); }

  use(decision) {
    if (this.choices.picks === 1) return this.game.decide(decision);
    this.clear();
    this.load(decision);
    this.mode = "move";
    return this.check();
  }

  ideaLine() {
    if (!this.idea) return [];
    const { agent, win, decision, text } = this.idea;
    return [h("div", { class: "card idea" }, h("p", {}, h("b", {}, `${agent} suggests`), win === null ? "" : ` (${percent(win)} to win)`, ": ", text),
      h("button", { class: "tiny", onclick: () => this.use(decision) }, "Use this plan"))];
  }
}
