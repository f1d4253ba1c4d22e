// The first page: a new game in three clicks, and the games of this server.

import { ask, count, h, readFile, redraw, stored, toast } from "./dom.js";
import { api, deleteGame, keepTokens, tokensOf } from "./net.js";
import { Board } from "./board.js";
import { pick } from "./looks.js";
import { rulesCard } from "./panel.js";
import { go } from "./app.js";

const KEY = "hegemon.newgame", FEW = 30, MANY = 500; // games that are listed at first, and on demand
const FAMILIES = {
  simultaneous: { title: "Simultaneous", about: "plan a whole turn in secret, then watch both plans collide", rules: ["soares2025", "warzone", "warlight2", "warlight1"], map: "owl-island" },
  classic: { title: "Classic", about: "dice and cards, two to six players in turn", rules: ["classic", "heredia2022", "swiss2025", "yao2025", "aminian2020"], map: "classic" },
};
const SETUPS = { // how a classic game begins: the changes of the rules, and in words
  "setup_place=random": "territories and armies are dealt", "setup_place=four": "territories are dealt, the players place armies", "deal=draft, setup_place=four": "the players pick territories and place armies",
};
const ABOUT = {
  soares2025: "no luck, open board; armies may march on", warzone: "pick territories, fog, no luck", warlight2: "pick territories, luck and fog", warlight1: "dice, ranked picks, fog",
  classic: "cards, dice, blitz", heredia2022: "short: a draft, then attacks to the end", swiss2025: "no cards; cantons of Switzerland", yao2025: "eight territories", aminian2020: "place and attack only",
};

export async function show(main) {
  const [choices, games] = await Promise.all([api("/choices"), api(`/games?most=${FEW}`)]);
  const form = new Form(choices);
  main.append(h("div", { class: "page stack" }, h("div", { class: "hero" }, form.node, form.preview), gameList(games.games)));
}

// A game of what was chosen last on this page.
export async function playAtOnce() { return new Form(await api("/choices")).start(); }

class Form {
  constructor(choices) {
    this.choices = choices;
    const saved = stored(KEY);
    this.value = { family: "simultaneous", level: "Easy", rules: "", map: "", hide: null, seats: null, seconds: null, ...saved };
    this.node = h("section", { class: "card stack", "aria-label": "New game" });
    [this.picture, this.about] = [h("div"), h("div")];
    this.preview = h("section", { class: "preview stack", "aria-label": "Map and rules" }, this.picture, this.about);
    this.draw();
  }

  get family() { return FAMILIES[this.value.family]; }
  get rules() { return this.family.rules.includes(this.value.rules) ? this.value.rules : this.family.rules[0]; }
  get map() { return this.choices.maps.includes(this.value.map) ? this.value.map : this.rules === this.family.rules[0] ? this.family.map : this.preset.map; }
  get preset() { return this.choices.rules.find((rules) => rules.name === this.rules); }
  get levels() { return this.choices.levels.filter((level) => level.family === this.value.family); }
  get level() { return this.levels.find((level) => level.name === this.value.level) ?? this.levels[1]; }

  // What was typed: the fields stay as they are.
  keep(changes) {
    Object.assign(this.value, changes);
    localStorage.setItem(KEY, JSON.stringify(this.value));
  }

  // A choice on which other fields depend.
  set(changes) {
    this.keep(changes);
    redraw(this.node, () => this.draw());
  }

  seats() {
    const usual = [{ person: true, name: "" }, { person: false, level: "" }];
    const seats = (this.value.seats ?? usual).slice(0, this.value.family === "simultaneous" ? 2 : 6);
    return seats.length < 2 ? usual : seats;
  }

  draw() {
    const kind = Object.entries(FAMILIES).map(([name, family]) => [[family.title, h("small", {}, family.about)], name]);
    this.node.replaceChildren(h("h1", {}, "New game"),
      pick("Game", kind, this.value.family, (family) => this.set({ family, rules: "", hide: null, seats: null })),
      pick("Opponent", this.levels.map((level) => [level.name, level.name, `${level.agent}: ${level.about}`]), this.level.name, (level) => this.set({ level })),
      h("p", { class: "soft under" }, `${this.level.agent}: ${this.level.about}. ${rated(this.level.rating)}${this.rules === this.family.rules[0] ? "" : ` under ${this.family.rules[0]}`}`),
      h("label", { class: "field" }, "Map", this.select(this.choices.maps.map((name) => [name, name]), this.map, (map) => this.set({ map }), "Map")),
      h("details", { open: Boolean(this.value.open), ontoggle: (event) => { this.value.open = event.target.open; } }, h("summary", {}, "More: rules, players, time"), h("div", { class: "stack" }, this.more())),
      h("div", { class: "row" }, h("button", { class: "primary big", onclick: () => this.start() }, "Start"),
        h("button", { class: "big", onclick: () => this.start(true), title: "Agents play, you watch" }, "Watch agents play")));
    this.show();
  }

