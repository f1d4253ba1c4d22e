"""Speed of the rules: random games of both families."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hegemon import _core
from hegemon.bench.measure import Benchmark, Measurement, best_rate, measurement
from hegemon.game import ClassicGame, Game, SimultaneousGame

SWISS = [("switzerland", "swiss2025", 2)]


def random_turns(seconds: float) -> Iterator[Measurement]:
    """Whole turns of random play: two random plans and their resolution."""
    cases = [(map, "soares2025") for map in ("simple", "banana", "owl-island", "italy", "earth", "classic")]
    cases += [(f"random({n}, seed=1)", "soares2025") for n in (60, 125, 250, 500)]
    cases += [("earth", rules) for rules in ("warlight1", "warlight2", "warzone")]
    for map, rules in cases:
        yield _turns(SimultaneousGame(map, rules), seconds)


def _turns(game: SimultaneousGame, seconds: float) -> Measurement:
    limit = game.turn_limit
    rate = best_rate(seconds, lambda at, count: game.core.play_random(1, at, count, limit, 1).turns)
    signature = game.core.play_random(1, 0, 8, limit, 1).signature
    return _figure("simultaneous.random_turns", game, "turns", rate, game.start(0).core.nbytes, signature)


def classic(
    name: str, unit: str, cases: Sequence[tuple[str, str, int]], cutoff: int = 0, steps: bool = False
) -> Benchmark:
    """Random play of the classic game: whole games, playouts cut off with the resources evaluation, or single steps."""

    def measure(seconds: float) -> Iterator[Measurement]:
        for map, rules, seats in cases:
            game = ClassicGame(map, rules, seats)

            def work(at: int, count: int, core: _core.ClassicGame = game.core) -> float:
                play = core.play_random(1, at, count, cutoff, 1)
                return play.decisions if steps else play.games

            rate = best_rate(seconds, work)
            signature = game.core.play_random(1, 0, 8, cutoff, 1).signature
            yield _figure(name, game, unit, rate, game.core.state_bytes, signature)

    return measure


def _figure(name: str, game: Game, unit: str, rate: float, size: int, signature: int) -> Measurement:
    details = {"territories": len(game.map.territories), "state_bytes": size, "signature": f"{signature:016x}"}
    return measurement(name, game, unit, rate, details)


BENCHMARKS: dict[str, Benchmark] = {
    "simultaneous.random_turns": random_turns,
    "classic.full_playouts": classic("classic.full_playouts", "playouts", SWISS),
    "classic.cutoff25_playouts": classic("classic.cutoff25_playouts", "playouts", SWISS, cutoff=25),
    "classic.random_games": classic(
        "classic.random_games",
        "games",
        [
            ("hex", "heredia2022(pool=10, decision_cap=150)", 2),
            ("classic", "heredia2022(pool=40, decision_cap=2000)", 2),
            ("classic", "classic(decision_cap=2000)", 6),
        ],
    ),
    "classic.env_steps": classic(
        "classic.env_steps", "steps", [("old-world", "yao2025", 2), ("old-world", "yao2025-code", 2)], steps=True
    ),
}
