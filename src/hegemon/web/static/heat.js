// What an analysis looks like on the board: arrows for moves, numbers for placements, as strong as the agent likes them.

import { percent } from "./dom.js";
import { parse } from "./notation.js";

const LEAST = 0.08; // share below which nothing is drawn

// The policy of the agent's network, if the analysis has one that says something; else null.
function policyOf(answer, family) {
  const priors = answer.candidates.map((one) => one.prior);
  if (priors.some((prior) => prior === null || prior === undefined) || new Set(priors).size < 2) return null;
  // In the classic game a probability among all decisions; in the simultaneous one a multiple of the average plan.
  const total = family === "classic" ? 1 : priors.reduce((a, b) => a + b, 0) || 1;
  return priors.map((prior) => prior / total);
}

export const hasPolicy = (answer, family) => policyOf(answer, family) !== null;

const visitsOf = (answer) => {
  const total = answer.candidates.reduce((sum, one) => sum + one.visits, 0) || 1;
  return answer.candidates.map((one) => one.visits / total);
};

// What the numbers on the board are, in words.
export function meaning(answer, family, policy) {
  if (!policy) return `On the board: share of ${answer.generations ? "generations" : "visits"} among the candidates, not a network's policy.`;
  return family === "classic" ? "On the board: the network's policy before the search, of the best candidates." : "On the board: the network's policy before the search, among the candidates.";
}

export function drawHeat(board, answers, family, policy) {
  const links = new Map(), places = new Map();
  for (const answer of answers) {
    const shares = (policy && policyOf(answer, family)) || visitsOf(answer), seat = answer.seat ?? answer.played.seat;
    answer.candidates.forEach((one, at) => {
      for (const order of parse(one.decision)) {
        if (order.target !== undefined) { const key = `${order.source} ${order.target} ${seat}`; links.set(key, (links.get(key) ?? 0) + shares[at]); }
        else if (order.source !== undefined) places.set(order.source, (places.get(order.source) ?? 0) + shares[at]);
      }
    });
  }
  board.arrows([...links].filter(([, share]) => share > LEAST).sort((a, b) => b[1] - a[1]).slice(0, 14).map(([key, share]) => {
    const [source, target, seat] = key.split(" ").map(Number);
    return { source, target, seat, weight: Math.min(1.4, 1.4 * share), label: percent(Math.min(1, share)), optional: true };
  }));
  board.mark({}, Object.fromEntries([...places].filter(([, share]) => share > LEAST).map(([t, share]) => [t, `+ ${percent(Math.min(1, share))}`])), true);
}

// One candidate alone.
export function drawCandidate(board, candidate, seat) {
  const orders = parse(candidate.decision);
  board.arrows(orders.filter((o) => o.target !== undefined).map((o) => ({ source: o.source, target: o.target, seat, label: o.armies ? `${o.armies}` : "", weight: 0.8 })));
  board.mark({}, Object.fromEntries(orders.filter((o) => o.target === undefined && o.source !== undefined).map((o) => [o.source, o.armies ? `+${o.armies}` : "here"])));
}
