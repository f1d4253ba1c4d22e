"""Lines from a person: with editing, history and completion on a terminal, plainly anywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from hegemon.terminal.completion import complete

if TYPE_CHECKING:
    from hegemon.terminal.session import Session

Reader = Callable[[], str]
"""Asks with the prompt of the session and returns a line; an EOFError at the end of the input."""


def line_reader(session: Session) -> Reader:
    """The reader for this terminal, or for a pipe."""
    if is_terminal() and os.environ.get("TERM", "dumb") != "dumb":
        return _editor(session)
    return lambda: _plain(session.prompt)


def is_terminal() -> bool:
    """Whether a person types and reads here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _plain(prompt: str) -> str:
    """A line of a pipe, or of a terminal that can do nothing; a pipe's line is shown after its prompt."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(line.rstrip("\n"))
    if not line:
        raise EOFError
    return line


def _editor(session: Session) -> Reader:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.shortcuts import CompleteStyle

    class Words(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            word, names = complete(session, document.text_before_cursor)
            yield from (Completion(name, -len(word)) for name in names)

    keys = KeyBindings()

    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        """Ctrl-C clears the line; on an empty line it stops."""
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt())

    # A history for each person: nobody may look up what another one has typed.
    editors: dict[int, PromptSession[str]] = {}

    def read() -> str:
        if session.viewer not in editors:
            editors[session.viewer] = PromptSession(
                completer=Words(),
                complete_while_typing=False,
                complete_style=CompleteStyle.READLINE_LIKE,
                key_bindings=keys,
                reserve_space_for_menu=0,
            )
        return editors[session.viewer].prompt(session.prompt)

    return read
