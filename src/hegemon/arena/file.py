"""Tournament files: TOML, with errors that name the line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hegemon._words import did_you_mean
from hegemon.arena.conditions import FORMER_NAMES, FORMER_TIME_NAMES, STARTS
from hegemon.arena.participants import Participant, participants, read_participant
from hegemon.arena.run import MOST_WORKERS
from hegemon.arena.toml import read_toml
from hegemon.arena.tournament import MOST_AGENTS, MOST_SETUPS, MOST_STARTS, Setup, Tournament, home_setup
from hegemon.errors import HegemonError, TournamentError
from hegemon.game import parse_position
from hegemon.maps.formats import SUFFIX
from hegemon.match import Adjudication, TimeControl
from hegemon.rules import load_rules

Kinds = tuple[type, ...]
NUMBER: Kinds = (int, float)
TOP: dict[str, Kinds] = {
    "name": (str,), "seed": (int,), "games": (int,), "format": (str,), "time": (str, int, float), "margin": NUMBER,
    "clock": (str,), "visits": (int,), "starts": (str, list), "hang_timeout": NUMBER, "workers": (int,),
    "agents": (dict, list), "maps": (str, list), "rules": (str, list), "seats": (int,), "setup": (list,),
    "adjudication": (str, dict),
}  # fmt: skip
SETUP: dict[str, Kinds] = {"map": (str,), "rules": (str,), "seats": (int,)}
FORMER = FORMER_NAMES | FORMER_TIME_NAMES | {"board": "setup"}
"""Keys of older files."""
WORDS = {str: "text", int: "a whole number", float: "a number", list: "a list", dict: "a table"}
KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
HEAD = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?")


@dataclass(frozen=True)
class TournamentFile:
    """Content of a file: the tournament and the number of processes (None is one per core)."""

    tournament: Tournament
    workers: int | None


def read_tournament(path: str | os.PathLike[str]) -> TournamentFile:
    """Read a tournament file; a TournamentError names file, line and problem."""
    text, data = read_toml(path)
    return _Reader(str(path), text, data).tournament()


class _Reader:
    def __init__(self, path: str, text: str, data: Mapping[str, Any]) -> None:
        self.path = path
        self.data = {FORMER.get(key, key): value for key, value in data.items()}
        self.lines = text.splitlines()
        self.where = {(FORMER.get(key[0], key[0]), *key[1:]): line for key, line in _keys(self.lines)}

    def tournament(self) -> TournamentFile:
        data = self.data
        self._check(data, TOP, ())
        clock = self._clock()
        plain: dict[str, Any] = {key: data[key] for key in ("name", "seed", "games", "hang_timeout") if key in data}
        if "format" in data:
            plain["format"] = data["format"]
            if data["format"] not in ("round-robin", "gauntlet"):
                raise self._error(("format",), f"format: {data['format']!r} is none of round-robin, gauntlet")
        if "starts" in data:
            plain["starts"] = self._starts()
        agents, setups, ends = self._agents(), self._setups(), self._adjudication()
        if not 1 <= data.get("workers", 1) <= MOST_WORKERS:
            raise self._error(("workers",), f"workers: 1 to {MOST_WORKERS} processes, not {data['workers']}")
        try:
            tournament = Tournament(agents, setups, time=clock, adjudication=ends, **plain)
        except HegemonError as error:
            raise self._error(self._subject(str(error)), str(error)) from None
        return TournamentFile(tournament, data.get("workers"))

    def _starts(self) -> str | tuple[str, ...]:
        given = self.data["starts"]
        if isinstance(given, str):
            if given not in STARTS:
                options = ", ".join(STARTS)
                raise self._error(("starts",), f"starts: {given!r} is none of {options}, nor a list of positions")
            return given
        if len(given) > MOST_STARTS:
            raise self._error(("starts",), f"starts: at most {MOST_STARTS:,} positions, not {len(given):,}")
        for text in self._texts("starts"):
            with self._at(("starts", text)):
                parse_position(text)
        return self._texts("starts")

    def _subject(self, message: str) -> tuple[str, ...]:
        """The key that a message of the tournament is about: its first word, or the agent that it names."""
        words = message.split()
        if words[0] == "agent" and len(words) > 1:
            return "agents", words[1]
        return (words[0].rstrip(":"),)

    def _clock(self) -> TimeControl:
        given, margin = str(self.data.get("time", "none")), self.data.get("margin")
        with self._at(("time",) if "time" in self.data else ("margin",)):
            control = TimeControl.parse(given, None if margin is None else float(margin))
        with self._at(("clock",)):
            return replace(control, clock=self.data.get("clock", control.clock))

    def _agents(self) -> tuple[Participant, ...]:
        given = self.data.get("agents")
        if not given:
            raise self._error(("agents",), "agents: name two or more, as a list or as a table of aliases")
        visits = self.data.get("visits", 0)
        if visits < 0:
            raise self._error(("visits",), f"visits: 0 or more, not {visits}")
        if len(given) > MOST_AGENTS:
            raise self._error(("agents",), f"agents: at most {MOST_AGENTS:,}, not {len(given):,}")
        named = given if isinstance(given, dict) else self._texts("agents")
        if isinstance(named, dict):
            named = {alias: self._beside(spec) for alias, spec in named.items()}
        else:
            named = tuple(self._beside(text) for text in named)
        for key in named:
            with self._at(("agents", key)):
                spec = named[key] if isinstance(named, dict) else read_participant(key)[1]
                if not isinstance(spec, str):
                    raise TournamentError(
                        f'agents.{key[:60]}: an agent is text such as "mcts(visits=300)", not {spec!r:.60}'
                    )
                Participant(key, spec).families  # noqa: B018 (makes it, to see that it can be made)
        with self._at(("agents",)):
            return participants(named, visits)

    def _setups(self) -> tuple[Setup, ...]:
        data = self.data
        if "setup" in data and ("maps" in data or "rules" in data or "seats" in data):
            other = next(key for key in ("maps", "rules", "seats") if key in data)
            raise self._error((other,), f"{other}: give it in each [[setup]], or leave the [[setup]] tables out")
        if "setup" in data:
            self._require_few(len(data["setup"]), "setup")
            tables = [(("setup", str(at)), table) for at, table in enumerate(data["setup"])]
        else:
            rules, maps = self._texts("rules") or ("soares2025",), self._texts("maps") or ("",)
            self._require_few(len(rules) * len(maps), "rules" if len(rules) > len(maps) else "maps")
            for rule in rules:
                with self._at(("rules", rule)):
                    load_rules(rule)
            if not 2 <= data.get("seats", 2) <= 6:
                raise self._error(("seats",), f"seats: 2 to 6 at a table, not {data['seats']}")
            tables = [
                (
                    ("maps", name) if name else ("rules", rule),
                    {"map": name, "rules": rule, "seats": data.get("seats", 2)},
                )
                for rule in rules
                for name in maps
            ]
        return tuple(self._setup(where, table) for where, table in tables)

    def _require_few(self, setups: int, key: str) -> None:
        if setups > MOST_SETUPS:
            raise self._error((key,), f"setups: at most {MOST_SETUPS:,}, not {setups:,}")

    def _setup(self, where: tuple[str, ...], table: Any) -> Setup:
        if not isinstance(table, dict):
            raise self._error(where, "setup: write a table [[setup]] with map, rules and seats")
        self._check(table, SETUP, where)
        with self._at((*where, "rules") if where[0] == "setup" else where):
            load_rules(table.get("rules", "soares2025"))
        with self._at((*where, "map") if where[0] == "setup" else where):
            name = self._beside(table.get("map", ""))
            setup = home_setup(Setup(name, table.get("rules", "soares2025"), table.get("seats", 2)))
            if not isinstance(self.data.get("starts"), list):
                setup.game.start(0)
            return setup

    def _adjudication(self) -> Adjudication | None:
        given = self.data.get("adjudication")
        try:
            return Adjudication.parse(given)
        except HegemonError as error:
            named = [key for key in given or () if isinstance(given, dict) and key in str(error)]
            raise self._error(("adjudication", *named[:1]), str(error)) from None

    def _beside(self, text: Any) -> Any:
        """Files that are not in the current folder are searched next to the tournament file."""
        if not isinstance(text, str):
            return text
        name = read_participant(text)[1].partition("(")[0].strip()
        file = name.rpartition(":")[0] or name
        if not file.endswith((".py", SUFFIX)) or Path(file).exists():
            return text
        near = Path(self.path).parent / file
        return text.replace(file, str(near), 1) if near.exists() else text

    def _texts(self, key: str) -> tuple[str, ...]:
        """A text or a list of them."""
        given = self.data.get(key, [])
        given = [given] if isinstance(given, str) else given
        for item in given:
            if not isinstance(item, str):
                raise self._error((key, str(item)), f"{key}: a list of texts, not {item!r:.60}")
        return tuple(given)

    def _check(self, table: Mapping[str, Any], known: Mapping[str, Kinds], where: tuple[str, ...]) -> None:
        for key, value in table.items():
            if key not in known:
                hint = did_you_mean(key, known, f"known are {', '.join(known)}")
                raise self._error((*where, key), f"there is no setting {key[:60]}; {hint}")
            if not isinstance(value, known[key]) or isinstance(value, bool):
                wanted = " or ".join(dict.fromkeys(WORDS[kind] for kind in known[key]))
                raise self._error((*where, key), f"{key}: {wanted}, not {value!r:.60}")

    @contextmanager
    def _at(self, where: tuple[str, ...]) -> Iterator[None]:
        try:
            yield
        except HegemonError as error:
            raise self._error(where, str(error)) from None

    def _error(self, where: tuple[str, ...], message: str) -> TournamentError:
        return TournamentError(f"{self.path}:{self._line(where)}: {message}")

    def _line(self, where: tuple[str, ...]) -> int:
        """The line of a key, of a text in a list, or of the enclosing table."""
        for length in range(len(where), 0, -1):
            if where[:length] not in self.where:
                continue
            line = self.where[where[:length]]
            if length < len(where):
                inner = (at for at in range(line, len(self.lines) + 1) if where[length] in self.lines[at - 1])
                return next(inner, line)
            return line
        return 1


def _keys(lines: list[str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The line of every key and table of a TOML text; the tables of an array are numbered."""
    table: tuple[str, ...] = ()
    seen: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(lines, 1):
        if (head := HEAD.fullmatch(line)) is not None:
            table = _path(head[2])
            if head[1] == "[[":
                if table not in seen:
                    yield table, number
                seen[table] = seen.get(table, -1) + 1
                table = (*table, str(seen[table]))
            yield table, number
        elif (key := KEY.match(line)) is not None:
            yield (*table, *_path(key[1])), number


def _path(text: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", text))
