"""Positions that nobody can play: refused with the reason, before any search sees them."""

from __future__ import annotations

import pytest

import hegemon as hg
from hegemon.agents.base import ask
from hegemon.errors import NotationError

OLD_WORLD = "old-world; yao2025; "
BOARD = "a1 b1 a1 b1 a1 b1 a1 b1"


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (f"pick seats=2; {BOARD}; -", "nothing to pick"),
        (f"attack seats=2 mid_trade=1; {BOARD}; -", "nobody trades"),
        (f"trade seats=2 mid_trade=1; {BOARD}; -", "must trade but holds no set"),
        ("attack seats=2; b1 b1 b1 b1 b1 b1 b1 b1; -", "seat 0 and at least one other must own something"),
        ("place seats=2; " + BOARD + "; -", "nothing to place: give to_place"),
        ("occupy seats=2; " + BOARD + "; -", "impossible position"),
        ("setup seats=2; " + BOARD + "; -", "nothing to set up"),
    ],
)
def test_positions_that_nobody_can_play_are_refused(cells: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        hg.parse_position(OLD_WORLD + cells)


@pytest.mark.parametrize("agent", ["random", "heuristic", "mcts(visits=3)", "puct(visits=3)", "exit", "alphabeta"])
def test_whoever_has_nothing_to_trade_passes(agent: str) -> None:
    state = hg.parse_position(f"{OLD_WORLD}trade seats=2 to_place=1; {BOARD}; -")
    player = hg.make_agent(agent)
    player.begin(state.game, 0, hg.Random(1))
    assert str(ask(player, state.view(0), hg.Clock())) == "-"


def test_hidden_cards_are_refused_where_hands_are_open() -> None:
    with pytest.raises(NotationError, match="a card is hidden, but these rules have open hands"):
        hg.parse_position("triangle; swiss2025-text; place seats=2 decisions=1 to_place=2; b39 a23 a17; ?:0,1")


def test_bytes_of_seats_that_do_not_exist_are_not_kept() -> None:
    game = hg.ClassicGame("hex", "heredia2022", seats=2)
    state = game.start(1)
    block = bytearray(state.core.to_bytes())
    text = str(state)
    for at in range(64):
        changed = bytearray(block)
        changed[at] ^= 1
        try:
            other = game.state(game.core.from_bytes(bytes(changed)))
        except ValueError:
            continue
        assert hg.parse_position(str(other)) == other, f"byte {at}: what the text does not say is not there"
    assert str(state) == text
