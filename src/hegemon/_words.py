"""Words for messages."""

from __future__ import annotations

import difflib
from collections.abc import Collection


def did_you_mean(word: str, known: Collection[str], else_say: str = "") -> str:
    """``did you mean X?`` for the known word nearest to a wrong one, else what there is to choose from."""
    near = difflib.get_close_matches(word, known, 1, 0.5)
    if near:
        return f"did you mean {near[0]}?"
    return else_say or f"there are {', '.join(known)}"
