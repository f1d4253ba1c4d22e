"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hegemon.errors import HegemonError


def as_path(path: object, error: type[HegemonError], what: str = "a file") -> Path:
    """A path given as text or as a path object."""
    if not isinstance(path, str | os.PathLike):
        raise error(f"{what} is given by its path, not by {path!r:.40}")
    return Path(os.fsdecode(path))


@contextmanager
def replacing(
    path: str | os.PathLike[str], error: type[HegemonError] = HegemonError, *, make_folder: bool = False
) -> Iterator[Path]:
    """A path to write to, which replaces `path` when the block ends and is deleted if the block fails.

    The data is on the disk before the name changes, so that a process killed at any instant leaves the old file or the
    new one. An OSError becomes an `error` that names the file. A device or a pipe is written to in place.
    """
    target = as_path(path, error)
    try:
        if make_folder:
            target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():
            yield target
            return
        scratch = target.with_name(target.name + ".part")
        try:
            yield scratch
            _sync(scratch)
            scratch.replace(target)
        except BaseException:
            with suppress(OSError):
                scratch.unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise error(f"cannot write {target}: {problem.strerror or problem}") from None
    except UnicodeEncodeError as problem:  # a library that writes to names in UTF-8 only
        raise error(f"cannot write {target}: {problem.reason}; choose another name") from None
    except ValueError as problem:
        if "null" not in str(problem):  # a null byte in the name
            raise
        raise error(f"cannot write {str(path)!r}: {problem}") from None


def write_whole(
    path: str | os.PathLike[str],
    data: str | bytes,
    error: type[HegemonError] = HegemonError,
    *,
    make_folder: bool = False,
) -> None:
    """Write a file in one step; text is UTF-8 with what cannot be encoded as question marks."""
    content = data if isinstance(data, bytes) else data.encode("utf-8", "replace")
    with replacing(path, error, make_folder=make_folder) as scratch:
        scratch.write_bytes(content)


def _sync(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())
