// The gallery of maps.

import { h, stored } from "./dom.js";
import { api } from "./net.js";
import { Board } from "./board.js";
import { go } from "./app.js";

export async function show(main) {
  const { maps, drawn } = await api("/choices");
  const cards = maps.map((name) => card(name, drawn.includes(name)));
  main.append(h("div", { class: "page stack" }, h("div", { class: "row" }, h("h1", { class: "grow" }, "Maps"), h("a", { class: "button primary", href: "/editor" }, "Draw a map")), h("div", { class: "gallery" }, cards.map(([node]) => node))));
  for (const [, load] of cards) await load();
}

function card(name, own) {
  const picture = h("div", { class: "picture" }), about = h("p", { class: "soft" }, "…");
  const play = (family) => {
    const saved = stored("hegemon.newgame");
    localStorage.setItem("hegemon.newgame", JSON.stringify({ ...saved, family, rules: "", hide: null, map: name, seats: null }));
    go("/");
  };
  const node = h("article", { class: "card stack" }, h("h2", {}, name, own ? h("span", { class: "soft" }, " (drawn here)") : ""), picture, about,
    h("div", { class: "row" }, h("button", { class: "tiny", onclick: () => play("simultaneous") }, "Play simultaneous"), h("button", { class: "tiny", onclick: () => play("classic") }, "Play classic"), h("a", { class: "button tiny", href: `/editor?map=${encodeURIComponent(name)}` }, own ? "Edit" : "Edit a copy")));
  return [node, async () => {
    const map = await api(`/maps/${encodeURIComponent(name)}`).catch(() => null);
    if (!map) return;
    picture.append(new Board(map, {}, { small: true, empty: true, width: 260 }).svg);
    about.textContent = `${map.territories.length} territories, ${map.links.length} links, ${map.groups.length} groups`;
  }];
}
