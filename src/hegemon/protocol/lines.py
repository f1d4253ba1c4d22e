"""Lines of JSON: one object a line."""

from __future__ import annotations

import json
from typing import NoReturn

from hegemon._json import JSONObject
from hegemon.errors import ProtocolError

SHOWN = 80
"""Characters of a bad line that a message shows."""


def parse_line(line: str, example: str = '{"type": "ping"}') -> JSONObject:
    """The object of a line; a ProtocolError says what is wrong with it, and shows an example."""
    try:
        data = json.loads(line, parse_constant=_no_number)
    except RecursionError:
        raise ProtocolError("the line is nested too deep") from None
    except ValueError as error:
        how = f"write one object per line, e.g. {example}"
        raise ProtocolError(f"not JSON ({str(error)[:100]}): {shown(line)}; {how}") from None
    if not isinstance(data, dict):
        raise ProtocolError(f"not an object: {shown(line)}; write one object per line, e.g. {example}")
    return data


def line_of(data: JSONObject) -> str:
    """The line of an object, in ASCII and without the end of the line."""
    return json.dumps(data, allow_nan=False)


def shown(line: str) -> str:
    """The beginning of a line, for a message."""
    line = line.strip()
    return repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}.. ({len(line):,} characters)")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
