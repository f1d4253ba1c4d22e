"""Plays one game of a tournament, with clocks and a journal, and prepares it for the store."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hegemon.agents import Agent
from hegemon.arena.machine import load
from hegemon.arena.results import Finished, GameResult, Move
from hegemon.arena.schedule import Job, game_random, start_of
from hegemon.arena.tournament import Tournament
from hegemon.game import Record, read_records
from hegemon.game.records.lines import end_line, map_line
from hegemon.match import CannotBegin, Forfeit, Observer, forfeit_reason, play
from hegemon.match.arguments import OnError
from hegemon.match.finish import finishing_order
from hegemon.match.foreign import RemoteAgent
from hegemon.match.untrusted import plain_number, plain_statistics

Pulse: TypeAlias = "memoryview[float]"
"""Memory that a worker shares with its supervisor: when a seat was asked (0 is none), its time limit in seconds (-1 is
no limit), and the seat."""
MOVE = "move "
"""Prefix of the journal lines with the time of a decision."""


@dataclass
class Journal(Observer):
    """Journal of a game in progress, so that the record survives if the process crashes or hangs."""

    job: Job
    pulse: Pulse
    file: int | None = None
    """Descriptor of a file that is overwritten by every game; None writes nothing."""

    def __post_init__(self) -> None:
        self.moves: list[Move] = []
        self.lines: list[str] = []
        self.told = 0  # moves already written to the file
        self.began = time.monotonic()
        self.record: Record | None = None

    def begins(self, record: Record) -> None:
        self.record = record
        if self.file is not None:
            os.ftruncate(self.file, 0)
            os.lseek(self.file, 0, os.SEEK_SET)
        self._write(f"{_name(self.job)}\n")

    def asks(self, seat: int, allowed: float | None) -> None:
        self.pulse[1], self.pulse[2] = -1.0 if allowed is None else allowed, seat
        self.pulse[0] = time.monotonic()

    def begun(self, seat: int) -> None:
        self.pulse[0] = 0.0

    def answers(self, seat: int, seconds: float, agent: Agent | RemoteAgent) -> None:
        self.pulse[0] = 0.0
        estimate = plain_number(getattr(agent, "estimate", None))
        self.moves.append(Move(seat, seconds, estimate, plain_statistics(agent)))

    def turn(self, record: Record) -> None:
        self.pulse[0] = 0.0
        if len(self.lines) < len(record.turns):
            self.lines.append(record.turn_line(len(self.lines)))
            clocks = "".join(f"{MOVE}{move.seat} {move.seconds} {move.estimate}\n" for move in self.moves[self.told :])
            self.told = len(self.moves)
            self._write(f"{clocks}{self.lines[-1]}\n")

    def _write(self, text: str) -> None:
        if self.file is not None:
            try:
                os.write(self.file, text.encode())
            except OSError:  # without room for a journal the game goes on without one
                self.file = None


def play_job(
    tournament: Tournament, job: Job, pulse: Pulse, file: int | None = None, on_error: OnError = "forfeit"
) -> Finished:
    """Play one game of a tournament. Failures of agents are handled or raised, unless they end this process.

    A game in which the process of a seat died is played once more: once may be the machine's fault.
    """
    record, journal = _play(tournament, job, pulse, file, on_error)
    if record.result is not None and record.result.fault == "died":
        record, journal = _play(tournament, job, pulse, file, on_error)
    record.info |= {"seed": tournament.seed, "block": job.block_id, "start": job.block.start}
    return finish(job, record, journal.moves, journal.lines, time.monotonic() - journal.began)


def _play(
    tournament: Tournament, job: Job, pulse: Pulse, file: int | None, on_error: OnError
) -> tuple[Record, Journal]:
    setup, agents = tournament.setups[job.block.setup], [tournament.agents[at] for at in job.seats]
    for agent in agents:
        agent.require_unchanged()
    journal = Journal(job, pulse, file)
    try:
        record = play(
            setup.game,
            [agent.agent for agent in agents],
            names=[agent.alias for agent in agents],
            seed=game_random(tournament, job.block),
            start=start_of(tournament, job.block),
            time_control=tournament.time,
            adjudication=tournament.adjudication,
            observer=journal,
            hang_timeout=tournament.hang_timeout,
            on_error=on_error,
        )
    except CannotBegin as error:
        if on_error == "raise":
            raise
        assert journal.record is not None
        record = journal.record
        reason = forfeit_reason(record.agents[error.seat], error.seat, f"{error.fault}: {error}")
        record.result = Forfeit(error.seat, error.fault, reason).result(record.game.seats)
        if error.traceback:
            record.info["traceback"] = error.traceback
    finally:
        pulse[0] = 0.0
    return record, journal


def finish(job: Job, record: Record, moves: Sequence[Move], lines: Sequence[str], duration: float) -> Finished:
    """A finished game with the data for the store. `lines` are the turns of the record."""
    assert record.result is not None
    seats, result = range(record.game.seats), record.result
    own = [[move.seconds for move in moves if move.seat == seat] for seat in seats]
    played = GameResult(
        block=job.block_id,
        number=job.number,
        setup=job.block.setup,
        seats=job.seats,
        winner=result.winner,
        loser=result.loser,
        fault=result.fault,
        reason=result.reason,
        order=finishing_order(record),
        rounds=record.length,
        decisions=tuple(map(len, own)),
        seconds=tuple(map(sum, own)),
        slowest=tuple(max(times, default=0.0) for times in own),
        hash=record.final.hash,
        duration=duration,
        finished=time.time(),
        load=load(),
    )
    text = "\n".join([record.head_line(), *lines, end_line(result, record.rounds, record.final.hash)])
    return Finished(played, tuple(moves), zlib.compress(text.encode(), 3))


def forfeited(
    tournament: Tournament, job: Job, journal: bytes, seat: int, fault: str, why: str, waited: float
) -> Finished:
    """The game of a process that crashed or hung, from its journal: lost by the seat to decide, after this many
    seconds."""
    lines, moves = journalled(tournament, job, journal)
    record = read_records(lines).records[-1]  # it ends in the middle
    moves.append(Move(seat, waited))
    record.result = Forfeit(seat, fault, forfeit_reason(record.agents[seat], seat, why)).result(record.game.seats)
    record.info |= {"seed": tournament.seed, "block": job.block_id, "start": job.block.start}
    lines = [record.turn_line(at) for at in range(len(record.turns))]
    return finish(job, record, moves, lines, sum(move.seconds for move in moves))


def journalled(tournament: Tournament, job: Job, journal: bytes) -> tuple[list[str], list[Move]]:
    """The lines of a record with the turns so far, and the decisions; no turns if the journal is of another game."""
    first, *rest = journal.decode(errors="replace").split("\n")[:-1] or [""]
    setup = tournament.setups[job.block.setup]
    names = tuple(tournament.agents[at].alias for at in job.seats)
    record = Record(setup.game, names, start_of(tournament, job.block))
    lines = [map_line(setup.game.map), record.head_line()]
    if first != _name(job):
        return lines, []
    lines += [line for line in rest if not line.startswith(MOVE)]
    return lines, [_move(line) for line in rest if line.startswith(MOVE)]


def _name(job: Job) -> str:
    return f"{job.block_id}.{job.number}"


def _move(line: str) -> Move:
    seat, seconds, estimate = line.removeprefix(MOVE).split()
    return Move(int(seat), float(seconds), None if estimate == "None" else float(estimate))
