// The gallery of maps.

import { ask, h, stored, toast } from "./dom.js";
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
  const picture = h("div", { class: "picture" }), about = h("p", { class: "soft" }, "…"), path = `/maps/${encodeURIComponent(name)}`;
  const play = (family) => {
    const saved = stored("hegemon.newgame");
    localStorage.setItem("hegemon.newgame", JSON.stringify({ ...saved, family, rules: "", hide: null, map: name, seats: null }));
    go("/");
  };
  const remove = async () => {
    if (!await ask("Delete this map?", h("p", {}, `“${name}” was drawn here. Games that were played on it stay.`), [["Keep it", false], ["Delete", true, "primary"]])) return;
    await api(path, undefined, "DELETE").then(() => node.remove(), (error) => toast(error.message, "bad"));
  };
  const node = h("article", { class: "card stack" }, h("h2", {}, name, own ? h("span", { class: "soft" }, " (drawn here)") : ""), picture, about,
    h("div", { class: "row" }, h("button", { class: "tiny", onclick: () => play("simultaneous") }, "Play simultaneous"), h("button", { class: "tiny", onclick: () => play("classic") }, "Play classic"), h("a", { class: "button tiny", href: `/editor?map=${encodeURIComponent(name)}` }, own ? "Edit" : "Edit a copy"),
      own ? h("button", { class: "tiny danger", "aria-label": `Delete ${name}`, onclick: remove }, "Delete") : ""));
  return [node, async () => {
    const map = await api(path).catch(() => null);
    if (!map) return;
    picture.append(new Board(map, {}, { small: true, empty: true, width: 260 }).svg);
    about.textContent = `${map.territories.length} territories, ${map.links.length} links, ${map.groups.length} groups`;
  }];
}
