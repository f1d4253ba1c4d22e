"""Decision times and throughput."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from hegemon.arena import GameResult, StoredGames
from hegemon.arena.results import RunFacts
from hegemon.report.summary import RunLine, Thinking, Throughput, Times

SAMPLE = 200_000
"""Maximum number of decisions read for quantiles; larger stores are sampled by game."""
CELLS = 48
SLICES = 48
LEAST = 1e-6


def thinking_times(store: StoredGames, games: Sequence[GameResult]) -> Times:
    """Distribution of the decision times of each agent."""
    number: dict[int, int] = {}
    total: dict[int, float] = {}
    slowest: dict[int, float] = {}
    for game in games:
        for seat, agent in enumerate(game.seats):
            number[agent] = number.get(agent, 0) + game.decisions[seat]
            total[agent] = total.get(agent, 0.0) + game.seconds[seat]
            slowest[agent] = max(slowest.get(agent, 0.0), game.slowest[seat])
    decisions = sum(number.values())
    share = min(1.0, SAMPLE / max(1, decisions))
    samples = _samples(store, share)
    if not samples:
        return Times(share=share, decisions=decisions)
    edges = np.geomspace(*_range(samples), CELLS + 1)
    agents = []
    for agent in sorted(samples.keys() & number.keys()):  # a running tournament may have got games meanwhile
        seconds = samples[agent]
        cells, _ = np.histogram(np.clip(seconds, edges[0], edges[-1]), edges)
        median, most = np.quantile(seconds, (0.5, 0.95))
        agents.append(
            Thinking(
                agent, number[agent], total[agent] / max(1, number[agent]), float(median), float(most), slowest[agent],
                tuple(float(cell) / len(seconds) for cell in cells),
            )
        )  # fmt: skip
    return Times(tuple(map(float, edges)), tuple(agents), share, decisions)


def _samples(store: StoredGames, share: float) -> dict[int, NDArray[np.float64]]:
    """Seconds of the sampled decisions by agent."""
    pairs = ((agent, seconds) for _, agent, seconds in store.move_seconds(share))
    table = np.fromiter(pairs, dtype=[("agent", np.int32), ("seconds", np.float64)])
    return {int(agent): table["seconds"][table["agent"] == agent] for agent in np.unique(table["agent"])}


def _range(samples: Mapping[int, NDArray[np.float64]]) -> tuple[float, float]:
    """From the fastest to the slowest decision, at least a factor of ten."""
    low = max(LEAST, min(float(seconds.min()) for seconds in samples.values()))
    high = max(float(seconds.max()) for seconds in samples.values())
    return low, max(high, 10 * low)


def run_lines(runs: Sequence[RunFacts], games: Sequence[GameResult]) -> tuple[RunLine, ...]:
    played: dict[int, int] = {}
    for game in games:
        played[game.run] = played.get(game.run, 0) + 1
    return tuple(
        RunLine(
            run.started, run.ended, played.get(run.id, 0), run.workers, run.load_before, run.load_after, run.machine
        )
        for run in runs
    )  # fmt: skip


def throughput(runs: Sequence[RunFacts], games: Sequence[GameResult]) -> Throughput:
    """Games by slices of the playing time. An unfinished run ends with its last game."""
    last: dict[int, float] = {}
    for game in games:
        last[game.run] = max(last.get(game.run, 0.0), game.finished)
    spans = {
        run.id: (run.started, max(run.started, last[run.id])) for run in runs if run.id in last
    }  # up to the last game; the rest is cleanup
    seconds = sum(end - begin for begin, end in spans.values())
    if seconds <= 0:
        return Throughput()
    offsets: dict[int, float] = {}
    elapsed = 0.0
    for run, (begin, end) in spans.items():
        offsets[run] = elapsed - begin
        elapsed += end - begin
    width = seconds / SLICES
    edges = [width * (at + 1) for at in range(SLICES - 1)]
    loads: list[list[float]] = [[] for _ in range(SLICES)]
    for game in games:
        if game.run in offsets:
            loads[bisect_right(edges, game.finished + offsets[game.run])].append(game.load)
    borders = [offsets[run] + begin for run, (begin, _) in spans.items()][1:]
    return Throughput(
        width,
        tuple(map(len, loads)),
        tuple(fmean(found) if found else None for found in loads),
        tuple(borders),
        seconds,
    )
