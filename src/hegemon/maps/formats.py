"""Map files of our own format. Files of other programs are recognized, and `hegemon maps import` reads them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from hegemon._files import as_path
from hegemon.errors import MapError
from hegemon.maps.schema import FORMAT, MAX_FILE_BYTES

SUFFIX = ".json"


def read_json(content: bytes) -> object:
    """The data of a file; a ValueError says why it is no JSON."""
    try:
        data: object = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("not a text file in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at line {error.lineno} column {error.colno}") from None
    except (ValueError, RecursionError):
        raise ValueError("not a map: a number is too long or the nesting is too deep") from None
    return data


def is_file_name(text: str) -> bool:
    """Whether the name of a map is a path: it has a separator, ends in .json, or names a file with an extension."""
    return "/" in text or os.sep in text or text.endswith(SUFFIX) or ("." in text and is_file(Path(text)))


def is_file(path: Path) -> bool:
    """Whether there is such a file, also for names that no file can have: too long, or with a null byte."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_content(path: Path) -> bytes:
    """The bytes of a file; a MapError if it cannot be read or is far too large."""
    where = f"cannot read map file {str(path)!r}"
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise MapError(f"{where}: {error.strerror or error}") from None
    except ValueError as error:
        raise MapError(f"{where}: {error}") from None
    if len(content) > MAX_FILE_BYTES:
        raise MapError(f"{where}: larger than {MAX_FILE_BYTES // 1_000_000} MB, which no map needs")
    return content


def read_map_file(path: str | os.PathLike[str]) -> object:
    """Read the data of a map file; any problem raises a MapError of one line."""
    content = read_content(as_path(path, MapError, "a map"))
    problem = ""
    try:
        data = read_json(content)
    except ValueError as error:
        data, problem = None, str(error)
    if problem or (isinstance(data, Mapping) and data.get("format") != FORMAT):
        problem = _foreign(content, path) or problem
    if problem:
        raise MapError(f"cannot read map file {str(path)!r}: {problem}")
    return data


def _foreign(content: bytes, path: str | os.PathLike[str]) -> str:
    """What to do with a file of another program; empty if it is none."""
    from hegemon.maps.foreign import Source, detect  # rare; games start faster without the code of all formats

    try:
        program = detect(Source(content)).program
    except MapError:
        return ""
    return f"it is a map of {program}; hegemon maps import {str(path)!r} makes a map file of it"
