"""The PettingZoo environments: all of PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra envs is not installed")

import pettingzoo
from pettingzoo import test as suite

from hegemon.envs import classic_v0, simultaneous_v0
from hegemon.envs.registration import register_all
from hegemon.errors import GameError

# Observations with a mask are dictionaries, as in PettingZoo's own card and board games, which it excepts by name.
DICTIONARY = "ignore:Observation (space for each agent probably should be|is not a NumPy array)"

AEC: list[dict[str, Any]] = [
    {"rules": "yao2025"},
    {"seats": 4, "max_turns": 40},
    {"rules": "swiss2025", "map": "grid(3,3)", "seats": 3},
]
PARALLEL: list[dict[str, Any]] = [{"map": "banana"}, {"rules": "warlight2", "map": "banana"}, {"rules": "warzone"}]


@pytest.mark.filterwarnings(DICTIONARY)
@pytest.mark.parametrize("settings", AEC)
def test_classic_passes_the_tests_of_pettingzoo(settings: dict[str, Any]) -> None:
    suite.api_test(classic_v0.env(**settings), num_cycles=150)
    suite.seed_test(lambda: classic_v0.env(**settings), num_cycles=30)


@pytest.mark.filterwarnings(DICTIONARY)
@pytest.mark.parametrize("settings", PARALLEL)
def test_simultaneous_passes_the_tests_of_pettingzoo(settings: dict[str, Any]) -> None:
    suite.parallel_api_test(simultaneous_v0.parallel_env(**settings), num_cycles=150)
    suite.parallel_seed_test(lambda: simultaneous_v0.parallel_env(**settings), num_cycles=50)
    suite.api_test(simultaneous_v0.env(**settings), num_cycles=80)
    suite.seed_test(lambda: simultaneous_v0.env(**settings), num_cycles=20)


def test_states_renders_and_cycles_are_as_pettingzoo_wants_them() -> None:
    suite.state_test(classic_v0.env(rules="yao2025"), simultaneous_v0.parallel_env(map="banana"))
    suite.max_cycles_test(simultaneous_v0)
    suite.render_test(lambda render_mode=None: classic_v0.env(rules="yao2025", render_mode=render_mode))
    suite.render_test(lambda render_mode=None: simultaneous_v0.env(map="banana", render_mode=render_mode))


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_the_registry_makes_them() -> None:
    aec = pettingzoo.make("aec", "hegemon/Classic-v0", rules="yao2025", seats=3)
    assert aec.possible_agents == ["player_0", "player_1", "player_2"]
    both = pettingzoo.make("parallel", "hegemon/Simultaneous-v0", map="banana", max_cycles=3)
    assert both.max_cycles == 3
    assert pettingzoo.make("aec", "hegemon/Simultaneous-v0").possible_agents == ["player_0", "player_1"]
    with pytest.raises(GameError, match=r"no parallel form.*pettingzoo.make\('aec', 'hegemon/Classic-v0'\)"):
        pettingzoo.make("parallel", "hegemon/Classic-v0")
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a second registration would warn
        register_all()


def play_aec(env: Any, seed: int) -> dict[str, float]:
    """The sum of the rewards of each agent in a game of random legal actions."""
    random, totals = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert (info["action_mask"] == observation["action_mask"]).all()
        env.step(random.choice(np.flatnonzero(observation["action_mask"])))
    return totals


def test_results_add_up_to_zero_and_those_who_are_out_leave_early() -> None:
    early = 0
    for seed in range(12):
        env = classic_v0.raw_env(rules="swiss2025", map="grid(3,3)", seats=3)
        totals = play_aec(env, seed)
        assert sum(totals.values()) == pytest.approx(0)
        assert sorted(totals.values()) == pytest.approx([-0.5, -0.5, 1])
        early += env.episode.turns > 0
    assert early == 12


def test_an_agent_that_does_not_decide_has_a_mask_that_is_not_empty() -> None:
    env = classic_v0.raw_env(rules="yao2025")
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    assert np.flatnonzero(env.observe(waiting)["action_mask"]).tolist() == [0]


def test_an_agent_that_has_ended_waits_for_the_other_and_the_next_turn_is_its_own() -> None:
    env = simultaneous_v0.parallel_env(map="simple")
    observations, _ = env.reset(seed=2)
    done = False
    for _ in range(200):  # player_0 ends as soon as it may; player_1 plays its highest legal action first
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        legal = {agent: np.flatnonzero(mask) for agent, mask in masks.items()}
        actions = {"player_0": legal["player_0"][0], "player_1": legal["player_1"][-1]}
        turn = env.episode.turns
        observations, _, _terminations, _truncations, infos = env.step(actions)
        if not env.agents:
            break
        assert not infos["player_0"]["illegal"]
        if env.episode.turns > turn:
            done = True
            assert observations["player_0"]["action_mask"][1:].any()  # nothing of the old turn was carried over
    assert done


def test_illegal_actions_are_told_not_raised() -> None:
    both = simultaneous_v0.parallel_env(map="banana")
    both.reset(seed=1)
    env = classic_v0.raw_env(rules="yao2025")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(np.int32(np.argmin(env.observe(agent)["action_mask"])))
    assert env.infos[agent]["illegal"] is True
    with pytest.raises(GameError, match="no action"):
        env.step(10_000)
    with pytest.raises(GameError, match="must decide"):
        env.step(None)
    wrong: tuple[Any, ...] = (1.5, "x")
    for action in wrong:
        with pytest.raises(GameError, match="an action is a whole number"):
            env.step(action)
        with pytest.raises(GameError, match="an action is a whole number"):
            both.step({"player_0": 0, "player_1": action})
    with pytest.raises(GameError, match="player_1 is missing"):
        both.step({"player_0": 0})


def test_steps_before_the_reset_and_after_the_end_are_errors() -> None:
    env, both = classic_v0.raw_env(rules="yao2025"), simultaneous_v0.parallel_env(map="banana")
    with pytest.raises(GameError, match=r"call reset\(\) first"):
        env.step(0)
    with pytest.raises(GameError, match=r"call reset\(\) first"):
        both.step({"player_0": 0, "player_1": 0})
    play_aec(env, 1)
    with pytest.raises(GameError, match=r"call reset\(\) first"):
        env.step(0)
