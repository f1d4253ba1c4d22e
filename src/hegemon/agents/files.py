"""Files that the settings of agents name: networks and weights of one's own."""

from __future__ import annotations

from hegemon._fields import hints
from hegemon._spec import parse_spec
from hegemon.agents.registry import REGISTRY
from hegemon.agents.weights import USUAL, WEIGHTS
from hegemon.nets import net_names


def file_settings(spec: str) -> list[str]:
    """The settings in the spec of an agent of this package that name a file, not something in the package."""
    parsed = parse_spec(spec)
    entry = REGISTRY.get(parsed.name)
    if entry is None:
        return []
    known, names = hints(entry.settings), {*net_names(), USUAL, WEIGHTS}
    return [name for name, value in parsed.settings.items() if known.get(name) is str and value not in names]
