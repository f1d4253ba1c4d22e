// Watch agents play, several games at once.

import { h, toast } from "./dom.js";
import { api, Line } from "./net.js";
import { Board } from "./board.js";
import { pick } from "./looks.js";

export async function show(main) {
  const [choices, { games }] = await Promise.all([api("/choices"), api("/games?most=60")]);
  const wall = new Wall();
  const running = games.filter((game) => !game.over && !game.people);
  main.append(h("div", { class: "page stack" }, h("h1", {}, "Watch agents play"), form(choices, (id) => wall.add(id)), wall.node));
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
        const seats = (n % 2 ? [...pair].reverse() : pair).map((level) => ({ agent: level.agent }));
        const made = await api("/games", { map: value.map, rules, seats, seconds: Math.max(...pair.map((level) => level.seconds)) });
        await started(made.id);
      }
    } catch (error) { toast(error.message, "bad"); }
  };
  draw();
  return node;
}

class Wall {
  constructor() { this.lines = []; this.node = h("div", { class: "gallery wall" }); }

  async add(id) {
    const info = await api(`/games/${id}`);
    const board = new Board(info.map, {}, { small: true, width: 330 }), told = h("p", { class: "soft" }, "…");
    const names = h("h2", {}, info.agents.map((name, seat) => h("span", { class: `p${seat} row` }, h("span", { class: "swatch" }), name)));
    this.node.prepend(h("article", { class: "card stack" }, names, board.svg, told, h("a", { class: "button tiny", href: `/replay/${id}` }, "Open")));
    this.lines.push(new Line(id, (message) => {
      if (message.type !== "state") return;
      board.show(message.owners, message.armies);
      told.textContent = message.result ? `${message.result.text} Turn ${message.turn}.` : `Turn ${message.turn}`;
    }, () => {}));
  }

  close() { for (const line of this.lines) line.close(); }
}
