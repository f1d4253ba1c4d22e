"""The published rule sets, by name, and how a user names rules."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from hegemon._spec import Spec, parse_spec
from hegemon.errors import RulesError
from hegemon.rules.base import Rules
from hegemon.rules.simultaneous import SimultaneousRules

_WARLIGHT1 = SimultaneousRules(
    name="warlight1",
    luck_percent=100,
    halves="kills",
    excess_deploy="clip",
    territories_each=3,
    picking="ranked",
    ranked_conflict="coin",
    offers_per_group=2,
    picks_told=False,
    fog="normal",
    round_cap=100,
)

PRESETS: Mapping[str, Rules] = {
    rules.name: rules
    for rules in (
        # Soares 2025 (thesis) and Bauer 2024 (GG-Net): deterministic, open, everything may march on.
        SimultaneousRules(
            name="soares2025",
            halves="survivors",
            annihilation="empty",
            stands_guard=0,
            moving_twice="free",
            same_link_twice=True,
            source_check="execution",
            interleave="fewer-deploys",
            idle_orders="use-slot",
            excess_deploy="refuse",
            illegal_orders="refuse-plan",
            start="scatter",
            territories_each=2,
        ),
        # Warlight AI Challenge 1 (2014): pure dice, ranked picks on a fixed board.
        _WARLIGHT1,
        # Warlight AI Challenge 2 (2015): 16 % luck, wastelands, snake draft.
        _WARLIGHT1.with_(
            name="warlight2",
            luck_percent=16,
            halves="doubles",
            captured_frozen=True,
            losses_frozen=True,
            territories_each=0,
            wastelands="half-groups",
            picking="snake",
            offers_per_group=1,
            picks_shrink_percent=25,
            picks_told=True,
            round_cap=60,
            round_cap_percent=250,
        ),
        # The online game's usual one-against-one settings.
        SimultaneousRules(
            name="warzone",
            captured_frozen=True,
            losses_frozen=True,
            interleave="cycle",
            idle_orders="use-slot",
            excess_deploy="refuse",
            illegal_orders="refuse-plan",
            source_check="planning",
            territories_each=3,
            start_armies=5,
            picking="ranked",
            ranked_conflict="snake",
            picks_told=False,
            fog="normal",
        ),
    )
}


def load_rules(rules: str | Rules | Mapping[str, Any]) -> Rules:
    """Rules from a value, a preset's name, a spec such as ``warlight2(fog=none)``, or the fields of a record."""
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, Mapping):
        fields = dict(rules)
        family = fields.pop("family", "simultaneous")
        if fields.get("name", "custom") not in PRESETS and family == "simultaneous":
            return SimultaneousRules().with_(**fields)
        return _preset(str(fields["name"])).with_(**fields)
    spec = parse_spec(rules)
    if spec.positional:
        raise RulesError(f"rules {rules!r}: settings need a name, e.g. {spec.name}(fog=none)")
    return _preset(spec.name).with_(**spec.settings)


def rules_spec(rules: Rules) -> str:
    """The shortest spec string that load_rules reads back as these rules."""
    base = PRESETS.get(rules.name)
    if base is None or type(base) is not type(rules):
        raise RulesError(f"rules named {rules.name!r} come from no preset and have no spec; store to_json() instead")
    before, after = base.to_json(), rules.to_json()
    return str(Spec(rules.name, (), {k: v for k, v in after.items() if before[k] != v}))


def _preset(name: str) -> Rules:
    if name not in PRESETS:
        near = difflib.get_close_matches(name, PRESETS, 1)
        hint = f"did you mean {near[0]}?" if near else f"presets are {', '.join(PRESETS)}"
        raise RulesError(f"unknown rules {name!r}; {hint}")
    return PRESETS[name]
