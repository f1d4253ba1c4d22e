// Arrows with numbers and notes beside tokens, placed so that they cover little.

import { s } from "./dom.js";

const HIDES = 4; // what it costs to cover the number of a territory, or another label

export class Overlay {
  constructor(board) { Object.assign(this, { board, notes: [], plates: [] }); }

  // notes: {territory: text beside the token}
  showNotes(notes, optional) {
    this.notes = [];
    this.board.layers.marks.replaceChildren(...Object.entries(notes).flatMap(([t, text]) => this.note(+t, text, optional)));
  }

  note(t, text, optional) {
    const { unit, radii, places } = this.board, size = 12.5 * unit, wide = (text.length * 0.6 + 1) * size, r = radii[t], [x, y] = places[t];
    const [dx, dy] = [0.6 * r + wide / 2, 1.05 * r], high = 0.75 * size;
    const spots = [[dx, -dy], [-dx, -dy], [dx, dy], [-dx, dy], [0, -r - high], [0, r + high]].map(([a, b]) => [x + a, y + b]);
    const [best, cost] = this.clearest(spots, wide / 2, high, t);
    if (optional && cost >= HIDES) return [];
    this.notes.push([...best, wide / 2]);
    return [s("g", { class: "note", transform: `translate(${best[0]} ${best[1]})` },
      s("rect", { x: -wide / 2, y: -0.75 * size, width: wide, height: 1.5 * size, rx: 0.7 * size }),
      s("text", { dy: ".36em", "font-size": size }, text))];
  }

  // arrows: [{source, target, label, kind, weight, seat, optional}]; an optional label is left out where it would cover another
  showArrows(list) {
    this.plates = [];
    this.board.layers.plates.replaceChildren();
    this.board.layers.arrows.replaceChildren(...list.map((arrow) => this.arrow(arrow)));
  }

  arrow({ source, target, label = "", kind = "", weight = 1, seat, optional }) {
    const [p, q] = this.ends(source, target), bend = curve(p, q), wide = (3 + 4 * weight) * this.board.unit;
    if (label) this.label(label, p, bend, q, optional);
    return s("g", { class: `arrow ${kind} ${seat === undefined ? "" : `p${seat}`}` },
      s("path", { class: "shaft", d: `M${p} Q${bend} ${q}`, "stroke-width": wide, "marker-end": "url(#head)" }));
  }

  // The number of an arrow, at the place on it where it covers least.
  label(text, p, bend, q, optional) {
    const size = 13 * this.board.unit, half = (text.length * 0.58 + 0.9) * size / 2, high = 0.75 * size;
    const at = (t) => [0, 1].map((i) => (1 - t) ** 2 * p[i] + 2 * t * (1 - t) * bend[i] + t ** 2 * q[i]);
    const long = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1, side = [-(q[1] - p[1]) / long, (q[0] - p[0]) / long];
    const points = [0, 1, -1, 2, -2].flatMap((aside) => [0.5, 0.4, 0.6, 0.3, 0.7].map((t) => at(t).map((v, i) => v + 0.8 * aside * high * side[i])));
    const [[x, y], cost] = this.clearest(points, half, high);
    if (optional && cost >= HIDES) return;
    this.plates.push([x, y, half]);
    this.board.layers.plates.append(s("rect", { class: "plate", x: x - half, y: y - high, width: 2 * half, height: 2 * high, rx: high }),
      s("text", { x, y, dy: ".36em", "font-size": size }, text));
  }

  // Of these middles of a box, the first that covers least, and the cost of it.
  clearest(points, wide, high, own = -1) {
    const { places, radii, nameBoxes } = this.board, others = [...this.notes, ...this.plates];
    const cost = ([x, y]) => HIDES * places.filter(([a, b], t) => t !== own && Math.abs(a - x) < wide + 0.8 * radii[t] && Math.abs(b - y) < high + 0.8 * radii[t]).length
      + HIDES * others.filter(([a, b, w]) => Math.abs(a - x) < wide + w && Math.abs(b - y) < 2 * high).length
      + (nameBoxes ?? []).filter(([left, top, right, bottom]) => x + wide > left && x - wide < right && y + high > top && y - high < bottom).length;
    return points.map((point) => [point, cost(point)]).reduce((least, next) => (next[1] < least[1] ? next : least));
  }

  ends(source, target) {
    const { places, radii, unit } = this.board, p = places[source], q = places[target];
    const long = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    const ux = (q[0] - p[0]) / long, uy = (q[1] - p[1]) / long, [r, end] = [radii[source], radii[target] + 7 * unit];
    return [[p[0] + ux * r, p[1] + uy * r], [q[0] - ux * end, q[1] - uy * end]];
  }
}

const curve = (p, q) => [(p[0] + q[0]) / 2 - (q[1] - p[1]) * 0.12, (p[1] + q[1]) / 2 + (q[0] - p[0]) * 0.12];
