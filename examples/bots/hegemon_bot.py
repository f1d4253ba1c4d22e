"""A small bot that speaks the protocol of Hegemon (docs/protocol.md), to start from. It needs nothing but Python.

It reads one JSON object per line from stdin and writes one per line to stdout. Whatever it wants to say else, it must
write to stderr. It decides at once, so there is nothing to stop.

hegemon match 'bot(cmd="python3 examples/bots/hegemon_bot.py", dialect=hegemon)' random
"""

import json
import re
import sys
from typing import Any

HELLO = {
    "type": "hello",
    "protocol": 1,
    "name": "example",
    "version": "1.0",
    "families": ["simultaneous", "classic"],
    "max_seats": 6,
    "fog": True,
    "legal": True,  # positions then list what is legal
}


class Bot:
    """What it knows: the map, its seat, and the last position."""

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message; None if it asks for none."""
        match message["type"]:
            case "hello":
                return HELLO
            case "ping":
                return {"type": "pong", "id": message["id"]}
            case "game":
                self.begin(message)
                return {"type": "ready"}
            case "position":
                self.position = message
            case "go":
                return {"type": "bestmove", "id": message["id"], "decision": self.decide()}
        return None  # stop, end and whatever a later version sends

    def begin(self, game: dict[str, Any]) -> None:
        self.seat, self.rules, self.groups = game["seat"], game["rules"], game["map"]["groups"]
        self.near: list[list[int]] = [[] for _ in game["map"]["territories"]]
        for a, b in game["map"]["links"]:
            self.near[a].append(b)
            self.near[b].append(a)

    def decide(self) -> str:
        self.owners, self.armies = self.position["owners"], self.position["armies"]
        if self.rules["family"] == "classic":
            return self.act(self.position["legal_actions"])
        return self.picks() if self.position["phase"] == "pick" else self.plan()

    def missing(self, territory: int) -> int:
        """How many territories it lacks to complete a group with this one."""
        groups = [group["members"] for group in self.groups if territory in group["members"]]
        return min((sum(self.owners[m] != self.seat for m in members) for members in groups), default=1000)

    def others(self, territory: int) -> list[int]:
        """The neighbours that are not its own: first where a group is nearly complete, then the weak ones."""
        found = [n for n in self.near[territory] if self.owners[n] != self.seat]
        return sorted(found, key=lambda n: (self.missing(n), self.armies[n], n))

    # --- Simultaneous: a plan for the whole turn ---------------------------------------------------

    def picks(self) -> str:
        """One territory, or a ranked list of twice as many as it gets."""
        ranked = self.rules["picking"] == "ranked"
        wanted = 2 * self.position["picks_each"] if ranked else 1
        return " ".join(f"!{t}" for t in self.position["offered"][:wanted])

    def plan(self) -> str:
        """All armies where a group is nearly complete; attack with what it takes; from the inside move to the front."""
        own = [t for t, owner in enumerate(self.owners) if owner == self.seat]
        front = [t for t in own if self.others(t)]
        orders = []
        if front and self.position["income"]:
            chosen = min(front, key=lambda t: (self.missing(self.others(t)[0]), -self.armies[t], t))
            orders.append(f"{chosen}+{self.position['income']}")
            self.armies[chosen] += self.position["income"]
        for t in own:
            left, sent = self.armies[t] - 1, []
            for target in self.others(t):
                needed = max(2, int((self.armies[target] - 0.5) / 0.6) + 1)
                if left >= needed:
                    sent.append([target, needed])
                    left -= needed
            if t not in front and left > 0:
                sent.append([min(self.near[t], key=lambda n: (n not in front, n)), 0])
            if sent:
                sent[0][1] += left
            orders += [f"{t}>{target}:{count}" for target, count in sent]
        return " ".join(orders) or "-"

    # --- Classic: one legal action ------------------------------------------------------------------

    def act(self, legal: list[str]) -> str:
        """The legal action with the highest score."""
        return max(legal, key=self.score)

    def score(self, action: str) -> float:
        numbers = [int(number) for number in re.findall(r"\d+", action)]
        if action == "-":
            return 0
        if action[0] == "T":
            return 100
        if action[0] == "=":
            return numbers[0]
        if "x" in action:  # attack the weak, with all there is
            return float(self.armies[numbers[0]] - self.armies[numbers[1]] - 1.5 + numbers[2] / 1000)
        if "+" in action:  # place where others are near, and much at once
            weakest = min((self.armies[n] for n in self.others(numbers[0])), default=1000)
            return float(1000 + self.armies[numbers[0]] - weakest + numbers[1] / 1000)
        if ">" in action:  # fortify from the inside to the front
            inside, front = not self.others(numbers[0]), bool(self.others(numbers[1]))
            return numbers[2] if inside and front else -1
        return len(self.near[numbers[0]])  # pick


def main() -> None:
    bot = Bot()
    for line in sys.stdin:
        try:
            message = json.loads(line)
            if message["type"] == "quit":
                return
            answer = bot.answer(message)
        except (ValueError, TypeError, KeyError) as error:
            print(f"cannot use {line.strip()[:80]!r}: {error!r}", file=sys.stderr)
            continue
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
