"""What matches are called with, checked: newcomers get a message that names the fix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from hegemon.errors import GameError
from hegemon.game import Game, State
from hegemon.maps import Map
from hegemon.match.adjudication import Adjudication
from hegemon.match.time_control import TimeControl
from hegemon.rules import Rules, load_rules

OnError: TypeAlias = Literal["forfeit", "raise"]
"""What a failing agent does: it loses its game, or its error is raised."""


def as_game(game: Game | Map | str | None, seats: int, rules: str | Rules | None = None) -> Game:
    """A game, or a map with rules, by default those of `Game`. Rules alone are played on their home map."""
    if isinstance(game, Game):
        if rules is not None and load_rules(rules) != game.rules:
            raise GameError(f"{game} has its rules already: give rules with a map, or Game(map, rules)")
        return game
    if rules is not None:
        return Game(game, rules, seats)
    if game is None:
        raise GameError("a game is needed: a Game, a Map or the name of a map")
    return Game(game, seats=seats)


def require_order(game: object, agents: object) -> None:
    """A GameError if game and agents are given in the wrong order."""
    if isinstance(game, list | tuple) and (agents is None or isinstance(agents, str | Map | Game)):
        shown = f"'{agents}'" if isinstance(agents, str) else "game"
        raise GameError(f"the game comes first, then the agents: ({shown}, {list(game)!r:.80})")


def as_time_control(time: TimeControl | str | float | None) -> TimeControl:
    """A time control, its text (0.05, 10+0.1, none) or seconds per move."""
    if time is None or isinstance(time, TimeControl):
        return time or TimeControl()
    if isinstance(time, str):
        return TimeControl.parse(time)
    return TimeControl(per_move=time)


def as_adjudication(value: Adjudication | str | int | None) -> Adjudication | None:
    """An adjudication, its name, or a turn limit; None is the default turn limit of the game."""
    if value is None or isinstance(value, Adjudication):
        return value
    return Adjudication.parse(value) if isinstance(value, str) else Adjudication(turn_limit=value)


def require_observer(value: object) -> None:
    if value is not None and not hasattr(value, "begins"):
        raise GameError(f"an observer is an object of a subclass of hegemon.match.Observer, not {value!r:.40}")


def require_workers(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise GameError(f"workers: a number of processes from 1 on, not {value!r:.40}")


def require_names(names: object, seats: int) -> None:
    """One name for each seat, or None."""
    if names is None:
        return
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise GameError(f"names are given as a list, one for each seat, not {names!r:.40}")
    if len(names) != seats:
        raise GameError(f"{seats} names are needed, one for each seat, not {len(names)}")


def require_on_error(value: object) -> None:
    if value not in ("forfeit", "raise"):
        raise GameError(f"on_error is 'forfeit' or 'raise', not {value!r:.40}")


def require_start(game: Game, start: object) -> None:
    """A start is a position of the game, or None."""
    if start is None:
        return
    if not isinstance(start, State):
        raise GameError(f"a start is a position, e.g. game.start(seed=1) or game.parse(text), not {start!r:.40}")
    if start.game != game:
        raise GameError(f"the start is a position of {start.game}, not of {game}")
