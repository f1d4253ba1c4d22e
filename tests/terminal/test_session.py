"""A person's session: lines in, text out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon.game import ClassicState, load_records
from hegemon.terminal import HIDE, load_game
from tests.terminal.conftest import Play, Typist

QUICK = "classic(setup_place=random, open_hands=true)"


def finish(typist: Typist, *lines: str, most: int = 3000) -> str:
    """Repeat lines until the game is over."""
    for _ in range(most):
        if typist.session.over:
            break
        typist.type(*lines)
    assert typist.session.over
    return typist.text


@pytest.mark.parametrize(
    ("agents", "map", "rules"),
    [
        (("human", "random"), "owl-island", "soares2025"),
        (("random", "human"), "italy", "warlight2"),
        (("human", "random"), "italy", "warzone"),
        (("human", "human"), "banana", "warzone(fog=dense)"),
    ],
)
def test_a_simultaneous_game_to_its_end(
    play: Play, tmp_path: Path, agents: tuple[str, ...], map: str, rules: str
) -> None:
    typist = play(*agents, map=map, rules=rules)
    text = finish(typist, "hint heuristic", "take", "done", "done")
    record = typist.session.live.record
    assert record.result is not None
    assert "The game is over" in text
    found = load_records(tmp_path / "game.jsonl")
    assert not found.problem
    assert found[0].states == record.states
    assert found[0].result == record.result


@pytest.mark.parametrize(
    ("agents", "map", "rules"),
    [
        (("human", "random"), "hex", QUICK),
        (("human", "random", "heuristic"), "hex", "classic"),
        (("random", "human"), "hex", "heredia2022"),
        (("human", "random"), "old-world", "yao2025-code"),
        (("human", "random"), "grid(3,3)", "aminian2020"),
        (("human", "human"), "hex", "classic(pool=8, turn_cap=30)"),
    ],
)
def test_a_classic_game_to_its_end(play: Play, tmp_path: Path, agents: tuple[str, ...], map: str, rules: str) -> None:
    typist = play(*agents, map=map, rules=rules)
    finish(typist, "", "hint heuristic", "take")
    found = load_records(tmp_path / "game.jsonl")
    assert not found.problem
    assert found[0].states == typist.session.live.record.states


def test_orders_are_collected_and_taken_back(play: Play) -> None:
    typist = play("human", "heuristic")
    assert typist.session.prompt == "a deploy 5> "
    assert "(3 armies to deploy)" in typist.type("5+2")
    assert "done ends your turn" in typist.type("5+3 5>4:9")
    assert typist.session.prompt == "a move> "
    said = typist.type("undo")
    assert "Undone." in said
    assert "deploy 3 armies more" in said
    assert "here is nothing to undo" in typist.type("clear", "undo")
    assert not typist.session.live.record.turns


def test_illegal_orders_say_why_and_change_nothing(play: Play) -> None:
    typist = play("human", "heuristic")
    said = typist.type("eastpath+9")
    assert said.splitlines() == [
        "Not accepted: Eastpath+9: more than the income.",
        "Your income is 5: deploy 5 armies, then move or attack.",
    ]
    assert "not an order" in typist.type("deploy everything")
    assert "(5 armies to deploy)" not in typist.text
    assert typist.session.prompt == "a deploy 5> "
    assert "done again" in typist.type("done")
    assert not typist.session.live.record.turns
    typist.type("done")
    assert len(typist.session.live.record.turns) == 1


def test_what_agents_did_is_told(play: Play) -> None:
    typist = play("human", "heuristic")
    said = typist.type("5+5 5>4:9", "done")
    assert "You deployed 5 on Eastpath." in said
    assert "You attacked Saltwater Falls from Eastpath with 9: conquered (lost 1, killed 1)." in said
    assert "heuristic deployed " in said


def test_classic_decisions_are_taken_back_up_to_the_dice(play: Play) -> None:
    typist = play("human", "random", map="hex", rules="classic(setup_place=random)")
    state = typist.session.state
    assert isinstance(state, ClassicState)
    own, before = [t for t, owner in enumerate(state.owners.tolist()) if owner == 0], state.to_place
    typist.type(f"{own[0]}+1", f"{own[0]}+1")
    assert typist.session.prompt == f"a place {before - 2}> "
    typist.type("undo")
    assert typist.session.prompt == f"a place {before - 1}> "
    typist.type(f"{own[0]}+{before - 1}")
    typist.type("undo", "undo")
    assert typist.session.state == state
    assert "here is nothing to undo" in typist.type("undo")
    typist.type(f"{own[0]}+{before}")
    attack = next(a for a in typist.session.view.legal_actions if a.kind == "attack" and not a.dice)  # type: ignore[attr-defined]
    typist.type(str(attack))
    assert "There is nothing to undo before the dice" in typist.type("undo")


def test_setup_armies_are_placed_bit_by_bit(play: Play) -> None:
    typist = play("human", "random", map="hex", rules="classic(pool=20)")
    assert typist.session.prompt == "a setup 17> "
    own = typist.session.state.owners.tolist().index(0)
    assert "1 to 17 armies" in typist.type(f"{own}+18")
    assert typist.session.prompt == "a setup 17> "
    typist.type(f"{own}+17")
    assert typist.session.state.phase != "setup"
    assert typist.session.state.armies[own] == 18


def test_several_decisions_on_a_line_stop_at_a_mistake(play: Play) -> None:
    typist = play("human", "random", map="hex", rules=QUICK)
    own = typist.session.state.owners.tolist().index(0)
    said = typist.type(f"{own}+1; {own}+99; {own}+1")
    assert "You placed 1 on" in said
    assert "armies to place, not 99" in said
    assert len(typist.session.live.record.turns) == 1


def test_a_resumed_game_goes_on_as_if_nothing_had_happened(play: Play, tmp_path: Path) -> None:
    lines = ["hint heuristic", "take", "done", "done"]
    whole = play("human", "heuristic", rules="warlight2", map="italy", file="whole.jsonl")
    whole.type(*lines * 8)
    parts = play("human", "heuristic", rules="warlight2", map="italy")
    parts.type(*lines * 5)
    parts.type("hint heuristic", "take", "quit")
    assert parts.session.left
    again = play(resume=True)
    assert again.session.drafts.plan(0) == parts.session.drafts.plan(0)
    again.type("done", "done")
    again.type(*lines * 2)
    assert again.session.live.record.states == whole.session.live.record.states
    assert load_game(tmp_path / "game.jsonl")[0].plans == load_game(tmp_path / "whole.jsonl")[0].plans


def test_the_dice_of_a_resumed_classic_game_are_the_same(play: Play) -> None:
    lines = ["hint heuristic", "take"]
    whole = play("human", "heuristic", map="hex", rules=QUICK, file="whole.jsonl")
    whole.type(*lines * 20)
    play("human", "heuristic", map="hex", rules=QUICK).type(*lines * 7)
    again = play(resume=True)
    again.type(*lines * 13)
    assert again.session.live.record.states == whole.session.live.record.states


def test_resigning_asks_once_and_ends_the_game(play: Play, tmp_path: Path) -> None:
    typist = play("human", "heuristic")
    assert "resign again" in typist.type("resign")
    assert not typist.session.over
    typist.type("map")
    assert "resign again" in typist.type("resign")
    said = typist.type("resign")
    assert "heuristic wins (resignation)" in said
    result = load_records(tmp_path / "game.jsonl")[0].result
    assert result is not None
    assert (result.winner, result.loser, result.fault) == (1, 0, "resigned")


def test_a_hot_seat_hides_the_board_between_two_people(play: Play) -> None:
    typist = play("human(name=Ann)", "human(name=Ben)")
    assert "Ann (a) is next" in typist.text
    assert "[a4]" not in typist.text
    assert typist.session.prompt == "Ann, press Enter> "
    assert "Ann is a" in typist.type("")
    said = typist.type("5+5", "done")
    assert said.startswith(HIDE)
    assert "5+5" not in said
    assert "Ben (b) is next" in said
    said = typist.type("")
    assert "Ben is b" in said
    assert "deployed" not in said
    said = typist.type("done", "done")
    assert "Ann (a) is next" in said
    assert "deployed" not in said
    assert "You deployed 5 on Eastpath." in typist.type("")


def test_fog_hides_the_board_from_a_person(play: Play) -> None:
    typist = play("human", "heuristic", rules="warzone", map="italy")
    typist.type("hint", "take", "done")
    assert typist.session.state.phase == "play"
    assert "[?]" in typist.type("map")
    hidden = next(t for t, owner in enumerate(typist.session.view.owners.tolist()) if owner == -2)
    near = typist.session.live.record.game.map.neighbours[hidden][0]
    assert "You cannot see" in typist.type(f"odds {near} {hidden}")


def test_orders_for_more_armies_than_there_are_get_a_note(play: Play) -> None:
    typist = play("human", "heuristic")
    assert "Note" not in typist.type("5+5 5>4:9")
    said = typist.type("5>2:3")
    assert "Note: Eastpath is to send 12 and has 9 armies to send: the last orders send what is left, unless" in said
    once = play("human", "heuristic", rules="warzone(fog=none)", file="other.jsonl")
    picks = " ".join(f"!{t}" for t in once.session.view.offered)
    once.type(picks, "done")
    own = once.session.view.owners.tolist().index(0)
    near = once.session.live.record.game.map.neighbours[own][0]
    assert "what is left." in once.type(f"{own}>{near}:99")


def test_mistyped_commands_get_a_suggestion(play: Play) -> None:
    typist = play("human", "heuristic")
    assert typist.type("hnit") == "There is no command hnit: did you mean hint?"
    assert typist.type("oders 5") == "There is no command oders: did you mean orders?"
    assert "did you mean" not in typist.type("xyzzy")
    assert "did you mean" not in typist.type("5>77:3")


def test_yes_and_no_answer_the_question(play: Play) -> None:
    typist = play("human", "heuristic")
    assert "The game ends. Are you sure?" in typist.type("resign")
    assert typist.type("no") == "The game goes on."
    assert "resign again" in typist.type("resign")
    assert "heuristic wins (resignation)" in typist.type("y")


def test_the_others_play_on_when_one_of_several_people_resigns(play: Play) -> None:
    typist = play("human(name=Ann)", "human(name=Bob)", "random", map="hex", rules=QUICK)
    assert "The others play on" in typist.type("resign")
    typist.type("y")
    live = typist.session.live
    assert live.record.result is None
    assert typist.session.viewer == 1
    typist.session.save()
    again = play(resume=True)
    assert again.session.viewer == 1  # also after a resume nobody asks Ann
    for _ in range(60):
        if again.session.over:
            break
        again.type("", "hint heuristic", "take")
    quiet = {str(decisions[0]) for decisions in again.session.live.record.plans if decisions[0] is not None}
    assert not [text for text in quiet if "x" in text]  # Ann's armies attack nobody
    alone = play("human", "random", "random", map="hex", rules=QUICK, file="alone.jsonl")
    assert "The game ends, and the others share the win." in alone.type("resign")
    alone.type("yes")
    assert alone.session.over


def test_odds(play: Play) -> None:
    typist = play("human", "heuristic")
    said = typist.type("5+5", "odds 5 4")
    fight = "from Eastpath against 1 on Saltwater Falls"
    assert said.startswith(f"9 {fight} (with the 5 that you deploy), if nobody deploys there: conquered with 8 armies")
    said = typist.type("5>2:3", "odds 5 4")
    assert said.startswith(f"6 {fight} (with the 5 that you deploy and without the 3 that you send elsewhere), if")
    typist.type("clear")
    assert typist.type("odds 5 4").startswith(f"4 {fight}, if nobody deploys there")
    assert "not neighbours" in typist.type("odds 5 9")
    assert "odds FROM TO" in typist.type("odds")
    lucky = play("human", "heuristic", rules="soares2025(luck_percent=100)")
    assert "% to conquer" in lucky.type("odds 5 2")
    dice = play("human", "heuristic", map="hex", rules=QUICK)
    board = dice.session.state
    source = max((t for t in range(6) if board.owners[t] == 0), key=lambda t: board.armies[t])
    near = board.game.map.neighbours[source]
    said = dice.type(f"odds {source} {next(t for t in near if board.owners[t] == 1)}")
    assert "% to conquer; a win leaves" in said


def test_files(play: Play, tmp_path: Path) -> None:
    typist = play("human", "heuristic")
    typist.type("5+5", "done")
    copy = tmp_path / "copy.jsonl"
    assert f"--resume {copy}" in typist.type(f"save {copy}")
    assert "already exists" in typist.type(f"save {copy}")
    found = load_records(copy)
    assert found.unfinished
    assert len(found[0].turns) == 1
    data = (tmp_path / "game.jsonl").read_bytes()
    (tmp_path / "game.jsonl").write_bytes(data[:-20])  # a torn last line
    assert "damaged at line 3" in load_game(tmp_path / "game.jsonl")[1]
    assert (tmp_path / "game.jsonl.damaged").read_bytes() == data[:-20]
    assert not play(resume=True).session.live.record.turns


def test_help_and_lists(play: Play) -> None:
    typist = play("human", "heuristic")
    said = typist.type("help")
    assert "odds FROM TO" in said
    assert "kills 60 %" in said
    assert "5 Eastpath a4, next to" in typist.type("list")
    assert "Your income is 5" in typist.type("or")
    assert "There is no hint" in typist.type("take")
    assert "Unknown agent" in typist.type("hint nobody")


def test_a_hint_is_good_for_its_own_position_only(play: Play) -> None:
    typist = play("human", "heuristic", map="simple")
    typist.type("hint heuristic", "take", "undo")
    assert "There is no hint" not in typist.type("take")
    typist.type("done")
    assert "There is no hint" in typist.type("take")
