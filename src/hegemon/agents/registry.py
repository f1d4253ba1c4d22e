"""Agents by spec string: ``random``, ``heuristic(caution=0.5)``, or your own ``path/to/file.py:Class(setting=1)``."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hegemon._fields import allowed, changed_fields, hints, require_allowed, require_known
from hegemon._json import JSONObject
from hegemon._spec import Spec, Value, parse_spec
from hegemon._words import did_you_mean
from hegemon.agents.base import VERBS, Agent, SpecRepr
from hegemon.agents.failures import error_line, error_traceback, place_in
from hegemon.errors import AgentError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class Entry:
    """A registered agent: its class takes one argument, an instance of its settings dataclass.

    The names are those in its module, which is imported when the agent is first used.
    """

    name: str
    module: str
    class_name: str
    settings_name: str = "Settings"
    presets_name: str = "PRESETS"
    foreign: bool = False
    """Whether it runs a program that is not part of this package."""

    @property
    def make(self) -> Callable[..., Agent]:
        return cast(Callable[..., Agent], getattr(import_module(self.module), self.class_name))

    @property
    def settings(self) -> type:
        return cast(type, getattr(import_module(self.module), self.settings_name))

    @property
    def presets(self) -> Mapping[str, Mapping[str, Value]]:
        """Published settings by name, for ``name(preset=..)``."""
        return cast(Mapping[str, Mapping[str, Value]], getattr(import_module(self.module), self.presets_name, {}))

    @property
    def summary(self) -> str:
        return (inspect.getdoc(self.make) or "").split("\n")[0]

    def describe_settings(self) -> list[tuple[str, str, str]]:
        """(name, default, allowed values) of every setting."""
        known = hints(self.settings)
        return [(f.name, str(f.default), allowed(known[f.name])) for f in fields(self.settings)]

    def to_json(self) -> JSONObject:
        presets = {name: dict(settings) for name, settings in self.presets.items()}
        settings = self.describe_settings()
        return {"name": self.name, "summary": self.summary, "settings": settings, "presets": presets}


REGISTRY: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("random", "hegemon.agents.random", "RandomAgent"),
        Entry("heuristic", "hegemon.agents.heuristic", "HeuristicAgent"),
        Entry("mcts", "hegemon.agents.mcts", "MctsAgent"),
        Entry("puct", "hegemon.agents.puct", "PuctAgent"),
        Entry("exit", "hegemon.agents.exit", "ExitAgent"),
        Entry("alphabeta", "hegemon.agents.alphabeta", "AlphaBetaAgent"),
        Entry("dqn", "hegemon.agents.dqn", "DqnAgent"),
        Entry("smcts", "hegemon.agents.smcts", "SmctsAgent"),
        Entry("guided-mcts", "hegemon.agents.smcts", "GuidedAgent", "GuidedSettings", "GUIDED_PRESETS"),
        Entry("ga", "hegemon.agents.ga", "GaAgent"),
        Entry("ga-ggnet", "hegemon.agents.ga", "GaAgent", "GgnetSettings"),
        Entry("bot", "hegemon.agents.bots.bot", "make_bot", foreign=True),
    )
}


def is_registered(agent: object) -> bool:
    """Whether an object is an agent of this package."""
    made = type(agent)
    return any(entry.module == made.__module__ and entry.make is made for entry in REGISTRY.values())


def spec_of(agent: SpecRepr) -> str | None:
    """The shortest spec that makes an agent of this package; None for one of a class derived from it."""
    settings: DataclassInstance = getattr(agent, "settings")  # noqa: B009 (each agent has its own type of them)
    kind = type(settings)
    found = [entry for entry in REGISTRY.values() if entry.module == type(agent).__module__]
    fitting = [entry for entry in found if entry.class_name == type(agent).__name__ and entry.settings is kind]
    if not fitting:
        return None
    changed = changed_fields(settings)
    return str(Spec(fitting[0].name, (), cast("dict[str, Value]", changed)))


def make_agent(spec: str | Spec) -> Agent:
    """Create an agent from a spec; an AgentError shows the invalid name, setting or value and what is allowed."""
    if not isinstance(spec, str | Spec):
        raise AgentError(f"an agent is made from a spec such as 'heuristic(caution=0.5)', not from {spec!r:.60}")
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    if names_file(spec):
        return _own_agent(spec)
    entry = REGISTRY.get(spec.name)
    if entry is None:
        hint = did_you_mean(spec.name, REGISTRY, f"agents are {', '.join(REGISTRY)}, or path/to/file.py:Class")
        raise AgentError(f"unknown agent {spec.name!r}; {hint}")
    _require_names(spec)
    return entry.make(_settings(entry.settings, _with_preset(entry, spec)))


def names_file(spec: Spec) -> bool:
    """Whether a spec names an agent of one's own, by its file."""
    return ":" in spec.name or spec.name.endswith(".py")


