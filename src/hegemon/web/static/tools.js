// What a player may do besides decisions: hint, take back, resign, rematch, and the files of the game.

import { ask, h, toast } from "./dom.js";
import { api, keepTokens } from "./net.js";
import { invite } from "./invite.js";
import { go } from "./app.js";

export function toolbar(game) {
  const { state, live } = game;
  const button = (label, act, options = {}) => h("button", { class: `tiny ${options.kind ?? ""}`, disabled: options.off ?? false, title: options.title, onclick: act }, label);
  return h("div", { class: "row" },
    live && button("Hint", () => hint(game), { title: "What would an agent do? (H)" }),
    live && game.info.family === "classic" && button("Take back", () => undo(game), { off: !state.undo, title: "Take back the last decision (U)" }),
    game.mine.length > 0 && !state.result && game.info.people.length > 1 && button("Invite …", () => invite(game), { title: "Let somebody play on another computer" }),
    game.playing.length > 0 && !state.result && button("Resign", () => resign(game), { kind: "danger" }),
    (state.result || !game.info.rules_hide) && h("a", { class: "button tiny", href: `/replay/${game.id}` }, "Replay"),
    (state.result || !game.info.rules_hide) && h("a", { class: "button tiny", href: `/api/games/${game.id}/record`, download: true }, "Save the record"));
}

export const undo = (game) => (game.state.undo ? game.send({ type: "undo" }).catch(() => {}) : null);

export async function hint(game) {
  const step = game.state.step;
  game.banner.say("Looking for a hint …");
  try {
    const found = await game.send({ type: "hint" });
    if (game.state.step === step && game.live) game.part.hint(found);
  } catch { /* told */ } finally { game.banner.say(""); }
}

async function resign(game) {
  const seat = game.playing.includes(game.seat) ? game.seat : game.playing[0];
  if (!await ask("Resign?", h("p", {}, `You give up this game. ${game.state.resigning ?? ""}`), [["Play on", false], ["Resign", true, "primary"]])) return;
  game.line.request({ type: "resign", seat, step: game.state.step }).catch((error) => toast(error.message, "bad"));
}

export async function rematch(game) {
  const seats = game.info.specs.map((spec, seat) => (game.info.people.includes(seat)
    ? { person: true, name: game.info.names[seat] } : { agent: spec, level: game.info.levels[seat] }));
  seats.push(seats.shift());
  try {
    const made = await api("/games", { map: game.map.name, rules: game.info.rules_spec, seats, seconds: game.info.seconds || 0.3 });
    keepTokens(made.id, made.tokens);
    if (game.info.people.length > game.mine.length) toast("The others get new links: press Invite.");
    go(`/games/${made.id}`);
  } catch (error) { toast(error.message, "bad"); }
}
