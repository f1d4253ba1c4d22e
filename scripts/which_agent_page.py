"""Writes the tables and pictures of docs/which-agent.md from docs/which-agent.json (see which_agent.py).

python scripts/which_agent_page.py          # write them
python scripts/which_agent_page.py --check  # exit code 1 if they are not those of the results
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hegemon.charts.axes import Scale
from hegemon.charts.markup import Markup, tag
from hegemon.statistics import PairBlock, Ratings, rate_blocks
from scripts.which_agent import CLASSIC, DATA, SIMULTANEOUS, TIMES

PAGE, PICTURES = DATA.with_suffix(".md"), DATA.parent / "pictures"
BEGIN, END = "<!-- results: scripts/which_agent_page.py -->\n", "<!-- end of results -->\n"
RATED = 10
"""Games of an agent from which it has a rating; the best of a league is named if all of its agents have one."""
THRESHOLDS = f"""Where a cell names several agents, the games do not tell them apart. It names none where an agent of
the league has fewer than {RATED} games; that agent has its points instead of a rating (`3.5 of 6`). Long games at 1 s
per decision are few: look at the intervals.
"""
ROW, LEFT, PANEL, TOP = 18, 150, 230, 44
"""Of the picture: heights of its rows, width of the names and of each of the three panels, height of the head."""


class Standing:
    """The ratings of a league."""

    def __init__(self, league: Mapping[str, Any]) -> None:
        self.rules, self.map, self.seconds = league["rules"], league["map"], league["seconds"]
        met = {name for pairing in league["blocks"] for name in pairing.split(" v ")}
        self.specs: dict[str, str] = {name: spec for name, spec in league["agents"].items() if name in met}
        self.names = list(self.specs)
        self.complete = met >= set(league["agents"])
        blocks = list(self._blocks(league["blocks"]))
        self.ratings: Ratings = rate_blocks(blocks, len(self.names))
        self.from_best = rate_blocks(blocks, len(self.names), anchor=self.ratings.order[0])
        self.points = [
            sum(one.points if one.first == agent else one.games - one.points for one in blocks if agent in one[:2])
            for agent in range(len(self.names))
        ]
        self.turns, self.endings = league["mean_turns"], league["endings"]

    def _blocks(self, pairings: Mapping[str, Mapping[str, int]]) -> Iterator[PairBlock]:
        for pairing, counts in pairings.items():
            first, second = (self.names.index(name) for name in pairing.split(" v "))
            for points, count in counts.items():
                yield from [PairBlock(first, second, float(points), 2)] * count

    @property
    def order(self) -> list[str]:
        """The agents, the strongest first."""
        return [self.names[agent] for agent in self.ratings.order]

    def interval(self, name: str) -> tuple[float, float, float, int]:
        """Rating, the ends of its interval, and games."""
        at, found = self.names.index(name), self.ratings
        return found.elo[at], found.low[at], found.high[at], found.games[at]

    def best(self) -> list[str]:
        """The strongest agent, and those that may be as strong; nobody if there are too few games."""
        if not self.complete or min(self.ratings.games) < RATED:
            return []
        return [self.names[agent] for agent in self.ratings.order if self.from_best.high[agent] >= 0]


def standings(data: Mapping[str, Any]) -> dict[str, dict[float, Standing]]:
    """By preset and seconds per decision."""
    found: dict[str, dict[float, Standing]] = {}
    for league in data["leagues"]:
        if league["blocks"]:
            found.setdefault(league["rules"], {})[league["seconds"]] = Standing(league)
    return found


def label(seconds: float) -> str:
    return f"{seconds:g} s" if seconds >= 1 else f"{1000 * seconds:g} ms"


def tables(data: Mapping[str, Any]) -> str:
    """The generated part of the page."""
    all_standings = standings(data)
    machine = data["machine"]
    parts = ["## In short\n\n", _short(all_standings), "\n", THRESHOLDS]
    for rules, at in all_standings.items():
        parts.append(f"\n## {rules}\n\n{_table(at)}\n{_notes(at)}")
    parts.append(f"\nVersion {machine['hegemon']}, {machine['processor']}, one core. {data['ends'].capitalize()}.\n")
    return "".join(parts)


def _short(all_standings: Mapping[str, Mapping[float, Standing]]) -> str:
    lines = [f"| rules | {' | '.join(map(label, TIMES))} |\n", f"|---{'|---' * len(TIMES)}|\n"]
    for rules, at in all_standings.items():
        cells = [" or ".join(f"`{name}`" for name in at[time].best()) if time in at else "" for time in TIMES]
        lines.append(f"| [`{rules}`](#{rules}) | {' | '.join(cells)} |\n")
    return "".join(lines)


def _table(at: Mapping[float, Standing]) -> str:
    last = at[max(at)]
    names = [*last.order, *(name for time in sorted(at, reverse=True) for name in at[time].order)]
    specs = {name: spec for standing in at.values() for name, spec in standing.specs.items()}
    lines = [f"| agent | {' | '.join(map(label, TIMES))} |\n", f"|---{'|---' * len(TIMES)}|\n"]
    for name in dict.fromkeys(names):
        cells = [_cell(at[time], name) if time in at and name in at[time].names else "" for time in TIMES]
        lines.append(f"| `{specs[name]}` | {' | '.join(cells)} |\n")
    return "".join(lines)


def _cell(standing: Standing, name: str) -> str:
    rating, low, high, games = standing.interval(name)
    if games < RATED:
        return f"{standing.points[standing.names.index(name)]:g} of {games}"
    return f"{rating:+.0f} [{_end(low)}, {_end(high)}], {games} games"


def _end(value: float) -> str:
    return f"{value:+.0f}".replace("inf", "∞")


def _notes(at: Mapping[float, Standing]) -> str:
    one = at[min(at)]
    turns = ", ".join(f"{standing.turns:g} at {label(time)}" for time, standing in sorted(at.items()))
    drawn = sum(standing.endings.get("turn limit", 0) for standing in at.values())
    total = sum(sum(standing.endings.values()) for standing in at.values())
    return f"On {one.map}; mean turns: {turns}; {drawn} of {total} games ended at the turn limit.\n"


def picture(presets: Sequence[str], all_standings: Mapping[str, Mapping[float, Standing]]) -> str:
    """Ratings with intervals: a row for every agent of every preset, a panel for every time."""
    rows: list[tuple[str, str]] = []
    for rules in presets:
        names = (name for standing in all_standings.get(rules, {}).values() for name in standing.order)
        rows += [(rules, ""), *((rules, name) for name in dict.fromkeys(names))]
    width, height = LEFT + PANEL * len(TIMES) + 10, TOP + ROW * len(rows) + 34
    scales = {
        time: Scale(-600, 600, LEFT + PANEL * n + 10, LEFT + PANEL * (n + 1) - 10) for n, time in enumerate(TIMES)
    }
    parts = [tag("rect", width=width, height=height, fill="white")]
    for time, scale in scales.items():
        parts.append(_text(scale(0), 20, f"{label(time)} per decision", anchor="middle", weight="bold"))
        for tick in range(-400, 401, 200):
            parts += [_line(scale(tick), TOP - 12, scale(tick), height - 28, "#aaa" if tick == 0 else "#ddd")]
            parts += [_text(scale(tick), height - 12, f"{tick:+d}" if tick else "0", anchor="middle")]
    for number, (rules, name) in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        parts.append(_text(10 if not name else LEFT - 4, y + 4, name or rules, anchor="end" if name else "start"))
        for time, standing in all_standings.get(rules, {}).items():
            if name in standing.names and standing.interval(name)[3] >= RATED:
                parts.append(_whiskers(scales[time], y, standing.interval(name)))
    text = tag("title", "Elo points from the mean of the league, with 95 % intervals")
    drawn = tag(
        "svg", text, *parts, xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {width} {height}", font_family="sans-serif", font_size=12,
    )  # fmt: skip
    return drawn + "\n"


def _whiskers(scale: Scale, y: float, interval: tuple[float, float, float, int]) -> Markup:
    value, low, high, _ = (min(max(end, scale.low), scale.high) for end in interval)
    dot = tag("circle", cx=scale(value), cy=y, r=4, fill="#1f4e9c")
    return tag("g", _line(scale(low), y, scale(high), y, "#1f4e9c"), dot)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> Markup:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour)


def _text(x: float, y: float, content: str, anchor: str = "start", weight: str | None = None) -> Markup:
    return tag("text", content, x=x, y=y, text_anchor=anchor, font_weight=weight)


def files(data: Mapping[str, Any], page: str) -> dict[Path, str]:
    """What the results make of the page and its pictures."""
    head, rest = page.split(BEGIN)
    made = standings(data)
    return {
        PAGE: head + BEGIN + tables(data) + END + rest.split(END)[1],
        PICTURES / "which-agent-simultaneous.svg": picture(SIMULTANEOUS, made),
        PICTURES / "which-agent-classic.svg": picture(CLASSIC, made),
    }


def main() -> None:
    made = files(json.loads(DATA.read_text(encoding="utf-8")), PAGE.read_text(encoding="utf-8"))
    old = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        sys.exit(f"not made from the results: {', '.join(path.name for path in old)}" if old else 0)
    for path in old:
        path.write_text(made[path], encoding="utf-8")


if __name__ == "__main__":
    main()