def is_foreign(spec: Spec) -> bool:
    """Whether a spec names an agent that is not part of this package."""
    return names_file(spec) or (spec.name in REGISTRY and REGISTRY[spec.name].foreign)


def keeps_own_clock(spec: Spec) -> bool:
    """Whether a spec names a program that plays under the clock of its own protocol, whatever that of the match is."""
    own = spec.settings.get("clock", "dialect") != "match" and spec.settings.get("dialect") != "hegemon"
    return spec.name in REGISTRY and REGISTRY[spec.name].foreign and own


def _with_preset(entry: Entry, spec: Spec) -> Spec:
    """The spec with the settings of its preset; its own settings have priority."""
    settings = dict(spec.settings)
    if "preset" not in settings:
        return spec
    name = str(settings.pop("preset"))
    if name not in entry.presets:
        options = f"it has {', '.join(entry.presets)}" if entry.presets else "it has none"
        raise AgentError(f"agent {entry.name} has no preset {name}; {did_you_mean(name, entry.presets, options)}")
    return Spec(spec.name, spec.positional, {**entry.presets[name], **settings})


def _require_names(spec: Spec) -> None:
    if spec.positional:
        raise AgentError(f"agent {spec}: settings need a name, e.g. {spec.name}(key=value)")


def _settings(cls: type, spec: Spec) -> object:
    require_known(spec.settings, cls, f"agent {spec.name}", AgentError)
    for name, value in spec.settings.items():
        require_allowed(name, value, hints(cls)[name], f"agent {spec.name}", AgentError)
    make: Callable[..., object] = cls
    return make(**spec.settings)


def _own_agent(spec: Spec) -> Agent:
    file, _, name = spec.name.rpartition(":")
    if not file:
        raise AgentError(f"agent {spec.name}: name the class too, e.g. {spec.name}:MyAgent")
    cls: object = getattr(_load(Path(file)), name, None)
    if not inspect.isclass(cls):
        raise AgentError(f"agent {spec.name}: there is no class {name} in {file}")
    if not callable(getattr(cls, "begin", None)):
        raise AgentError(f"agent {spec.name}: class {name} has no method begin; see docs/agents.md")
    if not any(callable(getattr(cls, verb, None)) for verb in VERBS.values()):
        raise AgentError(f"agent {spec.name}: class {name} has no method plan (or act); see docs/agents.md")
    make = cast(Callable[..., Agent], cls)
    settings: object = getattr(cls, "Settings", None)
    try:
        if isinstance(settings, type) and is_dataclass(settings):
            _require_names(spec)
            return make(_settings(settings, spec))
        return make(*spec.positional, **spec.settings)
    except AgentError:
        raise
    except (Exception, SystemExit) as error:  # the user's own code
        raise _failed(f"agent {spec.name}", error, Path(file)) from None


def _load(file: Path) -> object:
    if not file.is_file():
        raise AgentError(f"agent file {file} does not exist")
    return _load_version(file.resolve(), file.stat().st_mtime_ns)


@cache
def _load_version(file: Path, changed: int) -> object:
    """Run the file once; `changed` reloads an edited file."""
    name = f"hegemon_agent_{file.stem}_{hash((file, changed)) & 0xFFFFFFFF:08x}"
    module_spec = importlib.util.spec_from_file_location(name, file)
    if module_spec is None or module_spec.loader is None:
        raise AgentError(f"agent file {file} is not a Python file")
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module  # dataclasses and pickle look up a class's module by name
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))  # so that it can import modules of its folder, as a script can
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the user's own code
        del sys.modules[name]
        raise _failed(f"agent file {file}", error, file) from None
    return module


def _failed(what: str, error: BaseException, file: Path) -> AgentError:
    """The failure of a user's own code: its line in the message, its traceback as a note."""
    found = AgentError(f"{what}: {error_line(error)}{place_in(error, file.resolve().parent)}")
    found.add_note(error_traceback(error))
    return found
