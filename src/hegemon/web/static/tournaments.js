// Tournaments: start one, watch its table grow, open its games.

import { h, percent, toast } from "./dom.js";
import { api } from "./net.js";
import { pick } from "./looks.js";
import { RunningBoards } from "./running.js";
import { go } from "./app.js";

export async function show(main, id) {
  if (id) return one(main, id);
  const [choices, { tournaments }] = await Promise.all([api("/choices"), api("/tournaments")]);
  main.append(h("div", { class: "page stack" }, h("h1", {}, "Tournaments"), form(choices), tournaments.length ? h("div", { class: "gamelist" }, tournaments.map((t) => h("div", { class: "card item" },
    h("div", { class: "grow" }, h("b", {}, t.agents.join(", ")), h("div", { class: "soft" }, `${t.rules}${t.map ? ` on ${t.map}` : ""} · ${t.games} games of every pair`)),
    t.running ? h("span", { class: "soft" }, h("span", { class: "spin" }), " running") : "", h("a", { class: "button", href: `/tournaments/${t.id}` }, "Open")))) : h("p", { class: "soft" }, "No tournaments yet.")));
  return null;
}

function form(choices) {
  const value = { family: "simultaneous", chosen: new Set(), rules: "", map: "", games: 20, seconds: 0.1, workers: 1 };
  const node = h("section", { class: "card stack" });
  const agents = () => [...new Set([...choices.levels.filter((level) => level.family === value.family).map((level) => level.agent), ...(value.family === "classic" ? ["mcts", "alphabeta(preset=dice)"] : ["smcts", "ga", "best"]), ...choices.agents])];
  const draw = () => {
    const rules = choices.rules.filter((one) => one.family === value.family).map((one) => one.name);
    if (!rules.includes(value.rules)) value.rules = rules[0];
    node.replaceChildren(h("h2", {}, "New tournament"),
      pick("Game", [["Simultaneous", "simultaneous"], ["Classic", "classic"]], value.family, (family) => { Object.assign(value, { family, rules: "", map: "", chosen: new Set() }); draw(); }),
      h("fieldset", { class: "stack" }, h("legend", {}, "Agents: choose two or more"), h("div", { class: "row" }, agents().map((agent) => h("label", { class: "row" },
        h("input", { type: "checkbox", checked: value.chosen.has(agent), onchange: (event) => { if (event.target.checked) value.chosen.add(agent); else value.chosen.delete(agent); } }), agent)))),
      h("div", { class: "row" }, field("Rules", select(rules, value.rules, (rules) => { value.rules = rules; })), field("Map", select(["", ...choices.maps.filter((name) => !choices.drawn.includes(name))], value.map, (map) => { value.map = map; }, "home map of the rules")),
        field("Games of every pair", h("input", { type: "number", min: 2, max: 2000, value: value.games, onchange: (event) => { value.games = +event.target.value; } })),
        field("Seconds for a decision", h("input", { type: "number", min: 0.005, max: 60, step: 0.005, value: value.seconds, onchange: (event) => { value.seconds = +event.target.value; } })),
        field("Games at a time", h("input", { type: "number", min: 1, max: choices.cores, value: value.workers, onchange: (event) => { value.workers = +event.target.value; } }))),
      h("div", { class: "row" }, h("button", { class: "primary big", onclick: begin }, "Start")));
  };
  const begin = async () => {
    if (value.chosen.size < 2) return toast("Choose at least two agents.", "bad");
    try { go(`/tournaments/${(await api("/tournaments", { agents: [...value.chosen], rules: value.rules, map: value.map, games: value.games, seconds: value.seconds, workers: value.workers })).id}`); } catch (error) { toast(error.message, "bad"); }
    return null;
  };
  draw();
  return node;
}

const field = (label, input) => h("label", { class: "field" }, label, input);
const select = (names, value, onchange, none = "") => h("select", { onchange: (event) => onchange(event.target.value) }, names.map((name) => h("option", { value: name, selected: name === value }, name || none)));

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function one(main, id) {
  let closed = false;
  const boards = new RunningBoards(id), top = h("div", { class: "stack" }, h("p", { class: "soft" }, "…")), tables = h("div", { class: "stack" });
  const split = h("div", {}, tables, boards.node), node = h("div", { class: "page stack" }, top, split);
  main.append(node);
  const refresh = async () => {
    for (let due = 0; !closed; await sleep(1000)) {
      await boards.refresh();
      split.className = boards.node.hidden ? "" : "split";
      const now = performance.now();
      if (now < due) continue;
      const found = await api(`/tournaments/${id}`);
      if (closed) return;
      due = now + 10 * (performance.now() - now); // tables of many games take their time: not always
      top.replaceChildren(...progress(found, id));
      tables.replaceChildren(...results(found, id));
      if (!found.running) { await boards.refresh(); split.className = ""; return; }
    }
  };
  node.addEventListener("changed", () => refresh());
  refresh().catch((error) => toast(error.message, "bad"));
  return () => { closed = true; };
}

