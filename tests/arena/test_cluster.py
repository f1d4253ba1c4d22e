"""A Ray cluster plays the same games as one machine does, also when a node is lost in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hegemon.arena import Store, Tournament, make_tournament, prepare

pytest.importorskip("ray", reason="needs the extra `scale`")


def hashes(store: Store) -> list[tuple[tuple[int, int], str]]:
    return [(game.id, game.hash) for game in store.games()]


def tournament() -> Tournament:
    return make_tournament(["smcts(visits=200)", "heuristic", "random"], ["banana"], games=8, seed=5)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_node_plays_every_game_once(cluster: Any, tmp_path: Path) -> None:
    with Store.open(tmp_path / "here") as here:
        assert len(list(prepare(tournament(), here))) == 24
        expected = hashes(here)
    with Store.open(tmp_path / "there") as there:
        seen = 0
        for _ in prepare(tournament(), there, ray=cluster.address):
            seen += 1
            if seen == 4:
                cluster.remove_node(cluster.other, allow_graceful=False)
        assert seen == 24
        assert hashes(there) == expected
        assert prepare(tournament(), there).jobs == ()
