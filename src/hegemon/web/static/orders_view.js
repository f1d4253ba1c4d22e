// What the plan of the simultaneous game looks like: marks and arrows on the board, the task, the list of orders.

import { armies, Click, h, percent, touch } from "./dom.js";
import { amount } from "./panel.js";
import { parse } from "./notation.js";

export class OrdersView {
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
    if (wanted === 1) return [h("h2", {}, "Pick a territory"), h("p", { class: "soft" }, `${Click} one of the marked territories.`)];
    return [h("h2", {}, `Pick ${wanted} territories`), h("p", { class: "soft" }, `${Click} them in the order in which you want them; once more to remove.`),
      h("div", { class: "row" }, h("button", { class: "primary", disabled: !this.news?.ok, onclick: () => this.submit() }, `Submit ${this.picks.length} of ${wanted}`))];
  }

  playTask() {
    const left = this.left, mode = (label, mode, key) => h("button", { class: `tiny ${this.mode === mode ? "primary" : ""}`, "aria-pressed": this.mode === mode, onclick: () => { this.mode = mode; this.source = null; this.draw(); } }, label, " ", h("kbd", {}, key));
    const title = this.mode === "deploy" ? (left ? `Deploy ${armies(left)}` : "All armies are deployed") : this.source === null ? "Move or attack" : `From ${this.name(this.source)} to …`;
    const how = this.mode === "deploy" ? touch ? "Tap your territories: one army each. The sliders below place more, or take back." : "Click your territories: one army each, Shift-click all. Right-click takes one back." : this.source === null ? `${Click} a territory, then a neighbour; or drag an arrow.` : "Red targets are attacked, yellow ones are your own.";
    return [h("h2", {}, title), h("p", { class: "soft" }, how),
      h("div", { class: "row" }, mode("Deploy", "deploy", "D"), mode("Attack", "move", "A")),
      h("div", { class: "row" }, h("button", { class: "primary grow", disabled: this.news !== null && !this.news.ok, onclick: () => this.submit() }, "End turn ", h("kbd", {}, "Space"))),
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
      h("div", { class: "line" }, h("span", { class: "grow" }, `${i + 1}. ${this.name(move.source)} → ${this.name(move.target)} with\u00a0`, h("b", {}, move.armies)),
        told?.win !== undefined ? h("span", { class: `odds-small ${told.win > 0.5 ? "good" : "bad"}`, title: "if nobody deploys there" }, `${percent(told.win)}`) : h("small", {}, attack ? "?" : "move"),
        h("button", { class: "tiny quiet", "aria-label": "Earlier", disabled: i === 0, onclick: () => swap(-1) }, "↑"),
        h("button", { class: "tiny quiet", "aria-label": `Remove the order to ${this.name(move.target)}`, onclick: () => { this.moves.splice(i, 1); this.chosen = null; this.check(); } }, "✕")),
      most > 1 ? amount([1, most], move.armies, (value) => { move.armies = value; this.chosen = move; this.later(); }, `Armies to ${this.name(move.target)}`) : "",
      told?.problem ? h("small", { class: "bad" }, told.problem) : told?.win !== undefined ? h("small", {}, `against ${told.defenders}${told.win ? `, ${told.rest} left` : ""} — if nobody deploys there`) : "");
  }

  ideaLine() {
    if (!this.idea) return [];
    const { agent, win, decision, text } = this.idea;
    return [h("div", { class: "card idea" }, h("p", {}, h("b", {}, `${agent} suggests`), win === null ? "" : ` (${percent(win)} to win)`, ": ", text),
      h("button", { class: "tiny", onclick: () => this.use(decision) }, "Use this plan"))];
  }
}
