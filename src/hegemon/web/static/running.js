// The boards of a tournament's games while they are played.

import { h } from "./dom.js";
import { api } from "./net.js";
import { Board } from "./board.js";

export class RunningBoards {
  constructor(tournament) {
    Object.assign(this, { tournament, cells: [], maps: new Map() });
    this.wall = h("div", { class: "gallery wall" });
    this.node = h("section", { class: "stack board-column", "aria-label": "Games in play", hidden: true }, h("h2", {}, "In play"), this.wall);
  }

  async refresh() {
    const { games } = await api(`/tournaments/${this.tournament}/boards`);
    for (const name of new Set(games.map((game) => game.map))) {
      if (!this.maps.has(name)) this.maps.set(name, await api(`/maps/${encodeURIComponent(name)}`));
    }
    this.node.hidden = !games.length;
    this.cells.splice(games.length).forEach((cell) => this.remove(cell));
    games.forEach((game, number) => this.show(number, game));
  }

  show(number, { map, seats, turn, owners, armies }) {
    let cell = this.cells[number];
    if (cell?.map !== map) {
      const board = new Board(this.maps.get(map), {}, { small: true, width: 330 }), names = h("h3", { class: "versus" }), told = h("p", { class: "soft" });
      const made = { map, board, names, told, node: h("article", { class: "card stack" }, names, board.svg, told) };
      if (cell) { cell.node.replaceWith(made.node); cell.board.observer.disconnect(); } else this.wall.append(made.node);
      cell = this.cells[number] = made;
    }
    cell.board.show(owners, armies);
    cell.names.replaceChildren(...seats.map((name, seat) => h("span", { class: `p${seat} row` }, h("span", { class: "swatch" }), name)));
    cell.told.textContent = `${turn ? `Turn ${turn}` : "Start"} on ${map}`;
  }

  remove(cell) {
    cell.node.remove();
    cell.board.observer.disconnect();
  }
}
