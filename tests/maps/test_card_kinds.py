"""Card kinds of a map: the file, the hash, and the sets of the classic game."""

import dataclasses
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.errors import MapError
from hegemon.game import ClassicGame
from hegemon.maps import Map, load_map
from tests.game.classic_twin import Twin
from tests.reference_engine.classic_hex import RULES


def with_kinds(name: str, kinds: tuple[int, ...]) -> Map:
    return dataclasses.replace(load_map(name), card_kinds=kinds)


def test_they_are_kept_in_files_and_only_they_change_the_hash(tmp_path: Path) -> None:
    board = with_kinds("hex", (2, 2, 1, 1, 0, 0))
    board.save(tmp_path / "hex.json")
    assert '"card": "artillery"' in (tmp_path / "hex.json").read_text()
    assert Map.load(tmp_path / "hex.json") == board
    assert board.hash != load_map("hex").hash
    assert dataclasses.replace(board, card_kinds=()).hash == load_map("hex").hash == "55719b61728cbe41"


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["infantry", "cavalry", None], "territory 'C3': has no card although others do"),
        (["infantry", "cavalry", "horse"], "the card is 'horse': write infantry, cavalry or artillery"),
        (["infantry", "cavalry", 2], "the card is 2"),
        (["infantry", [], {}], "the card is a list"),
    ],
)
def test_wrong_kinds(cards: list[object], message: str) -> None:
    data = load_map("triangle").to_json()
    del data["hash"]
    rows = data["territories"]
    assert isinstance(rows, list)
    data["territories"] = [{**row, "card": card} for row, card in zip(rows, cards, strict=True)]  # type: ignore[dict-item]
    with pytest.raises(MapError, match=message):
        Map.from_json(data)


@pytest.mark.parametrize("kinds", [(0, 1), (0, 1, 3), (0, 1, -1)])
def test_wrong_kinds_in_python(kinds: tuple[int, ...]) -> None:
    with pytest.raises(MapError, match="card"):
        with_kinds("triangle", kinds)


def test_the_classic_game_uses_them() -> None:
    plain, own = ClassicGame("old-world", seats=2), ClassicGame(with_kinds("old-world", (0,) * 8), seats=2)
    assert [plain.card_kind(card) for card in range(10)] == [0, 1, 2, 0, 1, 2, 0, 1, None, None]
    assert [own.card_kind(card) for card in range(10)] == [0] * 8 + [None, None]

    def trades(game: ClassicGame) -> list[str]:
        position = game.position(owners=[0] * 4 + [1] * 4, armies=[3] * 8, phase="trade", cards=[[0, 1, 3], []])
        return [str(action) for action in position.legal_actions if action.kind == "trade"]

    assert len(trades(own)) > 0
    assert trades(plain) == []


def test_records_of_such_maps_replay(tmp_path: Path) -> None:
    game = ClassicGame(with_kinds("old-world", (0, 0, 0, 1, 1, 2, 2, 2)), seats=2)
    record = hg.play(game, ["random", "heuristic"], seed=4)
    record.save(tmp_path / "game.jsonl")
    loaded = hg.Record.load(tmp_path / "game.jsonl")
    assert loaded.final == record.final
    assert loaded.game.map.card_kinds == (0, 0, 0, 1, 1, 2, 2, 2)


def test_the_core_agrees_with_the_reference() -> None:
    board = with_kinds("grid(4, 3)", (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2))
    traded = 0
    for seed in range(6):
        rules = RULES["classic"].with_(trade_at=3 + seed % 3, card_values="fixed")
        twin = Twin(board, rules, 3, seed, cards=True)
        twin.play(150)
        traded += twin.seen["trade"]
    assert traded > 20
