"""The alpha-beta agent: always legal in every phase of every classic preset, repeatable, and it takes what wins."""

from __future__ import annotations

from collections import Counter

import pytest

from hegemon import (
    Action,
    Adjudication,
    ClassicGame,
    Clock,
    Game,
    Random,
    Series,
    make_agent,
    play,
    play_series,
)
from hegemon.agents import REGISTRY
from hegemon.agents.alphabeta import PRESETS, AlphaBetaAgent, Settings
from hegemon.errors import AgentError
from hegemon.game import ClassicView
from hegemon.rules import PRESETS as RULES

CLASSIC = tuple(name for name, rules in RULES.items() if rules.family == "classic")
MAPS = {"aminian2020": "grid(6,6)", "heredia2022": "hex", "yao2025": "old-world", "yao2025-code": "old-world"}
PHASES: Counter[str] = Counter()


class Checked(AlphaBetaAgent):
    """Fails its game with a decision that is not legal or an estimate that is none."""

    def act(self, view: ClassicView, clock: Clock) -> Action:
        action = super().act(view, clock)
        assert action in view.legal_actions, f"{action} in {view}"
        assert self.estimate is not None
        assert 0 <= self.estimate <= 1
        PHASES[view.phase] += 1
        return action


@pytest.mark.parametrize("rules", CLASSIC)
def test_every_decision_is_legal_in_every_phase_for_two_to_six_seats(rules: str) -> None:
    for seats in range(2, 7):
        map = "grid(4,3)" if seats > 2 else MAPS.get(rules, "switzerland")
        agents = [Checked(Settings(depth=2, targets="all" if seat % 2 else "best")) for seat in range(seats)]
        record = play(ClassicGame(map, rules, seats), agents, seed=seats, adjudication=Adjudication(turn_limit=12))
        assert record.result is not None
        assert "forfeits" not in record.result.reason, record.result.reason


def test_those_games_went_through_all_phases_with_a_decision() -> None:
    game = ClassicGame("classic", "classic(trade_at=3)", 3)
    PHASES.clear()
    play(game, [Checked(Settings(depth=1)) for _ in range(3)], seed=3, adjudication=Adjudication(turn_limit=60))
    play(ClassicGame("hex", "heredia2022", 2), [Checked(Settings(depth=1)) for _ in range(2)], seed=3)
    assert set(PHASES) == {"pick", "setup", "trade", "place", "attack", "occupy", "fortify"}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_published_settings_can_be_played_by_name(preset: str) -> None:
    agent = make_agent(f"alphabeta(preset={preset}, depth=2)")
    assert isinstance(agent, AlphaBetaAgent)
    assert agent.settings.depth == 2
    for name, value in PRESETS[preset].items():
        assert name == "depth" or getattr(agent.settings, name) == value
    record = play(ClassicGame("grid(4,4)", "aminian2020"), [agent, "random"], seed=1)
    assert record.result is not None
    assert "forfeits" not in record.result.reason


def test_it_is_registered_with_settings_and_presets() -> None:
    entry = REGISTRY["alphabeta"]
    assert entry.presets == PRESETS
    assert "depth" in [name for name, _, _ in entry.describe_settings()]
    with pytest.raises(AgentError, match="depth=0 is not allowed"):
        make_agent("alphabeta(depth=0)")


def test_it_does_not_begin_a_simultaneous_game() -> None:
    with pytest.raises(AgentError, match="classic family only"):
        make_agent("alphabeta").begin(Game("simple"), 0, Random(1))


def test_the_same_seed_plays_the_same_game() -> None:
    game = ClassicGame("switzerland", "swiss2025-text", 3)
    records = [
        play(game, ["alphabeta(depth=3)"] * 3, seed=5, adjudication=Adjudication(turn_limit=20)) for _ in range(2)
    ]
    assert records[0].states == records[1].states


def test_an_attack_that_wins_is_played() -> None:
    game = ClassicGame("grid(3,2)", "aminian2020")
    state = game.parse("grid(3, 2); aminian2020; attack seats=2; a1 a1 a9 a1 a1 b2; -")
    agent = AlphaBetaAgent(Settings())
    agent.begin(game, 0, Random(1))
    action = agent.act(state.view(0), Clock())
    assert (action.kind, action.source, action.target) == ("attack", 2, 5)
    assert agent.estimate == 1.0


def test_an_analysis_has_all_candidates_with_values_lines_and_figures() -> None:
    game = ClassicGame("grid(4,4)", "aminian2020")
    state, random = game.start(3), Random(3)
    agent = AlphaBetaAgent(Settings(depth=4))
    agent.begin(game, 0, random)
    while state.phase != "attack" or state.mover != 0 or state.turns < 6:
        state = state.step(state.random_action(random), random).state
    analysis = agent.analyse(state.view(0), Clock())
    assert analysis.best.value == analysis.value == max(c.value for c in analysis.candidates)
    assert analysis.best.decision == agent.act(state.view(0), Clock())
    assert all(-1 <= c.value <= 1 and c.visits > 0 for c in analysis.candidates)
    assert {str(c.decision) for c in analysis.candidates} <= {str(a) for a in state.legal_actions}
    assert all(len(c.line) <= 3 for c in analysis.candidates)
    assert any(c.line for c in analysis.candidates)
    assert analysis.details["depth"] == 4
    assert analysis.visits >= sum(c.visits for c in analysis.candidates)
    assert analysis.best.to_json()["decision"] == str(analysis.decision)


def test_a_clock_ends_a_search_that_would_go_on_for_ever() -> None:
    game = ClassicGame("grid(20,20)", "aminian2020")
    state, random = game.start(1), Random(1)
    while state.phase != "attack":
        state = state.step(state.random_action(random), random).state
    agent = AlphaBetaAgent(Settings(depth=100, targets="all"))
    agent.begin(game, state.mover, random)
    for limit in (0.0001, 0.05):
        assert agent.act(state.view(state.mover), Clock(limit)) in state.legal_actions


def test_it_beats_chance() -> None:
    series = Series(ClassicGame("grid(6,6)", "aminian2020"), ("alphabeta(depth=3)", "random"), 20, seed=2)
    assert play_series(series).score[0] > 0.8
