// A small bot that speaks the protocol of Hegemon (docs/protocol.md), for Node without any package.
//
// It reads one JSON object per line from stdin and writes one per line to stdout. Whatever it wants to say else, it must
// write to stderr (console.error). It decides at once, so there is nothing to stop.
//
//   hegemon match 'bot(cmd="node examples/bots/hegemon_bot.js", dialect=hegemon)' random
"use strict";

const HELLO = {
  type: "hello",
  protocol: 1,
  name: "example in JavaScript",
  version: "1.0",
  families: ["simultaneous", "classic"],
  max_seats: 6,
  fog: true,
  legal: true, // positions then list what is legal
};

let seat, rules, map, near, position, owners, armies;

// The answer to a message; undefined if it asks for none.
function answer(message) {
  switch (message.type) {
    case "hello":
      return HELLO;
    case "ping":
      return { type: "pong", id: message.id };
    case "game":
      begin(message);
      return { type: "ready" };
    case "position":
      position = message;
      return undefined;
    case "go":
      return { type: "bestmove", id: message.id, decision: decide() };
    case "quit":
      process.exit(0);
  }
  return undefined; // stop, end and whatever a later version sends
}

function begin(game) {
  ({ seat, rules, map } = game);
  near = map.territories.map(() => []);
  for (const [a, b] of map.links) {
    near[a].push(b);
    near[b].push(a);
  }
}

function decide() {
  ({ owners, armies } = position);
  if (rules.family === "classic") return best(position.legal_actions, score);
  return position.phase === "pick" ? picks() : plan();
}

// The item with the highest value.
function best(items, value) {
  return items.reduce((a, b) => (value(b) > value(a) ? b : a));
}

// How many territories it lacks to complete a group with this one.
function missing(territory) {
  const groups = map.groups.filter((group) => group.members.includes(territory));
  return Math.min(1000, ...groups.map((group) => group.members.filter((m) => owners[m] !== seat).length));
}

// The neighbours that are not its own: first where a group is nearly complete, then the weak ones.
function others(territory) {
  const found = near[territory].filter((n) => owners[n] !== seat);
  return found.sort((a, b) => missing(a) - missing(b) || armies[a] - armies[b] || a - b);
}

// --- Simultaneous: a plan for the whole turn -------------------------------------------------------

// One territory, or a ranked list of twice as many as it gets.
function picks() {
  const wanted = rules.picking === "ranked" ? 2 * position.picks_each : 1;
  return position.offered.slice(0, wanted).map((t) => `!${t}`).join(" ");
}

// All armies where a group is nearly complete; attack with what it takes; from the inside move to the front.
function plan() {
  const own = owners.map((owner, t) => (owner === seat ? t : -1)).filter((t) => t >= 0);
  const front = own.filter((t) => others(t).length > 0);
  const orders = [];
  if (front.length > 0 && position.income > 0) {
    const chosen = best(front, (t) => armies[t] - 1e6 * missing(others(t)[0]));
    orders.push(`${chosen}+${position.income}`);
    armies[chosen] += position.income;
  }
  for (const t of own) {
    const sent = [];
    let left = armies[t] - 1;
    for (const target of others(t)) {
      const needed = Math.max(2, Math.floor((armies[target] - 0.5) / 0.6) + 1);
      if (left < needed) continue;
      sent.push([target, needed]);
      left -= needed;
    }
    if (!front.includes(t) && left > 0) sent.push([near[t].find((n) => front.includes(n)) ?? near[t][0], 0]);
    if (sent.length > 0) sent[0][1] += left;
    for (const [target, count] of sent) orders.push(`${t}>${target}:${count}`);
  }
  return orders.join(" ") || "-";
}

// --- Classic: one legal action ---------------------------------------------------------------------

function score(action) {
  const numbers = (action.match(/\d+/g) ?? []).map(Number);
  if (action === "-") return 0;
  if (action[0] === "T") return 100;
  if (action[0] === "=") return numbers[0];
  if (action.includes("x")) return armies[numbers[0]] - armies[numbers[1]] - 1.5 + numbers[2] / 1000; // attack the weak
  if (action.includes("+")) {
    const weakest = Math.min(1000, ...others(numbers[0]).map((n) => armies[n]));
    return 1000 + armies[numbers[0]] - weakest + numbers[1] / 1000; // place where others are near, and much at once
  }
  if (action.includes(">")) {
    return others(numbers[0]).length === 0 && others(numbers[1]).length > 0 ? numbers[2] : -1; // from the inside
  }
  return near[numbers[0]].length; // pick
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    try {
      const found = answer(JSON.parse(line));
      if (found !== undefined) process.stdout.write(JSON.stringify(found) + "\n");
    } catch (error) {
      console.error(`cannot use ${line.slice(0, 80)}: ${error}`);
    }
  });
