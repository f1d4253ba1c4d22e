// The board as SVG. It draws what it is told and reports clicks and drags; it knows no rules.

import { armies as many, h, s } from "./dom.js";
import { baselines, clearOf, placeNames } from "./labels.js";
import { Overlay } from "./overlay.js";
import { listen } from "./pointer.js";

export const ownerClass = (owner) => (owner >= 0 ? `p${owner}` : owner === -1 ? "neutral" : "fog");

export class Board {
  // handlers: see pointer.js
  constructor(map, handlers = {}, options = {}) {
    Object.assign(this, { map, handlers, owners: [], armies: [], seats: [], places: map.territories.map((t) => t.anchor) });
    this.small = options.small ?? false;
    this.empty = options.empty ?? false;
    this.unit = 1;
    const names = ["sea", "land", "lines", "arrows", "names", "plates", "tokens", "marks", "fx"];
    this.layers = Object.fromEntries(names.map((name) => [name, s("g", { class: name })]));
    this.svg = s("svg", { class: `board${this.small ? " small" : ""}${this.empty ? " empty" : ""}`, viewBox: map.view.join(" "), role: this.small ? "img" : "group", "aria-label": `Map ${map.name}` },
      defs(), Object.values(this.layers));
    this.overlay = new Overlay(this);
    this.draw();
    this.fit(options.width ?? 1000);
    this.width = 0; // as long as it is not on the page
    if (!this.small) this.unlisten = listen(this);
    this.observer = new ResizeObserver(() => this.fit(this.svg.getScreenCTM()?.a * 1000));
    this.observer.observe(this.svg);
  }

  // Numbers stay readable at every width: tokens and text have a least size in pixels.
  fit(width) {
    if (!(width > 0) || Math.abs(width - this.width) < 2) return;
    this.width = width;
    this.unit = Math.max(1, 820 / width);
    const least = (this.small ? 5 : 9.5) * 1000 / width;
    const usual = Math.min(21, 0.5 * this.map.room);
    this.radii = this.map.territories.map((t) => Math.max(least, Math.min(usual, 0.85 * t.room)));
    this.tokens.forEach((token, t) => {
      token.firstChild.setAttribute("r", this.radii[t]);
      token.children[1].setAttribute("font-size", 1.15 * this.radii[t]);
    });
    if (this.names && this.svg.isConnected) { clearTimeout(this.naming); this.naming = setTimeout(() => this.name()); } // the board comes first
    this.svg.classList.toggle("narrow", width < 480);
    this.arrows(this.shownArrows ?? []);
    this.mark(this.marks ?? {}, this.notes ?? {}, this.optional);
  }

  draw() {
    const { map, layers } = this;
    layers.sea.append(s("path", { class: "shallows", d: map.coasts }), ...map.routes.map((route) => s("path", { class: "route", d: route.path })));
    this.lands = map.territories.map((t, number) => {
      const shape = s("path", { class: `area c${t.colour % 8} neutral`, d: t.path, "data-t": number }, this.small ? "" : s("title", {}, t.name));
      layers.land.append(shape);
      return shape;
    });
    layers.lines.append(s("path", { class: "edge", d: map.borders }), s("path", { class: "front", d: map.fronts }), s("path", { class: "coast", d: map.coasts }),
      ...map.groups.map((group) => s("path", { class: `group c${group.colour % 8}`, d: group.path })));
    if (!this.small || this.empty) layers.lines.append(...map.groups.map((group) =>
      s("text", { class: `groupname c${group.colour % 8}`, x: group.label[0], y: group.label[1] }, `${group.name} ${group.value >= 0 ? "+" : ""}${group.value}`)));
    this.tokens = (this.empty ? [] : map.territories).map((t, number) => {
      const group = s("g", { class: "token neutral", transform: `translate(${t.anchor})`, "data-t": number },
        s("circle", { r: 10 }), s("text", { dy: ".35em" }, ""), this.small ? "" : s("title", {}, t.name));
      if (!this.small) { group.setAttribute("role", "button"); group.setAttribute("tabindex", number ? -1 : 0); }
      layers.tokens.append(group);
      return group;
    });
    if (!this.small) this.names = layers.names;
  }

