"""How strong `best` is: plays the leagues of a file, each `best` against some opponents under some rules.

    python -m scripts.strength play --store games --seed 1 --minutes 150   # stop and resume at any time
    python -m scripts.strength collect --store games --seed 1              # adds the results to docs/strength.json
    python -m scripts.strength show                                        # scores with 95 % intervals

Several sessions add up, each with a seed of its own. The file scripts/strength.toml lists the leagues; --leagues names
another one, such as with bots, and --data where its results go. Each [[league]] has a name, rules, opponents, seconds
for a decision (0: without a clock), and games against each opponent in all; the agent is best unless it names another.
Its maps are a list of [maps], by name; without one it plays on the home map. Searches stop at the limit; a machine that
is busy with other work makes nobody forfeit.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.table import Table

from hegemon.arena import StoredGames, Tournament, make_tournament
from hegemon.match import TimeControl
from hegemon.statistics import score_interval
from scripts.which_agent import MARGIN, play, whole_blocks

LEAGUES = Path(__file__).with_name("strength.toml")
DATA = Path(__file__).parent.parent / "docs" / "strength.json"
Results: TypeAlias = dict[str, dict[str, dict[str, dict[str, int]]]]
"""By league, opponent and seed: how often `best` had which score in a block, one start played from both seats."""


@dataclass(frozen=True, kw_only=True)
class League:
    """An agent against some opponents."""

    name: str
    rules: str
    opponents: tuple[str, ...]
    agent: str = "best"
    maps: tuple[str, ...] = ("",)
    seconds: float = 0.2
    games: int = 200
    seed: int = 0
    share: float = 1.0
    """Of the thinking time, compared with other leagues."""

    @property
    def folder(self) -> str:
        return re.sub(r"\W+", "-", self.name)

    def tournament(self) -> Tournament:
        time = TimeControl(per_move=self.seconds, margin=MARGIN) if self.seconds else "none"
        return make_tournament(
            {"best": self.agent} | {spec: spec for spec in self.opponents}, self.maps, self.rules, time=time,
            games=2 * math.ceil(self.games / 2 / len(self.maps)), format="gauntlet", seed=self.seed,
        )  # fmt: skip

    def pairings(self) -> list[tuple[str, str]]:
        return [("best", spec) for spec in self.opponents]


def read_leagues(path: Path, seed: int = 0) -> list[League]:
    """Those of a file."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    lists = {name: tuple(maps) for name, maps in found.get("maps", {}).items()}
    rows = [
        {**row, "opponents": tuple(row["opponents"]), "maps": lists[row["maps"]] if "maps" in row else ("",)}
        for row in found["league"]
    ]
    return [League(**row, seed=seed) for row in rows]


def collect(folder: Path, league: League) -> dict[str, dict[str, int]]:
    """The scores of a league's blocks, by opponent."""
    if not (folder / league.folder).is_dir():
        return {}
    scores: dict[str, Counter[str]] = {}
    with StoredGames.read(folder / league.folder) as store:
        names = [agent.alias for agent in store.agents()]
        for block in whole_blocks(store):
            opponent = next(names[agent] for agent in block[0].seats if names[agent] != "best")
            points = sum(game.points[game.seats.index(names.index("best"))] for game in block)
            scores.setdefault(opponent, Counter())[f"{points:g}"] += 1
    return {opponent: dict(sorted(counts.items())) for opponent, counts in scores.items()}


def read(path: Path) -> Results:
    """What was collected."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def table(results: Results) -> Table:
    """Scores with 95 % intervals, by blocks."""
    shown = Table("league", "opponent", "games", "score", "95 % interval", pad_edge=False)
    for name, opponents in results.items():
        for opponent, seeds in opponents.items():
            counts = sum((Counter(scores) for scores in seeds.values()), Counter())
            blocks = [[float(points) / 2] * 2 for points, count in counts.items() for _ in range(count)]
            low, high = score_interval(blocks)
            mean = sum(map(sum, blocks)) / (2 * len(blocks))
            shown.add_row(name, opponent, str(2 * len(blocks)), f"{mean:.1%}", f"{low:.0%} - {high:.0%}")
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "collect", "show"))
    parser.add_argument("--leagues", type=Path, default=LEAGUES, help="by default scripts/strength.toml")
    parser.add_argument("--data", type=Path, default=DATA, help="by default docs/strength.json")
    parser.add_argument("--store", type=Path, default=Path("strength"), help="folder of the games")
    parser.add_argument("--seed", type=int, default=0, help="of the starts")
    parser.add_argument("--minutes", type=float, default=60, help="how long to play")
    parser.add_argument("--workers", type=int, default=1, help="games at once; at most as many as there are idle cores")
    parser.add_argument("--only", default="", help="leagues whose names contain this")
    parser.add_argument("--anew", action="store_true", help="collect: forget what these leagues played before")
    given = parser.parse_args()
    leagues = [league for league in read_leagues(given.leagues, given.seed) if given.only in league.name]
    results = read(given.data)
    if given.what == "play":
        for line in play(given.store, 60 * given.minutes, leagues, workers=given.workers):
            print(line, flush=True)
        results = {}
    if given.what != "show":
        for league in leagues:
            for opponent, scores in collect(given.store, league).items():
                seeds = results.setdefault(league.name, {}).setdefault(opponent, {})
                if given.anew:
                    seeds.clear()
                seeds[str(given.seed)] = scores
    if given.what == "collect":
        given.data.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    Console().print(table({name: found for name, found in results.items() if given.only in name}))


if __name__ == "__main__":
    main()
