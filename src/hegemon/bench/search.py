"""Speed of the searches."""

from __future__ import annotations

import hashlib
import time
import zlib
from collections.abc import Callable, Iterator, Sequence

from hegemon._core import AlphaBeta, ClassicState, Random
from hegemon.agents import smcts
from hegemon.bench.measure import Benchmark, Measurement, best_rate, measurement
from hegemon.game import Action, ClassicGame, Game, Plan, SimultaneousGame, SimultaneousState, SimultaneousView
from hegemon.search import (
    AlphaBetaSettings,
    Analysis,
    Budget,
    Coevolution,
    Mcts,
    MctsSettings,
    Smcts,
)

SWISS = ("switzerland", "swiss2025")


def _measurement(name: str, game: Game, unit: str, value: float, threads: int, **details: object) -> Measurement:
    return measurement(name, game, unit, value, {"value": value} | details, threads)


def _searches(settings: MctsSettings, visits: int) -> tuple[ClassicGame, Callable[[int, int], float]]:
    """Searches of new deals; the work is measured in episodes."""
    game = ClassicGame(*SWISS, 2)
    states = [game.start(seed) for seed in range(64)]
    search = Mcts(game, settings)

    def work(at: int, count: int) -> float:
        for number in range(at, at + count):
            search.decide(states[number % len(states)], Budget(visits), Random(number))
        return float(count * visits)

    return game, work


def mcts(name: str, cutoff: int, visits: int) -> Benchmark:
    """Episodes of the Swiss thesis's search per second of CPU time."""

    def measure(seconds: float) -> Iterator[Measurement]:
        game, work = _searches(MctsSettings(cutoff=cutoff), visits)
        yield _measurement(name, game, "episodes", best_rate(seconds, work), 1, visits=visits, cutoff=cutoff)

    return measure


def thread_speedup(seconds: float) -> Iterator[Measurement]:
    """Episodes per second of wall time on two threads, as a multiple of one thread.

    The speedup of two independent trees is measured too: it is the maximum on this machine.
    """
    kinds = {"one": (1, "tree"), "two": (2, "tree"), "apart": (2, "root")}
    for cutoff, visits in ((0, 4_000), (25, 20_000)):
        best, work = dict.fromkeys(kinds, 0.0), {}
        for kind, (threads, parallel) in kinds.items():
            settings = MctsSettings(cutoff=cutoff, threads=threads, parallel=parallel)  # type: ignore[arg-type]
            game, work[kind] = _searches(settings, visits)
        ends, at = time.monotonic() + max(seconds, 0.1) * 3, 0
        while at < 3 or time.monotonic() < ends:  # in turn, so that all run under the same load
            for kind in kinds:
                began = time.monotonic()
                done = work[kind](at, 1)
                best[kind] = max(best[kind], done / (time.monotonic() - began))
            at += 1
        details = {"one_thread_per_second": round(best["one"]), "two_threads_per_second": round(best["two"])}
        apart = round(best["apart"] / best["one"], 3)
        yield _measurement(
            "search.thread_speedup",
            game,
            "times one thread",
            best["two"] / best["one"],
            2,
            cutoff=cutoff,
            trees_apart=apart,
            **details,
        )


def bytes_per_node(seconds: float) -> Iterator[Measurement]:
    """Memory of a tree of 20,000 episodes, divided by its nodes."""
    game = ClassicGame(*SWISS, 2)
    search = Mcts(game, MctsSettings(cutoff=25))
    total, nodes = 0, 0
    for seed in range(4):
        details = search.analyse(game.start(seed), Budget(20_000), Random(seed)).figures
        total, nodes = total + int(details["bytes"]), nodes + int(details["nodes"])
    yield _measurement("search.bytes_per_node", game, "bytes", total / nodes, 1, nodes=nodes)


