// The form of a new tournament.

import { h, toast } from "./dom.js";
import { api } from "./net.js";
import { pick } from "./looks.js";
import { go } from "./app.js";

const field = (label, input) => h("label", { class: "field" }, label, input);
const select = (names, value, onchange, none = "") => h("select", { onchange: (event) => onchange(event.target.value) }, names.map((name) => h("option", { value: name, selected: name === value }, name || none)));

export function form(choices) {
  const value = { family: "simultaneous", chosen: new Set(), more: [], rules: "", map: "", typed: "", games: 20, seconds: 0.1, workers: 1 };
  const node = h("section", { class: "card stack" });
  const offered = () => [...new Set([...choices.levels.filter((level) => level.family === value.family).map((level) => level.agent), ...choices.suggested[value.family], ...choices.agents, ...value.more])];
  // A number that the server would refuse is set to the nearest one that it takes.
  const number = (name, least, most, step) => h("input", { type: "number", min: least, max: most, step, value: value[name], onchange: ({ target }) => {
    const wanted = Math.min(most, Math.max(least, +target.value || least));
    target.value = value[name] = step < 1 ? wanted : least + step * Math.ceil((wanted - least) / step);
  } });
  const add = () => {
    const agent = value.typed.trim();
    value.typed = "";
    if (agent) { value.more.push(agent); value.chosen.add(agent); draw(); }
  };
  const draw = () => {
    const rules = choices.rules.filter((one) => one.family === value.family).map((one) => one.name);
    if (!rules.includes(value.rules)) value.rules = rules[0];
    const other = h("input", { type: "text", maxlength: 200, placeholder: value.family === "classic" ? "mcts(visits=2000)" : "smcts(visits=500)", "aria-label": "Another agent", value: value.typed, oninput: (event) => { value.typed = event.target.value; }, onkeydown: (event) => event.key === "Enter" && add() });
    node.replaceChildren(h("h2", {}, "New tournament"),
      pick("Game", [["Simultaneous", "simultaneous"], ["Classic", "classic"]], value.family, (family) => { Object.assign(value, { family, rules: "", map: "", chosen: new Set(), more: [], typed: "" }); draw(); }),
      h("fieldset", { class: "stack tight" }, h("legend", {}, "Agents: choose two or more"), h("div", { class: "row" }, offered().map((agent) => h("label", { class: "check" },
        h("input", { type: "checkbox", checked: value.chosen.has(agent), onchange: (event) => { if (event.target.checked) value.chosen.add(agent); else value.chosen.delete(agent); } }), agent))),
      h("div", { class: "row nowrap" }, other, h("button", { onclick: add }, "Add"))),
      h("div", { class: "row" }, field("Rules", select(rules, value.rules, (rules) => { value.rules = rules; })), field("Map", select(["", ...choices.maps.filter((name) => !choices.drawn.includes(name))], value.map, (map) => { value.map = map; }, "home map of the rules")),
        field("Games of every pair", number("games", 2, 2000, 2)), field("Seconds for a decision", number("seconds", 0.005, 60, 0.005)), field("Games at a time", number("workers", 1, choices.cores, 1))),
      h("p", { class: "soft" }, "Every start is played from both sides, so the number of games is even."),
      h("div", { class: "row" }, h("button", { class: "primary big", onclick: begin }, "Start")));
  };
  const begin = async () => {
    add(); // an agent that was typed takes part, too
    if (value.chosen.size < 2) return toast("Choose at least two agents.", "bad");
    try { go(`/tournaments/${(await api("/tournaments", { agents: [...value.chosen], rules: value.rules, map: value.map, games: value.games, seconds: value.seconds, workers: value.workers })).id}`); } catch (error) { toast(error.message, "bad"); }
    return null;
  };
  draw();
  return node;
}
