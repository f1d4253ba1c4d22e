// Draw a map: territories, links, groups. The server checks it and draws it after every change.

import { h, readFile, redraw, stored, toast } from "./dom.js";
import { api } from "./net.js";
import { Board } from "./board.js";
import { Canvas } from "./canvas.js";
import { pick } from "./looks.js";
import { playAtOnce } from "./home.js";

const KEY = "hegemon.map";
const HOW = {
  add: "Click the map for a new territory; drag a territory to move it.",
  link: "Click two territories, or drag from one to the other: a link, or no link again.",
  group: "Choose a group, then click its territories.",
};

export async function show(main, _, query) {
  const editor = new Editor();
  main.append(editor.node);
  if (query.get("map")) await editor.copy(query.get("map"));
  else editor.load(stored(KEY, null) ?? empty());
}

const empty = () => ({ format: "hegemon-map", schema: 1, name: "my map", provenance: "", note: "", territories: [], links: [], groups: [] });

class Editor {
  constructor() {
    Object.assign(this, { map: empty(), mode: "add", chosen: null, group: 0 });
    this.canvas = new Canvas(this);
    [this.tools, this.details, this.groups, this.told, this.preview] = [0, 0, 0, 0, 0].map(() => h("div", { class: "card stack" }));
    const file = h("input", { type: "file", hidden: true, onchange: () => this.import(file.files[0]) });
    this.node = h("div", { class: "game editor" }, h("div", { class: "stage" }, this.canvas.svg),
      h("div", { class: "side" }, this.tools, this.details, this.groups, this.told, this.preview,
        h("div", { class: "row" }, file, h("button", { class: "tiny", onclick: () => file.click() }, "Import a file …"), h("button", { class: "tiny", onclick: () => this.load(empty()) }, "Begin anew"),
          h("button", { class: "tiny", onclick: () => this.download() }, "Save as a file"))));
  }

  load(map) { this.map = map; this.chosen = null; this.canvas.ground = null; this.canvas.frame(); this.changed(); }

  async copy(name) {
    const map = await (await fetch(`/api/maps/${encodeURIComponent(name)}/file`)).json(), { drawn } = await api("/choices");
    const number = Object.fromEntries(map.territories.map((t, i) => [t.name, i]));
    map.links = map.links.map((link) => link.map((one) => number[one] ?? one));
    for (const group of map.groups) { group.members = group.members.map((one) => number[one] ?? one); delete group.alias; }
    for (const t of map.territories) delete t.polygon;
    this.load({ ...map, name: drawn.includes(name) ? name : `${name} 2` });
  }

  async import(file) {
    if (!file) return;
    try {
      const found = await api("/maps/import", await readFile(file));
      const number = Object.fromEntries(found.map.territories.map((t, i) => [t.name, i]));
      found.map.links = found.map.links.map((link) => link.map((one) => number[one] ?? one));
      for (const group of found.map.groups) group.members = group.members.map((one) => number[one] ?? one);
      this.load(found.map);
      for (const text of found.lost.slice(0, 3)) toast(`Not kept: ${text}`);
    } catch (error) { toast(error.message, "bad"); }
  }

  // --- changes -------------------------------------------------------------------------------------------------

  data() { const { hash, ...rest } = this.map; return rest; }

  changed() {
    this.draw();
    this.touched();
  }

