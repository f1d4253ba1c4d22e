"""What makes the Python interface easy to use at a prompt."""

from __future__ import annotations

import pytest

import hegemon as hg
from hegemon.errors import AgentError, MapError


def test_a_map_is_enough_to_play() -> None:
    record = hg.play("simple", ["heuristic", "random"], seed=3)
    assert record.game == hg.Game("simple")
    assert hg.play(hg.load_map("simple"), ["heuristic", "random"], seed=3).final == record.final
    with pytest.raises(AgentError, match="agents are given as a list"):
        hg.play("simple", "random")
    with pytest.raises(MapError, match="a map is its name, its file or a Map, not 5"):
        hg.play(5, ["random", "random"])  # type: ignore[arg-type]


def test_records_are_sequences_of_turns() -> None:
    record = hg.play("simple", ["random", "random"], seed=1)
    assert len(record) == len(record.turns) > 2
    assert list(record) == record.turns
    assert record[-1].state == record.final
    assert record[1:3] == record.turns[1:3]
    assert repr(record).startswith(f"Record(soares2025 on simple, random v random, {len(record)} turns, Result(")
    unplayed = hg.Record(record.game, record.agents, record.start)
    assert unplayed
    assert len(unplayed) == 0


def test_record_files_are_sequences_of_games(tmp_path: object) -> None:
    path = f"{tmp_path}/games.jsonl"
    games = [hg.play("simple", ["random", "random"], seed=seed) for seed in range(3)]
    hg.save_records(path, games)
    found = hg.load_records(path)
    assert [str(game.final) for game in found] == [str(game.final) for game in games]
    assert (len(found), len(found[1:]), found[0].final) == (3, 2, games[0].final)
    assert repr(found) == "RecordFile(3 games)"


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_result_knows_its_seats(seats: int) -> None:
    result = hg.play(hg.Game("switzerland", "swiss2025", seats), ["random"] * seats, seed=2).result
    assert result is not None
    assert result.seats == len(result.returns) == len(result.points) == seats
    assert sum(result.returns) == pytest.approx(0)
    assert sum(result.points) == pytest.approx(1)


def test_text_is_taken_where_a_decision_is() -> None:
    start: hg.State = hg.Game("simple").start(1)
    plans = [start.view(seat).random_plan(hg.Random(seat)) for seat in (0, 1)]  # type: ignore[attr-defined]
    turn = start.advance([str(plan) for plan in plans], hg.Random(5))
    assert turn.state == start.advance(plans, hg.Random(5)).state
    assert start.illegal_reasons(0, str(plans[0])) == ()
    assert start.illegal_reasons(0, "0+999")
    classic = hg.Game("old-world", "swiss2025").start(1)
    action = classic.random_action(hg.Random(3))  # type: ignore[attr-defined]
    texts: list[str | None] = [str(action) if seat in classic.deciders else None for seat in range(2)]
    assert classic.advance(texts, hg.Random(1)).events == classic.step(action, hg.Random(1)).events  # type: ignore[attr-defined]


def test_short_texts_can_be_read_again() -> None:
    plan = hg.Plan([hg.Deploy(3, 5), hg.Move(3, 4, 2)])
    assert repr(plan) == "Plan.parse('3+5 3>4:2')"
    action = hg.Action.parse("5x6:4")
    assert repr(action) == "Action.parse('5x6:4')"
    turn = hg.play("simple", ["random", "random"])[0]
    assert repr(turn).startswith("<Turn to simple; soares2025; 1 play; ")


def test_random_streams_have_the_methods_of_numpy() -> None:
    random = hg.Random(4)
    assert all(0 < random.random() < 1 for _ in range(100))
    assert {random.integers(3) for _ in range(100)} == {0, 1, 2}
    assert {random.integers(-1, 2) for _ in range(100)} == {-1, 0, 1}
    assert {random.choice("abc") for _ in range(100)} == set("abc")
    items = list(range(20))
    random.shuffle(items)
    assert items != sorted(items) == list(range(20))
    assert hg.Random(7).integers(10**9) == hg.Random(7).integers(10**9)
    for low, high in ((0, None), (3, 3), (0, 2**40)):
        with pytest.raises(ValueError, match="integers"):
            random.integers(low, high)
    with pytest.raises(ValueError, match="empty"):
        random.choice([])
