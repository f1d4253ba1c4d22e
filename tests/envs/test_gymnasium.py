"""The Gymnasium environments: Gymnasium's own checks, and what they do not look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra envs is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import hegemon.envs  # noqa: E402
from hegemon.agents import Clock  # noqa: E402
from hegemon.errors import GameError, HegemonError  # noqa: E402
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
    for action in (-1, 77, "x", None):
        with pytest.raises(GameError, match="action"):
            env.step(action)