function progress(found, id) {
  const act = (what) => async (event) => { const node = event.target.closest(".page"); await api(`/tournaments/${id}/${what}`, {}).catch((error) => toast(error.message, "bad")); node.dispatchEvent(new Event("changed")); };
  const done = found.scheduled ? found.played / found.scheduled : 0, bar = h("i");
  bar.style.width = `${100 * done}%`;
  return [h("div", { class: "row" }, h("h1", { class: "grow" }, `${found.rules}${found.map ? ` on ${found.map}` : ""}`), found.running ? h("button", { onclick: act("stop") }, "Stop") : found.complete ? "" : h("button", { class: "primary", onclick: act("resume") }, "Continue")),
    h("div", { class: "meter" }, bar), h("p", { class: "soft" }, `${found.played} of ${found.scheduled ?? "…"} games${found.running ? "" : found.complete ? ", complete" : `: ${found.problem}`}`)];
}

function results(found, id) {
  return [...(found.ratings ?? []).filter((league) => league.games).map(table), found.crosstable?.length ? cross(found) : "", found.latest?.length ? latest(found, id) : ""];
}

function table(league) {
  const lines = league.agents.filter((line) => line.games);
  const low = Math.min(...lines.map((line) => line.interval[0] ?? line.elo ?? 0)), high = Math.max(...lines.map((line) => line.interval[1] ?? line.elo ?? 0)), span = Math.max(1, high - low);
  return h("section", { class: "card tablewrap" }, h("h2", {}, "Ratings"), h("table", {}, h("thead", {}, h("tr", {}, ["agent", "Elo", "95 % interval", "", "score", "games"].map((head) => h("th", {}, head)))),
    h("tbody", {}, lines.map((line) => h("tr", {}, h("td", {}, h("b", {}, line.agent)), h("td", {}, line.elo === null ? "" : signed(line.elo)), h("td", {}, line.interval[0] === null || line.interval[1] === null ? "" : `${signed(line.interval[0])} to ${signed(line.interval[1])}`),
      h("td", {}, whisker(line, low, span)), h("td", {}, `${percent(line.score)} [${percent(line.score_interval[0])}, ${percent(line.score_interval[1])}]`), h("td", {}, line.games))))));
}

function whisker(line, low, span) {
  const range = h("i", { class: "range" }), dot = h("i", { class: "dot" }), from = line.interval[0] ?? low, to = line.interval[1] ?? low + span;
  range.style.left = `${100 * (from - low) / span}%`;
  range.style.width = `${100 * (to - from) / span}%`;
  dot.style.left = `${100 * ((line.elo ?? low) - low) / span}%`;
  return h("span", { class: "whisker", "aria-hidden": "true" }, line.elo === null ? "" : [range, dot]);
}

const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(Math.round(number))}`;

function cross(found) {
  const names = [...new Set((found.ratings ?? []).flatMap((league) => league.agents.map((line) => line.agent)))];
  const score = (a, b) => found.crosstable.find((pair) => pair.first === a && pair.second === b);
  return h("section", { class: "card tablewrap" }, h("h2", {}, "Score against, %"), h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, ""), names.map((_, i) => h("th", {}, i + 1)))),
    h("tbody", {}, names.map((name, i) => h("tr", {}, h("td", {}, `${i + 1}. ${name}`), names.map((other) => { const pair = score(name, other); return h("td", {}, pair ? Math.round(100 * pair.score) : ""); }))))));
}

function latest(found, id) {
  const open = (game) => async () => { try { go(`/replay/${(await api(`/tournaments/${id}/games/${game.block}/${game.number}`, {})).game}`); } catch (error) { toast(error.message, "bad"); } };
  return h("section", { class: "card" }, h("h2", {}, "Games"), h("div", { class: "gamelist" }, found.latest.slice(0, 20).map((game) => h("div", { class: "row" }, h("span", { class: "grow" }, h("b", {}, game.seats.join(" v ")), h("span", { class: "soft" }, ` on ${game.map}: ${game.winner_agent ? `${game.winner_agent} wins` : game.reason}, ${game.turns} turns`)), h("button", { class: "tiny", onclick: open(game) }, "Replay")))));
}
