"""What seats are called, and decisions as sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

import hegemon as hg
from hegemon.game import ClassicView, SimultaneousEvent
from hegemon.rules import PRESETS
from hegemon.terminal.narrate import order_news
from hegemon.web.film import frames
from hegemon.web.names import chosen_levels, names_for, reason_text, result_text, seat_names
from hegemon.web.rules_text import rules_text
from hegemon.web.sentences import sentences

AGENTS = ("human", "heuristic", "human(name=Ann)", "heuristic")


def test_every_seat_has_one_name() -> None:
    everybody = ["Person", "heuristic (b)", "Ann", "heuristic (d)"]
    assert seat_names(AGENTS) == everybody
    for viewer in range(4):
        names = names_for(AGENTS, viewer)
        expected = ["You", *everybody[1:]] if viewer == 0 else everybody
        assert [names.who(seat) for seat in range(4)] == expected


def test_who_was_chosen_as_a_level_is_called_so() -> None:
    agents = ("human", "mcts(visits=1000)", "mcts(visits=1000)", "random")
    levels = chosen_levels(agents, {"levels": ["", "Easy", "", "Expert"]})
    assert levels == ["", "Easy", "", ""]
    assert seat_names(agents, levels) == ["Person", "Easy", "mcts(visits=1000)", "random"]
    for info in ({}, {"levels": "Easy"}, {"levels": ["Easy"]}, {"levels": [["Easy"], 1, None, {}]}):
        assert chosen_levels(agents, cast("Any", info)) == [""] * 4


def test_a_result_names_the_winner() -> None:
    record = hg.play("hex", ["random", "random"], rules="classic(setup_place=random)", seed=1)
    assert record.result is not None
    winner = record.result.winner
    assert winner is not None
    record.agents = ("human", "human")
    assert result_text(record, winner).startswith("You win (")
    assert result_text(record, None).startswith(f"Person ({'ab'[winner]}) wins (")


def test_rules_are_told_in_sentences() -> None:
    told = {name: " ".join(rules_text(hg.load_rules(name))) for name in PRESETS}
    assert "60 % of the attackers and 70 % of the defenders" in told["soares2025"]
    assert "there is no luck" in told["soares2025"]
    assert "with 16 % luck" in told["warlight2"]
    assert "the rest is fog" in told["warlight2"]
    assert "an army for every 3 territories, at least 3, and the bonus" in told["classic"]
    assert "Up to three dice attack" in told["classic"]
    assert "There are no cards" in told["swiss2025"]
    assert "bonus" not in told["aminian2020"]
    assert "After 100 turns of each player, more on a large map, the game is drawn." in told["classic"]
    assert all("turns" in text for text in told.values())
    game = hg.Game("classic", "classic", 3)
    assert rules_text(game.rules, game)[-1] == "After 100 turns of each player the game is drawn."


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ("0+3 0>1:5", "Deploy 3 on Rome. Attack Capua from Rome with 5."),
        ("0>2:4", "Move 4 from Rome to Ostia."),
        ("-", "Give no orders."),
    ],
)
def test_plans_as_sentences(orders: str, words: str) -> None:
    names, links = ["Rome", "Capua", "Ostia", "Veii"], [[0, 1], [0, 2], [1, 3], [2, 3]]
    lands = [{"name": name, "x": 10 * at, "y": at * at} for at, name in enumerate(names)]
    groups = [{"name": "all", "value": 2, "members": [0, 1, 2, 3]}]
    map = hg.Map.from_json(
        {"format": "hegemon-map", "schema": 1, "name": "four", "territories": lands, "links": links, "groups": groups}
    )
    state = hg.parse_position("four; soares2025; 1 play; a5 b5 a5 b5", map)
    view = state.view(0)
    assert " ".join(sentences(view, view.read(orders))) == words


def test_actions_as_sentences() -> None:
    state = hg.parse_position("hex; swiss2025; attack seats=2 mover=1 starter=1; b9 a3 b3 b3 a3 a3; -")
    view = state.view(1)
    assert isinstance(view, ClassicView)
    names = state.game.map.territories
    said = {str(action): sentences(view, action)[0] for action in view.legal_actions}
    assert said["-"] == "End the attacks."
    attacks = {text: words for text, words in said.items() if "x" in text}
    assert attacks
    for text, words in attacks.items():
        source, target = (names[int(part)] for part in text.replace("/", ":").split(":")[0].split("x"))
        assert words.startswith(f"Attack {target} from {source} with ")


def test_an_attack_into_the_fog_is_told_without_its_outcome() -> None:
    game = hg.Game("diamond", "warlight2")
    event = SimultaneousEvent("attack", 1, hg.Move(0, 1, 3), 3, 0, 0, False, "")
    names = names_for(["random", "heuristic"], 0)
    source, target = game.map.territories[:2]
    assert order_news(game, [event], names) == [f"heuristic attacked {target} from {source} with 3."]
    seen = replace(event, losses=2, kills=1)
    assert order_news(game, [seen], names)[0].endswith("with 3: failed (lost 2, killed 1).")


def test_a_cap_of_the_rules_is_a_turn_limit() -> None:
    assert [reason_text(reason) for reason in ("cap", "round cap", "conquest")] == [
        "turn limit",
        "turn limit",
        "conquest",
    ]


def test_the_board_hides_what_fog_hides_while_the_orders_run() -> None:
    record = hg.play("owl-island", ["heuristic", "heuristic"], rules="warlight2", seed=1)
    events: list[Any] = [event for frame in frames(record, 0) for event in cast("list[Any]", frame["events"])]
    attacks = [event for event in events if event["kind"] == "attack" and event["seat"] == 1]
    hidden = [event for event in attacks if not (event["captured"] or event["losses"] or event["kills"])]
    assert hidden
    for event in hidden:
        assert "failed" not in event["text"]
        assert [event["source"], 1, -1] in event["after"]
