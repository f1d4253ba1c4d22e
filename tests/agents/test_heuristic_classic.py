"""The rules of thumb of the classic game: always legal, under all rules and for any number of seats, and good."""

from __future__ import annotations

import pytest

from hegemon import (
    Action,
    Adjudication,
    ClassicGame,
    ClassicState,
    ClassicView,
    Clock,
    Random,
    Series,
    _core,
    play,
    play_series,
)
from hegemon.agents.heuristic import HeuristicAgent, Settings
from hegemon.search import ClassicRollouts, ClassicRolloutSettings, usual_classic_weights
from tests.reference_engine.classic_heuristic import Tactician

PRESETS = ("classic", "heredia2022", "swiss2025", "swiss2025-text", "yao2025", "yao2025-code", "aminian2020")
VARIANTS = (
    "classic(deal=draft, setup_place=four, card_values=fixed, trade_at=3)",
    "classic(attack_mode=roll, attack_dice=choose, fortify=adjacent, fortify_moves=0)",
    "classic(attack_mode=blitz, attack_armies=any, occupy=one, fortify_amounts=one-half-all, fortify_where=border)",
    "classic(battle=fair-duel, attack_mode=blitz, place_where=border, place_amounts=all, fortify_moves=0)",
    "classic(battle=fair-duel, fortify_where=border, fortify=adjacent, fortify_fresh=true, fortify_moves=0)",
    "classic(wildcards=20, card_bonus_on=each, capture_hands=keep, deck_refill=new-deck, groups_pay=false)",
    "swiss2025(occupy=choose, income_most=1, attacks_per_turn=2)",
)


class Checked(HeuristicAgent):
    """Notes what it did, and fails its game if that is not among the legal actions."""

    def __init__(self) -> None:
        super().__init__(Settings())
        self.kinds: set[str] = set()

    def act(self, view: ClassicView, clock: Clock) -> Action:
        action = super().act(view, clock)
        assert action in view.legal_actions, f"{action} in phase {view.phase} of {view}"
        assert action == super().act(view, clock)
        self.kinds.add(view.phase)
        return action


def played(board: str, rules: str, seats: int, turns: int = 60) -> set[str]:
    """The phases in which it decided; every decision was legal and would be taken again."""
    agents = [Checked() for _ in range(seats)]
    game = ClassicGame(board, rules, seats)
    record = play(game, agents, seed=seats, adjudication=Adjudication(turn_limit=turns))
    assert record.result is not None
    assert record.result.loser is None, record.result.reason
    return set().union(*(agent.kinds for agent in agents))


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("rules", PRESETS + VARIANTS)
def test_every_decision_is_legal(rules: str, seats: int) -> None:
    phases = played("grid(4,3)", rules, seats)
    assert "attack" in phases
    assert "place" in phases or rules == "yao2025-code"  # which pays nothing for two territories


@pytest.mark.parametrize("board", ["triangle", "diamond", "hex", "switzerland", "classic", "random(80, seed=2)"])
def test_on_every_kind_of_board(board: str) -> None:
    played(board, "classic", 3, turns=30)


def test_it_decides_in_every_phase() -> None:
    phases = played("classic", "classic(deal=draft)", 4)
    assert phases == {"pick", "setup", "trade", "place", "attack", "occupy", "fortify"}


@pytest.mark.parametrize(
    ("board", "rules", "least"),
    [
        ("switzerland", "swiss2025", 0.9),
        ("hex", "heredia2022", 0.8),
        ("old-world", "yao2025", 0.65),
        ("grid(6,6)", "aminian2020", 0.95),
        ("classic", "classic", 0.95),
    ],
)
def test_it_beats_chance_and_ends_its_games(board: str, rules: str, least: float) -> None:
    score = play_series(Series(ClassicGame(board, rules), ("heuristic", "random"), 40, seed=3))
    assert score.score[0] >= least
    assert score.rounds / score.games < 40
    assert set(score.reasons) <= {"conquest", "cap"}


def test_of_several_it_wins_almost_always() -> None:
    score = play_series(Series(ClassicGame("classic", "classic", 4), ("heuristic", *["random"] * 3), 12, seed=3))
    assert score.score[0] >= 0.9


COMPARED = (
    ("classic", "classic", 4),
    ("classic", "classic(deal=draft, setup_place=four, card_values=fixed, trade_at=3)", 5),
    ("classic", "classic(attack_mode=roll, fortify=adjacent, fortify_moves=0, income_least=150)", 3),
    ("random(30, seed=5)", "classic(deal=draft, wildcards=20, card_values=fixed, place_amounts=one-half-all)", 6),
    ("random(30, seed=5)", "classic(fortify_fresh=true, fortify_where=border, fortify_moves=0, cap_result=armies)", 2),
    ("grid(4,4)", "classic(battle=fair-duel, fortify_where=border, fortify=adjacent, groups_pay=false)", 3),
    ("switzerland", "swiss2025", 2),
    ("hex", "heredia2022", 2),
    ("old-world", "yao2025", 2),
    ("grid(6,6)", "aminian2020", 2),
)
TASTES = (Settings(), Settings(greed=0.0, caution=0.0), Settings(greed=10.0, caution=3.0), Settings(greed=0.3))


def next_of(state: ClassicState, number: int, planner: ClassicRollouts, random: Random) -> Action:
    """A decision by chance, by the planner or by rules of thumb, so that many kinds of positions come up."""
    view = state.view(state.mover)
    if number % 5 == 0:
        return view.random_action(random)
    return planner.act(view) if number % 5 < 3 else HeuristicAgent(Settings()).act(view, Clock())


@pytest.mark.parametrize(("board", "rules", "seats"), COMPARED)
def test_every_decision_is_that_of_the_reference(board: str, rules: str, seats: int) -> None:
    game, random = ClassicGame(board, rules, seats), Random(seats)
    planner, compared = ClassicRollouts(game), 0
    while compared < 600:
        state = game.start(random)
        for number in range(300):
            if state.phase == "over":
                break
            view, taste = state.view(state.mover), TASTES[number % len(TASTES)]
            decision = HeuristicAgent(taste).act(view, Clock())
            assert decision == Tactician(view, taste.greed, taste.caution).decide(), f"{taste} in {view}"
            compared += 1
            state = state.step(next_of(state, number, planner, random), random).state


def test_the_games_against_the_planner_are_decided_and_repeat() -> None:
    game = ClassicGame("classic", "classic")
    settings = _core.ClassicRolloutSettings(ClassicRolloutSettings().to_core())
    weights = _core.ClassicPlannerWeights(usual_classic_weights(game).to_core())
    player = _core.ClassicRolloutPlayer(game.core, settings, weights)

    def share(visits: int, pairs: int) -> float:
        points, starts, features, games = _core.play_classic_heuristic(player, visits, pairs, 100, 0, Random(4))
        assert points.shape == starts.shape == (2 * pairs,)
        assert features.shape == (len(games), _core.CLASSIC_FEATURES)
        return float(points.mean())

    assert 0.3 < share(0, 50) < 0.7
    assert share(0, 50) == share(0, 50)
    assert 0 <= share(4, 1) <= 1
