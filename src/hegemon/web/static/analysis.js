// What an agent thinks of a game: winning probabilities, candidates as arrows, decisions that lost most.

import { h, percent, s, toast } from "./dom.js";
import { api } from "./net.js";
import { parse } from "./notation.js";

const SLIP = 0.08; // winning probability that a marked decision lost
const VISITS = 400;
const WIDE = 330, HIGH = 150;

export class Analysis {
  constructor(replay) {
    Object.assign(this, { replay, answers: [], byStep: new Map(), closed: false, seat: replay.info.people[0] ?? 0 });
    this.body = h("div");
    this.node = h("div", { class: "card" }, this.body);
    this.body.append(h("button", { onclick: () => this.start() }, "Analyse the game"));
  }

  async start() {
    if (this.started) return;
    this.started = true;
    this.body.replaceChildren(h("p", { class: "soft" }, h("span", { class: "spin" }), " The agent thinks …"));
    try {
      await api(`/games/${this.replay.id}/analysis`, { visits: VISITS });
      for (let complete = false; !complete && !this.closed;) {
        const news = await api(`/games/${this.replay.id}/analysis?visits=${VISITS}&since=${this.answers.length}`);
        this.take(news);
        ({ complete } = news);
        if (news.problem) throw new Error(news.problem);
        if (!complete) await new Promise((resolve) => setTimeout(resolve, 400));
      }
    } catch (error) { this.started = false; toast(error.message, "bad"); this.body.append(h("p", { class: "bad" }, error.message)); }
  }

  take(news) {
    this.total = news.total;
    this.answers.push(...news.answers);
    for (const answer of news.answers) {
      if (!answer.played) continue;
      const step = answer.played.step;
      this.byStep.set(step, [...(this.byStep.get(step) ?? []), answer]);
    }
    if (news.answers.length || !this.drawn) { this.drawn = true; this.show(this.replay.at); }
  }

  // --- the graph -----------------------------------------------------------------------------------------------

  curves() {
    const { agents } = this.replay.info, curves = agents.map(() => []);
    for (const [step, found] of [...this.byStep].sort((a, b) => a[0] - b[0])) {
      for (const { played } of found) {
        curves[played.seat].push([step, played.win]);
        if (agents.length === 2 && found.length === 1) curves[1 - played.seat].push([step, 1 - played.win]);
      }
    }
    return curves;
  }

  slips() {
    return [...this.byStep.values()].flat().map((answer) => answer.played).filter((played) => (played.loss ?? 0) >= SLIP).sort((a, b) => b.loss - a.loss);
  }

