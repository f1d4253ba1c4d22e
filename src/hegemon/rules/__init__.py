"""Rules as plain values, and the published presets."""

from hegemon.rules.base import Rules
from hegemon.rules.classic import ClassicRules
from hegemon.rules.presets import PRESETS, home_map, load_rules, rules_spec, rules_title
from hegemon.rules.simultaneous import SimultaneousRules

__all__ = [
    "PRESETS",
    "ClassicRules",
    "Rules",
    "SimultaneousRules",
    "home_map",
    "load_rules",
    "rules_spec",
    "rules_title",
]
