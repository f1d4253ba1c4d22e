"""Speed of the environments: random legal steps with observations and masks, against random opponents in the core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.bench.measure import Benchmark, Measurement, best_rate, measurement
from hegemon.game import ClassicGame, ClassicState, Game, SimultaneousGame

GAMES, BATCH, REPEAT = 1024, 8, 0.02
YAO, BOARD, BANANA = ("old-world", "yao2025"), ("classic", "classic"), ("banana", "soares2025")
Vector: TypeAlias = _core.ClassicVector | _core.SimultaneousVector


def _vector(game: Game, threads: int = 1, games: int = GAMES) -> Vector:
    """Many games, with resets in the same step."""
    if isinstance(game, ClassicGame):
        made: Vector = _core.ClassicVector(game.core, games, game.turn_limit, threads=threads, autoreset="same_step")
    else:
        assert isinstance(game, SimultaneousGame)
        made = _core.SimultaneousVector(game.core, games, game.turn_limit, threads=threads, autoreset="same_step")
    made.reset(np.arange(games, dtype=np.uint64))
    return made


def _turns(env: Vector, actions: NDArray[np.int64], steps: int) -> int:
    """Play, and count the turns."""
    before, total = np.where(env.terminated | env.truncated, 0, env.turns), 0
    for _ in range(steps):
        env.step(actions)
        ended = np.flatnonzero(env.terminated | env.truncated)
        total += int(env.turns[ended].sum())
    after = env.turns.copy()
    after[ended] = 0
    return total + int(after.sum()) - int(before.sum())


def steps(seconds: float) -> Iterator[Measurement]:
    """Steps of the vector environment: one decision of the learner, and the random opponents' until its next one."""
    for map, rules in (YAO, BOARD, BANANA):
        game: Game = SimultaneousGame(map, rules) if rules == "soares2025" else ClassicGame(map, rules)
        env, actions = _vector(game), np.full(GAMES, -1, np.int64)

        def work(at: int, count: int, env: Vector = env, actions: NDArray[np.int64] = actions) -> float:
            for _ in range(count):
                env.step(actions)
            return float(count * GAMES)

        details = {"games": GAMES, "actions": env.actions, "observation": env.width, "signature": _signature(game)}
        yield measurement("envs.vector_steps", game, "steps", best_rate(seconds, work), details)


def turns(seconds: float) -> Iterator[Measurement]:
    """Whole turns of the simultaneous game in the vector environment, with all their small decisions."""
    game = SimultaneousGame(*BANANA)
    env, actions = _vector(game), np.full(GAMES, -1, np.int64)
    rate = best_rate(seconds, lambda at, count: _turns(env, actions, count))
    yield measurement("envs.vector_turns", game, "turns", rate, {"games": GAMES, "signature": _signature(game)})


def _signature(game: Game) -> str:
    """Changes when the environment plays differently."""
    env = _vector(game, games=16)
    for _ in range(50):
        env.step(np.full(16, -1, np.int64))
    return f"{sum(env.state(i).hash() for i in range(16)) % 2**64:016x}"


def thread_speedup(seconds: float) -> Iterator[Measurement]:
    """Steps per second of wall time on two threads, as a multiple of one thread: the median of repeats in turn.

    A shared machine does not always give a process two whole cores. So the details have the same multiple for two
    environments that know nothing of each other, half of the games each: `apart` is what the machine gave.
    """
    game = ClassicGame(*YAO)
    with ThreadPoolExecutor(2) as pool:
        for games in (GAMES, 4 * GAMES, 8 * GAMES, 16 * GAMES):
            one, two = (_vector(game, threads, games) for threads in (1, 2))
            halves = [_vector(game, 1, games // 2) for _ in range(2)]
            rates = list[tuple[float, float, float]]()
            ends = time.monotonic() + max(seconds, 0.1)
            while time.monotonic() < ends or not rates:
                rates.append((_wall_rate(one), _wall_rate(two), sum(pool.map(_wall_rate, halves))))
            single, double, apart = np.array(rates).T
            details = {
                "games": games,
                "apart": round(float(np.median(apart / single)), 2),
                "one_thread_per_second": round(float(np.median(single))),
                "two_threads_per_second": round(float(np.median(double))),
            }
            rate = float(np.median(double / single))
            yield measurement("envs.thread_speedup", game, "times one thread", rate, details, 2)


def _wall_rate(env: Vector) -> float:
    """Steps per second of wall time, over long enough that one wake-up of a thread does not count."""
    actions, began, steps = np.full(len(env.turns), -1, np.int64), time.monotonic(), 0
    while (took := time.monotonic() - began) < REPEAT:
        for _ in range(BATCH):
            env.step(actions)
        steps += BATCH * len(actions)
    return steps / took


def gymnasium_steps(seconds: float) -> Iterator[Measurement]:
    """Steps of one Gymnasium environment from Python, with a random legal action chosen from the mask."""
    if find_spec("gymnasium") is None:
        return
    import gymnasium

    import hegemon.envs  # noqa: F401 (registers the environments)

    cases = (
        ("Classic", ClassicGame(*YAO)),
        ("Classic", ClassicGame(*BOARD)),
        ("Simultaneous", SimultaneousGame(*BANANA)),
    )
    for family, game in cases:
        env = gymnasium.make(f"hegemon/{family}-v0", map=game.map, rules=game.rules)
        masks = [env.reset(seed=1)[1]["action_mask"]]

        def work(at: int, count: int, env: gymnasium.Env = env, masks: list[NDArray[np.int8]] = masks) -> float:
            mask, draws = masks[0], np.random.default_rng(at).random(count).tolist()
            for draw in draws:
                legal = mask.nonzero()[0]
                _, _, terminated, truncated, info = env.step(legal[int(draw * len(legal))])
                mask = (env.reset()[1] if terminated or truncated else info)["action_mask"]
            masks[0] = mask
            return float(count)

        yield measurement("envs.gymnasium_steps", game, "steps", best_rate(seconds, work, batch=256), {})


def plain_steps(seconds: float) -> Iterator[Measurement]:
    """Steps of single games through the plain API: legal_actions, a choice among them, and step."""
    for map, rules in (YAO, BOARD):
        game = ClassicGame(map, rules)
        states = [game.start(1)]

        def work(at: int, count: int, game: ClassicGame = game, states: list[ClassicState] = states) -> float:
            random, state = _core.Random(at), states[0]
            for draw in np.random.default_rng(at).random(count).tolist():
                legal = state.legal_actions
                chosen = legal[int(draw * len(legal))]
                state = state.step(chosen, random).state
                if state.phase == "over":
                    state = game.start(random)
            states[0] = state
            return float(count)

        yield measurement("envs.plain_steps", game, "steps", best_rate(seconds, work, batch=256), {})


BENCHMARKS: dict[str, Benchmark] = {
    "envs.vector_steps": steps,
    "envs.vector_turns": turns,
    "envs.thread_speedup": thread_speedup,
    "envs.gymnasium_steps": gymnasium_steps,
    "envs.plain_steps": plain_steps,
}
