"""Agents by spec string: ``random``, ``heuristic(caution=0.5)``, one of an installed package, or your own
``path/to/file.py:Class(setting=1)``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, cast

from hegemon._fields import allowed, changed_fields, hints
from hegemon._json import JSONObject
from hegemon._plugins import Plugin, find_plugin, plugin_names
from hegemon._spec import Spec, Value, parse_spec
from hegemon._words import did_you_mean
from hegemon.agents.base import Agent, SpecRepr
from hegemon.agents.from_code import checked_settings, file_agent, plugin_agent
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
        return describe_settings(self.settings)

    def to_json(self) -> JSONObject:
        presets = {name: dict(settings) for name, settings in self.presets.items()}
        settings = self.describe_settings()
        return {"name": self.name, "summary": self.summary, "settings": settings, "presets": presets}


def describe_settings(settings: type) -> list[tuple[str, str, str]]:
    """(name, default, allowed values) of every field of a dataclass."""
    known = hints(settings)
    return [(f.name, str(f.default), allowed(known[f.name])) for f in fields(settings)]


REGISTRY: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("best", "hegemon.agents.best", "BestAgent"),
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
        return file_agent(spec)
    entry = REGISTRY.get(spec.name)
    if entry is not None:
        return entry.make(checked_settings(entry.settings, _with_preset(entry, spec)))
    plugin = agent_plugin(spec)
    if plugin is not None:
        return plugin_agent(plugin, spec)
    known = [*REGISTRY, *plugin_names("agents", list(REGISTRY))]
    hint = did_you_mean(spec.name, known, f"agents are {', '.join(known)}, or path/to/file.py:Class")
    raise AgentError(f"unknown agent {spec.name!r}; {hint}")


def names_file(spec: Spec) -> bool:
    """Whether a spec names an agent of one's own, by its file."""
    return ":" in spec.name or spec.name.endswith(".py")


def agent_plugin(spec: Spec) -> Plugin | None:
    """The plugin that a spec names, if it does. The names of this package come first."""
    if spec.name in REGISTRY or names_file(spec):
        return None
    return find_plugin("agents", spec.name, AgentError)


def is_foreign(spec: Spec) -> bool:
    """Whether a spec names an agent that is not part of this package."""
    if spec.name in REGISTRY:
        return REGISTRY[spec.name].foreign
    return names_file(spec) or agent_plugin(spec) is not None


def runs_program(spec: Spec) -> bool:
    """Whether a spec names an agent that starts a program for every game."""
    return spec.name in REGISTRY and REGISTRY[spec.name].foreign


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
