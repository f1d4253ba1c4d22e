"""Failures of agents in words: what was raised, where in the agent's own code, and the traceback."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import TracebackType

PACKAGE = str(Path(__file__).parents[1])
MOST_TRACEBACK = 6000
"""Characters of a traceback; of a longer one its end is kept."""
MOST_FRAMES = 40
MOST_LINE = 400
"""Characters of an error in one line."""


def error_line(error: BaseException, *, kind: bool = True) -> str:
    """The error in one line, even if its text cannot be formatted."""
    try:
        told = _syntax_error(error) if isinstance(error, SyntaxError) else str(error)
        text = " ".join((f"{type(error).__name__}: {told}" if kind else told).split())
    except Exception:
        text = type(error).__name__
    return text.encode("ascii", "backslashreplace").decode()[:MOST_LINE]


def _syntax_error(error: SyntaxError) -> str:
    """What is wrong and where, as for other errors: Python names file and line in its own way."""
    if not error.filename or not error.lineno:
        return str(error)
    return f"{error.msg} ({Path(error.filename).name}:{error.lineno})"


def error_place(error: BaseException, agent: object) -> str:
    """File and line in the agent's own code where it failed."""
    module = sys.modules.get(type(agent).__module__)
    home = Path(getattr(module, "__file__", None) or "").parent
    return place_in(error, home)


def place_in(error: BaseException, home: Path) -> str:
    """File and line where an error was raised, the last one in a folder if it came through there."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return ""  # error_line names them
    frames = traceback.extract_tb(error.__traceback__)[1:]  # the first is our own
    own = [frame for frame in frames if Path(frame.filename).parent == home]
    return "".join(f" ({Path(frame.filename).name}:{frame.lineno})" for frame in (own or frames)[-1:])


def error_traceback(error: BaseException) -> str:
    """The traceback of an error, from the first line outside of this package on; of bounded size."""
    try:
        trace = _outside(error.__traceback__)
        told = traceback.TracebackException(type(error), error, trace, limit=-MOST_FRAMES)
        text = "".join(told.format(chain=True)).strip()
    except Exception:  # whatever the agent's exception does when it is looked at
        return error_line(error)
    return bounded_traceback(text)


def raised_outside(error: BaseException) -> bool:
    """Whether code outside of this package raised an error or called what did."""
    return any(not _ours(frame.filename) for frame in traceback.extract_tb(error.__traceback__))


def bounded_traceback(text: str) -> str:
    """A traceback as a record keeps it."""
    kept = text if len(text) <= MOST_TRACEBACK else f"...\n{text[-MOST_TRACEBACK:]}"
    return kept.encode("utf-8", "backslashreplace").decode()


def _outside(trace: TracebackType | None) -> TracebackType | None:
    """The traceback from its first frame outside of this package; the whole if there is none."""
    found = trace
    while found is not None and _ours(found.tb_frame.f_code.co_filename):
        found = found.tb_next
    return found or trace


def _ours(file: str) -> bool:
    return file.startswith(PACKAGE)
