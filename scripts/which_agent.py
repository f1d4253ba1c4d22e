"""Which agent should I use? Plays our agents under every preset of rules, at three times per decision.

    python -m scripts.which_agent play --store which --minutes 600   # stop and resume at any time
    python -m scripts.which_agent collect --store which              # the results, into docs/which-agent.json
    python -m scripts.which_agent_page                               # tables and pictures of docs/which-agent.md

A league is a preset on its home map at one time per decision, with a store of its own in the folder. To add an agent,
add a line to ENTRANTS and run the three commands again: only the missing pairings are played. If settings of the others
have changed since, begin a new folder with `play --only NAME` and collect both. The collected file has what the page
needs: how often a pairing had which score in a block, which is one start played from both seats.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Protocol

from hegemon._json import JSONObject
from hegemon.arena import GameResult, Run, Store, StoredGames, Tournament, make_tournament, prepare
from hegemon.match import Adjudication, TimeControl

DATA = Path(__file__).parent.parent / "docs" / "which-agent.json"
TIMES = (0.01, 0.1, 1.0)
"""Seconds per decision."""
SHARES = {0.01: 1.0, 0.1: 1.5, 1.0: 1.0}
"""Of the thinking time: long decisions cost most, and give the fewest games."""
MARGIN = 1.0
"""Searches stop at the limit; a machine that is busy with other work makes nobody forfeit."""
ENDS = Adjudication(turn_limit=100, surrender=0.01)
MOST_BLOCKS = 200
SLICE = 8.0
"""Seconds of thought before the next league has its turn."""

SIMULTANEOUS = ("soares2025", "warlight1", "warlight2", "warzone")
CLASSIC = ("classic", "heredia2022", "swiss2025", "yao2025", "aminian2020")
PRESETS = SIMULTANEOUS + CLASSIC


class Playable(Protocol):
    """A league: a tournament with a store of its own, which takes turns with others."""

    @property
    def folder(self) -> str: ...

    @property
    def share(self) -> float:
        """Of the thinking time, compared with other leagues."""

    def tournament(self) -> Tournament: ...

    def pairings(self) -> list[tuple[str, str]]: ...


@dataclass(frozen=True)
class Entrant:
    """An agent, the presets that it plays, and the most seconds per decision at which it is worth its time."""

    name: str
    spec: str
    presets: tuple[str, ...]
    most_seconds: float = TIMES[-1]


ENTRANTS = (
    Entrant("random", "random", PRESETS, 0.01),
    Entrant("heuristic", "heuristic", ("soares2025", "warlight1", "warlight2"), 0.1),
    Entrant("heuristic", "heuristic", ("warzone", *CLASSIC)),
    Entrant("best", "best", PRESETS),
    Entrant("smcts", "smcts", SIMULTANEOUS),
    Entrant("ga", "ga", SIMULTANEOUS),
    Entrant("guided-mcts", "guided-mcts", SIMULTANEOUS),
    Entrant("mcts", "mcts", CLASSIC),
    Entrant("alphabeta", "alphabeta(preset=dice)", ("classic", "heredia2022", "swiss2025", "yao2025"), 0.1),
    Entrant("alphabeta", "alphabeta(preset=learned)", ("aminian2020",)),
    Entrant("puct", "puct(net=heredia2022)", ("heredia2022",)),
    Entrant("puct", "puct(net=swiss2025)", ("swiss2025",)),
    Entrant("exit", "exit(net=heredia2022)", ("heredia2022",), 0.1),
    Entrant("dqn", "dqn(net=yao2025)", ("yao2025",)),
)


@dataclass(frozen=True)
class League:
    """A preset at one time per decision."""

    rules: str
    seconds: float
    agents: dict[str, str]
    """Names and specs."""
    only: str = ""
    """The agent whose pairings are played, if not all are."""
    seed: int = 0
    """Of the starts: stores whose results are added up need different ones."""

    @property
    def folder(self) -> str:
        return f"{self.rules}-{1000 * self.seconds:g}ms"

    @property
    def share(self) -> float:
        """Of the thinking time, compared with other leagues."""
        return SHARES.get(self.seconds, 1.0)

    def tournament(self) -> Tournament:
        time = TimeControl(per_move=self.seconds, margin=MARGIN)
        agents = {name: self.agents[name] for name in sorted(self.agents, key=lambda name: name != self.only)}
        return make_tournament(
            agents, rules=self.rules, time=time, games=2 * MOST_BLOCKS, adjudication=ENDS,
            format="gauntlet" if self.only else "round-robin", seed=self.seed,
        )  # fmt: skip

    def pairings(self) -> list[tuple[str, str]]:
        return [pair for pair in combinations(self.agents, 2) if not self.only or self.only in pair]


def leagues(entrants: Sequence[Entrant] = ENTRANTS, times: Sequence[float] = TIMES) -> list[League]:
    """All leagues, the quick ones first."""
    return [
        League(rules, seconds, {e.name: e.spec for e in entrants if rules in e.presets and seconds <= e.most_seconds})
        for seconds in times
        for rules in PRESETS
        if any(rules in entrant.presets for entrant in entrants)
    ]


def play(folder: Path, seconds: float, among: Sequence[Playable], workers: int = 1) -> Iterator[str]:
    """Play for so long: always the league that is least advanced, for a slice."""
    until, advanced = time.monotonic() + seconds, {league.folder: _advanced(folder, league) for league in among}
    left = list(among)
    while left and time.monotonic() < until:
        league = min(left, key=lambda league: advanced[league.folder])
        with Store.open(folder / league.folder) as store:
            run = _missing_first(prepare(league.tournament(), store, workers=workers))
            if not run.jobs:
                left.remove(league)
            for game in _until(run, SLICE * league.share, until):
                yield _told(league, game, [agent.alias for agent in store.agents()])
        advanced[league.folder] = _advanced(folder, league)


def _until(run: Run, thought: float, until: float) -> Iterator[GameResult]:
    """Games until the agents have thought so many seconds, or the time is over."""
    for game in run:
        yield game
        thought -= sum(game.seconds)
        if thought < 0 or time.monotonic() > until:
            return


def _told(league: Playable, game: GameResult, names: Sequence[str]) -> str:
    seated = " v ".join(names[agent] for agent in game.seats)
    winner = "nobody" if game.winner is None else names[game.seats[game.winner]]
    return f"{league.folder}: {seated}: {winner} wins, {game.kind} after {game.rounds} turns"


def _missing_first(run: Run) -> Run:
    """Blocks of early starts first: an agent that came late catches up."""
    jobs = sorted(run.jobs, key=lambda job: (job.block.start, job.block_id, job.number))
    return Run(run.tournament, run.store, tuple(jobs), run.workers)


def _advanced(folder: Path, league: Playable) -> float:
    """Seconds that the agents of a league have thought for its share; less if an agent came late."""
    if not (folder / league.folder).is_dir():
        return 0.0
    with StoredGames.read(folder / league.folder) as store:
        games, names = store.games(), [agent.alias for agent in store.agents()]
    played = Counter(frozenset(names[agent] for agent in game.seats) for game in games)
    counts = [played[frozenset(pair)] for pair in league.pairings()]
    return sum(sum(game.seconds) for game in games) / league.share * min(1.0, (min(counts) + 2) / max(1, *counts))


def add(old: dict[str, Any], new: dict[str, Any], anew: Sequence[str] = ()) -> dict[str, Any]:
    """Both results in one. Of agents whose spec has changed, and in leagues with new results of agents `anew`, only
    the new ones count."""
    leagues = {(league["rules"], league["seconds"]): league for league in old["leagues"]}
    for league in new["leagues"]:
        key = league["rules"], league["seconds"]
        leagues[key] = _added(_without(leagues[key], anew), league) if key in leagues else league
    ordered = sorted(leagues.values(), key=lambda league: (league["seconds"], PRESETS.index(league["rules"])))
    return {**new, "leagues": ordered}


def _without(league: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    blocks = {pair: scores for pair, scores in league["blocks"].items() if not set(names) & set(pair.split(" v "))}
    return {**league, "agents": {k: v for k, v in league["agents"].items() if k not in names}, "blocks": blocks}


def _added(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    agents = {**old["agents"], **new["agents"]}
    blocks = {pair: Counter[str](scores) for pair, scores in new["blocks"].items()}
    for pair, scores in old["blocks"].items():
        if all(old["agents"][name] == agents[name] for name in pair.split(" v ")):
            blocks[pair] = blocks.get(pair, Counter()) + Counter(scores)
    endings = Counter[str](old["endings"]) + Counter(new["endings"])
    games = [sum(league["endings"].values()) for league in (old, new)]
    turns = games[0] * old["mean_turns"] + games[1] * new["mean_turns"]
    return {
        **new,
        "agents": agents,
        "blocks": {pair: dict(sorted(scores.items())) for pair, scores in blocks.items()},
        "mean_turns": round(turns / max(1, sum(games)), 1),
        "endings": dict(sorted(endings.items())),
    }


def collect(folders: Sequence[Path], among: Sequence[League]) -> dict[str, Any]:
    """The results of all leagues that have been played, as plain data."""
    found: list[JSONObject] = []
    machine: JSONObject = {}
    for league in among:
        stores = [folder / league.folder for folder in folders if (folder / league.folder).is_dir()]
        if stores:
            found.append(_league(league, stores))
            with StoredGames.read(stores[0]) as store:
                machine = store.runs()[-1].machine
    told = ("hegemon", "processor", "cores")
    return {"machine": {name: machine[name] for name in told}, "ends": str(ENDS), "leagues": found}


def _league(league: League, stores: Sequence[Path]) -> JSONObject:
    """How often each pairing had which score in a block, by the points of the first of its agents."""
    scores = {pair: Counter[float]() for pair in combinations(league.agents, 2)}
    games: list[GameResult] = []
    for path in stores:
        with StoredGames.read(path) as store:
            names = [agent.alias for agent in store.agents()]
            for block in whole_blocks(store):
                seated = {names[agent] for agent in block[0].seats}
                for first, second in combinations(league.agents, 2):
                    if seated == {first, second}:
                        at = names.index(first)
                        scores[first, second][sum(game.points[game.seats.index(at)] for game in block)] += 1
                        games += block
            home = store.setups()[0].map
    return {
        "rules": league.rules,
        "map": home,
        "seconds": league.seconds,
        "agents": dict(league.agents),
        "blocks": {
            f"{first} v {second}": {f"{score:g}": counts[score] for score in sorted(counts)}
            for (first, second), counts in scores.items()
            if counts
        },
        "mean_turns": round(sum(game.rounds for game in games) / max(1, len(games)), 1),
        "endings": dict(sorted(Counter(game.kind for game in games).items())),
    }


def whole_blocks(store: StoredGames) -> list[list[GameResult]]:
    """The games of every start that was played from both seats."""
    blocks: dict[int, list[GameResult]] = {}
    for game in store.games():
        blocks.setdefault(game.block, []).append(game)
    return [games for games in blocks.values() if len(games) == 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "collect"))
    parser.add_argument(
        "--store",
        type=Path,
        required=True,
        action="append",
        help="folder of stores; collect takes several",
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play")
    parser.add_argument("--preset", action="append", help="only these presets", default=[])
    parser.add_argument("--only", default="", help="play the pairings of this agent alone")
    parser.add_argument("--without", action="append", help="agents that do not play", default=[])
    parser.add_argument("--seed", type=int, default=0, help="of the starts")
    parser.add_argument("--add", action="store_true", help="collect: add to the results of the file; use another seed")
    parser.add_argument(
        "--anew",
        action="append",
        help="add: forget earlier results of this agent in leagues that were played again",
        default=[],
    )
    parser.add_argument("--time", action="append", type=float, help="only these times per decision", default=[])
    arguments = parser.parse_args()
    among = [
        replace(league, only=arguments.only, seed=arguments.seed)
        for league in leagues([entrant for entrant in ENTRANTS if entrant.name not in arguments.without])
        if (not arguments.only or arguments.only in league.agents)
        and league.rules in (arguments.preset or PRESETS)
        and league.seconds in (arguments.time or TIMES)
    ]
    if arguments.what == "collect":
        found = collect(arguments.store, among)
        if arguments.add:
            found = add(json.loads(DATA.read_text(encoding="utf-8")), found, arguments.anew)
        DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return
    for line in play(arguments.store[0], 60 * arguments.minutes, among):
        print(line, flush=True)


if __name__ == "__main__":
    main()