  // Names of territories, then those of groups, where they cover nothing.
  name() {
    const { map, radii } = this, discs = this.places.map(([x, y], t) => [x - radii[t], y - radii[t], x + radii[t], y + radii[t]]);
    const placed = placeNames(map.territories.map((t, number) => ({ name: t.name, at: this.places[number], radius: radii[number] + 1.5 })), 11 * this.unit, map.view);
    this.names.replaceChildren(...placed.map((found, t) => (found === null
      ? s("text", { class: "crowded", x: this.places[t][0], y: this.places[t][1] + radii[t] + 8.5 * this.unit, "font-size": 8.5 * this.unit }, map.territories[t].name)
      : s("text", { "font-size": found.size }, baselines(found).map((y, line) => s("tspan", { x: found.x, y }, found.lines[line]))))));
    this.nameBoxes = placed.flatMap((found) => (found ? [found.box] : []));
    const boxes = [...discs, ...this.nameBoxes];
    this.layers.lines.querySelectorAll(".groupname").forEach((node, number) => {
      const found = clearOf(node.textContent.toUpperCase(), map.groups[number].label, 13, boxes, map.view);
      node.classList.toggle("crowded", found === null);
      if (!found) return;
      boxes.push(found.box);
      node.setAttribute("x", found.x);
      node.setAttribute("y", found.y);
    });
  }

  // --- what is shown ---------------------------------------------------------------------------------------

  show(owners, armies) {
    owners.forEach((owner, t) => this.set(t, owner, armies[t]));
  }

  set(t, owner, armies) {
    if (this.owners[t] !== owner) {
      this.lands[t].setAttribute("class", `area c${this.map.territories[t].colour % 8} ${ownerClass(owner)}`);
      this.tokens[t].setAttribute("class", `token ${ownerClass(owner)}`);
      this.remark(t);
    }
    if (this.armies[t] !== armies) this.tokens[t].children[1].textContent = armies < 0 ? "?" : armies;
    this.owners[t] = owner;
    this.armies[t] = armies;
    this.describe(t);
  }

  describe(t) {
    if (this.small) return;
    const owner = this.owners[t], who = owner >= 0 ? this.seats[owner]?.name ?? `seat ${owner + 1}` : owner === -1 ? "neutral" : "hidden";
    const force = this.armies[t] < 0 ? "armies hidden" : many(this.armies[t]);
    this.tokens[t].setAttribute("aria-label", `${this.map.territories[t].name}, ${who}, ${force}${this.extra?.[t] ? `, ${this.extra[t]}` : ""}`);
  }

  // marks: {territory: "source" | "target" | "can" | ...}; notes: {territory: text beside the token}
  mark(marks, notes = {}, optional = false) {
    Object.assign(this, { marks, notes, optional });
    this.tokens.forEach((_, t) => this.remark(t));
    this.overlay.showNotes(notes, optional);
  }

  remark(t) {
    for (const node of [this.lands[t], this.tokens[t]]) {
      for (const name of ["can", "source", "target", "chosen", "dim"]) node.classList.toggle(name, this.marks?.[t]?.split(" ").includes(name) ?? false);
    }
  }

  // arrows: see overlay.js
  arrows(list) {
    this.shownArrows = list;
    this.overlay.showArrows(list);
  }
}

const defs = () => s("defs", {},
  s("marker", { id: "head", viewBox: "0 0 10 10", refX: 5, refY: 5, markerWidth: 3, markerHeight: 3, orient: "auto-start-reverse" },
    s("path", { d: "M0 0 10 5 0 10z", fill: "context-stroke" })),
  s("pattern", { id: "mist", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { class: "mist", width: 9, height: 9 }), s("rect", { class: "mist2", width: 4, height: 9 })));

export const legend = (map, owners) => h("ul", { class: "groups" }, map.groups.map((group) => {
  const held = new Set(group.members.map((t) => owners[t]));
  const owner = held.size === 1 ? [...held][0] : -1;
  return h("li", { class: owner >= 0 ? `held ${ownerClass(owner)}` : "" }, group.name, " ", h("b", {}, `+${group.value}`.replace("+-", "−")));
}));
