// What an agent thinks of a game: winning probabilities, candidates as arrows, decisions that lost most.

import { count, h, percent, s, toast } from "./dom.js";
import { drawCandidate, drawHeat, hasPolicy, meaning } from "./heat.js";
import { pick } from "./looks.js";
import { api } from "./net.js";
import { parse } from "./notation.js";

const SLIP = 0.08; // winning probability that a marked decision lost
const DEPTHS = ["Quick", "Normal", "Deep"];
const TOP = 12; // candidates of a position
const STOPS = { attack: "end the attacks", fortify: "end the turn", trade: "keep the cards" };
const WIDE = 330, HIGH = 150;

export class Analysis {
  constructor(replay) {
    Object.assign(this, { replay, closed: false, seat: replay.info.people[0] ?? 0, depth: 0, policy: true, run: 0 });
    this.forget();
    this.body = h("div");
    this.more = h("details", { hidden: true }, h("summary", {}, "Analyse again"));
    this.node = h("div", { class: "card" }, this.body, this.more);
    this.body.append(h("button", { onclick: () => this.choose(this.body) }, "Analyse the game"));
  }

  forget() { Object.assign(this, { answers: [], byStep: new Map(), total: null, drawn: false }); }

  // Who analyses, and how deep.
  async choose(place) {
    await this.load();
    const fields = h("div", { class: "stack" }, pick("Depth", DEPTHS.map((name, at) => [[name, h("small", {}, `${this.analyst.visits[at]} visits`)], at]), this.depth, (at) => { this.depth = at; }),
      h("label", { class: "field" }, "Analyst", h("select", { onchange: (event) => { this.analyst = this.analysts[+event.target.value]; this.choose(place); } },
        this.analysts.map((one, at) => h("option", { value: at, selected: one === this.analyst }, one.agent.split("(")[0])))), h("p", { class: "soft under" }, this.analyst.about),
      h("button", { class: "primary", onclick: () => { this.more.open = false; this.start(); } }, "Start"));
    place.replaceChildren(...(place === this.more ? [h("summary", {}, "Analyse again")] : []), fields);
  }

  async load() {
    if (this.analysts) return;
    this.analysts = (await api("/choices")).analysts.filter((one) => one.family === this.replay.info.family);
    this.analyst = this.analysts[0];
  }

  async start() {
    const own = ++this.run;
    await this.load();
    this.forget();
    this.started = true;
    const { agent } = this.analyst, visits = this.analyst.visits[this.depth], going = () => !this.closed && own === this.run;
    this.body.replaceChildren(h("p", { class: "soft" }, h("span", { class: "spin" }), " The agent thinks …"));
    try {
      await api(`/games/${this.replay.id}/analysis`, { agent, visits, top: TOP });
      for (let complete = false; !complete && going();) {
        const news = await api(`/games/${this.replay.id}/analysis?agent=${encodeURIComponent(agent)}&visits=${visits}&since=${this.answers.length}`);
        if (!going()) return;
        this.take(news);
        ({ complete } = news);
        if (news.problem) throw new Error(news.problem);
        if (!complete) await new Promise((resolve) => setTimeout(resolve, 400));
      }
    } catch (error) { toast(error.message, "bad"); this.body.append(h("p", { class: "bad" }, error.message)); }
    if (!going()) return;
    this.more.hidden = false;
    await this.choose(this.more);
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
    this.body.replaceChildren(h("div", { class: "row" }, h("h3", { class: "grow" }, "Winning probability"), going ? h("span", { class: "soft" }, h("span", { class: "spin" }), ` ${this.answers.length}${this.total ? ` of ${this.total} decisions` : ""}`) : ""),
      going && this.total ? h("progress", { max: this.total, value: this.answers.length, "aria-label": "Decisions analysed" }) : "", this.graph(slips), all.length > 1 ? h("div", { class: "row" }, this.replay.info.agents.map((name, seat) => h("button", { class: `tiny ${seat === this.seat ? "primary" : ""}`, "aria-pressed": seat === this.seat, onclick: () => { this.seat = seat; this.show(this.replay.at); } }, name))) : "", ...found.map((answer) => this.position(answer)), slips.length ? this.slipList(slips) : going ? "" : h("p", { class: "soft" }, "No decision lost much."));
    if (found.length && !this.replay.playing) this.heat(found);
    else if (!this.replay.playing) this.replay.board.mark({}, {});
  }

  position(answer) {
    const total = answer.candidates.reduce((sum, one) => sum + one.visits, 0) || 1, seat = answer.seat ?? answer.played.seat, { played } = answer, { family } = this.replay.info, showsPolicy = hasPolicy(answer, family);
    return h("div", {}, h("p", {}, h("span", { class: `swatch p${seat}` }), " ", h("b", {}, percent(played.win)), h("span", { class: "soft" }, ` by ${answer.agent}`),
      (played.loss ?? 0) >= SLIP ? h("span", { class: "bad" }, ` — this turn lost ${percent(played.loss)}; better: ${this.words(played.best, played.step)}`) : ""),
    h("ol", { class: "candidates" }, answer.candidates.slice(0, 5).map((one) => h("li", { class: one.decision === played.played ? "on" : "", onmouseenter: () => drawCandidate(this.replay.board, one, seat), onmouseleave: () => this.heat([answer]) },
      h("b", {}, percent(one.win)), h("span", {}, this.words(one.decision, played.step), h("small", { class: "soft" }, `${Math.round(100 * one.visits / total)} % of ${total}${showsPolicy ? ` · policy ${family === "classic" ? percent(one.prior) : `×${one.prior.toFixed(1)}`}` : ""}`))))),
    h("p", { class: "soft small" }, meaning(answer, family, showsPolicy && this.policy), showsPolicy ? h("button", { class: "tiny quiet", onclick: () => { this.policy = !this.policy; this.show(this.replay.at); } }, this.policy ? "Show visits" : "Show the policy") : ""));
  }

  heat(answers) { drawHeat(this.replay.board, answers, this.replay.info.family, this.policy); }

  // A decision in the position after so many steps, in a few words.
  words(decision, step) {
    const { territories } = this.replay.map, name = (t) => territories[t]?.name ?? t;
    if (decision === "-") return STOPS[this.replay.frames[step]?.phase] ?? "no orders";
    const words = parse(decision).map((o) => (o.kind === "place" ? `${name(o.source)} +${o.armies}` : o.kind === "pick" ? `pick ${name(o.source)}` : o.kind === "occupy" ? `move ${o.armies} in` : `${name(o.source)} → ${name(o.target)} (${o.armies ?? count(o.dice, "die", "dice")})`));
    return words.length > 6 ? `${words.slice(0, 6).join(", ")}, …` : words.join(", ") || decision;
  }

  slipList(slips) {
    return h("div", {}, h("h3", {}, "Decisions that lost most"), h("ol", { class: "candidates" }, slips.slice(0, 6).map((slip) => h("li", {},
      h("b", { class: "bad" }, `−${percent(slip.loss)}`), h("span", {}, h("span", { class: `swatch p${slip.seat}` }), ` ${slip.turn ? `turn ${slip.turn}` : "start"}: ${this.words(slip.played, slip.step)}`, h("span", { class: "soft" }, ` — better: ${this.words(slip.best, slip.step)}`)),
      h("button", { class: "tiny", onclick: () => { this.replay.toggle(false); this.replay.to(slip.step); } }, "Show")))));
  }

  close() { this.closed = true; }
}
