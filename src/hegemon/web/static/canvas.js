// The drawing board of the editor: territories as discs on their land, links as lines, groups as colours.

import { s } from "./dom.js";

export class Canvas {
  constructor(editor) {
    this.editor = editor;
    this.svg = s("svg", { class: "board canvas", viewBox: "0 0 1000 700", role: "group", "aria-label": "Drawing board" });
    this.frame();
    let held = null, start = null, moved = false;
    this.svg.addEventListener("pointerdown", (event) => {
      const node = event.target.closest("[data-t]");
      held = node ? +node.dataset.t : null;
      [start, moved] = [this.point(event), false];
      if (held !== null) this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (held === null) return;
      const at = this.point(event);
      moved ||= Math.hypot(at[0] - start[0], at[1] - start[1]) > this.radius / 2;
      if (!moved) return;
      if (editor.mode === "add") { [editor.map.territories[held].x, editor.map.territories[held].y] = at.map(Math.round); this.draw(); editor.moving(); }
      else if (editor.mode === "link") this.draw([editor.map.territories[held], { x: at[0], y: at[1] }]);
    });
    this.svg.addEventListener("pointerup", (event) => {
      const at = this.point(event);
      if (held === null) { if (editor.mode === "add" && !event.target.closest("[data-t]")) editor.add(...at); return; }
      const from = held;
      held = null;
      if (!moved) return editor.tap(from);
      if (editor.mode !== "link") return editor.changed();
      const to = this.nearest(at);
      if (to !== null && to !== from) editor.link(from, to); else this.draw();
    });
  }

  // A box around the map, with room to draw.
  frame() {
    const places = this.editor.map?.territories ?? [];
    const xs = places.map((t) => t.x), ys = places.map((t) => t.y);
    const [left, right, top, bottom] = places.length > 1 ? [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)] : [0, 1000, 0, 700];
    const pad = (places.length < 10 ? 0.35 : 0.18) * Math.max(right - left, bottom - top, 1);
    const wide = right - left + 2 * pad, high = Math.max(bottom - top + 2 * pad, 0.55 * wide);
    this.svg.setAttribute("viewBox", `${left - pad} ${top - pad} ${wide} ${high}`);
    this.radius = 0.02 * Math.max(wide, high);
  }

  point(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [place.x, place.y];
  }

  nearest([x, y]) {
    let best = null, least = 2.5 * this.radius;
    this.editor.map.territories.forEach((t, number) => {
      const gap = Math.hypot(t.x - x, t.y - y);
      if (gap < least) [least, best] = [gap, number];
    });
    return best;
  }

  // The land as the server drew it; it has a place on the map for every territory.
  setGround(ground) {
    this.ground = ground?.areas.length === this.editor.map.territories.length ? ground : null;
    this.draw();
  }

  groundNode() {
    if (!this.ground) return s("g", { class: "ground" });
    const { place: [scale, x, y], areas, routes } = this.ground;
    return s("g", { class: "ground", transform: `scale(${1 / scale}) translate(${-x} ${-y})` },
      ...areas.map(({ path, colour }) => s("path", { class: colour < 0 ? "" : `c${colour % 8}`, d: path })), s("path", { class: "route", d: routes }));
  }

  draw(ghost) {
    const { map, chosen, group } = this.editor, r = this.radius;
    const home = (t) => this.ground?.areas[t]?.colour ?? map.groups.findIndex((one) => one.members.includes(t));
    this.svg.replaceChildren(this.groundNode(),
      ...map.links.filter(([a, b]) => map.territories[a] && map.territories[b]).map(([a, b]) => s("line", { class: "drawnlink", x1: map.territories[a].x, y1: map.territories[a].y, x2: map.territories[b].x, y2: map.territories[b].y, "stroke-width": 0.22 * r })),
      ghost ? s("line", { class: "ghost", x1: ghost[0].x, y1: ghost[0].y, x2: ghost[1].x, y2: ghost[1].y, "stroke-width": 0.3 * r }) : "",
      ...map.territories.map((t, number) => s("g", { class: `spot ${home(number) < 0 ? "" : `c${home(number) % 8}`} ${number === chosen ? "chosen" : ""} ${this.editor.mode === "group" && map.groups[group]?.members.includes(number) ? "inside" : ""}`, "data-t": number, transform: `translate(${t.x} ${t.y})` },
        s("circle", { r, "stroke-width": 0.15 * r }), s("text", { y: 1.9 * r, "font-size": 0.85 * r }, t.name))));
  }
}
