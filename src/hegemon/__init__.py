"""Hegemon: play and study Risk-like games, and train agents for them.

import hegemon as hg

game = hg.Game(map="italy", rules="soares2025")
record = hg.play(game, ["heuristic", "random"], seed=3)
print(record.result)
"""

from importlib.metadata import version as _version

from hegemon._core import Random
from hegemon.agents import Agent, Clock, make_agent
from hegemon.errors import HegemonError
from hegemon.game import (
    Action,
    ClassicEvent,
    ClassicGame,
    ClassicPosition,
    ClassicState,
    ClassicTurn,
    ClassicView,
    Decision,
    Deploy,
    Event,
    Game,
    IllegalOrder,
    Move,
    Pick,
    Plan,
    Playouts,
    Position,
    Record,
    Result,
    SimultaneousEvent,
    SimultaneousGame,
    SimultaneousPosition,
    SimultaneousState,
    SimultaneousTurn,
    SimultaneousView,
    State,
    Turn,
    View,
    battle_odds,
    load_records,
    parse_position,
    save_records,
)
from hegemon.game import actions as actions
from hegemon.maps import Group, Map, load_map, map_names
from hegemon.match import Adjudication, Series, play, play_series
from hegemon.rules import PRESETS, ClassicRules, Rules, SimultaneousRules, load_rules

__version__ = _version("hegemon")

__all__ = [
    "PRESETS",
    "Action",
    "Adjudication",
    "Agent",
    "ClassicEvent",
    "ClassicGame",
    "ClassicPosition",
    "ClassicRules",
    "ClassicState",
    "ClassicTurn",
    "ClassicView",
    "Clock",
    "Decision",
    "Deploy",
    "Event",
    "Game",
    "Group",
    "HegemonError",
    "IllegalOrder",
    "Map",
    "Move",
    "Pick",
    "Plan",
    "Playouts",
    "Position",
    "Random",
    "Record",
    "Result",
    "Rules",
    "Series",
    "SimultaneousEvent",
    "SimultaneousGame",
    "SimultaneousPosition",
    "SimultaneousRules",
    "SimultaneousState",
    "SimultaneousTurn",
    "SimultaneousView",
    "State",
    "Turn",
    "View",
    "__version__",
    "battle_odds",
    "load_map",
    "load_records",
    "load_rules",
    "make_agent",
    "map_names",
    "parse_position",
    "play",
    "play_series",
    "save_records",
]
