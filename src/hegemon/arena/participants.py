"""The agents of a tournament: aliases, specs and resolved settings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

from hegemon._spec import Spec, parse_spec
from hegemon.agents import REGISTRY
from hegemon.errors import TournamentError
from hegemon.match.foreign import Described, describe


@dataclass(frozen=True)
class Participant:
    """An agent under an alias."""

    alias: str
    spec: str
    file_hash: str = ""
    """Hash of the file of a custom agent when the tournament was created."""

    def __post_init__(self) -> None:
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
                f"the file of agent {self.alias} changed while the tournament was played; restore it, or "
                "give the new one another alias (alias=agent) or another store"
            )

    @cached_property
    def _described(self) -> Described:
        return describe(self.spec)

    @property
    def families(self) -> tuple[str, ...]:
        """The families of games that the agent plays."""
        return self._described.families

    @cached_property
    def settings(self) -> dict[str, object]:
        """All settings, including defaults; for a custom agent, those of the spec and the hash of its file."""
        spec, found = parse_spec(self.spec), self._described.settings
        if spec.name not in REGISTRY:
            found = {**found, **spec.settings, "file": self.file_hash}
        net = self._described.net_hash
        return {"agent": spec.name, **found, **({} if net is None else {"net_hash": net})}

    @property
    def hash(self) -> str:
        """16 hex digits of the resolved settings; equal settings give equal hashes."""
        text = json.dumps(self.settings, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __reduce__(self) -> tuple[type[Participant], tuple[str, str, str]]:
        return Participant, (self.alias, self.spec, self.file_hash)


def participants(agents: Sequence[str] | Mapping[str, str], visits: int = 0) -> tuple[Participant, ...]:
    """Participants from specs by alias, or from a list of specs, each with an optional alias (``weak=mcts(visits=9)``).
    The default alias is the spec, with a number if it is already taken."""
    for spec in agents.values() if isinstance(agents, Mapping) else agents:
        if not isinstance(spec, str):
            raise TournamentError(f"an agent must be a string, e.g. path/to/file.py:Class, not {spec!r:.60}")
    pairs = list(agents.items()) if isinstance(agents, Mapping) else _numbered(map(read_participant, agents))
    for alias, _ in pairs:
        if not alias.strip() or not alias.isprintable() or len(alias) > 200:
            raise TournamentError(f"agent alias {alias!r:.60} must be 1 to 200 printable characters")
    return tuple(Participant(alias, _with_visits(spec, visits)) for alias, spec in pairs)


def read_participant(text: str) -> tuple[str, str]:
    """Split ``alias=spec``; equals signs inside the parentheses of a spec do not count."""
    alias, equals, _ = text.partition("(")[0].partition("=")
    return (alias.strip(), text[len(alias) + 1 :].strip()) if equals else (text, text)


def _numbered(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Number repeated agents; two different agents under one alias are rejected later."""
    found: list[tuple[str, str]] = []
    for alias, spec in pairs:
        before = sum(other == spec for _, other in found) if alias == spec else 0
        found.append((f"{alias} #{before + 1}" if before else alias, spec))
    return found


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
