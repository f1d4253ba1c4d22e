"""Builds a summary from a store of games."""

from __future__ import annotations

import time
from collections import Counter
from importlib.metadata import version

from hegemon.arena import StoredGames
from hegemon.match.seatings import seatings
from hegemon.report.league import leagues
from hegemon.report.repeat import in_words, program
from hegemon.report.replays import choose, replays
from hegemon.report.summary import AgentLine, BoardLine, Summary
from hegemon.report.timing import run_lines, thinking_times, throughput


def summarise(store: StoredGames) -> Summary:
    """Compute everything that a report shows. Games added to the store meanwhile are ignored."""
    games, blocks = store.games(), store.blocks()
    agents, boards, maps, runs = store.agents(), store.boards(), store.maps(), store.runs()
    conditions = store.fact("conditions") or {}
    name = store.fact("name") or ""
    chosen, left_out = choose(games, maps)
    shown, problems = replays(store, chosen, agents)
    part = Counter(agent for game in games for agent in game.seats)
    played = Counter(game.board for game in games)
    scheduled = Counter(block.board for block in blocks.values())
    return Summary(
        name=name or store.folder.resolve().name,
        store=str(store.folder),
        scheduled=sum(scheduled[at] * len(seatings(board.seats)) for at, board in enumerate(boards)),
        played=len(games),
        conditions=in_words(conditions),
        repeat="\n\n".join(
            text for text in (store.fact("command") or "", program(name, conditions, agents, boards, blocks)) if text
        ),
        agents=tuple(AgentLine(a.alias, a.spec, a.settings, a.hash, part[at]) for at, a in enumerate(agents)),
        boards=tuple(
            BoardLine(
                board.name, board.map, board.map_hash, board.rules, board.rules_hash, board.seats,
                scheduled[at] * len(seatings(board.seats)), played[at], maps[at],
            )
            for at, board in enumerate(boards)
        ),
        leagues=leagues(boards, blocks, games),
        times=thinking_times(store, games),
        throughput=throughput(runs, games),
        runs=run_lines(runs, games),
        replays=tuple(shown),
        replays_left_out=left_out,
        problems=tuple(problems),
        version=version("hegemon"),
        made=time.time(),
    )  # fmt: skip
