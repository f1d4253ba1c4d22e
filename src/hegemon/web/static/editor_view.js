// The panels of the editor: tool, chosen territory, groups, and what the server says of the map.

import { Click, h, redraw } from "./dom.js";
import { Board } from "./board.js";
import { pick } from "./looks.js";

const HOW = {
  add: `${Click} the map for a new territory; drag a territory to move it.`,
  link: `${Click} two territories, or drag from one to the other: a link, or no link again.`,
  group: `Choose a group, then ${Click.toLowerCase()} its territories.`,
};

export class EditorView {
  draw() {
    this.canvas.draw();
    this.drawTools();
    this.drawDetails();
    this.drawGroups();
  }

  drawTools() {
    this.tools.replaceChildren(h("div", { class: "row nowrap" }, h("h2", { class: "grow" }, "Draw a map"), this.back, this.forth),
    h("label", { class: "field" }, "Name of the map", h("input", { type: "text", maxlength: 60, value: this.map.name, onchange: (event) => { this.map.name = event.target.value.trim() || "my map"; this.touched(); } })),
    pick("Tool", [["Territories", "add"], ["Links", "link"], ["Groups", "group"]], this.mode, (mode) => { this.mode = mode; this.chosen = null; redraw(this.tools, () => this.draw()); }), h("p", { class: "soft" }, HOW[this.mode]));
  }

  drawDetails() {
    const t = this.map.territories[this.chosen];
    this.details.hidden = !t;
    if (t) this.details.replaceChildren(h("label", { class: "field" }, "Name of the territory", h("input", { type: "text", maxlength: 60, value: t.name, onchange: (event) => { t.name = event.target.value.trim() || t.name; this.touched(); } })),
      h("button", { class: "tiny danger", onclick: () => this.remove(this.chosen) }, "Delete this territory"));
  }

  drawGroups() {
    this.groups.replaceChildren(h("h3", {}, "Bonus groups"), ...this.map.groups.map((group, g) => this.groupRow(group, g)),
      h("button", { class: "tiny", onclick: () => { this.map.groups.push({ name: `Group ${this.map.groups.length + 1}`, value: 2, members: [] }); this.group = this.map.groups.length - 1; this.mode = "group"; this.changed(); } }, "Add a group"));
  }

  groupRow(group, g) {
    return h("div", { class: "row nowrap" },
      h("input", { type: "radio", name: "group", "aria-label": `Choose group ${group.name}`, checked: g === this.group, onchange: () => { this.group = g; this.mode = "group"; redraw(this.groups, () => this.draw()); } }), h("span", { class: `swatch c${g % 8} groupswatch` }),
      h("input", { type: "text", class: "grow", "aria-label": "Name of the group", value: group.name, maxlength: 60, onchange: (event) => { group.name = event.target.value.trim() || group.name; this.touched(); } }),
      h("input", { type: "number", class: "short", "aria-label": "Bonus", value: group.value, onchange: (event) => { group.value = Math.round(+event.target.value) || 0; this.touched(); } }),
      h("button", { class: "tiny quiet", "aria-label": `Delete group ${group.name}`, onclick: () => { this.map.groups.splice(g, 1); this.group = 0; this.changed(); } }, "✕"));
  }

  // What the server says of the map.
  tell({ problems, board }) {
    const good = !problems.some((problem) => problem.severity === "error");
    this.told.replaceChildren(h("h3", {}, good ? "The map can be played" : "Not playable yet"),
      problems.length ? h("ul", { class: "log", tabindex: 0, "aria-label": "What is wrong" }, problems.map((problem) => h("li", { class: problem.severity === "error" ? "bad" : "soft" }, problem.text))) : "",
      h("div", { class: "row" }, h("button", { class: "primary", disabled: !good, onclick: () => this.save(true) }, "Save and play"), h("button", { disabled: !good, onclick: () => this.save(false) }, "Save")));
    this.preview.replaceChildren(h("h3", {}, "How it looks"), board ? new Board(board, {}, { small: true, empty: true, width: 320 }).svg : h("p", { class: "soft" }, "The picture appears when the map is playable."));
  }
}
