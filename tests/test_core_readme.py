"""core/README.md names every file of the core, and its folders include only folders listed above them."""

from __future__ import annotations

import re
from pathlib import Path

CORE = Path(__file__).parent.parent / "core"


def named_files() -> set[str]:
    """The paths in the tables of core/README.md; a name without an ending stands for its .hpp and .cpp."""
    folder, names = "", set()
    for line in (CORE / "README.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"##+ `(\S+/)`", line):
            folder = heading[1]
        elif row := re.match(r"\| `(\S+)` \|", line):
            names.add(folder + row[1])
    files: set[str] = set()
    for name in names:
        both = {name} if name.endswith(".hpp") else {f"{name}.hpp", f"{name}.cpp"}
        files |= {path for path in both if (CORE / path).exists()} or both
    return files


def test_the_readme_names_every_file_of_the_core_and_no_other() -> None:
    assert named_files() == {str(path.relative_to(CORE).as_posix()) for path in CORE.rglob("*.[ch]pp")}


def test_a_folder_of_the_core_includes_only_itself_and_folders_above_it() -> None:
    order = re.findall(r"^## `(\w+)/`", (CORE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    for path in CORE.rglob("*.[ch]pp"):
        own = order.index(path.relative_to(CORE).parts[0])
        used = set(re.findall(r'#include "(\w+)/', path.read_text(encoding="utf-8")))
        assert used <= set(order[: own + 1]), f"{path.relative_to(CORE)} includes {used - set(order[: own + 1])}"
