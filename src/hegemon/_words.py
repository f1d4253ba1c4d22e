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


def counted(number: int, word: str, plural: str = "") -> str:
    """``1 game``, ``1,200 games``; the plural is the word with an s unless it is given."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"
