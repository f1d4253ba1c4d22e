// Places names on the board: no name covers a number or another name. A name that fits nowhere is left out; it is still
// shown when one points at its territory.

const SIZES = [1, 0.88, 0.78];
const FONT = "600 100px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const LINE = 1.05; // height of a line, in sizes of the text
let pen = null;

// The width of a text of size 1.
function widthOf(text) {
  pen ??= Object.assign(document.createElement("canvas").getContext("2d"), { font: FONT });
  return pen.measureText(text).width / 100;
}

// The same name, shorter and shorter, each with what it costs to read it.
function forms(name) {
  const words = name.split(" "), last = words.at(-1), found = [[[name], 0]];
  if (words.length > 1) {
    const half = words.map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]).slice(0, -1);
    found.push([half.sort((a, b) => Math.max(a[0].length, a[1].length) - Math.max(b[0].length, b[1].length))[0], 0.5]);
    found.push([[[...words.slice(0, -1).map((word) => (word.length > 3 ? `${word[0]}.` : word)), last].join(" ")], 4]);
  }
  if (name.length > 8) found.push([[`${name.slice(0, 6).trimEnd()}.`], 6]);
  return found.map(([lines, cost]) => ({ lines, cost, wide: Math.max(...lines.map(widthOf)) }));
}

const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

// Boxes are [left, top, right, bottom]. names: [{name, at, radius}]; size: of the text; view: what can be seen.
// For each name where it stands: {lines, size, x, y, box}, or null.
export function placeNames(names, size, view, kept = []) {
  const frame = [view[0], view[1], view[0] + view[2], view[1] + view[3]];
  const discs = names.map(({ at: [x, y], radius: r }) => [x - r, y - r, x + r, y + r]);
  const options = names.map(({ name, at, radius }) => candidates(name, at, radius, size));
  const gap = names.map(({ at }, i) => Math.min(...names.map((other, j) => (i === j ? Infinity : Math.hypot(other.at[0] - at[0], other.at[1] - at[1])))));
  const order = names.map((_, i) => i).sort((a, b) => gap[a] - gap[b]), placed = names.map(() => null);
  for (let sweep = 0; sweep < 3; sweep++) {
    for (const i of order) {
      const free = ({ box }) => box[0] >= frame[0] && box[1] >= frame[1] && box[2] <= frame[2] && box[3] <= frame[3] && !discs.some((disc) => meets(box, disc))
        && !placed.some((other, j) => other && j !== i && meets(box, other.box)) && !kept.some((other) => meets(box, other));
      placed[i] = options[i].find(free) ?? null;
    }
  }
  return placed;
}

function candidates(name, [x, y], r, usual) {
  const found = [], gap = 0.12 * usual;
  for (const { lines, cost, wide } of forms(name)) {
    SIZES.forEach((scale, shrunk) => {
      const size = scale * usual, w = wide * size, high = LINE * size * lines.length;
      const spots = [[x, y + r + gap, 0], [x, y - r - gap - high, 0.6], [x + r + gap + w / 2, y - high / 2, 0.9], [x - r - gap - w / 2, y - high / 2, 1],
        [x + 0.7 * r + w / 2, y + 0.7 * r + gap / 2, 1.4], [x - 0.7 * r - w / 2, y + 0.7 * r + gap / 2, 1.5], [x + 0.7 * r + w / 2, y - 0.7 * r - high, 1.6], [x - 0.7 * r - w / 2, y - 0.7 * r - high, 1.7]];
      for (const [middle, top, far] of spots) found.push({ lines, size, x: middle, y: top, cost: cost + far + 1.1 * shrunk, box: [middle - w / 2, top, middle + w / 2, top + high] });
    });
  }
  return found.sort((a, b) => a.cost - b.cost);
}

// The height of each line's baseline.
export const baselines = ({ lines, size, y }) => lines.map((_, i) => y + size * (0.83 + i * LINE));

// A place for a text of one line near a point that covers nothing; null if there is none.
export function clearOf(text, [x, y], size, boxes, view) {
  const half = 1.12 * widthOf(text) * size / 2;
  const box = (dx, dy) => [x + dx - half, y + dy - 0.9 * size, x + dx + half, y + dy + 0.3 * size];
  for (const dy of [0, -1.2, 1.2, -2.4, 2.4, -3.6, 3.6]) {
    for (const dx of [0, -3, 3]) {
      const own = box(dx * size, dy * size), inside = own[0] > view[0] && own[2] < view[0] + view[2];
      if (inside && !boxes.some((other) => meets(own, other))) return { x: x + dx * size, y: y + dy * size, box: own };
    }
  }
  return null;
}
