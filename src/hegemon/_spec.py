"""Spec strings: how a person names something with settings, e.g. ``grid(4, 3)`` or ``soares2025(fog=normal)``.

spec  = name [ "(" [ item { "," item } ] ")" ]
item  = [ key "=" ] value
value = integer | decimal | true | false | "quoted text" | bare-word
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hegemon.errors import SpecError

Value = int | float | bool | str

_NAME = re.compile(r"\s*([^\s(),=][^(),=]*?)\s*(?:\((.*)\))?\s*", re.DOTALL)
_ITEM = re.compile(r"""\s*(?:([A-Za-z_]\w*)\s*=)?\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,"'()=]+?)\s*(,|$)""")
_WORDS: dict[str, Value] = {"true": True, "false": False}


@dataclass(frozen=True)
class Spec:
    """A parsed spec string; ``str()`` of it parses back to an equal value."""

    name: str
    positional: tuple[Value, ...] = ()
    settings: dict[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        items = [format_value(v) for v in self.positional]
        items += [f"{k}={format_value(v)}" for k, v in self.settings.items()]
        return f"{self.name}({', '.join(items)})" if items else self.name


def parse_spec(text: str) -> Spec:
    """Read a spec string; a SpecError says what is wrong and where."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise SpecError(f"cannot read {text!r}: expected a name, or a name with settings such as name(key=value)")
    name, body = match.group(1), match.group(2)
    positional: list[Value] = []
    settings: dict[str, Value] = {}
    at = 0
    body = (body or "").strip()
    while at < len(body):
        item = _ITEM.match(body, at)
        if item is None:
            raise SpecError(f"cannot read {text!r}: expected key=value or a value at {body[at:]!r}")
        key, value = item.group(1), parse_value(item.group(2))
        if key is None:
            if settings:
                raise SpecError(f"cannot read {text!r}: the bare value {item.group(2)} follows a key=value setting")
            positional.append(value)
        elif key in settings:
            raise SpecError(f"cannot read {text!r}: setting {key} is given twice")
        else:
            settings[key] = value
        at = item.end()
    return Spec(name, tuple(positional), settings)


def parse_value(text: str) -> Value:
    """Read one value: a number, true, false, quoted text, or a bare word taken as text."""
    text = text.strip()
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return text


def format_value(value: Value) -> str:
    """Write a value so that parse_value reads it back."""
    if isinstance(value, str):
        plain = parse_value(value) == value and not re.search(r"""[\s,"'()=\\]""", value) and value != ""
        return value if plain else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value).lower() if isinstance(value, bool) else repr(value)
