"""Plans, actions and positions with names."""

from __future__ import annotations

import time
from typing import Any

import pytest

import hegemon as hg
from hegemon.errors import IllegalPlanError, NotationError

ITALY = "italy; soares2025; 0 play; Toscana=a5 Umbria=a1 Lazio=b4 *=.2"
CLASSIC = "classic; classic; attack seats=2 turns=4; Alaska=a5 Kamchatka=b3 alberta=a1 great britain=b2 *=b1; -"


def test_a_plan_with_names() -> None:
    state = hg.parse_position(ITALY)
    plan = state.read("Toscana+3 tosc>LAZIO:7 Umbria+all")
    assert str(plan) == "5+3 5>11:7 10+2"
    assert plan == hg.Plan.parse("Toscana+3 5>lazio:7 umb+2", state.game.map)
    assert plan.text(state.game.map) == "Toscana+3 Toscana>Lazio:7 Umbria+2"
    assert state.view(0).read("Toscana+3") == state.read("5+3")


def test_all_is_what_is_left() -> None:
    state = hg.parse_position(ITALY)
    assert state.income(0) == 5
    assert str(state.read("Toscana+2 Umbria+all Toscana>Lazio:3 Toscana>Umbria:all")) == "5+2 10+3 5>11:3 5>10:4"
    guarded = hg.parse_position(ITALY.replace("soares2025", "soares2025(stands_guard=1)"))
    assert str(guarded.read("Toscana>Lazio:ALL")) == "5>11:4"
    with pytest.raises(NotationError, match="no seat owns Veneto: write a number instead of all"):
        state.read("Veneto>Lombardia:all")
    with pytest.raises(NotationError, match="depends on the position"):
        hg.Plan.parse("Toscana+all", state.game.map)


def test_names_with_spaces_need_no_quotes() -> None:
    state: Any = hg.Game("classic", "soares2025").start(1)
    written = 'great britain + 3 Great_Britain>"Northern Europe":2 Great-Britain > western europe : 1'
    assert str(state.read(written)) == "14+3 14>17:2 14>18:1"
    assert str(state.read("!new guinea !Peru")) == "!41 !3"


def test_text_decides_wherever_it_is_given() -> None:
    state: Any = hg.parse_position(ITALY)
    assert state.resolve(["Toscana+5", "Lazio+all"], hg.Random(1)).state.armies[5] == 10
    assert state.illegal_reasons(0, "Toscana+5") == ()
    assert state.view(0).illegal_reasons("Lazio+5") != ()
    with pytest.raises(IllegalPlanError):
        state.resolve(["Toscana+all Toscana+1", "-"], hg.Random(1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S+3", "'S' may be Sicilia or Sardegna"),
        ("Tooscana+3", "did you mean Toscana"),
        ("Toscana+3 Lazio", "'Lazio' is not an order; write Trentino-Alto_Adige.3 to deploy"),
        ("Toscana>Lazio", "'Toscana>Lazio' is not an order; how many armies. Write Toscana>Lazio:all"),
        ("Toscana>Lazio Lazio>Umbria:3", "how many armies. Write Toscana>Lazio:all"),
        ("Toscana +", "how many armies. Write Toscana.all"),
        ("Toscana+3x", "is not an order"),
    ],
)
def test_orders_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        hg.parse_position(ITALY).read(text)


def test_names_need_a_map() -> None:
    with pytest.raises(NotationError, match=r"names need a map: use state\.read"):
        hg.Plan.parse("Toscana+3")
    with pytest.raises(NotationError, match=r"names need a map: use state\.read"):
        hg.Action.parse("Alaska+3")


