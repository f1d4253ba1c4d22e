"""Write the type stub of the compiled core, or with --check say whether the committed one is current."""

from __future__ import annotations

import sys
from pathlib import Path

from nanobind.stubgen import StubGen  # type: ignore[import-untyped]

import hegemon._core

STUB = Path(__file__).parent.parent / "src" / "hegemon" / "_core.pyi"


def generate() -> str:
    generator = StubGen(hegemon._core)
    generator.put(hegemon._core)
    return str(generator.get())


def main() -> int:
    text = generate()
    if "--check" not in sys.argv[1:]:
        STUB.write_text(text, encoding="utf-8")
        return 0
    if not STUB.exists() or STUB.read_text(encoding="utf-8") != text:
        print("src/hegemon/_core.pyi is out of date: run `make stub` and commit it", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
