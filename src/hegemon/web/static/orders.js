// The simultaneous game: a plan of deployments and moves, drawn and edited, judged by the server while it is made.

import { armies, ask, h, toast } from "./dom.js";
import { parse } from "./notation.js";
import { OrdersView } from "./orders_view.js";

export class Orders extends OrdersView {
  constructor(game) {
    super();
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
    if (!this.news) await this.check(); // quicker than the first answer
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

  later() { clearTimeout(this.timer); this.timer = setTimeout(() => { document.activeElement?.blur?.(); this.check(); }, 250); }

  hint(found) { this.idea = found; this.draw(); }

  use(decision) {
    if (this.choices.picks === 1) return this.game.decide(decision);
    this.clear();
    this.load(decision);
    this.mode = "move";
    return this.check();
  }
}
