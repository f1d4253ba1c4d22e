"""The gate: games of a new network against the last accepted one and against a baseline, and whether it is accepted."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from hegemon.arena import Setup, Store, make_tournament, prepare
from hegemon.statistics import Sprt, score_interval
from hegemon.statistics.sprt import MOST_ELO

Blocks = dict[int, list[float]]
"""The points of the new network in the games of each block."""


class Score(TypedDict):
    """The score of the new network, with its 95 % interval."""

    games: int
    score: float
    low: float
    high: float


class GateResult(TypedDict):
    """Scores by opponent ("last", "baseline") and map."""

    last: int
    """The iteration of the last accepted network; 0 is the initial network."""
    scores: dict[str, dict[str, Score]]
    accepted: bool


def read_gate(data: object) -> GateResult:
    """The result as its file keeps it; a ValueError says what is wrong with it."""
    match data:
        case {"last": int(last), "scores": dict(scores), "accepted": bool()} if last >= 0:
            for by_map in scores.values():
                if not isinstance(by_map, dict) or not all(map(_is_score, by_map.values())):
                    raise ValueError("its scores are not numbers by opponent and map")
            found: GateResult = data  # type: ignore[assignment]  # it was checked
            return found
    raise ValueError("it needs last, scores and accepted")


def _is_score(found: object) -> bool:
    names = ("games", "score", "low", "high")
    return isinstance(found, dict) and all(
        isinstance(found.get(name), int | float) and math.isfinite(found[name]) for name in names
    )


def play_gate(
    folder: Path,
    agents: Mapping[str, str],
    setups: Sequence[tuple[str, str]],
    *,
    games: int,
    limit: float,
    seed: int,
    threads: int,
    on_game: Callable[[int, int], None],
) -> tuple[dict[str, dict[str, Score]], bool]:
    """Play the agent "new" against the others on maps with rules; return its scores, and whether it is accepted.

    It is rejected if a sequential test finds it weaker than "last" by `limit` Elo points. The games are stored in the
    folder; stored games are not played again.
    """
    played = [Setup(map, rules) for map, rules in setups]
    tournament = make_tournament(dict(agents), setups=played, games=games, format="gauntlet", seed=seed)
    with Store.open(folder) as store:
        run = prepare(tournament, store, threads)
        total = store.scheduled()
        for done, _ in enumerate(run, total - len(run.jobs) + 1):
            on_game(done, total)
        blocks = _blocks(store)
    scores = {other: {name: _score(found) for name, found in each.items()} for other, each in blocks.items()}
    against_last = [sum(block) / 2 for found in blocks.get("last", {}).values() for block in found.values()]
    weaker = Sprt(max(limit, -MOST_ELO), 0.0).test(against_last).decision == "elo0" if against_last else False
    return scores, not weaker


def _blocks(store: Store) -> dict[str, dict[str, Blocks]]:
    """The points of the new network by opponent and map (and rules, if there are several)."""
    blocks: dict[str, dict[str, Blocks]] = {}
    names = [agent.alias for agent in store.agents()]
    setups = store.setups()
    one = len({setup.rules for setup in setups}) == 1
    names_of_setups = [setup.map if one else f"{setup.map} {setup.rules}" for setup in setups]
    for game in store.games():
        other = next(names[agent] for agent in game.seats if names[agent] != "new")
        found = blocks.setdefault(other, {}).setdefault(names_of_setups[game.setup], {})
        found.setdefault(game.block, []).append(game.points[game.seats.index(names.index("new"))])
    return blocks


def _score(blocks: Blocks) -> Score:
    games = [points for block in blocks.values() for points in block]
    low, high = score_interval(list(blocks.values()))
    return {"games": len(games), "score": sum(games) / len(games), "low": low, "high": high}
