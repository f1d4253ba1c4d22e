"""The tree-search agent of the classic game."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hegemon import ClassicGame, Clock, Random, make_agent, play, play_series
from hegemon.agents import mcts
from hegemon.agents.mcts import PRESETS, MctsAgent
from hegemon.errors import AgentError
from hegemon.match import Series
from hegemon.search import Budget


def test_presets_are_settings_of_the_thesis() -> None:
    for name in PRESETS:
        agent = make_agent(f"mcts(preset={name}, visits=5)")
        assert isinstance(agent, MctsAgent)
        assert agent.settings.visits == 5
    with pytest.raises(AgentError, match="did you mean swiss2025"):
        make_agent("mcts(preset=swiss205)")
    with pytest.raises(AgentError, match="visits"):
        make_agent("mcts(visits=-1)")


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("rules", ["classic", "heredia2022", "swiss2025", "yao2025", "aminian2020"])
def test_plays_all_rules_hidden_cards_included(rules: str, seats: int) -> None:
    game = ClassicGame("grid(4,3)", f"{rules}(decision_cap=120)", seats)
    agents = ["mcts(visits=8, cutoff=5, worlds=2)", *["random"] * (seats - 1)]
    record = play(game, agents, seed=3)
    assert record.result is not None
    assert "forfeit" not in record.result.reason


def test_the_same_seed_gives_the_same_game() -> None:
    game = ClassicGame("grid(4,3)", "swiss2025(decision_cap=60)", 2)
    games = [play(game, ["mcts(visits=20, cutoff=5)", "mcts(visits=10, temperature=1)"], seed=7) for _ in range(2)]
    assert games[0].final.hash == games[1].final.hash
    assert games[0].result is not None
    assert games[0].result.reason in ("cap", "conquest")


def test_beats_random() -> None:
    game = ClassicGame("switzerland", "swiss2025", 2)
    score = play_series(Series(game, ("mcts(visits=200, cutoff=25)", "random"), games=40))
    assert score.score[0] >= 0.7  # 85 % of 200 games


def test_analyses_and_estimates() -> None:
    game = ClassicGame("switzerland", "swiss2025", 2)
    agent = make_agent("mcts(visits=100)")
    assert isinstance(agent, MctsAgent)
    state = game.start(1)
    agent.begin(game, state.mover, Random(1))
    analysis = agent.analyse(state.view(state.mover), Clock())
    assert analysis.visits == 100
    assert analysis.best.visits == max(candidate.visits for candidate in analysis.candidates)
    assert agent.estimate is None
    agent.act(state.view(state.mover), Clock())
    assert agent.estimate is not None
    assert 0 <= agent.estimate <= 1


def test_playout_caps_are_drawn_and_fast_searches_have_no_noise() -> None:
    game = ClassicGame("switzerland", "swiss2025", 2)
    agent = make_agent("mcts(selection=puct, playout=none, visits=60, fast_visits=10, full_share=0.5, noise=0.5)")
    assert isinstance(agent, MctsAgent)
    state = game.start(1)
    agent.begin(game, state.mover, Random(1))
    analyses = [agent.analyse(state.view(state.mover), Clock()) for _ in range(60)]
    full = [analysis for analysis in analyses if analysis.details["full"]]
    assert 15 < len(full) < 45
    for analysis in analyses:
        assert analysis.visits == (60 if analysis.details["full"] else 10)
        spread = {round(candidate.prior or 0, 5) for candidate in analysis.candidates}
        assert (len(spread) > 3) == analysis.details["full"]


def test_gumbel_plays_under_a_clock() -> None:
    game = ClassicGame("switzerland", "swiss2025", 2)
    agent = make_agent("mcts(selection=gumbel, playout=none)")
    assert isinstance(agent, MctsAgent)
    state = game.start(1)
    agent.begin(game, state.mover, Random(1))
    assert agent.act(state.view(state.mover), Clock(0.2)) in state.legal_actions


def test_gumbel_plans_for_the_visits_that_fit_into_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    class Paced:
        """A thousand visits a second."""

        def decide(self, states: object, budget: Budget, random: object) -> Budget:
            now[0] += budget.visits / 1000
            return budget

    monkeypatch.setattr("hegemon._stopwatch.time.monotonic", lambda: now[0])
    planned = mcts._planned(cast(Any, Paced()), [], Budget(seconds=0.5), Random(1))
    assert planned.visits == pytest.approx(500 - mcts.TRYOUT, abs=2)
    assert planned.seconds == pytest.approx(0.5 - mcts.TRYOUT / 1000)