  graph(slips) {
    const last = Math.max(1, this.replay.frames.length), x = (step) => 26 + (WIDE - 32) * step / last, y = (win) => 8 + (HIGH - 26) * (1 - win);
    const jump = (event) => {
      const box = graph.getBoundingClientRect();
      this.replay.toggle(false);
      this.replay.to(Math.round(last * ((event.clientX - box.left) / box.width * WIDE - 26) / (WIDE - 32)));
    };
    const graph = s("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": "Winning probability of each seat over the game", onpointerdown: jump, onpointermove: (event) => event.buttons && jump(event) },
      [0, 0.5, 1].map((win) => [s("line", { class: "axis", x1: 26, x2: WIDE - 6, y1: y(win), y2: y(win) }), s("text", { x: 0, y: y(win) + 3 }, `${100 * win}%`)]),
      this.curves().map((curve, seat) => s("polyline", { class: `p${seat}`, points: curve.map(([step, win]) => `${x(step).toFixed(1)},${y(win).toFixed(1)}`).join(" ") })),
      s("line", { class: "now", x1: x(this.replay.at), x2: x(this.replay.at), y1: 4, y2: HIGH - 14 }),
      slips.slice(0, 12).map((slip) => s("circle", { class: "slip", cx: x(slip.step), cy: y(slip.win), r: 4.5 })),
      s("text", { x: 26, y: HIGH - 2 }, "start"), s("text", { x: WIDE - 24, y: HIGH - 2 }, "end"));
    return graph;
  }

  // --- one position --------------------------------------------------------------------------------------------

  show(at) {
    if (!this.started) return;
    const slips = this.slips(), all = this.byStep.get(at) ?? [], own = all.filter((answer) => answer.played.seat === this.seat);
    const found = own.length ? own : all.slice(0, 1);
    const going = this.total === null || this.answers.length < this.total;
    this.body.replaceChildren(h("div", { class: "row" }, h("h3", { class: "grow" }, "Winning probability"), going ? h("span", { class: "soft" }, h("span", { class: "spin" }), ` ${this.answers.length}${this.total ? ` of ${this.total}` : ""}`) : ""),
      this.graph(slips), all.length > 1 ? h("div", { class: "row" }, this.replay.info.agents.map((name, seat) => h("button", { class: `tiny ${seat === this.seat ? "primary" : ""}`, "aria-pressed": seat === this.seat, onclick: () => { this.seat = seat; this.show(this.replay.at); } }, name))) : "", ...found.map((answer) => this.position(answer)), slips.length ? this.slipList(slips) : going ? "" : h("p", { class: "soft" }, "No decision lost much."));
    if (found.length && !this.replay.playing) this.heat(found);
    else if (!this.replay.playing) this.replay.board.mark({}, {});
  }

  position(answer) {
    const total = answer.candidates.reduce((sum, one) => sum + one.visits, 0) || 1, seat = answer.seat ?? answer.played.seat, { played } = answer;
    return h("div", {}, h("p", {}, h("span", { class: `swatch p${seat}` }), " ", h("b", {}, percent(played.win)), h("span", { class: "soft" }, ` by ${answer.agent}`),
      (played.loss ?? 0) >= SLIP ? h("span", { class: "bad" }, ` — this turn lost ${percent(played.loss)}; better: ${this.words(played.best)}`) : ""),
    h("ol", { class: "candidates" }, answer.candidates.slice(0, 5).map((one) => h("li", { class: one.decision === played.played ? "on" : "", onmouseenter: () => this.only(one, seat), onmouseleave: () => this.heat([answer]) },
      h("b", {}, percent((one.value + 1) / 2 > 1 ? 1 : this.win(one.value))), h("span", {}, this.words(one.decision)), h("span", { class: "soft" }, `${Math.round(100 * one.visits / total)} % of ${total}`)))));
  }

  win(value) { const seats = this.replay.info.agents.length; return Math.min(1, Math.max(0, (1 + (seats - 1) * value) / seats)); }

  words(decision) {
    const { territories } = this.replay.map, name = (t) => territories[t]?.name ?? t;
    if (decision === "-") return "stop, or nothing";
    const words = parse(decision).map((o) => (o.kind === "place" ? `${name(o.source)} +${o.armies}` : o.kind === "pick" ? `pick ${name(o.source)}` : o.kind === "occupy" ? `move ${o.armies} in` : `${name(o.source)} → ${name(o.target)}${o.armies ? ` ${o.armies}` : ""}`));
    return words.length > 6 ? `${words.slice(0, 6).join(", ")}, …` : words.join(", ") || decision;
  }

  // Arrows and numbers: the share of visits of each move and each placement.
  heat(found) {
    const links = new Map(), places = new Map();
    for (const answer of found) {
      const total = answer.candidates.reduce((sum, one) => sum + one.visits, 0) || 1;
      for (const one of answer.candidates) for (const order of parse(one.decision)) {
        const seat = answer.seat ?? answer.played.seat, share = one.visits / total;
        if (order.target !== undefined) { const key = `${order.source} ${order.target} ${seat}`; links.set(key, (links.get(key) ?? 0) + share); }
        else if (order.source !== undefined) places.set(order.source, (places.get(order.source) ?? 0) + share);
      }
    }
    this.replay.board.arrows([...links].filter(([, share]) => share > 0.08).sort((a, b) => b[1] - a[1]).slice(0, 14).map(([key, share]) => {
      const [source, target, seat] = key.split(" ").map(Number);
      return { source, target, seat, weight: Math.min(1.4, 1.4 * share), label: percent(Math.min(1, share)) };
    }));
    this.replay.board.mark({}, Object.fromEntries([...places].filter(([, share]) => share > 0.08).map(([t, share]) => [t, `+ ${percent(Math.min(1, share))}`])));
  }

  only(candidate, seat) {
    const orders = parse(candidate.decision);
    this.replay.board.arrows(orders.filter((o) => o.target !== undefined).map((o) => ({ source: o.source, target: o.target, seat, label: o.armies ? `${o.armies}` : "", weight: 0.8 })));
    this.replay.board.mark({}, Object.fromEntries(orders.filter((o) => o.target === undefined && o.source !== undefined).map((o) => [o.source, o.armies ? `+${o.armies}` : "here"])));
  }

  slipList(slips) {
    return h("div", {}, h("h3", {}, "Decisions that lost most"), h("ol", { class: "candidates" }, slips.slice(0, 6).map((slip) => h("li", {},
      h("b", { class: "bad" }, `−${percent(slip.loss)}`), h("span", {}, h("span", { class: `swatch p${slip.seat}` }), ` ${slip.turn ? `turn ${slip.turn}` : "start"}: ${this.words(slip.played)}`, h("span", { class: "soft" }, ` — better: ${this.words(slip.best)}`)),
      h("button", { class: "tiny", onclick: () => { this.replay.toggle(false); this.replay.to(slip.step); } }, "Show")))));
  }

  close() { this.closed = true; }
}
