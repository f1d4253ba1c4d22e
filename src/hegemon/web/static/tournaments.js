// Tournaments: the list, and one of them while it is played.

import { ask, count, h, toast } from "./dom.js";
import { api } from "./net.js";
import { GameTable } from "./tournament_games.js";
import { form } from "./tournament_form.js";
import { cross, ratings } from "./tournament_tables.js";
import { RunningBoards } from "./running.js";

export async function show(main, id) {
  if (id) return one(main, id);
  const [choices, { tournaments }] = await Promise.all([api("/choices"), api("/tournaments")]);
  main.append(h("div", { class: "page stack" }, h("h1", {}, "Tournaments"), form(choices), tournaments.length ? h("div", { class: "gamelist" }, tournaments.map(row)) : h("p", { class: "soft" }, "No tournaments yet.")));
  return null;
}

function row(t) {
  const remove = async () => {
    if (!await ask("Delete this tournament?", h("p", {}, "Its games are deleted, too; those that were opened on the page stay."), [["Keep it", false], ["Delete", true, "primary"]])) return;
    await api(`/tournaments/${t.id}`, undefined, "DELETE").then(() => node.remove(), (error) => toast(error.message, "bad"));
  };
  const node = h("div", { class: "card item" }, h("div", { class: "grow" }, h("b", {}, t.agents.join(", ")), h("div", { class: "soft" }, `${t.rules}${t.map ? ` on ${t.map}` : ""} · ${t.games} games of every pair`)),
    t.running ? h("span", { class: "soft" }, h("span", { class: "spin" }), " running") : "", h("a", { class: "button", href: `/tournaments/${t.id}` }, "Open"),
    t.running ? "" : h("button", { class: "quiet icon", "aria-label": "Delete this tournament", title: "Delete", onclick: remove }, "✕"));
  return node;
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function one(main, id) {
  let closed = false, run = 0;
  const boards = new RunningBoards(id), games = new GameTable(id), top = h("div", { class: "stack" }, h("p", { class: "soft" }, "…")), tables = h("div", { class: "stack" });
  const split = h("div", {}, h("div", { class: "stack" }, tables, games.node), boards.node), node = h("div", { class: "page stack" }, top, split);
  main.append(node);
  const refresh = async () => {
    const own = ++run, over = () => closed || own !== run;
    for (let due = 0; !over(); await sleep(1000)) {
      await boards.refresh();
      split.className = boards.node.hidden ? "" : "split";
      const now = performance.now();
      if (now < due) continue;
      const found = await api(`/tournaments/${id}`);
      if (over()) return;
      due = now + 10 * (performance.now() - now); // tables of many games take their time: not always
      top.replaceChildren(...progress(found, act));
      tables.replaceChildren(...(found.ratings ?? []).filter((league) => league.games).map(ratings), found.crosstable?.length ? cross(found) : "");
      if (found.played) await games.refresh();
      if (!found.running) { await boards.refresh(); split.className = ""; return; }
    }
  };
  // A server that is away comes back.
  const keep = () => refresh().catch((error) => {
    if (closed) return;
    if (error.offline) top.replaceChildren(h("p", { class: "bad", role: "status" }, "The connection was lost; trying again …"));
    else top.replaceChildren(h("h1", {}, "This does not work"), h("p", { class: "bad", role: "status" }, error.message), h("a", { href: "/tournaments" }, "To the tournaments"));
    if (error.offline) setTimeout(() => closed || keep(), 2000);
  });
  const act = (what) => async () => { await api(`/tournaments/${id}/${what}`, {}).catch((error) => toast(error.message, "bad")); keep(); };
  keep();
  return () => { closed = true; };
}

function progress(found, act) {
  const done = found.scheduled ? found.played / found.scheduled : 0, bar = h("i");
  bar.style.width = `${100 * done}%`;
  const state = found.running ? "" : found.complete ? ", complete" : `: ${found.problem}`;
  return [h("div", { class: "row" }, h("h1", { class: "grow" }, `${found.rules}${found.map ? ` on ${found.map}` : ""}`), found.running ? h("button", { onclick: act("stop") }, "Stop") : found.complete ? "" : h("button", { class: "primary", onclick: act("resume") }, "Continue")),
    h("div", { class: "meter" }, bar), h("p", { class: "soft" }, found.scheduled ? `${found.played} of ${count(found.scheduled, "game")}${state}` : found.running ? "The games begin …" : `No game was played${state}`)];
}