def test_actions_with_names() -> None:
    state: Any = hg.parse_position(CLASSIC)
    for text in ("Alaska x Kamchatka:4", "alaskaxkam:4", '"Alaska"x"Kamchatka":4', "10 x kamchatka:all", "10x37:4"):
        assert str(state.read(text)) == "10x37:4"
    assert state.read("Alaska x Kamchatka:4").text(state.game.map) == "Alaska x Kamchatka:4"
    assert str(state.read("alaska>new guinea:2")) == "10>41:2"
    assert str(state.read("T peru, 42, Alaska@peru")) == "T3,10,42@3"
    assert str(state.read("! Great Britain")) == "!14"
    assert state.apply("Alaska x Kamchatka:all").chance == "blitz"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Alaska x Kamchatk0:3", "did you mean Kamchatka"),
        ("Alaska Kamchatka:3", "is not an action"),
        ("north x Alaska:3", "'north' may be"),
        ("x:3", "write the attacker, x and the target|no territory"),
        ("a" * 1000 + "+3", "is not an action"),
    ],
)
def test_actions_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        hg.parse_position(CLASSIC).read(text)


def test_an_x_in_names() -> None:
    rows = [{"name": name, "x": i, "y": 0} for i, name in enumerate(["Mexico", "Texas", "X", "Mex", "Ico"])]
    data = {"format": "hegemon-map", "schema": 1, "name": "x", "territories": rows, "groups": []}
    map = hg.Map.from_json(data | {"links": [[0, 1], [1, 2], [2, 3], [3, 4]]})
    assert str(hg.Action.parse("MexicoxTexas:2", map)) == "0x1:2"
    assert str(hg.Action.parse("Texas x X/2", map)) == "1x2/2"
    assert str(hg.Action.parse("xxmex:1", map)) == "2x3:1"


@pytest.mark.parametrize("rules", ["soares2025", "warlight2", "warzone", "classic"])
@pytest.mark.parametrize("map", ["italy", "classic", "banana", "old-world", "simple", "random(60, seed=2)"])
def test_whole_games_are_written_and_read_with_names(map: str, rules: str) -> None:
    try:
        game = hg.Game(map, rules)
        state = game.start(5)
    except hg.HegemonError:
        pytest.skip("these rules do not fit the map")
    record = hg.play(game, ["random", "random"], seed=5)
    for before, decisions in list(zip(record.states, record.plans, strict=False))[:300]:
        assert game.parse(before.text()) == before
        for decision in decisions:
            if decision is not None:
                assert before.read(decision.text(game.map)) == decision
    assert state.read("-") == state.decision()


def test_positions_by_name() -> None:
    state = hg.parse_position("triangle; soares2025; 3 play; c1=a5 C3=b3 *=.2")
    assert str(state) == "triangle; soares2025; 3 play; a5 .2 b3"
    assert state.text() == "triangle; soares2025; 3 play; C1=a5 C2=.2 C3=b3"
    cards = hg.parse_position(
        "hex; classic; place seats=3 turns=4 mover=1 to_place=3; C0=a1 C1=a2 C2=b5 *=c1; b:C0,6 x:4"
    )
    assert cards.text().endswith("; b:C0,6 x:C4")


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("C1=a5 C2=.2", "C3 has no cell"),
        ("C1=a5 c1=b3 *=.2", "C1 has two cells"),
        ("C1=a5 .2 b3", "'.2 b3' is not a cell"),
        ("C1=a5 C9=b1 *=.2", "no territory 'C9'"),
        ("C1=a5 9=b1 *=.2", "no territory 9"),
        ("C1=z *=.2", "cell 'z' of C1"),
    ],
)
def test_cells_that_cannot_be_read(cells: str, message: str) -> None:
    with pytest.raises(hg.HegemonError, match=message):
        hg.parse_position(f"triangle; soares2025; 3 play; {cells}")


@pytest.mark.parametrize("text", [" " * 10**6 + "x", "a " * 10**5, "a" * 10**6, '"' * 10**6, "x" * 10**6, "a>" * 10**5])
def test_long_texts_are_refused_at_once(text: str) -> None:
    began = time.process_time()
    for position in (ITALY, CLASSIC):
        with pytest.raises(NotationError):
            hg.parse_position(position).read(text)
    assert time.process_time() - began < 5  # quadratic reading would take minutes
