"""The agents of a tournament: aliases, specs and resolved settings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

from hegemon._fields import ShortRepr
from hegemon._spec import Spec, parse_spec
from hegemon.agents import REGISTRY, Agent, AgentLike, agent_name
from hegemon.agents.own import object_for_game, object_settings, require_agent
from hegemon.agents.registry import agent_plugin
from hegemon.errors import TournamentError
from hegemon.match.foreign import Described, describe
from hegemon.match.foreign.description import described

IN_PYTHON = "python:"
"""Begins the spec of an agent that is an object of a program."""


@dataclass(frozen=True)
class Participant(ShortRepr):
    """An agent under an alias."""

    alias: str
    spec: str
    file_hash: str = ""
    """Hash of the file of a custom agent when the tournament was created."""
    given: Agent | Callable[[], Agent] | None = None
    """An agent of this program, or its class, instead of one that the spec names."""

    def __post_init__(self) -> None:
        if self.given is not None:
            return
        try:
            self.spec.encode()
        except UnicodeEncodeError:
            raise TournamentError(f"agent {self.alias}: its spec is not UTF-8; rename its file") from None
        if not self.file_hash and ":" in parse_spec(self.spec).name:
            object.__setattr__(self, "file_hash", _file_hash(parse_spec(self.spec).name))

    def require_unchanged(self) -> None:
        """Raise a TournamentError if the agent's file changed while the tournament was played."""
        if self.file_hash and _file_hash(parse_spec(self.spec).name) != self.file_hash:
            raise TournamentError(
                f"the file of agent {self.alias} changed while the tournament was played; restore it, drop its games "
                "(hegemon drop STORE AGENT), or give the new one another alias (alias=agent) or another store"
            )

    @property
    def agent(self) -> AgentLike:
        """What plays: a spec, or an agent of this program."""
        return self.spec if self.given is None else self.given

    @cached_property
    def _described(self) -> Described:
        return describe(self.spec) if self.given is None else described(object_for_game(self.given))

    @property
    def families(self) -> tuple[str, ...]:
        """The families of games that the agent plays."""
        return self._described.families

    @cached_property
    def settings(self) -> dict[str, object]:
        """All settings, including defaults; for a custom agent, those of the spec and the hash of its file."""
        if self.given is not None:
            return {"agent": self.spec, **object_settings(self.given)}
        spec, found = parse_spec(self.spec), self._described.settings
        plugin = agent_plugin(spec)
        if plugin is not None:
            found = {**found, **spec.settings, "package": f"{plugin.package} {plugin.version}"}
        elif spec.name not in REGISTRY:
            found = {**found, **spec.settings, "file": self.file_hash}
        net = self._described.net_hash
        return {"agent": spec.name, **found, **({} if net is None else {"net_hash": net})}

    @property
    def hash(self) -> str:
        """16 hex digits of the resolved settings; equal settings give equal hashes."""
        text = json.dumps(self.settings, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __reduce__(self) -> tuple[type[Participant], tuple[object, ...]]:
        return Participant, (self.alias, self.spec, self.file_hash, self.given)


def participants(agents: Sequence[AgentLike] | Mapping[str, AgentLike], visits: int = 0) -> tuple[Participant, ...]:
    """Participants from agents by alias, or from a list of agents, whose specs may have an alias
    (``weak=mcts(visits=9)``). The default alias is the spec or the class, with a number if it is already taken."""
    if isinstance(agents, str) or not isinstance(agents, Mapping | Sequence):
        raise TournamentError(
            f"agents are given as a list or by alias, e.g. ['heuristic', 'random'], not {agents!r:.60}"
        )
    for agent in agents.values() if isinstance(agents, Mapping) else agents:
        require_agent(agent)
    pairs = list(agents.items()) if isinstance(agents, Mapping) else _numbered(map(_read, agents))
    for alias, _ in pairs:
        if not isinstance(alias, str) or not alias.strip() or not alias.isprintable() or len(alias) > 200:
            raise TournamentError(f"agent alias {alias!r:.60} must be 1 to 200 printable characters")
    return tuple(_participant(alias, agent, visits) for alias, agent in pairs)


def _participant(alias: str, agent: AgentLike, visits: int) -> Participant:
    if isinstance(agent, str):
        return Participant(alias, _with_visits(agent, visits))
    cls = type(object_for_game(agent))
    return Participant(alias, f"{IN_PYTHON}{cls.__module__}.{cls.__qualname__}", given=agent)


def _read(agent: AgentLike) -> tuple[str, AgentLike]:
    return read_participant(agent) if isinstance(agent, str) else (agent_name(agent), agent)


def read_participant(text: str) -> tuple[str, str]:
    """Split ``alias=spec``; equals signs inside the parentheses of a spec do not count."""
    alias, equals, _ = text.partition("(")[0].partition("=")
    return (alias.strip(), text[len(alias) + 1 :].strip()) if equals else (text, text)


def _numbered(pairs: Iterable[tuple[str, AgentLike]]) -> list[tuple[str, AgentLike]]:
    """Number repeated agents; two different agents under one alias are rejected later."""
    found: list[tuple[str, AgentLike]] = []
    for alias, agent in pairs:
        by_class = not isinstance(agent, str)
        repeated = [name == alias if by_class else agent == other for (name, other) in _unnumbered(found)]
        before = sum(repeated) if by_class or alias == agent else 0
        found.append((f"{alias} #{before + 1}" if before else alias, agent))
    return found


def _unnumbered(pairs: Iterable[tuple[str, AgentLike]]) -> Iterable[tuple[str, AgentLike]]:
    return ((alias.partition(" #")[0], agent) for alias, agent in pairs)


def _with_visits(text: str, visits: int) -> str:
    """The spec with `visits`, if its agent has that setting and the spec does not set it."""
    spec = parse_spec(text)
    entry = REGISTRY.get(spec.name)
    if not visits or entry is None or "visits" in spec.settings:
        return text
    if "visits" not in [field.name for field in fields(entry.settings)]:
        return text
    return str(Spec(spec.name, spec.positional, {**spec.settings, "visits": visits}))


def _file_hash(name: str) -> str:
    try:
        return hashlib.sha256(Path(name.rpartition(":")[0]).read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise TournamentError(f"cannot read the agent file of {name}: {error.strerror or error}") from None
