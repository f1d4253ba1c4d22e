// The tables of a tournament: ratings with intervals, and who beat whom.

import { count, h, percent } from "./dom.js";

const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(Math.round(number))}`;

export function ratings(league) {
  const lines = league.agents.filter((line) => line.games);
  const low = Math.min(...lines.map((line) => line.interval[0] ?? line.elo ?? 0)), high = Math.max(...lines.map((line) => line.interval[1] ?? line.elo ?? 0)), span = Math.max(1, high - low);
  const heads = [["agent"], ["Elo"], ["95 % interval"], [h("span", { class: "unseen" }, "picture"), "picture"], ["score"], ["games"]];
  const failing = lines.some((line) => line.forfeits);
  if (failing) heads.push(["forfeits"]);
  return h("section", { class: "card tablewrap", tabindex: 0, "aria-label": "Ratings" }, h("h2", {}, "Ratings"), h("table", { class: "figures" }, h("thead", {}, h("tr", {}, heads.map(([head, kind]) => h("th", { class: kind }, head)))),
    h("tbody", {}, lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.agent), h("td", {}, line.elo === null ? "" : signed(line.elo)), h("td", {}, line.interval[0] === null || line.interval[1] === null ? "" : `${signed(line.interval[0])} to ${signed(line.interval[1])}`),
      h("td", { class: "picture" }, whisker(line, low, span)), h("td", {}, `${percent(line.score)} [${percent(line.score_interval[0])}, ${percent(line.score_interval[1])}]`), h("td", {}, line.games), failing && h("td", {}, line.forfeits || ""))))));
}

function whisker(line, low, span) {
  const range = h("i", { class: "range" }), dot = h("i", { class: "dot" }), from = line.interval[0] ?? low, to = line.interval[1] ?? low + span;
  range.style.left = `${100 * (from - low) / span}%`;
  range.style.width = `${100 * (to - from) / span}%`;
  dot.style.left = `${100 * ((line.elo ?? low) - low) / span}%`;
  return h("span", { class: "whisker", "aria-hidden": "true" }, line.elo === null ? "" : [range, dot]);
}

export function cross(found) {
  const names = [...new Set((found.ratings ?? []).flatMap((league) => league.agents.map((line) => line.agent)))];
  const cell = (name, other) => {
    const pair = found.crosstable.find((one) => one.first === name && one.second === other);
    return pair ? h("td", { title: `${count(pair.games, "game")}: ${pair.won} won, ${pair.tied} drawn, ${pair.lost} lost` }, points(pair)) : h("td");
  };
  return h("section", { class: "card tablewrap", tabindex: 0, "aria-label": "Points of every pair" }, h("h2", {}, "Points of the row against the column"), h("table", { class: "figures" }, h("thead", {}, h("tr", {}, h("td"), names.map((_, i) => h("th", {}, i + 1)))),
    h("tbody", {}, names.map((name, i) => h("tr", {}, h("th", { scope: "row" }, `${i + 1}. ${name}`), names.map((other) => cell(name, other)))))));
}

// Points of games, not percent: those of two sides add up to the games.
const points = (pair) => `${+pair.points.toFixed(2)} / ${pair.games}`;
