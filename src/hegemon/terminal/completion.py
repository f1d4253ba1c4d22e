"""Completion of commands and territories, as a function of the text before the cursor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hegemon.agents import REGISTRY
from hegemon.terminal.commands import COMMANDS

if TYPE_CHECKING:
    from hegemon.terminal.session import Session

_WORD = re.compile(r"[^\s+>!=:,@;/]*$")


def complete(session: Session, text: str) -> tuple[str, list[str]]:
    """The last word of a text, and what it may become: commands, then territories."""
    if session.hidden:
        return "", []
    found = _WORD.search(text)
    word = found.group() if found else ""
    before = text[: len(text) - len(word)]
    known = _candidates(session, before)
    return word, [name for name in known if name.lower().startswith(word.lower())]


def _candidates(session: Session, before: str) -> list[str]:
    game, view = session.live.record.game, session.view
    names = list(game.map.territories)
    if before.startswith("hint "):
        return list(REGISTRY)
    if before.rstrip().endswith(">"):  # a neighbour of the source
        source = _WORD.search(before.rstrip()[:-1])
        index = {name.lower(): t for t, name in enumerate(names)}
        at = index.get(source.group().lower()) if source else None
        if at is not None:
            return [names[t] for t in game.map.neighbours[at]]
    own = [name for t, name in enumerate(names) if view.owners[t] == session.viewer]
    rest = [name for name in names if name not in own]
    return [*(COMMANDS if not before else ()), *own, *rest]
