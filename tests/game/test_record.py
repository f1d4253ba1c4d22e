"""Records: what a file holds, how it is read back, and what is said about a damaged one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hegemon import (
    Adjudication,
    Deploy,
    Game,
    Move,
    Plan,
    Random,
    Record,
    Result,
    SimultaneousGame,
    SimultaneousRules,
    load_records,
    play,
    save_records,
)
from hegemon.errors import RecordError
from hegemon.game import read_records


def one_game(name: str = "simple", rules: str = "warlight2", seed: int = 3, turns: int = 100) -> Record:
    return play(Game(name, rules), ["random", "random"], seed=seed, adjudication=Adjudication(turn_limit=turns))


@pytest.fixture
def lines() -> list[str]:
    return list(one_game().lines())


def changed(line: str, **changes: Any) -> str:
    return json.dumps(json.loads(line) | changes)


# --- Whole files --------------------------------------------------------------------------------------------------


def test_a_saved_game_is_loaded_as_it_was(tmp_path: Path) -> None:
    record = one_game()
    record.save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl") == record
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_record_tells_the_whole_game() -> None:
    record = one_game(rules="warlight2")
    assert record.states[0] == record.start == record.game.start(Random(3).stream(0))
    assert record.states[-1] == record.final
    assert len(record.states) == len(record.turns) + 1 == len(record.plans) + 1
    assert record.rounds == len(record.turns) - 2  # two picks are no rounds
    assert [[plan is not None for plan in plans] for plans in record.plans[:2]] == [[True, False], [False, True]]
    assert record.info == {"seed": 3, "decisions": [record.rounds + 1] * 2}
    assert record.result == record.final.result


def test_the_lines_of_a_record_are_map_game_turns_and_end(lines: list[str]) -> None:
    kinds = [json.loads(line)["type"] for line in lines]
    assert kinds[:2] == ["map", "game"]
    assert set(kinds[2:-1]) == {"turn"}
    assert kinds[-1] == "end"
    assert all("\n" not in line for line in lines)


def test_a_file_holds_many_games_and_each_map_once(tmp_path: Path) -> None:
    records = [one_game(seed=1), one_game("hex", seed=2), one_game(rules="soares2025", seed=3)]
    save_records(tmp_path / "games.jsonl", records)
    text = (tmp_path / "games.jsonl").read_text("utf-8")
    assert text.count('"type":"map"') == 2
    found = load_records(tmp_path / "games.jsonl")
    assert (list(found.records), found.problem) == (records, "")
    with pytest.raises(RecordError, match="contains 3 games, not one; use load_records"):
        Record.load(tmp_path / "games.jsonl")


def test_an_unfinished_game_can_be_written_and_is_read_back_with_a_remark() -> None:
    record = one_game(turns=5)
    record.result = None
    found = read_records(list(record.lines()), "game")
    assert found.records == (record,)
    assert found.problem.startswith("game: damaged at line 9: the file ends in the middle of a game (0 complete games")


def test_a_game_stopped_by_the_match_keeps_its_result() -> None:
    record = one_game(turns=2)
    assert record.result == Result(None, "turn limit")
    (found,) = read_records(list(record.lines())).records
    assert (found.result, found.final.result) == (record.result, None)


def test_names_and_notes_in_any_script_survive(tmp_path: Path) -> None:
    record = one_game(turns=1)
    record.agents, record.info["note"] = ("Zoë", "指揮官\n"), "ü"
    record.save(tmp_path / "x.jsonl")
    assert Record.load(tmp_path / "x.jsonl") == record


def test_blank_lines_do_not_matter(lines: list[str]) -> None:
    assert read_records(["", *lines[:3], "  \n", *lines[3:], ""]).problem == ""


# --- Files that cannot be read or written -------------------------------------------------------------------------


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        load_records(tmp_path / "none.jsonl")
    assert str(caught.value) == f"cannot read {tmp_path / 'none.jsonl'}: No such file or directory"
    with pytest.raises(RecordError, match=r"cannot read .*: Is a directory"):
        load_records(tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(RecordError) as caught:
        one_game(turns=1).save(tmp_path / "file" / "game.jsonl")
    assert str(caught.value) == f"cannot write {tmp_path / 'file' / 'game.jsonl'}: Not a directory"
    with pytest.raises(RecordError, match="No such file or directory"):
        one_game(turns=1).save(tmp_path / "missing" / "game.jsonl")


def test_a_failure_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    old = one_game(turns=1)
    old.save(path)

    def stops() -> Iterator[Record]:
        yield one_game(turns=2)
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        save_records(path, stops())
    assert Record.load(path) == old


# --- Damage -------------------------------------------------------------------------------------------------------


def test_a_cut_file_is_read_up_to_the_cut(lines: list[str]) -> None:
    whole = one_game()
    found = read_records([*lines[:5], lines[5][:20]], "game.jsonl")
    (record,) = found.records
    assert record.states == whole.states[:4]
    assert record.result is None
    assert found.problem.startswith("game.jsonl: damaged at line 6: not a")
    assert "truncated" in found.problem
    assert found.problem.endswith("(0 complete games before it, read up to turn 3 of game 1)")


def test_whole_games_before_the_damage_are_kept() -> None:
    records = [one_game(seed=seed) for seed in (1, 2)]
    text = [line for record in records for line in record.lines()]
    found = read_records(text[:-1])
    assert found.records[0] == records[0]
    assert found.records[1].states == records[1].states
    assert "(1 complete game before it, read up to turn" in found.problem


@pytest.mark.parametrize(
    ("number", "change", "message"),
    [
        (0, lambda line: "{}", "unknown kind of line 'None'; is this a game record?"),
        (0, lambda line: "[1, 2]", "unknown kind of line 'None'"),
        (0, lambda line: '{"type": "video"}', "unknown kind of line 'video'"),
        (0, lambda line: changed(line, hash="0" * 16), "map hash 0000000000000000 does not match its content"),
        (0, lambda line: "", "damaged at line 2: its map line is missing"),
        (1, lambda line: changed(line, format=2), "record format 2 is newer than this version reads (1); upgrade"),
        (1, lambda line: changed(line, hash="0" * 16), "the record says 0000000000000000"),
        (1, lambda line: changed(line, map="0" * 16), "damaged at line 2: its map line is missing"),
        (1, lambda line: changed(line, rules={"luck": 5}), "has no setting luck"),
        (1, lambda line: changed(line, rules={"fog": "thick"}), "fog='thick' is not allowed"),
        (1, lambda line: changed(line, start="0 play; a1"), "1 cells, but map simple has 9 territories"),
        (1, lambda line: "", "turn outside a game"),
        (2, lambda line: changed(line, hash="0" * 16), "the record says 0000000000000000"),
        (2, lambda line: changed(line, plans=["nonsense", None]), "'nonsense' is not an order"),
        (2, lambda line: changed(line, plans=["-", None]), "illegal plan of seat 0: wrong number of picks"),
        (2, lambda line: changed(line, plans=["-"]), "the turn line does not fit"),
        (2, lambda line: changed(line, chance=[1]), "more chance outcomes recorded than the turn has"),
        (2, lambda line: "", "the turn line does not fit"),
        (-1, lambda line: changed(line, winner=7), "no seat 7"),
        (-1, lambda line: changed(line, winner=None), "the winner on the board is"),
        (-1, lambda line: changed(line, hash=""), "replay gives position"),
        (-1, lambda line: line + "\n" + line, "end outside a game"),
        (-1, lambda line: '{"type":"game"}', "a new game begins before the previous one ended"),
    ],
)
def test_every_kind_of_damage_is_named(
    lines: list[str], number: int, change: Callable[[str], str], message: str
) -> None:
    lines[number] = change(lines[number])
    found = read_records("\n".join(lines).splitlines(), "file")
    assert message in found.problem
    assert found.problem.startswith("file: damaged at line ")
    assert "\n" not in found.problem


def test_a_file_without_a_game_is_a_problem(lines: list[str], tmp_path: Path) -> None:
    assert "it contains no game" in read_records([]).problem
    assert "it contains no game" in read_records(lines[:1]).problem
    (tmp_path / "empty").touch()
    with pytest.raises(RecordError, match="it contains no game"):
        Record.load(tmp_path / "empty")


# --- What should be readable again --------------------------------------------------------------------------------


def test_games_under_rules_of_no_preset_can_be_written_and_read() -> None:
    game = SimultaneousGame("simple", SimultaneousRules(start="scatter", territories_each=2))
    record = play(game, ["random", "random"], adjudication=Adjudication(turn_limit=3))
    assert read_records(list(record.lines())).records == (record,)


@pytest.mark.parametrize(
    "plan",
    [Plan([Deploy(-1, 3)]), Plan([Deploy(0, -3)]), Plan([Deploy(10_000, 1)]), Plan([Move(0, 1, 10_000_000)])],
    ids=str,
)
def test_games_with_dropped_orders_can_be_written_and_read(plan: Plan) -> None:
    state = SimultaneousGame("simple", "warlight1").position([0, -1, -1, -1, -1, -1, -1, -1, 1], [3] * 9)
    record = Record(state.game, ("a", "b"), state)
    record.add((plan, Plan()), state.resolve((plan, Plan()), Random(1)))
    record.result = Result(None, "turn limit")
    found = read_records(list(record.lines()))
    assert (found.records, found.problem) == ((record,), "")


@pytest.mark.parametrize("winner", [True, 1.0])
def test_a_winner_that_is_no_whole_number_is_damage(winner: object) -> None:
    lines = list(one_game(turns=1).lines())
    lines[-1] = changed(lines[-1], winner=winner)
    assert read_records(lines).problem
