// What is done on a board: clicks, drags and keys.

import { s } from "./dom.js";

const at = (event) => {
  const node = event.target.closest?.("[data-t]");
  return node ? +node.dataset.t : null;
};

// handlers: tap(territory, event), drag(source, target), grab(territory) -> whether a drag may begin there, lift, away.
// Returns a function that ends it.
export function listen(board) {
  const { svg, handlers } = board;
  let from = null, ghost = null, dragged = false;
  svg.addEventListener("pointerdown", (event) => {
    const t = at(event);
    dragged = false;
    if (t !== null && event.button === 0 && handlers.grab?.(t)) from = t;
  });
  svg.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const point = place(board, event), start = board.places[from];
    if (!dragged && Math.hypot(point[0] - start[0], point[1] - start[1]) < 1.3 * board.radii[from]) return;
    if (!dragged) { dragged = true; handlers.lift?.(from); }
    ghost?.remove();
    ghost = s("path", { class: "ghost", d: `M${start} L${point}`, "stroke-width": 5 * board.unit, "marker-end": "url(#head)" });
    board.layers.fx.append(ghost);
  });
  const stop = (event) => {
    if (from === null) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-t]");
    if (dragged && under && +under.dataset.t !== from) handlers.drag?.(from, +under.dataset.t);
    from = null;
    ghost?.remove();
    ghost = null;
  };
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
  svg.addEventListener("click", (event) => {
    const t = at(event);
    if (dragged) { dragged = false; return; }
    if (t !== null) handlers.tap?.(t, event); else handlers.away?.();
  });
  svg.addEventListener("contextmenu", (event) => {
    const t = at(event);
    if (t !== null && handlers.tap) { event.preventDefault(); handlers.tap(t, event); }
  });
  svg.addEventListener("keydown", (event) => key(board, event, at(event)));
  return () => { removeEventListener("pointerup", stop); removeEventListener("pointercancel", stop); };
}

function place(board, event) {
  const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.svg.getScreenCTM().inverse());
  return [found.x, found.y];
}

function key(board, event, t) {
  if (t === null) return;
  if (event.key === "Enter") { event.preventDefault(); event.stopPropagation(); board.handlers.tap?.(t, event); return; }
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const here = board.places[t];
  let best = null, least = Infinity;
  board.places.forEach((there, other) => {
    const dx = there[0] - here[0], dy = there[1] - here[1], along = dx * step[0] + dy * step[1];
    const cost = Math.hypot(dx, dy) + 1.5 * Math.abs(dx * step[1] + dy * step[0]);
    if (other !== t && along > 0 && cost < least) { least = cost; best = other; }
  });
  if (best !== null) focus(board, best);
}

function focus(board, t) {
  board.tokens.forEach((token, other) => token.setAttribute("tabindex", other === t ? 0 : -1));
  board.tokens[t].focus();
}
