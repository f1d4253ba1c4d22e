"""The strongest agent in the classic game: always legal, in time, the same for the same seed, and strong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hegemon import Adjudication, ClassicGame, Clock, Game, Random, Series, make_agent, play, play_series
from hegemon.agents.best import BestAgent
from hegemon.agents.puct import PuctAgent, Settings
from hegemon.analysis import analyse
from hegemon.errors import AgentError
from hegemon.rules import PRESETS
from hegemon.search import usual_classic_weights

CLASSIC = tuple(name for name, rules in PRESETS.items() if rules.family == "classic")


def agent(spec: str) -> BestAgent:
    made = make_agent(spec)
    assert isinstance(made, BestAgent)
    return made


@pytest.mark.parametrize("rules", CLASSIC)
@pytest.mark.parametrize(("map", "seats"), [("hex", 2), ("classic", 3), ("random(70, seed=1)", 6)])
def test_no_action_is_ever_refused(map: str, seats: int, rules: str) -> None:
    for spec in ("best(visits=20)", "best(search=false)"):
        game = Game(map, rules, seats=seats)
        record = play(game, [spec] * seats, seed=1, adjudication=Adjudication(turn_limit=2 * seats))
        assert record.result is not None
        assert "forfeits" not in record.result.reason, record.result.reason


def test_the_same_seed_gives_the_same_game() -> None:
    game = Game("hex", "classic", seats=3)
    once, again = (
        play(game, ["best(visits=30)"] * 3, seed=4, adjudication=Adjudication(turn_limit=6)) for _ in range(2)
    )
    assert once.final.hash == again.final.hash


def test_it_beats_the_heuristic_without_search() -> None:
    score = play_series(Series(Game(rules="swiss2025"), ("best(search=false)", "heuristic"), 120, seed=1))
    assert score.score[0] >= 0.52


def test_easy_decisions_come_at_once() -> None:
    """One sensible attack that wins the game: no need for the seconds that the clock allows."""
    game = ClassicGame("grid(3, 1)", "classic")
    state = game.position([0, 0, 1], [1, 30, 1], mover=0, phase="attack")
    player = agent("best")
    player.begin(game, 0, Random(1))
    clock = Clock(limit=20.0)
    action = player.act(state.view(0), clock)
    assert (action.kind, action.source, action.target) == ("attack", 1, 2)
    assert clock.used < 2.0


def test_hidden_cards_make_no_difference() -> None:
    """Positions that differ only in what the others hold are the same view, and the same decision."""
    game, actions = ClassicGame(rules="classic", seats=3), set()
    owners = [t % 3 for t in range(len(game.map.neighbours))]
    for hands in ([[0, 1], [2, 3, 4], [5]], [[0, 1], [20, 33, 40], [7]]):
        state = game.position(owners, [3] * len(owners), mover=0, phase="attack", cards=hands)
        player = agent("best(visits=60)")
        player.begin(game, 0, Random(1))
        actions.add(str(player.act(state.view(0), Clock())))
    assert len(actions) == 1


def test_analyses_name_every_candidate_once_with_values_of_the_seats() -> None:
    game = ClassicGame(rules="classic", seats=4)
    state = game.start(1)
    found = analyse(state, agent("best(visits=200)"), seed=1)
    decisions = [one.decision for one in found.candidates]
    assert len(decisions) == len(set(decisions)) > 1
    assert all(one.decision in state.legal_actions for one in found.candidates)
    assert all(-0.5 <= one.value <= 1.2 for one in found.candidates)
    assert 0 < found.estimate < 1


def test_weights_of_the_other_family_are_refused(tmp_path: Path) -> None:
    game = ClassicGame(rules="swiss2025")
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"weights": usual_classic_weights(game).to_core(), "family": "classic"}))
    player = agent(f"best(weights={path}, visits=5)")
    player.begin(game, 0, Random(1))
    assert player.act(game.start(1).view(game.start(1).mover), Clock()) in game.start(1).legal_actions
    with pytest.raises(AgentError, match="not for the simultaneous game"):
        player.begin(Game("earth", "warlight2"), 0, Random(1))


def test_with_a_network_it_searches_a_tree_where_two_play_without_patience() -> None:
    for rules, seats, tree in (("swiss2025", 2, True), ("swiss2025", 3, False), ("aminian2020", 2, False)):
        game = ClassicGame("grid(4, 4)", rules, seats=seats)
        state = game.start(1)
        player, other = agent("best(net=swiss2025, visits=80)"), PuctAgent(Settings(visits=80, votes=0.25, sure=0.97))
        player.begin(game, state.mover, Random(1))
        other.begin(game, state.mover, Random(1))
        view = state.view(state.mover)
        action = player.act(view, Clock())
        assert action in state.legal_actions
        assert (player.statistics == {"visits": 80}) == tree
        if tree:
            assert action == other.act(view, Clock())
            assert player.estimate == other.estimate
            assert sum(each.visits for each in analyse(state, player).candidates) >= 79


def test_a_network_that_is_not_there_is_told() -> None:
    with pytest.raises(AgentError, match="agent best cannot use net=nonsense: there is no network"):
        agent("best(net=nonsense)")
