"""Finishing order of a game, and points."""

from __future__ import annotations

from hegemon.game import Record

Groups = tuple[tuple[int, ...], ...]
"""Seats by place, best first; tied seats share a group."""


def finishing_order(record: Record) -> Groups:
    """The winner, the surviving seats, then the eliminated seats, last eliminated first; a forfeit is last."""
    result, seats = record.result, record.game.seats
    assert result is not None
    if seats == 2:
        return ((0, 1),) if result.winner is None else ((result.winner,), (1 - result.winner,))
    last_turn = dict.fromkeys(range(seats), -1)
    unseen = set(range(seats))
    for turn in range(len(record.turns), -1, -1):
        state = record.turns[turn - 1].state if turn else record.start
        here = unseen.intersection(state.owners.tolist())
        last_turn.update(dict.fromkeys(here, turn))
        unseen -= here
        if not unseen:
            break
    if result.winner is not None:
        last_turn[result.winner] = len(record.turns) + 1
    if result.loser is not None:
        last_turn[result.loser] = -2
    return tuple(
        tuple(seat for seat in range(seats) if last_turn[seat] == turn)
        for turn in sorted(set(last_turn.values()), reverse=True)
    )


def points_of(order: Groups) -> tuple[float, ...]:
    """One point, shared by those who finished first: the winner, or all survivors of a game that was drawn or
    forfeited by another."""
    seats = sum(map(len, order))
    return tuple(1 / len(order[0]) if seat in order[0] else 0.0 for seat in range(seats))
