"""Files that are there whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hegemon.errors import ReportError


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A path to write to, which takes the target's place if nothing went wrong."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = target.with_name(target.name + ".part")
        try:
            yield scratch
            scratch.replace(target)
        except BaseException:
            with suppress(OSError):
                scratch.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ReportError(f"cannot write {target}: {error.strerror or error}") from None
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise ReportError(f"cannot write {str(target)!r}: {error}") from None
