"""Rules as plain values, and the published presets."""

from hegemon.rules.base import Rules
from hegemon.rules.classic import ClassicRules
from hegemon.rules.presets import DEFAULT_RULES, PRESETS, QUICK_RULES, home_map, load_rules, rules_spec, rules_title
from hegemon.rules.simultaneous import SimultaneousRules

__all__ = [
    "DEFAULT_RULES",
    "PRESETS",
    "QUICK_RULES",
    "ClassicRules",
    "Rules",
    "SimultaneousRules",
    "home_map",
    "load_rules",
    "rules_spec",
    "rules_title",
]
