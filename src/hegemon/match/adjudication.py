"""When a match ends a game that is undecided under the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated

from hegemon._fields import Range, ShortRepr, check_fields, hints, require_allowed
from hegemon._words import did_you_mean
from hegemon.errors import GameError
from hegemon.game import Game, Result, State


@dataclass(frozen=True)
class Adjudication(ShortRepr):
    """When a match ends a game that is undecided under the rules. The engine does not know about this.

    Estimates are the agents' own winning probabilities; they do not apply to an agent that gives none.
    """

    turn_limit: Annotated[int, Range(1, 10**9)] = 100
    """Turn limit, after which the game is drawn."""
    surrender: Annotated[float, Range(0, 0.5)] = 0.0
    """If one estimate is above 1 - surrender and all others at most surrender, that agent wins. 0 disables this."""
    tie_after: Annotated[int, Range(0, 10**9)] = 0
    """After this many turns the game is drawn if all estimates are within tie_band of an equal share (one half with two
    seats). 0 disables this."""
    tie_band: Annotated[float, Range(0, 0.5)] = 0.01

    def __post_init__(self) -> None:
        check_fields(self, "adjudication", GameError)

    @classmethod
    def default(cls, game: Game) -> Adjudication:
        """The default turn limit of the game."""
        return cls(turn_limit=game.turn_limit)

    @classmethod
    def parse(cls, given: str | Mapping[str, object] | None = None, turns: int | None = None) -> Adjudication | None:
        """By name (`turns`, `soares2025`) or by fields, of which `turns` is a short name of turn_limit.

        None is a draw at the default turn limit of each game. `turns` changes the turn limit.
        """
        found = cls._from_fields(given) if isinstance(given, Mapping) else _by_name(given or "turns")
        if turns is None:
            return found
        return cls(turn_limit=turns) if found is None else replace(found, turn_limit=turns)

    @classmethod
    def _from_fields(cls, given: Mapping[str, object]) -> Adjudication:
        kind: type = cls
        allowed = {_SHORT.get(field.name, field.name): hints(kind)[field.name] for field in fields(cls)}
        named = {_SHORT.get(key, key): value for key, value in given.items()}
        for key, value in named.items():
            if key not in allowed:
                raise GameError(f"adjudication has no setting {key}; {did_you_mean(key, allowed)}")
            require_allowed(key, value, allowed[key], "adjudication", GameError)
        found: Adjudication = kind(**{_LONG.get(key, key): value for key, value in named.items()})
        return found

    def judge(self, state: State, estimates: Sequence[float | None]) -> Result | None:
        """The result of a game that ends here; None if it continues."""
        known = [estimate for estimate in estimates if estimate is not None]
        if len(known) == len(estimates) and state.turns > 0:
            for seat, estimate in enumerate(known):
                others = [other for at, other in enumerate(known) if at != seat]
                if self.surrender > 0 and estimate > 1 - self.surrender and max(others) <= self.surrender:
                    return Result(seat, "surrender", seats=state.game.seats)
            even = all(abs(estimate - 1 / len(known)) <= self.tie_band + 1e-12 for estimate in known)
            if 0 < self.tie_after < state.turns and even:
                return Result(None, "agreed tie", seats=state.game.seats)
        over = state.turns >= self.turn_limit
        return Result(None, "turn limit", seats=state.game.seats) if over else None

    def __str__(self) -> str:
        parts = [f"a draw after {self.turn_limit} turns"]
        if self.surrender:
            parts.append(
                f"a win if one agent estimates more than {100 * (1 - self.surrender):g} % and the others at most "
                f"{100 * self.surrender:g} %"
            )
        if self.tie_after:
            band = f"{100 * self.tie_band:g} points"
            parts.append(f"a draw after {self.tie_after} turns if all estimates are within {band} of an equal share")
        return "; ".join(parts)


SOARES2025 = Adjudication(turn_limit=101, surrender=0.01, tie_after=50, tie_band=0.01)
"""The surrender and tie rules of Soares (2025): a tie after more than 100 turns. Its program applies them before it
looks at the board, so that a surrender could overrule a conquest; here the board comes first."""
ADJUDICATIONS: dict[str, Adjudication | None] = {"turns": None, "soares2025": SOARES2025}

_SHORT = {"turn_limit": "turns"}
_LONG = {short: long for long, short in _SHORT.items()}


def _by_name(name: str) -> Adjudication | None:
    if name not in ADJUDICATIONS:
        raise GameError(f"adjudication: expected {' or '.join(ADJUDICATIONS)}, not {name!r:.60}")
    return ADJUDICATIONS[name]
