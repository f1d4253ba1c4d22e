"""A file appears whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon._files import replacing, write_whole
from hegemon.errors import MapError


def test_a_block_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_whole(target, "old")
    with pytest.raises(ZeroDivisionError), replacing(target) as scratch:
        scratch.write_text(f"half of {1 // 0}")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_the_new_file_replaces_the_old_one_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_whole(target, "old")
    with replacing(target) as scratch:
        scratch.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_an_error_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"cannot write .*missing.a: No such file"):
        write_whole(tmp_path / "missing" / "a", "x", MapError)
    write_whole(tmp_path / "missing" / "a", "x", MapError, make_folder=True)
    with pytest.raises(MapError, match=r"cannot write .*missing: Is a directory"):
        write_whole(tmp_path / "missing", b"x", MapError)
    with pytest.raises(MapError, match="null"):
        write_whole("a\0b", "x", MapError)


def test_a_device_is_written_to_in_place() -> None:
    write_whole("/dev/null", "x")
    assert not Path("/dev/null").is_file()
