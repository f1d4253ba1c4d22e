"""Games and views cross the protocol unchanged: what comes back is byte for byte what was sent, events included."""

from __future__ import annotations

import pytest

import hegemon as hg
from hegemon.errors import ProtocolError
from hegemon.game import ClassicView, SimultaneousView, Turn, View
from hegemon.protocol import (
    NewGame,
    game_from_message,
    game_message,
    message_line,
    parse_line,
    read_host_message,
    view_from_message,
    view_message,
)

GAMES = [
    ("soares2025", 2, "italy"),
    ("warlight1", 2, None),
    ("warlight2", 2, None),
    ("warzone", 2, None),
    ("classic", 6, None),
    ("classic(open_hands=true, deal=draft)", 3, None),
    ("heredia2022", 2, None),
    ("swiss2025", 2, None),
    ("yao2025", 2, None),
    ("aminian2020", 2, None),
]


def sent(view: View) -> View:
    """The view as a bot has it."""
    line = message_line(view_message(view, legal=True))
    return view_from_message(view.game, view.seat, parse_line(line))


def decide(view: View, random: hg.Random) -> hg.Decision:
    if isinstance(view, ClassicView):
        return view.random_action(random)
    assert isinstance(view, SimultaneousView)
    return view.random_plan(random)


@pytest.mark.parametrize(("rules", "seats", "map"), GAMES)
def test_views_of_random_games_cross_unchanged(rules: str, seats: int, map: str | None) -> None:
    game = hg.Game(map, rules, seats)
    state, random = game.start(3), hg.Random(3)
    turns: list[Turn] = []
    told = [0] * seats
    for _ in range(150):
        decisions: list[hg.Decision | None] = [None] * seats
        for seat in state.deciders:
            view = state.view(seat, [event for turn in turns[told[seat] :] for event in turn.events])
            told[seat] = len(turns)
            found = sent(view)
            assert found.to_bytes() == view.to_bytes()
            assert found.events == view.events
            decisions[seat] = decide(found, random)
        if state.result is not None:
            break
        turns.append(state.advance(decisions, random))
        state = turns[-1].state
    assert len(turns) > 8


@pytest.mark.parametrize(("rules", "seats", "map"), GAMES)
def test_games_cross_unchanged(rules: str, seats: int, map: str | None) -> None:
    game = hg.Game(map, rules, seats)
    message = read_host_message(parse_line(message_line(game_message(game, 1, 5))))
    assert isinstance(message, NewGame)
    found = game_from_message(message)
    assert found == game
    assert found.map.hash == game.map.hash
    assert (message.seat, message.seed) == (1, 5)


def test_a_position_lists_what_is_legal_if_it_is_wanted() -> None:
    view = hg.SimultaneousGame("triangle", "soares2025").position(owners=[0, 1, -1], armies=[5, 2, 1]).view(0)
    plain, full = view_message(view), view_message(view, legal=True)
    assert "legal_orders" not in parse_line(message_line(plain))
    assert parse_line(message_line(full))["legal_orders"] == [
        {"territory": 0, "deploy": 7, "armies": 5, "attacks": [1, 2], "transfers": [], "pick": False}
    ]


def test_hidden_cards_stay_hidden() -> None:
    game = hg.ClassicGame(None, "classic", 3)
    state = game.position([t % 3 for t in range(42)], [3] * 42, cards=[[1, 2], [5], [6, 7, 8]], mover=0, phase="attack")
    data = parse_line(message_line(view_message(state.view(0))))
    cards = data["cards"]
    assert isinstance(cards, dict)
    assert cards["hands"] == [[1, 2], [], []]
    assert cards["counts"] == [2, 1, 3]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"owners": [0, 1]}, "owners"),
        ({"owners": [0, 1, 9]}, r"owners\[2\] must be a whole number from -2 to 5, not 9"),
        ({"armies": [1, 2, "x"]}, r"armies\[2\]"),
        ({"phase": "over"}, "phase must be one of 'pick', 'play', not 'over'"),
        ({"wastelands": [4]}, "no territory 4"),
        ({"events": [{"seat": 0, "order": "9+", "kind": "deploy"}]}, r"events\[0\]\.order"),
        ({"turns": None}, "turns must be a whole number"),
    ],
)
def test_a_wrong_position_is_refused_with_its_field(changes: dict[str, object], field: str) -> None:
    game = hg.SimultaneousGame("triangle", "soares2025")
    data = parse_line(message_line(view_message(game.position([0, 1, -1], [5, 2, 1]).view(0))))
    with pytest.raises(ProtocolError, match=field):
        view_from_message(game, 0, data | changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"cards": {"hands": [[50]], "counts": [1, 0]}}, "no card 50"),
        ({"cards": {"hands": [[1]], "counts": [2, 0]}}, "has not 2 cards"),
        ({"mover": 4}, "mover=4 is no seat"),
        ({"movable": [1]}, "movable needs"),
        ({"to_place": 10**10}, "to_place must be"),
        ({"occupation": {"source": 1}}, "occupation.target is missing"),
    ],
)
def test_a_wrong_position_of_the_classic_game_is_refused(changes: dict[str, object], field: str) -> None:
    game = hg.ClassicGame(None, "classic")
    state = game.position([t % 2 for t in range(42)], [3] * 42)
    data = parse_line(message_line(view_message(state.view(0))))
    with pytest.raises(ProtocolError, match=field):
        view_from_message(game, 0, data | changes)  # type: ignore[arg-type]
