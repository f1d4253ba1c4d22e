// People on other computers: a link gives one seat of a game to another browser.

import { ask, h, toast } from "./dom.js";
import { api, givenOf, moveSeat, tokensOf } from "./net.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

export async function invite(game) {
  const { address, token } = await api("/invitation").catch(() => ({ address: "", token: "" }));
  const reached = !LOCAL.includes(location.hostname), base = reached || !address ? `${location.origin}/` : address;
  const link = (seat, secret) => `${base}games/${game.id}${token ? `?token=${encodeURIComponent(token)}` : ""}#seats=${seat}:${secret}`;
  const body = h("div", { class: "stack" });
  const move = (seat, away) => { moveSeat(game.id, seat, away); game.line.join(); draw(); };
  const row = (seat) => {
    const own = tokensOf(game.id), secret = own[seat] ?? givenOf(game.id)[seat], here = seat in own;
    const spare = Object.keys(own).length > 1; // one seat stays at this screen
    const give = () => here && spare && seat in tokensOf(game.id) && move(seat, true);
    const field = h("input", { type: "text", readonly: true, tabindex: -1, class: "grow", value: link(seat, secret), "aria-label": `Link for ${game.info.agents[seat]}`, onfocus: () => field.select(), oncopy: () => setTimeout(give) });
    return h("div", { class: "stack tight" }, h("div", { class: `row p${seat}` }, h("span", { class: "swatch" }), h("b", { class: "grow" }, game.info.agents[seat]), h("span", { class: "soft" }, here ? "plays at this screen" : "plays elsewhere")),
      h("div", { class: "row nowrap" }, field, here
        ? h("button", { class: "primary", disabled: !spare, onclick: () => copy(field).then(give) }, "Copy the link")
        : h("button", { onclick: () => move(seat, false) }, "Play it here")));
  };
  const draw = () => body.replaceChildren(h("p", {}, "Send each player a link. Whoever opens it plays that seat in their own browser; here you no longer do."),
    address || reached ? "" : h("p", { class: "warn" }, "This server can be reached from this machine only. For another computer, stop it and start it again with ", h("code", {}, "hegemon serve --host 0.0.0.0"), "; the game is kept."),
    ...game.info.people.filter((seat) => seat in tokensOf(game.id) || seat in givenOf(game.id)).map(row));
  draw();
  return ask("Invite players", body, [["Close", true]]);
}

// Copy what a field shows; a page without encryption may not use the clipboard itself.
async function copy(field) {
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  toast("The link is copied.");
}