  more() {
    const seats = this.seats();
    return [h("p"),
      h("label", { class: "field" }, "Rules", this.select(this.family.rules.map((name) => [name, `${name}: ${ABOUT[name]}`]), this.rules, (rules) => this.set({ rules, hide: null }), "Rules")),
      this.rules === "classic" ? h("label", { class: "field" }, "Start", this.select(Object.entries(SETUPS), this.setup, (setup) => this.keep({ setup }), "Start")) : null,
      this.value.family === "simultaneous" ? h("label", { class: "row nowrap" }, h("input", { type: "checkbox", checked: this.fog(), onchange: (event) => this.set({ hide: event.target.checked }) }), "Fog: you see only your territories and their neighbours") : null,
      h("fieldset", { class: "stack" }, h("legend", {}, "Players"), seats.map((seat, number) => this.seatRow(seat, number)), h("datalist", { id: "agents" }, this.choices.suggested[this.value.family].map((agent) => h("option", { value: agent }))),
        h("p", { class: "soft" }, "People play in turn at this screen, or on other computers: press Invite in the game. Other agents are those of the package, with settings: smcts(visits=500)."),
        this.value.family === "classic" ? h("div", { class: "row" }, seats.length < 6 ? h("button", { class: "tiny", onclick: () => this.set({ seats: [...seats, { person: false, level: "" }] }) }, "Add a player") : null,
          seats.length > 2 ? h("button", { class: "tiny", onclick: () => this.set({ seats: seats.slice(0, -1) }) }, "Remove the last") : null) : null),
      h("label", { class: "field" }, "Seconds of an agent for a decision (empty: as its level says)",
        h("input", { type: "number", min: 0.01, max: 60, step: 0.01, value: this.value.seconds ?? "", oninput: (event) => this.keep({ seconds: +event.target.value || null }) }))];
  }

  get setup() { return this.value.setup in SETUPS ? this.value.setup : Object.keys(SETUPS)[0]; }
  fog() { return this.value.hide ?? this.preset.hides; }

  seatRow(seat, number) {
    const changed = (changes) => ({ seats: this.seats().map((other, at) => (at === number ? { ...other, ...changes } : other)) });
    const own = this.choices.agents.map((agent) => [`=${agent}`, agent]), other = seat.level?.startsWith("=") && !this.choices.agents.includes(seat.level.slice(1));
    return h("div", { class: `seatrow p${number}` }, h("span", { class: "swatch" }),
      this.select([["person", "Person"], ["agent", "Agent"], ["other", "Other agent"]], seat.person ? "person" : other ? "other" : "agent", (kind) => this.set(changed({ person: kind === "person", level: kind === "other" ? "=" : "" })), `Who plays seat ${number + 1}`),
      !seat.person && other ? h("input", { type: "text", maxlength: 200, list: "agents", placeholder: this.value.family === "classic" ? "mcts(visits=2000)" : "smcts(visits=500)", "aria-label": `Agent of seat ${number + 1}`, value: seat.level.slice(1), oninput: (event) => this.keep(changed({ level: `=${event.target.value}` })) })
      : seat.person ? h("input", { type: "text", maxlength: 24, placeholder: number ? `Player ${number + 1}` : "You", "aria-label": `Name of player ${number + 1}`, value: seat.name ?? "", oninput: (event) => this.keep(changed({ name: event.target.value })) })
        : this.select([["", "as chosen above"], ...this.levels.map((level) => [level.name, level.name]), ...own], seat.level ?? "", (level) => this.set(changed({ level })), `Level of seat ${number + 1}`));
  }

