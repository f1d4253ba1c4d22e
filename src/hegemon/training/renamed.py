"""Former names in files of earlier versions, and their current names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

COLUMNS = {"full": "full_search", "shares": "policy_target"}
"""Columns of samples in Parquet files."""
SETTINGS = {
    "hot_turns": "temperature_turns",
    "hot_decisions": "temperature_decisions",
    "ahead": "n_step",
    "average": "ema_decay",
    "clip": "max_gradient_norm",
}
VALUES = {("policy", "shares"): "visits"}
"""Values of settings."""
TRANSITIONS = {"numbers": "actions"}
"""Arrays of the replay memory in checkpoints of Q-learning."""

T = TypeVar("T")


def renamed(given: Mapping[str, T], names: Mapping[str, str]) -> dict[str, T]:
    """A mapping with current names as keys."""
    return {names.get(name, name): value for name, value in given.items()}


def settings_now(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Settings from JSON, with current names and values."""
    found = renamed(kept, SETTINGS)
    for name, value in found.items():
        if isinstance(value, dict):
            found[name] = settings_now(value)
        elif isinstance(value, str):
            found[name] = VALUES.get((name, value), value)
    return found


def completed(kept: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Settings from JSON with those that did not exist yet, which have their defaults."""
    found = {**defaults, **kept}
    for name, value in defaults.items():
        if isinstance(value, dict) and isinstance(found[name], dict):
            found[name] = completed(found[name], value)
    return found
