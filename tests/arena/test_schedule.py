"""Which games are played: seatings, pairings, blocks and their starts."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from hegemon.arena import make_tournament
from hegemon.arena.schedule import Block, blocks, game_random, start_of, unevenness
from hegemon.errors import HegemonError
from hegemon.match.seatings import seatings


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_sits_everywhere_and_follows_everybody_equally_often(seats: int) -> None:
    rows = seatings(seats)
    assert len(rows) == (2 * seats if seats % 2 else seats)
    for agent in range(seats):
        for seat in range(seats):
            assert sum(row[seat] == agent for row in rows) == len(rows) // seats
    for one, other in permutations(range(seats), 2):
        follows = sum((one, other) == pair for row in rows for pair in pairwise(row))
        assert follows == (2 if seats % 2 else 1)


def test_two_seats_are_swapped_and_three_agents_sit_in_all_six_orders() -> None:
    assert seatings(2) == ((0, 1), (1, 0))
    assert sorted(seatings(3)) == sorted(permutations(range(3)))


def test_a_round_robin_has_every_pair_and_a_gauntlet_those_of_the_first() -> None:
    three = ["random", "heuristic", "smcts(visits=2)"]
    everyone = make_tournament(three, ["simple"], games=4)
    assert [(b.agents, b.start) for b in blocks(everyone)] == [
        ((0, 1), 0), ((0, 2), 0), ((1, 2), 0), ((0, 1), 1), ((0, 2), 1), ((1, 2), 1),
    ]  # fmt: skip
    gauntlet = make_tournament(three, ["simple"], games=2, format="gauntlet")
    assert [b.agents for b in blocks(gauntlet)] == [(0, 1), (0, 2)]


def test_agents_sit_out_where_they_cannot_play() -> None:
    both = make_tournament(
        ["random", "ga(generations=1)", "mcts(visits=2)"], rules=["soares2025", "swiss2025"], games=2
    )
    assert [(b.setup, b.agents) for b in blocks(both)] == [(0, (0, 1)), (1, (0, 2))]


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert len(list(blocks(make_tournament(["random"] * 2, ["simple"], games=3)))) == 2
    tables = make_tournament(["random"] * 3, ["hex"], "heredia2022", seats=3, games=7)
    assert len(list(blocks(tables))) == 2


def test_every_pairing_meets_the_same_starts_and_boards_do_not_share_dice() -> None:
    tournament = make_tournament(["random", "heuristic", "random"], ["banana", "simple"], games=4)
    assert start_of(tournament, Block(0, (0, 1), 1)) == start_of(tournament, Block(0, (1, 2), 1))
    first, second = (game_random(tournament, Block(setup, (0, 1), 0)).next() for setup in (0, 1))
    assert first != second


def test_starts_can_be_fixed_balanced_or_given() -> None:
    agents, pair = ["random", "heuristic"], (0, 1)
    fixed = make_tournament(agents, ["italy"], games=8, starts="fixed")
    assert len({start_of(fixed, Block(0, pair, n)).hash for n in range(4)}) == 1
    deals = [make_tournament(agents, ["switzerland"], "swiss2025", starts=how) for how in ("random", "balanced")]
    random, balanced = ([unevenness(start_of(deal, Block(0, pair, n))) for n in range(6)] for deal in deals)
    assert sum(balanced) < sum(random)
    texts = ("triangle; soares2025; 3 play; a5 .2 b3", "triangle; soares2025; 3 play; a1 .2 b3")
    given = make_tournament(agents, ["triangle"], starts=texts)
    assert [str(start_of(given, Block(0, pair, n))) for n in range(3)] == [texts[0], texts[1], texts[0]]


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"agents": ["random"]}, "two or more"),
        ({"agents": ["random", "mcts"]}, "needs 2 agents that play the simultaneous game, and there are 1"),
        ({"agents": ["random", "heuristic", "mcts"]}, "agent mcts plays no setup"),
        ({"agents": ["random", "heuristik"]}, "did you mean heuristic"),
        ({"games": 0}, "games: a pairing plays"),
        ({"starts": "odd"}, "starts: 'odd' is none of"),
        ({"starts": ("triangle; soares2025; 3 play; a5 .2 b3",)}, "none of the positions"),
        ({"maps": ["simple", "simple"]}, "is given twice"),
        ({"maps": ["atlantis"]}, "atlantis"),
        ({"time": "fast"}, "write seconds per move"),
        ({"time": "-1"}, "more than 0"),
        ({"adjudication": "coin"}, "expected turns or soares2025"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(HegemonError, match=complaint):
        make_tournament(**{"agents": ["random", "heuristic"], "maps": ["simple"], **settings})  # type: ignore[arg-type]