def alphabeta_nodes(seconds: float) -> Iterator[Measurement]:
    """Positions that the alpha-beta search visits, five plies deep, in all attack phases of its games."""
    game, settings = ClassicGame("grid(6,6)", "aminian2020", 2), AlphaBetaSettings(depth=5)
    player, random = AlphaBeta(game.core, settings.to_core()), Random(1)
    positions: list[ClassicState] = []
    for number in range(4):
        state = game.start(number)
        while state.phase != "over" and state.turns < 60:
            if state.phase == "attack":
                positions.append(state.core)
            action = Action.from_core(player.decide(state.core).best[0])
            state = state.step(action, random).state

    def work(at: int, count: int) -> float:
        chosen = (positions[(at + i) % len(positions)] for i in range(count))
        return sum(player.decide(position).nodes for position in chosen)

    rate = best_rate(seconds, work)
    signature = sum(player.decide(position).nodes << number % 32 for number, position in enumerate(positions))
    yield _measurement("search.alphabeta_nodes", game, "nodes", rate, 1, depth=5, signature=f"{signature % 2**64:016x}")


def smcts_rollouts(seconds: float) -> Iterator[Measurement]:
    """Rollouts of the published tree search from starting positions: 20 per iteration, at most 10 turns each."""
    settings = smcts.Settings.from_values(smcts.PRESETS["soares2025"])
    for map in ("owl-island", "banana", "italy"):
        game = SimultaneousGame(map, "soares2025")
        views = [game.start(seed).view(0) for seed in range(8)]  # the length of rollouts depends on the start

        search = Smcts(game, settings)

        def work(at: int, count: int, views: list[SimultaneousView] = views, search: Smcts = search) -> float:
            limit = Budget(visits=count)
            return sum(search.decide(view, limit, Random(at)).figures["rollouts"] for view in views)

        rate = best_rate(seconds, work)
        found = search.analyse(views[0], Budget(visits=20), Random(0)).candidates
        signature = zlib.crc32(repr([(list(each.decision.to_core()), each.visits) for each in found]).encode())
        yield _measurement("search.smcts_rollouts", game, "rollouts", rate, 1, signature=f"{signature:08x}")


def coevolution_pairs(seconds: float) -> Iterator[Measurement]:
    """Pairs of plans that co-evolution resolves and evaluates: 30 plans per seat, with the settings of the thesis."""
    for map in ("owl-island", "banana", "italy"):
        game = SimultaneousGame(map, "soares2025")
        states = [after_random_turns(game, seed, turns) for seed in range(4) for turns in (0, 6)]

        search = Coevolution(game)

        def work(
            at: int, count: int, states: Sequence[SimultaneousState] = states, search: Coevolution = search
        ) -> float:
            return sum(_coevolve(search, states[i % len(states)], i).figures["pairs"] for i in range(at, at + count))

        rate = best_rate(seconds, work)
        plans = "\n".join(str(_coevolve(search, state, 1).decision) for state in states)
        signature = int.from_bytes(hashlib.sha256(plans.encode()).digest()[:8], "big")
        yield _measurement("search.coevolution_pairs", game, "pairs", rate, 1, signature=f"{signature:016x}")


def after_random_turns(game: SimultaneousGame, seed: int, turns: int) -> SimultaneousState:
    """The position after `turns` random turns, or the last one before the game was over."""
    state, random = game.start(seed), Random(seed)
    while state.turns < turns:
        plans = [state.random_plan(seat, random) for seat in (0, 1)]
        after = state.resolve(plans, random).state
        if after.result is not None:
            break
        state = after
    return state


def _coevolve(search: Coevolution, state: SimultaneousState, key: int) -> Analysis[Plan]:
    return search.decide(state.view(key % 2), Budget(visits=15), Random(key))


BENCHMARKS: dict[str, Benchmark] = {
    "search.mcts_full": mcts("search.mcts_full", 0, 2_000),
    "search.mcts_cutoff25": mcts("search.mcts_cutoff25", 25, 10_000),
    "search.thread_speedup": thread_speedup,
    "search.bytes_per_node": bytes_per_node,
    "search.smcts_rollouts": smcts_rollouts,
    "search.coevolution_pairs": coevolution_pairs,
    "search.alphabeta_nodes": alphabeta_nodes,
}
