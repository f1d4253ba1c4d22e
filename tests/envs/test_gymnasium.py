"""The Gymnasium environments: Gymnasium's own checks, and what they do not look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra envs is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import hegemon.envs  # noqa: E402
from hegemon.agents import Clock  # noqa: E402
from hegemon.errors import AgentError, GameError, HegemonError, IllegalDecisionError  # noqa: E402
from hegemon.game import ClassicGame  # noqa: E402

CASES: list[tuple[str, dict[str, Any]]] = [
    ("Classic", {"rules": "yao2025"}),
    ("Classic", {"seats": 3, "max_turns": 20}),
    ("Classic", {"rules": "swiss2025", "map": "grid(3,3)", "seats": 4, "seat": 2}),
    ("Classic", {"rules": "heredia2022", "map": "hex", "max_turns": 30}),
    ("Classic", {"rules": "yao2025", "opponents": "heuristic"}),
    ("Simultaneous", {"map": "banana"}),
    ("Simultaneous", {"rules": "warlight2", "map": "banana", "seat": 1}),
    ("Simultaneous", {"rules": "warzone", "map": "banana"}),
    ("Simultaneous", {"map": "simple", "opponents": "heuristic"}),
]


def make(family: str, **settings: Any) -> Any:
    return gymnasium.make(f"hegemon/{family}-v0", **settings)


def play(env: Any, seed: int, most: int = 400) -> tuple[list[float], int]:
    """Rewards of the games that random legal play finishes, and the steps."""
    random, results = np.random.default_rng(seed), []
    _, info = env.reset(seed=seed)
    for _ in range(most):
        legal = np.flatnonzero(info["action_mask"])
        assert len(legal) > 0
        observation, reward, terminated, truncated, info = env.step(random.choice(legal))
        assert observation in env.observation_space
        assert not info["illegal"]
        assert terminated or reward == 0
        if terminated or truncated:
            results.append(reward)
            _, info = env.reset()
    return results, most


@pytest.mark.parametrize(("family", "settings"), CASES)
def test_passes_the_checks_of_gymnasium_and_plays(family: str, settings: dict[str, Any]) -> None:
    env = make(family, **settings)
    check_env(env.unwrapped)
    results, _ = play(env, 1)
    assert all(-1 <= result <= 1 for result in results)
    env.close()
    env.close()


def test_the_same_seed_is_the_same_game() -> None:
    for family, settings in (("Classic", {"rules": "yao2025"}), ("Simultaneous", {"map": "banana"})):
        assert play(make(family, **settings), 3) == play(make(family, **settings), 3)


def test_masks_are_those_of_sb3_contrib_too() -> None:
    env = make("Classic", rules="yao2025")
    _, info = env.reset(seed=1)
    assert env.unwrapped.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_an_illegal_action_becomes_the_first_legal_one() -> None:
    wrong, right = make("Classic", rules="yao2025"), make("Classic", rules="yao2025")
    _, info = wrong.reset(seed=5)
    right.reset(seed=5)
    for _ in range(30):
        illegal, legal = int(np.argmin(info["action_mask"])), int(np.argmax(info["action_mask"]))
        first, *_, info = wrong.step(illegal)
        second = right.step(legal)[0]
        assert info["illegal"]
        assert np.array_equal(first, second)


def test_the_seat_is_drawn_or_given() -> None:
    drawn = {make("Classic", rules="yao2025").reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert drawn == {0, 1}
    assert {make("Classic", rules="yao2025", seat=1).reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}


class Recorder:
    """Passes or ends its turn, and remembers what it was told."""

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.ended = 0

    def begin(self, game: Any, seat: int, random: Any) -> None:
        self.seats.append(seat)

    def act(self, view: Any, clock: Clock) -> str:
        return str(view.legal_actions[-1])

    def plan(self, view: Any, clock: Clock) -> str:
        return "-"

    def end(self, result: Any) -> None:
        self.ended += 1


def test_agents_are_opponents() -> None:
    agent = Recorder()
    env = make("Classic", rules="yao2025", opponents=agent, seat=0)
    results, _ = play(env, 2, 300)
    env.close()
    assert set(agent.seats) == {1}
    assert agent.ended == len(agent.seats) > len(results) > 0
    other = make("Simultaneous", map="simple", opponents=[Recorder()])
    assert np.mean(play(other, 2, 300)[0]) > 0.5  # an opponent that never orders anything loses


class Failing(Recorder):
    """Raises in one of its methods."""

    def __init__(self, where: str = "act") -> None:
        super().__init__()
        self.where = where

    def begin(self, game: Any, seat: int, random: Any) -> None:
        if self.where == "begin":
            raise ValueError("boom")

    def act(self, view: Any, clock: Clock) -> str:
        if self.where == "act":
            raise ValueError("boom")
        return "no such thing" if self.where == "answer" else super().act(view, clock)

    def end(self, result: Any) -> None:
        if self.where == "end":
            raise ValueError("boom")


@pytest.mark.parametrize("where", ["begin", "act", "end"])
def test_an_opponent_that_fails_is_charged_with_it(where: str) -> None:
    env = hegemon.envs.ClassicEnv(rules="yao2025", opponents=Failing(where), seat=0)
    with pytest.raises(AgentError, match="opponent Failing in seat 1 failed: ValueError: boom") as caught:
        play(env, 1)
    assert isinstance(caught.value.__cause__, ValueError)
    env.close()


def test_an_opponent_that_answers_nonsense_is_charged_with_it() -> None:
    env = hegemon.envs.ClassicEnv(rules="yao2025", opponents=Failing("answer"), seat=0)
    with pytest.raises(IllegalDecisionError, match="opponent Failing in seat 1 answered 'no such thing'"):
        play(env, 1)


def test_opponents_are_classes_and_functions_too() -> None:
    for opponents in (Recorder, lambda: Recorder(), [Recorder, "random"]):
        env = hegemon.envs.ClassicEnv(rules="swiss2025", map="grid(3,3)", seats=3, opponents=opponents)
        play(env, 1, 50)
        assert len({id(agent) for agent, _ in env.others.by_seat.values()}) == 2
    with pytest.raises(AgentError, match="cannot play two seats at once: give its class"):
        hegemon.envs.ClassicEnv(rules="swiss2025", map="grid(3,3)", seats=3, opponents=Recorder())


class OnlyPlans:
    def begin(self, game: Any, seat: int, random: Any) -> None:
        pass

    def plan(self, view: Any, clock: Clock) -> str:
        return "-"


@pytest.mark.parametrize(
    ("opponents", "message"),
    [
        (None, "opponents=None is for vector environments; give an agent"),
        (3, "3 is no agent"),
        (dict, "is no agent"),
        ([3], "3 is no agent"),
        (OnlyPlans, "opponent OnlyPlans cannot play .* it has no method act"),
        (["random", "random"], "needs 1 opponent, not 2"),
    ],
)
def test_wrong_opponents_are_told_at_once(opponents: Any, message: str) -> None:
    with pytest.raises(HegemonError, match=message):
        hegemon.envs.ClassicEnv(rules="yao2025", opponents=opponents)


@pytest.mark.parametrize(("family", "settings"), [CASES[0], CASES[5], CASES[8]])
def test_nothing_is_played_and_paid_after_the_end(family: str, settings: dict[str, Any]) -> None:
    env = make(family, **settings).unwrapped
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, _, terminated, truncated, info = env.step(np.flatnonzero(info["action_mask"])[-1])
        ended = terminated or truncated
    with pytest.raises(GameError, match=r"the episode is over: call reset\(\) first"):
        env.step(0)
    env.reset()
    env.step(0)


def test_reset_has_no_options() -> None:
    env = hegemon.envs.ClassicEnv(rules="yao2025")
    env.reset(options={})
    with pytest.raises(GameError, match="reset has no option start"):
        env.reset(options={"start": 3})


def test_other_agents_play_in_a_vector_environment_of_gymnasium() -> None:
    settings = {"vectorization_mode": "sync", "rules": "yao2025", "opponents": "heuristic"}
    envs = gymnasium.make_vec("hegemon/Classic-v0", num_envs=2, **settings)
    _, info = envs.reset(seed=1)
    assert envs.step(info["action_mask"].argmax(1))[0].shape == (2, 42)
    envs.close()


def test_says_what_an_action_means() -> None:
    env = make("Classic", rules="yao2025").unwrapped
    texts = [env.action_text(action) for action in range(env.action_space.n)]
    assert len(set(texts)) == len(texts)
    assert texts[0] == "pass"
    assert any(text.startswith("battle ") and " > " in text for text in texts)
    with pytest.raises(GameError, match="the last one is"):
        env.action_text(10_000)


def test_renders_the_position_as_text() -> None:
    env = make("Simultaneous", map="banana", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("banana; soares2025; 0 play")


@pytest.mark.parametrize(
    "settings",
    [
        {"opponents": "no-such-agent"},
        {"opponents": ["random", "random"]},
        {"opponents": None},
        {"opponents": 3},
        {"opponents": dict},
        {"seat": 2},
        {"max_turns": 0},
        {"max_turns": "many"},
        {"rules": "soares2025"},
        {"map": "no-such-map"},
        {"render_mode": "rgb_array"},
    ],
)
def test_bad_settings_get_a_clear_error(settings: dict[str, Any]) -> None:
    with pytest.raises(HegemonError):
        hegemon.envs.ClassicEnv(**{"rules": "yao2025", **settings})


def test_a_number_that_is_no_action_is_refused() -> None:
    env = hegemon.envs.HegemonEnv(ClassicGame(rules="yao2025"))
    with pytest.raises(GameError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, 77, "x", None, 1.5, np.float32(1), np.array([0, 1])):
        with pytest.raises(GameError, match="action"):
            env.step(action)
    assert env.steps == 0
    for same in (0, np.int64(0), np.array(0), np.array([0])):
        env.step(same)
