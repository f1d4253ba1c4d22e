"""An agent that is dropped from a store: its games go, all others stay what they were."""

from __future__ import annotations

import sqlite3
from itertools import permutations
from pathlib import Path

import pytest

from hegemon.arena import GameResult, Setup, Store, StoredGames, Tournament, make_tournament, prepare
from hegemon.arena.stored import FILE
from hegemon.arena.verify import verify
from hegemon.errors import StoreError
from hegemon.report import outcome, render, summarise

AGENTS = {"a": "random", "b": "heuristic", "c": "heuristic(caution=0.1)", "d": "heuristic(greed=4)"}


def tournament(agents: dict[str, str], games: int = 2) -> Tournament:
    setups = [Setup("simple"), Setup("grid(4,3)", "yao2025", 3)]
    return make_tournament(agents, setups=setups, games=games, seed=3)


def play(agents: dict[str, str], folder: Path) -> list[GameResult]:
    with Store.open(folder) as store:
        return list(prepare(tournament(agents), store, workers=1))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dropping")
    play(AGENTS, folder)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    (tmp_path / FILE).write_bytes((played / FILE).read_bytes())
    return tmp_path


def named(store: StoredGames) -> dict[tuple[int, int], tuple[tuple[str, ...], str, int]]:
    """The games: aliases by seat, final hash, number of moves."""
    names = [agent.alias for agent in store.agents()]
    return {
        game.id: (tuple(names[at] for at in game.seats), game.hash, len(store.moves(*game.id)))
        for game in store.games()
    }


@pytest.mark.parametrize("alias", AGENTS)
def test_only_the_games_of_the_agent_go(alias: str, folder: Path) -> None:
    with Store.open(folder) as store:
        before = named(store)
        others = {id: found for id, found in before.items() if alias not in found[0]}
        assert store.drop(alias) == len(before) - len(others) > 0
        assert named(store) == others
        assert [agent.alias for agent in store.agents()] == [name for name in AGENTS if name != alias]
        assert store.scheduled() == len(others)
        assert verify(store).differences == ()
    with sqlite3.connect(folder / FILE) as database:
        orphans = database.execute("SELECT * FROM moves WHERE game NOT IN (SELECT id FROM games)")
        assert orphans.fetchall() == []


def test_what_was_dropped_can_be_played_again_or_as_another_agent(folder: Path) -> None:
    with Store.open(folder) as store:
        before = named(store)
        dropped = store.drop("b")
    again = play(AGENTS, folder)
    assert len(again) == dropped
    with Store.read(folder) as store:
        assert sorted(named(store).values()) == sorted(before.values())
        assert verify(store).differences == ()
    changed = AGENTS | {"b": "random"}
    with pytest.raises(StoreError, match=r"it was heuristic; drop the games of the old one \(hegemon drop .* b\)"):
        play(changed, folder)
    with Store.open(folder) as store:
        store.drop("b")
    assert len(play(changed, folder)) == dropped


def test_several_agents_can_be_dropped_one_after_the_other(folder: Path) -> None:
    with Store.open(folder) as store:
        dropped = [(alias, store.drop(alias)) for alias in "ca"]
        pairs = {found[0] for found in named(store).values()}
        assert pairs == set(permutations("bd", 2))
        assert store.dropped == tuple(dropped)
        dropped.append(("b", store.drop("b")))
        summary = summarise(store)
        assert summary.conditions["Dropped"] == ", ".join(f"{games} games of {alias}" for alias, games in dropped)
        assert outcome(summary, store, "")["dropped"] == [{"agent": name, "games": games} for name, games in dropped]
        assert (summary.played, summary.scheduled) == (0, 0)
        assert "No games are scheduled in this store yet." in render(summary)


def test_a_store_that_dropped_nothing_says_nothing_of_it(folder: Path) -> None:
    with Store.read(folder) as store:
        assert store.dropped == ()
        assert "Dropped" not in summarise(store).conditions


def test_unknown_agents_are_refused_with_the_nearest_name(folder: Path) -> None:
    with (
        Store.open(folder) as store,
        pytest.raises(StoreError, match=r"there is no agent 'z' in .*; there are a, b, c, d"),
    ):
        store.drop("z")
    with Store.open(folder / "empty") as store, pytest.raises(StoreError, match="it has none yet"):
        store.drop("a")


def test_a_drop_that_fails_in_the_middle_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError("no more power")

    with Store.open(folder) as store:
        before = named(store)
        with monkeypatch.context() as patch:
            patch.setattr("hegemon.arena.dropping._move_up", fails)
            with pytest.raises(OSError, match="power"):
                store.drop("b")
        assert named(store) == before
        assert store.dropped == ()


@pytest.mark.parametrize("cell", ["{", "7", '["b"]', '[["b", -1]]', "[[1, 2]]"])
def test_a_damaged_list_of_what_was_dropped_is_named(cell: str, folder: Path) -> None:
    with Store.open(folder) as store:
        store._put("dropped", cell)
        with pytest.raises(StoreError, match=r"facts: dropped .*damaged"):
            _ = store.dropped
