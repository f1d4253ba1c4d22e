"""Plain data, as JSON reads and writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

JSON: TypeAlias = "str | int | float | bool | Sequence[JSON] | Mapping[str, JSON] | None"
JSONObject: TypeAlias = dict[str, JSON]
