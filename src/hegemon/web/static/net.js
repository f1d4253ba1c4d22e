// Talks to the server: JSON over HTTP, and the WebSocket of a game, which comes back by itself.

import { stored } from "./dom.js";

export async function api(path, body, method, headers = {}) {
  const options = { method: method ?? (body === undefined ? "GET" : "POST"), headers: { ...headers } };
  if (body !== undefined) {
    options.headers["content-type"] = typeof body === "string" ? "text/plain" : "application/json";
    options.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  const answer = await fetch(`/api${path}`, options);
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => ({ detail: `the server answered ${answer.status}` }));
  if (answer.ok) return data;
  const why = typeof data.detail === "string" ? data.detail : data.detail?.[0]?.msg;
  throw new Error(why ?? "something went wrong");
}

// The seats that this browser plays, by game.
const KEY = "hegemon.tokens";
const saved = () => stored(KEY);
export const tokensOf = (game) => saved()[game] ?? {};
export function keepTokens(game, tokens) {
  const all = Object.entries({ ...saved(), [game]: tokens }).slice(-200);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
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
      this.request({ type: "join", tokens: Object.values(tokensOf(this.game)) })
        .then(() => { this.tries = 0; this.onlink(true); }, (error) => this.listener({ type: "error", message: error.message }));
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event);
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
