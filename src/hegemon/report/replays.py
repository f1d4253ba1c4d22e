"""Selection of games for a report, and the positions of their film strips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from hegemon.arena import GameResult, StoredGames
from hegemon.arena.results import AgentFacts
from hegemon.errors import HegemonError
from hegemon.game import Record, State
from hegemon.game.drawing.steps import steps
from hegemon.maps import Map
from hegemon.report.summary import Frame, Replay, Scene

FRAMES = 8
MOST = 40
"""Maximum number of games shown."""
ROOM = 30_000
"""Maximum number of territories drawn in all frames: about 50 bytes each, to limit the size of the page."""
SCENE_ROOM, MOST_SCENES = 2_000_000, 300_000
"""Maximum bytes of the turns that can be stepped through: in all, and of one game."""
FORFEITS = 8

Chosen = tuple[GameResult, str]


def choose(games: Sequence[GameResult], maps: Sequence[Map]) -> tuple[list[Chosen], int]:
    """Selected games with the reason, by setup, and the number of games left out."""
    wanted: dict[tuple[int, int], Chosen] = {}
    for game, why in [*_forfeits(games), *_longest(games), *_decisive(games)]:
        wanted.setdefault(game.id, (game, why))
    chosen: list[Chosen] = []
    room = ROOM
    for game, why in wanted.values():
        cost = FRAMES * len(maps[game.setup].territories)
        if len(chosen) < MOST and cost <= room:
            room -= cost
            chosen.append((game, why))
    chosen.sort(key=lambda pair: (pair[0].setup, pair[0].id))
    return chosen, len(wanted) - len(chosen)


def _forfeits(games: Sequence[GameResult]) -> Iterator[Chosen]:
    """The first forfeit of each kind by each agent."""
    seen: set[tuple[str, int]] = set()
    for game in games:
        if game.loser is not None and len(seen) < FORFEITS:
            key = game.fault, game.seats[game.loser]
            if key not in seen:
                seen.add(key)
                yield game, f"first forfeit of its kind ({game.fault or 'unknown'})"


def _longest(games: Sequence[GameResult]) -> Iterator[Chosen]:
    best: dict[int, GameResult] = {}
    for game in games:
        if game.setup not in best or game.rounds > best[game.setup].rounds:
            best[game.setup] = game
    yield from ((game, "longest game on this setup") for game in best.values())


def _decisive(games: Sequence[GameResult]) -> Iterator[Chosen]:
    """The first game of each pairing that was won on the setup: one pairing of every setup, then the next of each."""
    first: dict[int, dict[tuple[int, ...], GameResult]] = {}
    for game in games:
        if game.winner is not None and game.loser is None:
            first.setdefault(game.setup, {}).setdefault(tuple(sorted(game.seats)), game)
    for turn in count():
        row = [found for found in first.values() if turn < len(found)]
        if not row:
            return
        for found in row:
            yield list(found.values())[turn], "first decisive game of this pairing"


def replays(
    store: StoredGames, chosen: Sequence[Chosen], agents: Sequence[AgentFacts]
) -> tuple[list[Replay], list[str]]:
    """The selected games, replayed; damaged records are reported instead."""
    found: list[Replay] = []
    problems: list[str] = []
    room = SCENE_ROOM
    for game, why in chosen:
        try:
            names = [agents[at].alias for at in game.seats]
            found.append(_replay(store.record(*game.id), game, why, names, min(room, MOST_SCENES)))
            room -= scenes_size(found[-1].scenes)
        except HegemonError as error:
            problems.append(str(error))
    return found, problems


def scenes(record: Record) -> tuple[Scene, ...]:
    """The game turn by turn."""
    seats = range(record.game.seats)
    return tuple(
        Scene(
            step.title,
            tuple(step.state.owners.tolist()),
            tuple(step.state.armies.tolist()),
            tuple(step.state.income(seat) for seat in seats),
            step.told,
        )
        for step in steps(record)
    )


def _replay(record: Record, game: GameResult, why: str, names: Sequence[str], room: int) -> Replay:
    found = scenes(record)
    states = record.states
    last = len(states) - 1
    turns = sorted({round(last * at / (FRAMES - 1)) for at in range(FRAMES)})
    return Replay(
        game=f"{game.block}.{game.number}",
        setup=game.setup,
        seats=game.seats,
        why=why,
        ending=ending(game, dict(enumerate(names))),
        rounds=game.rounds,
        map=record.game.map,
        frames=tuple(_frame(states[turn], turn == last) for turn in turns),
        hash=game.hash,
        scenes=found if scenes_size(found) <= room else (),
        traceback=str(record.info.get("traceback", "")),
    )


def scenes_size(found: Sequence[Scene]) -> int:
    """About the bytes that a page needs for scenes: what changes, and the words."""
    size, before = 0, None
    for scene in found:
        now = list(zip(scene.owners, scene.armies, strict=True))
        changed = len(now) if before is None else sum(a != b for a, b in zip(now, before, strict=True))
        size += 60 + 12 * changed + sum(10 + len(sentence) for _, sentence in scene.told)
        before = now
    return size


def _frame(state: State, last: bool) -> Frame:
    return Frame(
        round=state.turns,
        owners=tuple(state.owners.tolist()),
        armies=tuple(state.armies.tolist()),
        income=tuple(state.income(seat) for seat in range(state.game.seats)),
        last=last,
    )


def ending(game: GameResult, names: Mapping[int, str]) -> str:
    """How a game ended, in a sentence."""
    if game.loser is not None:
        return game.reason
    if game.winner is None:
        return f"drawn: {game.reason}"
    return f"{names[game.winner]} wins: {game.reason}"