  select(options, value, onchange, label) {
    return h("select", { "aria-label": label, onchange: (event) => onchange(event.target.value) }, options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
  }

  async show() {
    const name = this.map;
    const text = this.preset.family === "classic" || this.fog() === this.preset.hides ? this.preset.text : this.preset.text_other;
    if (this.told !== text) { this.told = text; this.about.replaceChildren(rulesCard(text, true)); }
    if (this.shown === name) return;
    this.shown = name;
    const map = await api(`/maps/${encodeURIComponent(name)}`).catch(() => null);
    if (!map || this.shown !== name) return;
    const board = new Board(map, {}, { small: true, empty: true, width: 560 });
    this.picture.replaceChildren(board.svg, h("p", { class: "soft" }, `${map.territories.length} territories; bonus for whole groups: ${map.groups.map((group) => `${group.name} +${group.value}`).join(", ")}`));
  }

  wanted(watch) {
    const levelOf = (seat) => this.levels.find((level) => level.name === seat.level) ?? this.level;
    const seats = this.seats().map((seat, number) => {
      if (seat.level?.startsWith("=") && !seat.person) return { agent: seat.level.slice(1) };
      if (seat.person && !watch) return { person: true, name: seat.name || (this.seats().filter((s) => s.person).length > 1 ? `Player ${number + 1}` : "") };
      return { agent: levelOf(seat).agent, level: levelOf(seat).name };
    });
    const times = this.seats().filter((seat) => !seat.person || watch).map((seat) => levelOf(seat).seconds);
    let rules = this.rules;
    if (rules === "classic") rules = `classic(${this.setup})`;
    if (this.preset.family === "simultaneous" && this.fog() !== this.preset.hides) rules = `${rules}(fog=${this.fog() ? "normal" : "none"})`;
    return { map: this.map, rules, seats, seconds: this.value.seconds ?? Math.max(0.05, ...times) };
  }

  async start(watch = false) {
    try {
      const made = await api("/games", this.wanted(watch));
      keepTokens(made.id, made.tokens);
      go(Object.keys(made.tokens).length ? `/games/${made.id}` : `/replay/${made.id}`);
    } catch (error) { toast(error.message, "bad"); }
  }
}

// Elo points from the mean of the levels, with their interval.
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;
const rated = ([elo, low, high]) => `Elo ${signed(elo)} [${signed(low)}, ${signed(high)}]`;

function gameList(games) {
  const node = h("section", { class: "stack", "aria-label": "Games" });
  const upload = h("input", { type: "file", accept: ".jsonl,.json", hidden: true, onchange: () => { send(upload.files[0]); upload.value = ""; } });
  const show = (list) => node.replaceChildren(
    h("div", { class: "row" }, h("h2", { class: "grow" }, "Games"), upload, h("button", { class: "tiny", onclick: () => upload.click() }, "Open a record …")),
    list.length ? h("div", { class: "gamelist" }, list.map((game) => row(game, () => show(list = list.filter((other) => other !== game))))) : h("p", { class: "soft" }, "No games yet."),
    list.length === FEW ? h("button", { onclick: async () => { try { ({ games: list } = await api(`/games?most=${MANY}`)); show(list); } catch (error) { toast(error.message, "bad"); } } }, "Show older games") : "");
  show(games);
  return node;
}

function row(game, removed) {
  const mine = Object.keys(tokensOf(game.id)).length > 0, when = new Date(1000 * game.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const main = !game.over && mine ? h("a", { class: "button primary", href: `/games/${game.id}` }, "Continue") : h("a", { class: "button", href: game.over || !game.people ? `/replay/${game.id}` : `/games/${game.id}` }, game.over ? "Replay" : "Watch");
  return h("div", { class: "card item" }, h("div", { class: "grow" }, h("b", {}, game.agents.map((name, seat) => own(name, seat in tokensOf(game.id))).join(" v ")),
    h("div", { class: "soft" }, `${game.rules} on ${game.map} · ${game.turns === null ? "" : `${count(game.turns, "turn")} · `}${when}`), h("div", { class: "soft" }, game.over ? own(game.result, mine).replace(/^You wins/, "You win") : "not over")),
  main, h("button", { class: "quiet icon", "aria-label": `Delete this game`, title: "Delete", onclick: async () => {
    const others = !mine && !game.over && game.people && game.kind !== "upload";
    if (await ask("Delete this game?", h("p", {}, others ? `It is not over, and you play none of its seats. It last changed on ${when}. Its record is deleted, too.` : "Its record is deleted, too."), [["Keep it", false], ["Delete", true, "primary"]])) {
      await deleteGame(game.id).then(removed, (error) => toast(error.message, "bad"));
    }
  } }, "✕"));
}

// A person without a name who plays in this browser.
const own = (text, mine) => (mine ? text.replace(/^Person\b/, "You") : text);

async function send(file) {
  if (!file) return;
  try {
    const found = await api("/records", await readFile(file));
    if (found.problem) toast(found.problem, "bad");
    go(`/replay/${found.games[0]}`);
  } catch (error) { toast(error.message, "bad"); }
}
