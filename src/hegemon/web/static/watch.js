// Watch agents play, several games at once.

import { h, stored, toast } from "./dom.js";
import { api } from "./net.js";
import { Board } from "./board.js";
import { pick } from "./looks.js";
import { Reel } from "./reel.js";

const KEY = "hegemon.watch";
const SPEEDS = [["½×", 0.5], ["1×", 1], ["2×", 2], ["5×", 5], ["As they play", 0]];
const PACE = { simultaneous: 1200, classic: 250 }; // milliseconds of a step: a whole turn, or one decision

export async function show(main) {
  const [choices, { games }] = await Promise.all([api("/choices"), api("/games?most=60")]);
  const wall = new Wall();
  const running = games.filter((game) => !game.over && !game.people);
  main.append(h("div", { class: "page stack" }, h("h1", {}, "Watch agents play"), form(choices, (id) => wall.add(id, true)), pick("Speed", SPEEDS, wall.speed, (speed) => wall.set(speed)), wall.node));
  for (const game of running.slice(0, 6)) await wall.add(game.id).catch(() => {});
  return () => wall.close();
}

function form(choices, started) {
  const value = { family: "simultaneous", map: "italy", first: 4, second: 1, many: 2 };
  const node = h("section", { class: "card stack" });
  const levels = () => choices.levels.filter((level) => level.family === value.family);
  const seat = (label, name) => pick(label, levels().map((level, i) => [level.name, i, `${level.agent}: ${level.about}`]), Math.min(value[name], levels().length - 1), (i) => { value[name] = i; });
  const draw = () => node.replaceChildren(
    pick("Game", [["Simultaneous", "simultaneous"], ["Classic", "classic"]], value.family, (family) => { value.family = family; value.map = family === "classic" ? "classic" : "italy"; draw(); }),
    seat("First agent", "first"), seat("Second agent", "second"),
    h("div", { class: "row" }, h("label", { class: "field" }, "Map", h("select", { onchange: (event) => { value.map = event.target.value; } }, choices.maps.map((name) => h("option", { selected: name === value.map }, name)))),
      h("label", { class: "field" }, "Games", h("select", { onchange: (event) => { value.many = +event.target.value; } }, [1, 2, 3, 4, 6].map((n) => h("option", { selected: n === value.many }, n)))),
      h("button", { class: "primary big", onclick: begin }, "Start")));
  const begin = async () => {
    const pair = [value.first, value.second].map((i) => levels()[i] ?? levels().at(-1)), rules = value.family === "classic" ? "classic(setup_place=random)" : "soares2025";
    try {
      for (let n = 0; n < value.many; n++) {
        const seats = (n % 2 ? [...pair].reverse() : pair).map((level) => ({ agent: level.agent, level: level.name }));
        const made = await api("/games", { map: value.map, rules, seats, seconds: Math.max(...pair.map((level) => level.seconds)) });
        await started(made.id);
      }
    } catch (error) { toast(error.message, "bad"); }
  };
  draw();
  return node;
}

class Wall {
  constructor() {
    Object.assign(this, { cells: [], speed: stored(KEY).speed ?? 1 });
    this.node = h("div", { class: "gallery wall" });
  }

  set(speed) {
    this.speed = speed;
    localStorage.setItem(KEY, JSON.stringify({ speed }));
    for (const cell of this.cells) cell.go();
  }

  // A fresh game is shown from its start, another one as it stands.
  async add(id, fresh = false) {
    const [info, film] = await Promise.all([api(`/games/${id}`), api(`/games/${id}/film`)]);
    const cell = new Cell(id, info, film, fresh, this);
    this.cells.push(cell);
    this.node.prepend(cell.node);
  }

  close() { for (const cell of this.cells) cell.close(); }
}

// One game, step by step at the speed of the wall.
class Cell {
  constructor(id, info, film, fresh, wall) {
    Object.assign(this, { info, wall, at: 0 });
    this.board = new Board(info.map, {}, { small: true, width: 330 });
    this.told = h("p", { class: "soft" }, "…");
    const names = h("h2", {}, info.agents.map((name, seat) => h("span", { class: `p${seat} row`, title: info.specs[seat] }, h("span", { class: "swatch" }), name)));
    this.node = h("article", { class: "card stack" }, names, this.board.svg, this.told, h("a", { class: "button tiny", href: `/replay/${id}` }, "Open"));
    this.reel = new Reel(id, film, info.over, () => this.go());
    if (!fresh) this.at = this.reel.length;
    this.show();
    this.go();
  }

  // Go on if there is something to show; the next step has its time.
  go() {
    const { speed } = this.wall;
    if (!speed) { clearTimeout(this.timer); this.timer = null; this.at = this.reel.length; this.show(); return; }
    if (this.timer || this.at >= this.reel.length) { this.show(); return; }
    this.timer = setTimeout(() => { this.timer = null; this.at++; this.show(); this.go(); }, PACE[this.info.family] / speed);
  }

  show() {
    const { owners, armies } = this.reel.positions[this.at], { turn } = this.reel.frames[this.at - 1] ?? {};
    this.board.show(owners, armies);
    const ended = this.reel.over && this.at === this.reel.length ? `${this.reel.result?.text ?? ""} ` : "";
    this.told.textContent = `${ended}${turn ? `Turn ${turn}` : "Start"}`;
  }

  close() {
    clearTimeout(this.timer);
    this.board.observer.disconnect();
    this.reel.close();
  }
}
