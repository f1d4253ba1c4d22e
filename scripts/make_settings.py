"""Write the dataclasses of the core's settings, or with --check say whether the committed ones are current.

A setting is written once, in the list of fields of its struct in `core/` (see core/base/fields.hpp): name, type,
default, range, words and explanation.
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import wrap

from hegemon import _core

FOLDER = Path(__file__).parent.parent / "src" / "hegemon" / "search" / "settings"
CLASSIC = ("MctsSettings", "AlphaBetaSettings")
"""Settings of the classic game whose names do not say so."""
WIDTH = 120
HEADER = '''"""Settings of searches and self-play in the {family} game. Generated from the core by `make settings`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hegemon._fields import Range
from hegemon.search.checked import CheckedSettings
'''
Value = bool | int | float | str
Field = tuple[str, Value, float, float, list[str], str]


def write_field(field: Field) -> list[str]:
    """A field as lines of a class: declaration and explanation."""
    name, default, low, high, words, explanation = field
    return [*_declaration(name, default, low, high, words), *_docstring(explanation)]


def _declaration(name: str, default: Value, low: float, high: float, words: list[str]) -> list[str]:
    if words:
        quoted = [f'"{word}"' for word in words]
        line = f'    {name}: Literal[{", ".join(quoted)}] = "{default}"'
        if len(line) <= WIDTH:
            return [line]
        return [f"    {name}: Literal[", *(f"        {word}," for word in quoted), f'    ] = "{default}"']
    if isinstance(default, bool):
        return [f"    {name}: bool = {default}"]
    kind = type(default).__name__
    return [f"    {name}: Annotated[{kind}, Range({_number(low)}, {_number(high)})] = {default!r}"]


def _docstring(text: str) -> list[str]:
    lines = wrap(f'"""{text}"""', WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    return [f"    {line}" for line in lines]


def _number(value: float) -> str:
    return f"{int(value):_}" if value == int(value) else repr(value)


def generate() -> dict[Path, str]:
    """The files and their texts."""
    classes: dict[str, list[str]] = {"classic": [], "simultaneous": []}
    for name, summary, fields in _core.describe_settings():
        lines = ["", "", "@dataclass(frozen=True, kw_only=True)", f"class {name}(CheckedSettings):"]
        lines += [*_docstring(summary), ""]
        lines += [line for field in fields for line in write_field(field)]
        classic = name in CLASSIC or name.startswith("Classic")
        classes["classic" if classic else "simultaneous"].append("\n".join(lines) + "\n")
    return {FOLDER / f"{family}.py": HEADER.format(family=family) + "".join(found) for family, found in classes.items()}


def main() -> int:
    for path, text in generate().items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} in src/hegemon/search/settings is out of date: run `make settings` and commit it",
                  file=sys.stderr)  # fmt: skip
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
