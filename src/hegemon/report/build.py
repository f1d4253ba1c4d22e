"""Builds a summary from a store of games."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from importlib.metadata import version

from hegemon.arena import StoredGames
from hegemon.arena.verify import compare_ends
from hegemon.match.seatings import seatings
from hegemon.report.league import leagues
from hegemon.report.repeat import dropped_in_words, in_words, program
from hegemon.report.replays import choose, replays
from hegemon.report.summary import AgentLine, League, SetupLine, Summary
from hegemon.report.timing import run_lines, thinking_times, throughput

TRACEBACKS = 20
"""Maximum number of tracebacks shown per league."""


def summarise(store: StoredGames) -> Summary:
    """Compute everything that a report shows. Games added to the store meanwhile are ignored."""
    games, blocks = store.games(), store.blocks()
    agents, setups, maps, runs = store.agents(), store.setups(), store.maps(), store.runs()
    conditions, name = store.conditions, store.name
    chosen, left_out = choose(games, maps)
    shown, problems = replays(store, chosen, agents)
    check = compare_ends(store, games)
    part = Counter(agent for game in games for agent in game.seats)
    played = Counter(game.setup for game in games)
    scheduled = Counter(block.setup for block in blocks.values())
    again = "" if conditions is None else program(name, conditions, agents, setups, blocks)
    return Summary(
        name=name or store.folder.resolve().name,
        store=str(store.folder),
        scheduled=sum(scheduled[at] * len(seatings(setup.seats)) for at, setup in enumerate(setups)),
        played=len(games),
        conditions={} if conditions is None else in_words(conditions) | dropped_in_words(store.dropped),
        repeat="\n\n".join(text for text in ("\n".join(store.commands), again) if text),
        agents=tuple(AgentLine(a.alias, a.spec, a.settings, a.hash, part[at]) for at, a in enumerate(agents)),
        setups=tuple(
            SetupLine(
                setup.name, setup.map, setup.map_hash, setup.rules, setup.rules_hash, setup.seats,
                scheduled[at] * len(seatings(setup.seats)), played[at], maps[at],
            )
            for at, setup in enumerate(setups)
        ),
        leagues=tuple(_with_tracebacks(league, store) for league in leagues(setups, blocks, games)),
        times=thinking_times(store, games),
        throughput=throughput(runs, games),
        runs=run_lines(runs, games),
        replays=tuple(shown),
        replays_left_out=left_out,
        problems=tuple(problems),
        differences=tuple(map(str, check.differences)),
        compared=check.games,
        version=version("hegemon"),
        made=time.time(),
    )  # fmt: skip


def _with_tracebacks(league: League, store: StoredGames) -> League:
    """The league with the tracebacks of the first forfeits."""
    first = [
        replace(line, traceback=store.traceback(*map(int, line.game.split("."))))
        for line in league.forfeit_lines[:TRACEBACKS]
    ]
    return replace(league, forfeit_lines=(*first, *league.forfeit_lines[TRACEBACKS:]))
