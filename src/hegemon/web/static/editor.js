// Draw a map: territories, links, groups. The server checks it and draws it after every change.

import { ask, h, readFile, stored, toast } from "./dom.js";
import { api } from "./net.js";
import { Canvas } from "./canvas.js";
import { EditorView } from "./editor_view.js";
import { Steps } from "./history.js";
import { playAtOnce } from "./home.js";

const KEY = "hegemon.map", KEPT = "hegemon.map.kept";

export async function show(main, _, query) {
  const editor = new Editor(), other = query.get("map");
  main.append(editor.node);
  editor.load(stored(KEY, null) ?? empty(), stored(KEPT));
  if (other) {
    history.replaceState(null, "", "/editor"); // a reload keeps what was drawn since
    await editor.copy(other);
  }
  return () => editor.close();
}

const empty = () => ({ format: "hegemon-map", schema: 1, name: "my map", provenance: "", note: "", territories: [], links: [], groups: [] });

class Editor extends EditorView {
  constructor() {
    super();
    Object.assign(this, { map: empty(), mode: "add", chosen: null, group: 0, steps: new Steps(), kept: {} });
    this.canvas = new Canvas(this);
    [this.tools, this.details, this.groups, this.told, this.preview] = [0, 0, 0, 0, 0].map(() => h("div", { class: "card stack" }));
    this.back = h("button", { class: "tiny", title: "Ctrl+Z", onclick: () => this.step(-1) }, "Undo");
    this.forth = h("button", { class: "tiny", title: "Ctrl+Shift+Z", onclick: () => this.step(1) }, "Redo");
    const file = h("input", { type: "file", hidden: true, onchange: () => { this.import(file.files[0]); file.value = ""; } });
    this.node = h("div", { class: "game editor" }, h("h1", { class: "unseen" }, "Draw a map"), h("div", { class: "stage" }, this.canvas.svg),
      h("div", { class: "side" }, this.tools, this.details, this.groups, this.told, this.preview,
        h("div", { class: "row" }, file, h("button", { class: "tiny", onclick: () => file.click() }, "Import a file …"), h("button", { class: "tiny", onclick: () => this.replace(empty()) }, "Begin anew"),
          h("button", { class: "tiny", onclick: () => this.download() }, "Save as a file"))));
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
  }

  close() { removeEventListener("keydown", this.onkey); }

  // --- whole maps ----------------------------------------------------------------------------------------------

  // Show a map. kept: {text, name} of the map as it is kept elsewhere, if it is.
  load(map, kept = {}) {
    Object.assign(this, { map, chosen: null, group: 0 });
    this.canvas.ground = null;
    this.canvas.frame();
    this.keep(kept);
    this.changed();
  }

  keep(kept) { this.kept = kept; localStorage.setItem(KEPT, JSON.stringify(kept)); }
  get text() { return JSON.stringify(this.map); }

  // Show another map; a drawing that is kept nowhere is not replaced without a question.
  async replace(map, kept = {}) {
    const unsaved = this.map.territories.length && this.text !== this.kept.text;
    if (unsaved && !await ask("Replace your drawing?", h("p", {}, `“${this.map.name}” has changes that are not saved. Undo brings it back, as long as you stay on this page.`), [["Keep it", false], ["Replace it", true, "primary"]])) return;
    this.load(map, kept);
  }

  step(by) {
    this.map = JSON.parse(this.steps.go(by));
    this.chosen = null;
    this.canvas.ground = null;
    this.canvas.frame();
    this.changed();
  }

  async copy(name) {
    try {
      const [map, { drawn }] = await Promise.all([api(`/maps/${encodeURIComponent(name)}/file`), api("/choices")]), own = drawn.includes(name);
      const copy = numbered({ ...map, name: own ? name : `${name} 2` });
      await this.replace(copy, { text: JSON.stringify(copy), name: own ? name : "" });
    } catch (error) { toast(error.message, "bad"); }
  }

  async import(file) {
    if (!file) return;
    try {
      const found = await api("/maps/import", await readFile(file)), map = numbered(found.map);
      await this.replace(map, { text: JSON.stringify(map) });
      for (const text of found.lost.slice(0, 3)) toast(`Not kept: ${text}`);
    } catch (error) { toast(error.message, "bad"); }
  }

  async save(play) {
    try {
      const { drawn } = await api("/choices"), other = drawn.includes(this.map.name) && this.kept.name !== this.map.name;
      if (other && !await this.mayReplace()) return;
      const { text } = this; // a change while the server answers is not saved
      const { name } = await api(`/maps${drawn.includes(this.map.name) ? "?replace=true" : ""}`, { map: this.data() });
      this.keep({ text, name });
      toast(`${name} is saved.`);
      if (!play) return;
      const saved = stored("hegemon.newgame");
      localStorage.setItem("hegemon.newgame", JSON.stringify({ ...saved, map: name, rules: "", hide: null, seats: null }));
      await playAtOnce();
    } catch (error) { toast(error.message, "bad"); }
  }

  async mayReplace() {
    const sure = await ask("Replace the other map?", h("p", {}, `Another map that was drawn here is called “${this.map.name}”. Games that were played on it stay.`), [["Choose another name", false], ["Replace it", true, "primary"]]);
    if (!sure) this.tools.querySelector("input").focus();
    return sure;
  }

  download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(this.data(), null, 1)], { type: "application/json" })), download: `${this.map.name.replaceAll(/[^\w-]+/g, "-")}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    this.keep({ ...this.kept, text: this.text });
  }

  // --- changes -------------------------------------------------------------------------------------------------

  data() { const { hash, ...rest } = this.map; return rest; }

  changed() {
    this.touched();
    this.draw();
  }

  // What was typed has changed: the other fields stay as they are, so that the next one keeps the focus.
  touched() {
    this.steps.add(this.text);
    [this.back.disabled, this.forth.disabled] = [!this.steps.back, !this.steps.forth];
    localStorage.setItem(KEY, this.text);
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
    const { text } = this;
    const found = await api("/maps/check", { map: this.data() }).catch((error) => ({ problems: [{ severity: "error", text: error.message }], board: null }));
    if (text !== this.text) return;
    this.canvas.setGround(found.ground ?? null);
    this.tell(found);
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

  key(event) {
    if (event.target.matches?.("input, select, textarea") || document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); this.step(event.shiftKey ? 1 : -1); }
    else if (event.key === "Delete" && this.chosen !== null) this.remove(this.chosen);
  }
}

// A map whose links and groups name territories by number, as the editor needs it, without outlines of its own.
function numbered(map) {
  const number = Object.fromEntries(map.territories.map((t, i) => [t.name, i])), of = (one) => number[one] ?? one;
  const groups = map.groups.map(({ alias, members, ...group }) => ({ ...group, members: members.map(of) }));
  const territories = map.territories.map(({ polygon, ...territory }) => territory);
  return { ...map, territories, links: map.links.map((link) => link.map(of)), groups };
}
