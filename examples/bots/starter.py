"""A small bot for both Warlight AI challenges, to start from. It needs nothing but Python.

It reads lines from stdin and answers those that ask. Whatever it wants to say else, it must write to stderr.
"""

import sys


class Bot:
    """What it knows: its name, its armies to place, the map, and what it sees."""

    def __init__(self) -> None:
        self.name = ""
        self.armies = 5
        self.super_region: dict[int, int] = {}
        self.neighbours: dict[int, set[int]] = {}
        self.board: dict[int, tuple[str, int]] = {}

    def answer(self, line: str) -> str | None:
        """The answer to a line; None if it asks for none."""
        match line.split():
            case ["settings", "your_bot", name]:
                self.name = name
            case ["settings", "starting_armies", armies]:
                self.armies = int(armies)
            case ["setup_map", "regions", *pairs]:
                self.super_region = dict(zip(map(int, pairs[::2]), map(int, pairs[1::2]), strict=True))
            case ["setup_map", "neighbors", *links]:
                self.read_links(links)
            case ["update_map", *seen]:
                triples = zip(seen[::3], seen[1::3], seen[2::3], strict=True)
                self.board = {int(region): (owner, int(armies)) for region, owner, armies in triples}
            case ["pick_starting_region", _, first, *_]:
                return first
            case ["pick_starting_regions", _, *offered]:
                return " ".join(offered[:6])
            case ["go", "place_armies", _]:
                return self.place_armies()
            case ["go", "attack/transfer", _]:
                return self.attack()
        return None

    def read_links(self, links: list[str]) -> None:
        for region, others in zip(links[::2], links[1::2], strict=True):
            for other in others.split(","):
                self.neighbours.setdefault(int(region), set()).add(int(other))
                self.neighbours.setdefault(int(other), set()).add(int(region))

    def missing(self, region: int) -> int:
        """How many regions of its super region are not its own."""
        whole = [r for r, number in self.super_region.items() if number == self.super_region[region]]
        return sum(self.board.get(r, ("", 0))[0] != self.name for r in whole)

    def targets(self, region: int) -> list[int]:
        """The neighbours that others own: first where a super region is nearly complete, then the weak ones."""
        others = [n for n in self.neighbours[region] if n in self.board and self.board[n][0] != self.name]
        return sorted(others, key=lambda n: (self.missing(n), self.board[n][1], n))

    def place_armies(self) -> str:
        """All armies where a super region is nearly complete."""
        front = [r for r, (owner, _) in self.board.items() if owner == self.name and self.targets(r)]
        if not front:
            return "No moves"
        chosen = min(front, key=lambda r: (self.missing(self.targets(r)[0]), -self.board[r][1], r))
        self.board[chosen] = self.name, self.board[chosen][1] + self.armies
        return f"{self.name} place_armies {chosen} {self.armies}"

    def attack(self) -> str:
        """Regions attack with what it takes, the first target with the rest; those with none to attack move on."""
        orders = []
        for region, (owner, armies) in self.board.items():
            left, targets = armies - 1, self.targets(region)
            if owner != self.name or left < 1:
                continue
            sent = []
            for target in targets:
                needed = max(2, int((self.board[target][1] - 0.5) / 0.6) + 1)
                if left >= needed:
                    sent.append([target, needed])
                    left -= needed
            if not targets:
                sent.append([min(self.neighbours[region], key=lambda n: (not self.targets(n), n)), 0])
            if sent:
                sent[0][1] += left
            orders += [f"{self.name} attack/transfer {region} {target} {count}" for target, count in sent]
        return ",".join(orders) or "No moves"


def main() -> None:
    bot = Bot()
    for line in sys.stdin:
        answer = bot.answer(line)
        if answer is not None:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
