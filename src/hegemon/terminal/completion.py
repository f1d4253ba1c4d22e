"""Completion of commands and territories, as a function of the text before the cursor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hegemon.agents import REGISTRY
from hegemon.errors import MapError
from hegemon.terminal.commands import COMMANDS

if TYPE_CHECKING:
    from hegemon.terminal.session import Session

_MARKS = re.compile(r'[+>!=:,@;/"]')
"""Characters that end a name."""


def complete(session: Session, text: str) -> tuple[str, list[str]]:
    """The end of a text, and what it may become: a command, a territory, or an agent for a hint."""
    if session.hidden:
        return "", []
    if text.lower().startswith("hint "):
        word = text[5:]
        return word, [name for name in REGISTRY if name.startswith(word)]
    marks = [found.end() for found in _MARKS.finditer(text)]
    tail = text[marks[-1] :] if marks else text
    for word in _ends(tail):
        names = _territories(session, text[: len(text) - len(word)], word)
        if word == text:
            names = [name for name in COMMANDS if name.startswith(word.lower())] + names
        if names:
            return word, names
    return "", []


def _ends(text: str) -> Iterator[str]:
    """The text from each of its words to its end: a name may have spaces."""
    starts = [0, *(found.end() for found in re.finditer(r"\s+", text))]
    yield from (text[start:] for start in starts)


def _territories(session: Session, before: str, word: str) -> list[str]:
    """Neighbours after a source, otherwise all, the person's own first."""
    board, view = session.live.record.game.map, session.view
    found = board.complete(word)
    source = re.search(r"""([^+>!=:,@;/]*?)\s*(?:>|\sx\s)\s*$""", before)
    near: list[str] = []
    for name in _ends(source[1]) if source else ():
        try:
            near = [board.words[t] for t in board.neighbours[board.index(name.strip())]]
        except MapError:
            continue
        break
    if set(near) & set(found):
        return [name for name in found if name in near]
    own = {board.words[t] for t, owner in enumerate(view.owners.tolist()) if owner == session.viewer}
    return sorted(found, key=lambda name: name not in own)
