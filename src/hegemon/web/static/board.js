// The board as SVG. It draws what it is told and reports clicks and drags; it knows no rules.

import { h, s } from "./dom.js";

const path = (rings) => rings.map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join("L")}Z`).join("");
const line = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
export const ownerClass = (owner) => (owner >= 0 ? `p${owner}` : owner === -1 ? "neutral" : "fog");

export class Board {
  // handlers: tap(territory, event), drag(source, target), grab(territory) -> whether a drag may begin there, hover(territory)
  constructor(map, handlers = {}, options = {}) {
    Object.assign(this, { map, handlers, owners: [], armies: [], seats: [] });
    this.small = options.small ?? false;
    const box = map.box;
    this.unit = Math.max(box[2], box[3]) / 1000;
    this.radius = this.tokenRadius();
    this.layers = Object.fromEntries(["land", "lines", "marks", "arrows", "names", "tokens", "fx"].map((name) => [name, s("g", { class: name })]));
    this.svg = s("svg", { class: `board${this.small ? " small" : ""}`, viewBox: box.join(" "), role: this.small ? "img" : "group", "aria-label": `Map ${map.name}` },
      defs(this.unit), Object.values(this.layers));
    this.draw();
    if (!this.small) this.listen();
  }

  tokenRadius() {
    const at = this.map.territories.map((t) => t.at);
    let nearest = Infinity;
    for (let i = 0; i < at.length; i++) for (let j = 0; j < i; j++) nearest = Math.min(nearest, Math.hypot(at[i][0] - at[j][0], at[i][1] - at[j][1]));
    return Math.max(10 * this.unit, Math.min(24 * this.unit, 0.42 * nearest));
  }

  draw() {
    const { land, lines, names, tokens } = this.layers;
    this.lands = this.map.territories.map((t, number) => {
      const shape = t.rings ? s("path", { d: path(t.rings) }) : s("circle", { cx: t.at[0], cy: t.at[1], r: 1.9 * this.radius });
      shape.setAttribute("class", "area neutral");
      shape.dataset.t = number;
      land.append(shape);
      return shape;
    });
    for (const [a, b] of this.map.bridges ?? this.map.links) {
      lines.append(s("path", { class: "bridge", d: this.linkPath(a, b) }));
    }
    for (const border of this.map.borders ?? []) lines.append(s("path", { class: `border g${border.group % 8}`, d: line(border.line) }));
    this.tokens = this.map.territories.map((t, number) => {
      const group = s("g", { class: "token", transform: `translate(${t.at[0]} ${t.at[1]})` },
        s("circle", { r: this.radius }), s("text", { dy: ".35em", "font-size": 1.15 * this.radius }, ""));
      group.dataset.t = number;
      if (!this.small) { group.setAttribute("role", "button"); group.setAttribute("tabindex", number ? -1 : 0); }
      tokens.append(group);
      return group;
    });
    if (!this.small) this.names = this.map.territories.map((t) => {
      const text = s("text", { x: t.at[0], y: t.at[1] + this.radius + 11.5 * this.unit, "font-size": 11.5 * this.unit }, t.name);
      names.append(text);
      return text;
    });
  }

  linkPath(a, b) {
    const [p, q] = [this.map.territories[a].at, this.map.territories[b].at];
    const width = this.map.box[2];
    if (Math.abs(p[0] - q[0]) > 0.72 * width) { // around the edge of the map
      const [left, right] = p[0] < q[0] ? [p, q] : [q, p];
      return `M${left} L${this.map.box[0]} ${(left[1] + right[1]) / 2} M${right} L${this.map.box[0] + width} ${(left[1] + right[1]) / 2}`;
    }
    return `M${p} L${q}`;
  }

  // --- what is shown ---------------------------------------------------------------------------------------

  show(owners, armies) {
    owners.forEach((owner, t) => this.set(t, owner, armies[t]));
  }

  set(t, owner, armies) {
    if (this.owners[t] !== owner) {
      this.lands[t].setAttribute("class", `area ${ownerClass(owner)}`);
      this.tokens[t].setAttribute("class", `token ${ownerClass(owner)}`);
      this.remark(t);
    }
    if (this.armies[t] !== armies) this.tokens[t].lastChild.textContent = armies < 0 ? "?" : armies;
    this.owners[t] = owner;
    this.armies[t] = armies;
    this.describe(t);
  }

  describe(t) {
    if (this.small) return;
    const owner = this.owners[t], who = owner >= 0 ? this.seats[owner]?.name ?? `seat ${owner + 1}` : owner === -1 ? "neutral" : "hidden";
    const many = this.armies[t] < 0 ? "armies hidden" : `${this.armies[t]} armies`;
    this.tokens[t].setAttribute("aria-label", `${this.map.territories[t].name}, ${who}, ${many}${this.extra?.[t] ? `, ${this.extra[t]}` : ""}`);
  }

  // marks: {territory: "source" | "target" | "can" | ...}; notes: {territory: text beside the token}
  mark(marks, notes = {}) {
    this.marks = marks;
    this.tokens.forEach((_, t) => this.remark(t));
    this.layers.marks.replaceChildren(...Object.entries(notes).map(([t, text]) => this.note(+t, text)));
  }

  remark(t) {
    for (const node of [this.lands[t], this.tokens[t]]) {
      for (const name of ["can", "source", "target", "chosen", "dim"]) node.classList.toggle(name, this.marks?.[t]?.split(" ").includes(name) ?? false);
    }
  }

  note(t, text) {
    const [x, y] = this.map.territories[t].at, size = 12.5 * this.unit, wide = (text.length * 0.6 + 1) * size;
    return s("g", { class: "note", transform: `translate(${x} ${y - this.radius - 0.72 * size})` },
      s("rect", { x: -wide / 2, y: -0.75 * size, width: wide, height: 1.5 * size, rx: 0.7 * size }),
      s("text", { dy: ".36em", "font-size": size }, text));
  }

  // arrows: [{source, target, label, kind, weight, seat}]
  arrows(list) {
    this.layers.arrows.replaceChildren(...list.map((arrow) => this.arrow(arrow)));
  }

  arrow({ source, target, label = "", kind = "", weight = 1, seat }) {
    const [p, q] = this.ends(source, target);
    const bend = this.curve(p, q);
    const wide = (3 + 4 * weight) * this.unit;
    const group = s("g", { class: `arrow ${kind} ${seat === undefined ? "" : `p${seat}`}` },
      s("path", { class: "shaft", d: `M${p} Q${bend} ${q}`, "stroke-width": wide, "marker-end": "url(#head)" }));
    if (label) {
      const x = (p[0] + 2 * bend[0] + q[0]) / 4, y = (p[1] + 2 * bend[1] + q[1]) / 4, size = 13 * this.unit;
      const half = (label.length * 0.58 + 0.9) * size / 2;
      group.append(s("rect", { class: "plate", x: x - half, y: y - 0.75 * size, width: 2 * half, height: 1.5 * size, rx: 0.75 * size }),
        s("text", { x, y, dy: ".36em", "font-size": size }, label));
    }
    return group;
  }

  ends(source, target) {
    const p = this.map.territories[source].at, q = this.map.territories[target].at;
    const long = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1, r = this.radius;
    const ux = (q[0] - p[0]) / long, uy = (q[1] - p[1]) / long;
    return [[p[0] + ux * r, p[1] + uy * r], [q[0] - ux * (r + 8 * this.unit), q[1] - uy * (r + 8 * this.unit)]];
  }

  curve(p, q) {
    return [(p[0] + q[0]) / 2 - (q[1] - p[1]) * 0.12, (p[1] + q[1]) / 2 + (q[0] - p[0]) * 0.12];
  }

  // --- what is done on it ------------------------------------------------------------------------------------

  listen() {
    const at = (event) => {
      const node = event.target.closest?.("[data-t]");
      return node ? +node.dataset.t : null;
    };
    let from = null, ghost = null, dragged = false;
    this.svg.addEventListener("pointerdown", (event) => {
      const t = at(event);
      dragged = false;
      if (t !== null && event.button === 0 && this.handlers.grab?.(t)) from = t;
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (from === null) return this.handlers.hover?.(at(event));
      const point = this.point(event), start = this.map.territories[from].at;
      if (!dragged && Math.hypot(point[0] - start[0], point[1] - start[1]) < 1.3 * this.radius) return;
      if (!dragged) { dragged = true; this.handlers.lift?.(from); }
      ghost?.remove();
      ghost = s("path", { class: "ghost", d: `M${start} L${point}`, "stroke-width": 5 * this.unit, "marker-end": "url(#head)" });
      this.layers.fx.append(ghost);
    });
    const stop = (event) => {
      if (from === null) return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-t]");
      if (dragged && under && +under.dataset.t !== from) this.handlers.drag?.(from, +under.dataset.t);
      from = null;
      ghost?.remove();
      ghost = null;
    };
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
    this.unlisten = () => { removeEventListener("pointerup", stop); removeEventListener("pointercancel", stop); };
    this.svg.addEventListener("click", (event) => {
      const t = at(event);
      if (dragged) { dragged = false; return; }
      if (t !== null) this.handlers.tap?.(t, event); else this.handlers.away?.();
    });
    this.svg.addEventListener("contextmenu", (event) => {
      const t = at(event);
      if (t !== null && this.handlers.tap) { event.preventDefault(); this.handlers.tap(t, event); }
    });
    this.svg.addEventListener("keydown", (event) => this.key(event, at(event)));
  }

  key(event, t) {
    if (t === null) return;
    if (event.key === "Enter") { event.preventDefault(); event.stopPropagation(); this.handlers.tap?.(t, event); return; }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const here = this.map.territories[t].at;
    let best = null, least = Infinity;
    this.map.territories.forEach(({ at }, other) => {
      const dx = at[0] - here[0], dy = at[1] - here[1], along = dx * step[0] + dy * step[1];
      const cost = Math.hypot(dx, dy) + 1.5 * Math.abs(dx * step[1] + dy * step[0]);
      if (other !== t && along > 0 && cost < least) { least = cost; best = other; }
    });
    if (best !== null) this.focus(best);
  }

  focus(t) {
    this.tokens.forEach((token, other) => token.setAttribute("tabindex", other === t ? 0 : -1));
    this.tokens[t].focus();
  }

  point(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [place.x, place.y];
  }
}

const defs = (unit) => s("defs", {},
  s("marker", { id: "head", viewBox: "0 0 10 10", refX: 5, refY: 5, markerWidth: 3, markerHeight: 3, orient: "auto-start-reverse" },
    s("path", { d: "M0 0 10 5 0 10z", fill: "context-stroke" })),
  s("pattern", { id: "mist", width: 9 * unit, height: 9 * unit, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { class: "mist", width: 9 * unit, height: 9 * unit }), s("rect", { class: "mist2", width: 4 * unit, height: 9 * unit })));

export const legend = (map, owners) => h("ul", { class: "groups" }, map.groups.map((group) => {
  const held = new Set(group.members.map((t) => owners[t]));
  const owner = held.size === 1 ? [...held][0] : -1;
  return h("li", { class: owner >= 0 ? `held ${ownerClass(owner)}` : "" }, group.name, " ", h("b", {}, `+${group.value}`.replace("+-", "−")));
}));