  // What was typed has changed: the fields stay as they are, so that the next one keeps the focus.
  touched() {
    localStorage.setItem(KEY, JSON.stringify(this.map));
    this.canvas.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 300);
  }

  // The land while a territory is moved: one question at a time, the next one with what changed since.
  async moving() {
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    while (this.stale) {
      this.stale = false;
      const { ground } = await api("/maps/check", { map: this.data() }).catch(() => ({ ground: null }));
      this.canvas.setGround(ground);
    }
    this.asking = false;
  }

  async check() {
    const text = JSON.stringify(this.map);
    const found = await api("/maps/check", { map: this.data() }).catch((error) => ({ problems: [{ severity: "error", text: error.message }], board: null }));
    if (text !== JSON.stringify(this.map)) return;
    this.canvas.setGround(found.ground ?? null);
    this.good = !found.problems.some((problem) => problem.severity === "error");
    this.told.replaceChildren(h("h3", {}, this.good ? "The map can be played" : "Not playable yet"),
      found.problems.length ? h("ul", { class: "log" }, found.problems.map((problem) => h("li", { class: problem.severity === "error" ? "bad" : "soft" }, problem.text))) : "",
      h("div", { class: "row" }, h("button", { class: "primary", disabled: !this.good, onclick: () => this.save(true) }, "Save and play"), h("button", { disabled: !this.good, onclick: () => this.save(false) }, "Save")));
    this.preview.replaceChildren(h("h3", {}, "How it looks"), found.board ? new Board(found.board, {}, { small: true, empty: true, width: 320 }).svg : h("p", { class: "soft" }, "The picture appears when the map is playable."));
  }

  async save(play) {
    try {
      const { name } = await api("/maps", { map: this.data() });
      toast(`${name} is saved.`);
      if (!play) return;
      const saved = stored("hegemon.newgame");
      localStorage.setItem("hegemon.newgame", JSON.stringify({ ...saved, map: name, rules: "", hide: null, seats: null }));
      await playAtOnce();
    } catch (error) { toast(error.message, "bad"); }
  }

  download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(this.data(), null, 1)], { type: "application/json" })), download: `${this.map.name.replaceAll(/[^\w-]+/g, "-")}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  add(x, y) {
    const names = new Set(this.map.territories.map((t) => t.name));
    let number = this.map.territories.length + 1;
    while (names.has(`Land ${number}`)) number++;
    this.map.territories.push({ name: `Land ${number}`, x: Math.round(x), y: Math.round(y) });
    this.chosen = this.map.territories.length - 1;
    this.changed();
  }

  link(a, b) {
    const at = this.map.links.findIndex(([p, q]) => (p === a && q === b) || (p === b && q === a));
    if (at >= 0) this.map.links.splice(at, 1); else this.map.links.push([a, b]);
    this.changed();
  }

  tap(t) {
    if (this.mode === "group" && this.map.groups[this.group]) {
      const { members } = this.map.groups[this.group], at = members.indexOf(t);
      if (at >= 0) members.splice(at, 1); else members.push(t);
      return this.changed();
    }
    const from = this.chosen;
    this.chosen = this.mode === "link" && from !== null ? null : t;
    if (this.mode === "link" && from !== null && from !== t) return this.link(from, t);
    return this.draw();
  }

  remove(t) {
    const shift = (one) => (one > t ? one - 1 : one);
    this.map.territories.splice(t, 1);
    this.map.links = this.map.links.filter((link) => !link.includes(t)).map((link) => link.map(shift));
    for (const group of this.map.groups) group.members = group.members.filter((one) => one !== t).map(shift);
    this.chosen = null;
    this.changed();
  }

  // --- what is shown -------------------------------------------------------------------------------------------

  draw() {
    this.canvas.draw();
    this.tools.replaceChildren(h("h2", {}, "Draw a map"),
      h("label", { class: "field" }, "Name of the map", h("input", { type: "text", maxlength: 60, value: this.map.name, onchange: (event) => { this.map.name = event.target.value.trim() || "my map"; this.touched(); } })),
      pick("Tool", [["Territories", "add"], ["Links", "link"], ["Groups", "group"]], this.mode, (mode) => { this.mode = mode; this.chosen = null; redraw(this.tools, () => this.draw()); }), h("p", { class: "soft" }, HOW[this.mode]));
    const t = this.map.territories[this.chosen];
    this.details.hidden = !t;
    if (t) this.details.replaceChildren(h("label", { class: "field" }, "Name of the territory", h("input", { type: "text", maxlength: 60, value: t.name, onchange: (event) => { t.name = event.target.value.trim() || t.name; this.touched(); } })),
      h("button", { class: "tiny danger", onclick: () => this.remove(this.chosen) }, "Delete this territory"));
    this.groups.replaceChildren(h("h3", {}, "Bonus groups"), ...this.map.groups.map((group, g) => h("div", { class: "row nowrap" },
      h("input", { type: "radio", name: "group", "aria-label": `Choose group ${group.name}`, checked: g === this.group, onchange: () => { this.group = g; this.mode = "group"; redraw(this.groups, () => this.draw()); } }), h("span", { class: `swatch c${g % 8} groupswatch` }),
      h("input", { type: "text", class: "grow", "aria-label": "Name of the group", value: group.name, maxlength: 60, onchange: (event) => { group.name = event.target.value.trim() || group.name; this.touched(); } }),
      h("input", { type: "number", class: "short", "aria-label": "Bonus", value: group.value, onchange: (event) => { group.value = Math.round(+event.target.value) || 0; this.touched(); } }),
      h("button", { class: "tiny quiet", "aria-label": `Delete group ${group.name}`, onclick: () => { this.map.groups.splice(g, 1); this.group = 0; this.changed(); } }, "✕"))),
    h("button", { class: "tiny", onclick: () => { this.map.groups.push({ name: `Group ${this.map.groups.length + 1}`, value: 2, members: [] }); this.group = this.map.groups.length - 1; this.mode = "group"; this.changed(); } }, "Add a group"));
  }
}
