"""Taking what agents give: decisions, numbers and errors become plain data once, and only that is used."""

from __future__ import annotations

import math

from hegemon.errors import NotationError
from hegemon.game import Decision, State

LONGEST = 1 << 20
"""Characters of a decision's text."""
MOST_STATISTICS = 40


def plain_decision(state: State, given: object) -> Decision:
    """The decision, rebuilt from its notation; a NotationError if it is not one of the game."""
    require_kind(given, state.decision)
    return read_decision(state, str.encode(str(given), "utf-8", "replace").decode())


def require_kind(given: object, wanted: type[Decision]) -> None:
    """A NotationError if an agent gives something else than a decision of its game, or its text."""
    if type(given) is not str and not isinstance(given, wanted):
        raise NotationError(f"{type(given).__name__} instead of {_a(wanted.__name__)}")


def read_decision(state: State, text: object) -> Decision:
    """The decision that a text means; a NotationError if it means none."""
    if type(text) is not str or len(text) > LONGEST:
        raise NotationError(f"{state.decision.__name__} of more than {LONGEST} characters")
    return state.read(text)


def plain_number(value: object) -> float | None:
    """A finite number as a float; None for anything else."""
    if not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def plain_statistics(agent: object) -> dict[str, float]:
    """The search statistics of an agent, as far as they are numbers."""
    return plain_numbers(getattr(agent, "statistics", None))


def plain_numbers(found: object) -> dict[str, float]:
    """The finite numbers of a dict by their names, no more than can be wanted."""
    if not isinstance(found, dict):
        return {}
    numbers = ((str(name)[:40], plain_number(value)) for name, value in list(found.items())[:MOST_STATISTICS])
    return {name: value for name, value in numbers if value is not None}


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"
