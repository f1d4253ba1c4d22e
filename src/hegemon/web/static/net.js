// Talks to the server: JSON over HTTP, and the WebSocket of a game, which comes back by itself.

import { stored } from "./dom.js";

export async function api(path, body, method, headers = {}) {
  const options = { method: method ?? (body === undefined ? "GET" : "POST"), headers: { ...headers } };
  if (body !== undefined) {
    options.headers["content-type"] = typeof body === "string" ? "text/plain" : "application/json";
    options.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  const answer = await fetch(`/api${path}`, options).catch(() => { throw Object.assign(new Error("There is no connection to the server."), { offline: true }); });
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => ({ detail: `the server answered ${answer.status}` }));
  if (answer.ok) return data;
  const [wrong] = Array.isArray(data.detail) ? data.detail : [];
  const why = wrong ? `${wrong.loc?.at(-1)}: ${wrong.msg}` : data.detail;
  throw new Error(why ?? "something went wrong");
}

// The seats that this browser plays, by game.
const KEY = "hegemon.tokens", GIVEN = "hegemon.given";
export const tokensOf = (game) => stored(KEY)[game] ?? {};
export const keepTokens = (game, tokens) => keep(KEY, game, tokens);

function keep(key, game, tokens) {
  const all = Object.entries({ ...stored(key), [game]: tokens }).slice(-200);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(all)));
}

// The seats that were given to other browsers; a seat can be taken back.
export const givenOf = (game) => stored(GIVEN)[game] ?? {};
export function moveSeat(game, seat, away) {
  const [from, to] = away ? [tokensOf(game), givenOf(game)] : [givenOf(game), tokensOf(game)];
  const { [seat]: token, ...rest } = from, more = { ...to, [seat]: token };
  keep(KEY, game, away ? rest : more);
  keep(GIVEN, game, away ? more : rest);
}

export function deleteGame(game) { // who has no seat of it has been asked
  const [token] = Object.values(tokensOf(game));
  return api(`/games/${game}${token ? "" : "?sure=true"}`, undefined, "DELETE", token ? { "seat-token": token } : {});
}

export class Line {
  // listener(message) gets states; onlink(connected) tells of the connection.
  constructor(game, listener, onlink) {
    Object.assign(this, { game, listener, onlink, waiting: new Map(), number: 0, tries: 0, closed: false });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live`);
    this.socket.onopen = () => {
      this.number = 0;
      this.join();
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event);
  }

  join() {
    this.request({ type: "join", tokens: Object.values(tokensOf(this.game)) })
      .then(() => { this.tries = 0; this.onlink(true); }, (error) => this.listener({ type: "error", message: error.message }));
  }

  lost(event) {
    for (const { reject } of this.waiting.values()) reject(new Error("the connection was lost"));
    this.waiting.clear();
    if (this.closed || event.code === 4404) return;
    this.onlink(false);
    setTimeout(() => this.closed || this.open(), Math.min(5000, 250 * 2 ** this.tries++));
  }

  hear(message) {
    const asked = message.number && this.waiting.get(message.number);
    if (!asked) return this.listener(message);
    this.waiting.delete(message.number);
    if (message.type === "error") asked.reject(new Error(message.message));
    else asked.resolve(message);
  }

  request(message) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject(new Error("no connection to the server"));
      const number = ++this.number;
      this.waiting.set(number, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, number }));
    });
  }

  close() { this.closed = true; this.socket.close(); }
}
