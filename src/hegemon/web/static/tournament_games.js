// The finished games of a tournament, page by page.

import { h, toast } from "./dom.js";
import { api } from "./net.js";
import { go } from "./app.js";

const PAGE = 25;

export class GameTable {
  constructor(tournament) {
    Object.assign(this, { tournament, skip: 0 });
    this.node = h("section", { class: "card", hidden: true });
  }

  async refresh() {
    const { games, total } = await api(`/tournaments/${this.tournament}/games?skip=${this.skip}&most=${PAGE}`);
    this.node.hidden = !total;
    const turn = (label, by, off) => h("button", { class: "tiny", disabled: off, onclick: () => this.turn(by) }, label);
    this.node.replaceChildren(h("h2", {}, "Games"), h("div", { class: "gamelist" }, games.map((game) => this.row(game))),
      h("div", { class: "row" }, h("p", { class: "soft grow" }, `${this.skip + 1} to ${this.skip + games.length} of ${total}, the last ones first`), turn("Newer", -PAGE, !this.skip), turn("Older", PAGE, this.skip + PAGE >= total)));
  }

  turn(by) {
    this.skip = Math.max(0, this.skip + by);
    return this.refresh().catch((error) => toast(error.message, "bad"));
  }

  row(game) {
    const open = async () => { try { go(`/replay/${(await api(`/tournaments/${this.tournament}/games/${game.block}/${game.number}`, {})).game}`); } catch (error) { toast(error.message, "bad"); } };
    return h("div", { class: "row nowrap" }, h("span", { class: "grow" }, h("b", {}, game.seats.join(" v ")), h("span", { class: "soft" }, ` on ${game.map}: ${game.winner_agent ? `${game.winner_agent} wins` : game.reason}, ${game.turns} turns`)), h("button", { class: "tiny", onclick: open }, "Replay"));
  }
}
