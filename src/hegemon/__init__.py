"""Hegemon: play and study Risk-like games, and train agents for them.

import hegemon as hg

game = hg.Game(map="italy", rules="soares2025")
record = hg.play(game, ["heuristic", "random"], seed=3)
print(record.result)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for type checkers and editors; _NAMES and _PACKAGES say the same to Python
    from hegemon import (  # noqa: I001 (a statement per module, not per name)
        agents as agents,
        analysis as analysis,
        arena as arena,
        bench as bench,
        charts as charts,
        engine as engine,
        envs as envs,
        errors as errors,
        game as game,
        maps as maps,
        match as match,
        nets as nets,
        protocol as protocol,
        report as report,
        rules as rules,
        search as search,
        statistics as statistics,
        testing as testing,
        training as training,
    )
    from hegemon._core import Random as Random
    from hegemon.agents import Agent as Agent, Clock as Clock, make_agent as make_agent
    from hegemon.analysis import analyse as analyse, analyse_record as analyse_record
    from hegemon.errors import HegemonError as HegemonError
    from hegemon.game import (
        Action as Action,
        ClassicEvent as ClassicEvent,
        ClassicGame as ClassicGame,
        ClassicPosition as ClassicPosition,
        ClassicState as ClassicState,
        ClassicTurn as ClassicTurn,
        ClassicView as ClassicView,
        Decision as Decision,
        Deploy as Deploy,
        Event as Event,
        Game as Game,
        IllegalOrder as IllegalOrder,
        LegalOrders as LegalOrders,
        Move as Move,
        Pick as Pick,
        Plan as Plan,
        Playouts as Playouts,
        Position as Position,
        Record as Record,
        Result as Result,
        SimultaneousEvent as SimultaneousEvent,
        SimultaneousGame as SimultaneousGame,
        SimultaneousPosition as SimultaneousPosition,
        SimultaneousState as SimultaneousState,
        SimultaneousTurn as SimultaneousTurn,
        SimultaneousView as SimultaneousView,
        State as State,
        Turn as Turn,
        View as View,
        actions as actions,
        battle_odds as battle_odds,
        load_records as load_records,
        parse_position as parse_position,
        save_records as save_records,
    )
    from hegemon.maps import Group as Group, Map as Map, load_map as load_map, map_names as map_names
    from hegemon.match import Adjudication as Adjudication, Series as Series, play_series as play_series
    from hegemon.match.play import play as play
    from hegemon.rules import (
        PRESETS as PRESETS,
        ClassicRules as ClassicRules,
        Rules as Rules,
        SimultaneousRules as SimultaneousRules,
        load_rules as load_rules,
    )

    __version__: str

_NAMES = {
    "hegemon._core": "Random",
    "hegemon.agents": "Agent Clock make_agent",
    "hegemon.analysis": "analyse analyse_record",
    "hegemon.errors": "HegemonError",
    "hegemon.game": (
        "Action ClassicEvent ClassicGame ClassicPosition ClassicState ClassicTurn ClassicView Decision Deploy Event "
        "Game IllegalOrder LegalOrders Move Pick Plan Playouts Position Record Result SimultaneousEvent "
        "SimultaneousGame SimultaneousPosition SimultaneousState SimultaneousTurn SimultaneousView State Turn View "
        "battle_odds load_records parse_position save_records"
    ),
    "hegemon.maps": "Group Map load_map map_names",
    "hegemon.match": "Adjudication Series play play_series",
    "hegemon.rules": "PRESETS ClassicRules Rules SimultaneousRules load_rules",
}
"""The public names, by the module that is imported when one of them is first used."""
_PACKAGES = (
    "agents analysis arena bench charts engine envs errors game maps match nets protocol report rules search "
    "statistics testing training"
)

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
_MODULES = {name: f"hegemon.{name}" for name in _PACKAGES.split()} | {"actions": "hegemon.game.classic.actions"}

__all__ = ["__version__", *_HOMES]


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])


if not TYPE_CHECKING:  # a type checker would believe that every name exists

    def __getattr__(name: str) -> object:
        """Import a public name or a package when it is first used."""
        if name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
        elif name in _MODULES:
            value = import_module(_MODULES[name])
        elif name == "__version__":
            value = import_module("importlib.metadata").version("hegemon")
        else:
            raise AttributeError(f"module 'hegemon' has no attribute {name!r}")
        globals()[name] = value
        return value
