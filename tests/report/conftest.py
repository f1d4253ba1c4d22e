"""One store for all tests of a process; nobody writes to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hegemon.arena import Store, StoredGames
from hegemon.report import Summary, render, summarise
from tests.report.page_reader import Node, read_page
from tests.report.stores import mixed_tournament, play_into


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("report")
    return play_into(here / "store", mixed_tournament(here))


@pytest.fixture(scope="session")
def store(folder: Path) -> Iterator[StoredGames]:
    with Store.read(folder) as store:
        yield store


@pytest.fixture(scope="session")
def summary(store: StoredGames) -> Summary:
    return summarise(store)


@pytest.fixture(scope="session")
def html(summary: Summary) -> str:
    return render(summary)


@pytest.fixture(scope="session")
def page(html: str) -> Node:
    return read_page(html)
