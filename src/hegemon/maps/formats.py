"""Map files of every format; the file name extension selects the reader.

A reader turns the content of a file into the data that ``Map.from_json`` takes, and raises a ValueError if it cannot.
To add a format, write a reader and add it to ``FORMATS``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from hegemon._files import as_path
from hegemon.errors import MapError
from hegemon.maps.schema import MAX_FILE_BYTES


def read_json(content: bytes) -> object:
    """Read the native format."""
    try:
        data: object = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("not a text file in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at line {error.lineno} column {error.colno}") from None
    except (ValueError, RecursionError):
        raise ValueError("not a map: a number is too long or the nesting is too deep") from None
    return data


FORMATS: dict[str, Callable[[bytes], object]] = {".json": read_json}
"""Readers by file name extension; other files are read as JSON."""


def is_file_name(text: str) -> bool:
    """Whether the name of a map is a path."""
    return "/" in text or os.sep in text or text.endswith(tuple(FORMATS))


def read_map_file(path: str | os.PathLike[str]) -> object:
    """Read the data of a map file; any problem raises a MapError of one line."""
    where = f"cannot read map file {str(path)!r}"
    try:
        with as_path(path, MapError, "a map").open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise MapError(f"{where}: {error.strerror or error}") from None
    except ValueError as error:
        raise MapError(f"{where}: {error}") from None
    if len(content) > MAX_FILE_BYTES:
        raise MapError(f"{where}: larger than {MAX_FILE_BYTES // 1_000_000} MB, which no map needs")
    try:
        return FORMATS.get(Path(path).suffix, read_json)(content)
    except ValueError as error:
        raise MapError(f"{where}: {error}") from None
