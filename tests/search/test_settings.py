"""Settings are written once, in the core: what it allows, the dataclasses allow, and both say the same."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from hegemon import _core
from hegemon._fields import defaults
from hegemon._spec import Value
from hegemon.errors import SearchError
from hegemon.game import ClassicGame
from hegemon.search import settings
from hegemon.search.checked import CheckedSettings
from hegemon.search.settings import AlphaBetaSettings, CoevolutionSettings, MctsSettings, SmctsSettings

GAME = ClassicGame("grid(3,3)", "aminian2020")
READERS: dict[type[CheckedSettings], Callable[[dict[str, Value]], object]] = {
    MctsSettings: lambda values: _core.ClassicSearch(GAME.core, values),
    SmctsSettings: _core.SmctsSettings,
    CoevolutionSettings: _core.CoevolutionSettings,
    AlphaBetaSettings: lambda values: _core.AlphaBeta(GAME.core, values),
}
DESCRIBED = {name: found for name, _, found in _core.describe_settings()}


def test_the_dataclasses_are_current() -> None:
    script = Path(__file__).parents[2] / "scripts" / "make_settings.py"
    found = runpy.run_path(str(script))["generate"]()
    assert {path: path.read_text(encoding="utf-8") for path in found} == found
    assert {path.parent for path in found} == {Path(settings.__file__ or "").parent}
    assert set(settings.__all__) == set(DESCRIBED)


@pytest.mark.parametrize("cls", READERS, ids=lambda cls: cls.__name__)
def test_the_core_and_the_dataclasses_refuse_the_same_values_in_the_same_words(
    cls: type[CheckedSettings],
) -> None:
    for name, default, low, high, words, _ in DESCRIBED[cls.__name__]:
        wrong: list[Value] = ["nonsense"]
        if not words and not isinstance(default, bool):
            numbers = [low - 1, high + 1]
            wrong += map(int, numbers) if isinstance(default, int) else numbers
        for value in wrong:
            with pytest.raises(SearchError) as ours:
                cls.from_values({name: value})
            with pytest.raises(ValueError, match=f"^{name}=.* is not allowed; expected") as core:
                READERS[cls]({name: value})
            assert f"search: {core.value}" == str(ours.value).replace(".0 is not", " is not")


@pytest.mark.parametrize("cls", READERS, ids=lambda cls: cls.__name__)
def test_the_core_reads_every_field_and_no_other(cls: type[CheckedSettings]) -> None:
    values = cls().to_core()
    assert list(values) == [name for name, *_ in DESCRIBED[cls.__name__]] == [field.name for field in fields(cls)]
    READERS[cls](values)
    READERS[cls]({})
    with pytest.raises(ValueError, match="there is no setting wrong"):
        READERS[cls]({**values, "wrong": 1})


def test_numbers_may_be_whole_where_any_is_allowed_but_not_the_other_way() -> None:
    _core.SmctsSettings({"exploration": 1})
    for name, value in (("depth", 2.0), ("depth", True), ("exploration", True), ("plus", 1), ("depth", 2**40)):
        with pytest.raises(ValueError, match=f"{name}="):
            _core.SmctsSettings({name: value})


def test_a_subclass_may_have_other_defaults() -> None:
    @dataclass(frozen=True, kw_only=True)
    @defaults(depth=3)
    class Shallow(AlphaBetaSettings):
        more: int = 1

    assert Shallow().depth == 3
    assert Shallow().to_core() == AlphaBetaSettings(depth=3).to_core()
    for wrong in ({"depth": 0}, {"deep": 3}):
        with pytest.raises(TypeError, match="cannot have the default"):
            defaults(**wrong)(type("Wrong", (AlphaBetaSettings,), {}))
