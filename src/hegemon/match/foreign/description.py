"""What an agent says of itself: the games it plays and its settings."""

from __future__ import annotations

from dataclasses import asdict, dataclass, is_dataclass

from hegemon.agents import VERBS, Agent


@dataclass(frozen=True)
class Described:
    """An agent's families of games and its settings."""

    families: tuple[str, ...]
    settings: dict[str, object]
    net_hash: str | None = None
    ends: bool = False
    """Whether it wants to know when a game is over."""


def described(agent: Agent) -> Described:
    """The description of an agent in this process."""
    families = tuple(family for family, verb in VERBS.items() if callable(getattr(agent, verb, None)))
    settings = getattr(agent, "settings", None)
    found = asdict(settings) if is_dataclass(settings) and not isinstance(settings, type) else {}
    net = getattr(getattr(agent, "net", None), "hash", None)
    ends = callable(getattr(agent, "end", None))
    return Described(families, found, None if net is None else str(net), ends)
