"""The vector environments: Gymnasium's conventions, and agreement with games of the plain API."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra envs is not installed")

from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

import hegemon.envs  # noqa: E402
from hegemon.envs.vector import ClassicVectorEnv, SimultaneousVectorEnv  # noqa: E402
from hegemon.errors import GameError, HegemonError  # noqa: E402

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def legal_actions(info: dict[str, Any], random: np.random.Generator) -> Any:
    weights = info["action_mask"] * random.random(info["action_mask"].shape)
    return weights.argmax(1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("family", "settings"), [("Classic", {"rules": "yao2025"}), ("Simultaneous", {"map": "banana"})]
)
def test_follows_the_conventions_of_gymnasium(family: str, settings: dict[str, Any], mode: AutoresetMode) -> None:
    env = gymnasium.make_vec(f"hegemon/{family}-v0", num_envs=6, autoreset_mode=mode, **settings)
    assert env.metadata["autoreset_mode"] is mode
    assert env.observation_space.shape == (6, *env.single_observation_space.shape)
    random, ended = np.random.default_rng(1), np.zeros(6, np.bool_)
    observations, info = env.reset(seed=1)
    episodes = 0
    for _ in range(400):
        assert observations in env.observation_space
        assert info["action_mask"].any(1).all()
        before = ended
        observations, rewards, terminated, truncated, info = env.step(legal_actions(info, random))
        ended = terminated | truncated
        assert rewards.dtype == np.float64
        if mode is AutoresetMode.NEXT_STEP:
            assert not (before & ended).any()
            assert "final_obs" not in info
        elif ended.any():
            assert (info["_final_obs"] == ended).all()
            assert (info["final_obs"][ended] != observations[ended]).any()
        assert (rewards != 0).sum() <= terminated.sum()
        episodes += int(ended.sum())
    assert episodes > 5
    env.close()


def test_wrappers_of_gymnasium_work() -> None:
    env = RecordEpisodeStatistics(ClassicVectorEnv(8, rules="yao2025"))
    random, info = np.random.default_rng(1), env.reset(seed=1)[1]
    lengths: list[float] = []
    for _ in range(300):
        *_, info = env.step(legal_actions(info, random))
        if "episode" in info:
            lengths += info["episode"]["l"][info["_episode"]].tolist()
    assert min(lengths) >= 1


def test_one_seed_gives_every_game_its_own() -> None:
    env = SimultaneousVectorEnv(4, map="banana")
    one, _ = env.reset(seed=10)
    two, _ = env.reset(seed=[10, 11, 12, 13])
    assert (one == two).all()
    assert len({row.tobytes() for row in one}) > 1
    three, _ = env.reset(seed=[10, 5, None, 13])
    assert (one[[0, 3]] == three[[0, 3]]).all()


def test_only_the_chosen_games_are_reset() -> None:
    env = ClassicVectorEnv(3, rules="yao2025", autoreset_mode="Disabled")
    env.reset(seed=1)
    observations = env.step(np.full(3, -1))[0]
    after, _ = env.reset(seed=2, options={"reset_mask": np.array([False, True, False])})
    assert (after[[0, 2]] == observations[[0, 2]]).all()


def test_buffers_are_the_cores_own_without_copy() -> None:
    kept, shared = ClassicVectorEnv(2, rules="yao2025"), ClassicVectorEnv(2, rules="yao2025", copy=False)
    first, _ = kept.reset(seed=1)
    seen, _ = shared.reset(seed=1)
    copy = seen.copy()
    assert (first == seen).all()
    second = kept.step(np.full(2, -1))[0]
    shared.step(np.full(2, -1))
    assert (seen == second).all()
    assert (first == copy).all()
    assert (first != second).any()


def test_the_learner_decides_for_every_seat_without_opponents() -> None:
    env = ClassicVectorEnv(4, rules="yao2025", opponents=None, autoreset_mode=AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    movers, losses, wins = set(), 0, 0
    for _ in range(300):
        mover = env.core.movers.copy()
        _, rewards, terminated, _, info = env.step(np.full(4, -1))
        movers |= set(mover.tolist())
        for i in np.flatnonzero(terminated):
            winner = info["winner"][i]
            assert rewards[i] == (0 if winner < 0 else 1 if winner == mover[i] else -1)
            wins, losses = wins + (rewards[i] > 0), losses + (rewards[i] < 0)
    assert movers == {0, 1}
    assert wins > 0


@pytest.mark.parametrize("make", [ClassicVectorEnv, SimultaneousVectorEnv])
def test_nothing_is_paid_after_the_end(make: Any) -> None:
    env = make(8, rules="yao2025" if make is ClassicVectorEnv else "soares2025", autoreset_mode="disabled")
    env.reset(seed=1)
    paid, ended = np.zeros(8), np.zeros(8, np.bool_)
    while not ended.all():
        _, rewards, terminated, truncated, _ = env.step(np.full(8, -1))
        paid += rewards
        assert not (ended & ~(terminated | truncated)).any()  # those that are over stay so
        ended = terminated | truncated
    assert np.abs(paid).max() == 1


def test_stepping_before_the_reset_is_an_error() -> None:
    env = ClassicVectorEnv(3, rules="yao2025", autoreset_mode="Disabled")
    with pytest.raises(GameError, match="reset the games first"):
        env.step(np.full(3, -1))
    with pytest.raises(GameError, match="reset the games first"):
        env.reset(options={"reset_mask": np.array([True, False, True])})
    env.reset()
    env.step(np.full(3, -1))


@pytest.mark.parametrize(
    ("mode", "options", "message"),
    [
        (
            "NEXT_STEP",
            {"reset_mask": np.ones(2, np.bool_)},
            "is for autoreset_mode=DISABLED; with NEXT_STEP",
        ),
        ("SAME_STEP", {"reset_mask": np.ones(2, np.bool_)}, "with SAME_STEP"),
        ("DISABLED", {"mask": np.ones(2, np.bool_)}, "reset has no option mask; its only one is reset_mask"),
        ("DISABLED", {"reset_mask": [0, 1]}, "reset_mask is an array of 2 truth values"),
        ("DISABLED", {"reset_mask": np.ones(3, np.bool_)}, "reset_mask is an array of 2 truth values"),
    ],
)
def test_options_of_reset_are_checked(mode: str, options: dict[str, Any], message: str) -> None:
    env = ClassicVectorEnv(2, rules="yao2025", autoreset_mode=mode)
    env.reset(seed=1)
    with pytest.raises(GameError, match=message):
        env.reset(options=options)


@pytest.mark.parametrize("mode", ["SAME_STEP", "SameStep", "same_step", AutoresetMode.SAME_STEP])
def test_the_autoreset_mode_goes_by_its_names(mode: Any) -> None:
    assert ClassicVectorEnv(2, rules="yao2025", autoreset_mode=mode).autoreset_mode is AutoresetMode.SAME_STEP
    with pytest.raises(GameError, match="one of NEXT_STEP, SAME_STEP, DISABLED, not 'later'"):
        ClassicVectorEnv(2, rules="yao2025", autoreset_mode="later")


def test_agents_as_opponents_are_told_the_way() -> None:
    with pytest.raises(GameError, match="vectorization_mode='sync'"):
        ClassicVectorEnv(2, rules="yao2025", opponents="heuristic")


def threads_now() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc")


@needs_proc
def test_the_threads_stand_by_until_the_environment_is_closed() -> None:
    before = threads_now()
    env = ClassicVectorEnv(512, rules="yao2025", threads=3)
    env.reset(seed=1)
    assert threads_now() == before + 2
    for _ in range(3):
        env.step(np.full(512, -1))
    assert threads_now() == before + 2
    env.close()
    env.close()
    assert threads_now() == before
    few = ClassicVectorEnv(64, rules="yao2025", threads=3)  # a thread has at least 64 games
    assert threads_now() == before
    other = ClassicVectorEnv(512, rules="yao2025", threads=2)
    assert threads_now() == before + 1
    del few, other
    gc.collect()
    assert threads_now() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_goes_on_alone() -> None:
    env, twin = (ClassicVectorEnv(256, rules="yao2025", threads=2) for _ in range(2))
    env.reset(seed=1)
    twin.reset(seed=1)
    child = os.fork()
    if child == 0:  # pragma: no cover
        same = (env.step(np.full(256, -1))[0] == twin.step(np.full(256, -1))[0]).all()
        env.close()
        del twin
        gc.collect()
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert (env.step(np.full(256, -1))[0] == twin.step(np.full(256, -1))[0]).all()


def test_buffers_outlive_the_environment() -> None:
    masks = ClassicVectorEnv(2, rules="yao2025").core.masks
    assert masks.shape == (2, 77)
    assert masks.sum() >= 0


@pytest.mark.parametrize(
    "settings",
    [
        {"num_envs": 0},
        {"num_envs": 10**9},
        {"num_envs": "3"},
        {"num_envs": 1_000_000, "rules": "classic", "map": "random(300, seed=1)"},
        {"threads": 0},
        {"autoreset_mode": "later"},
        {"opponents": "heuristic"},
        {"seat": 5},
        {"max_turns": -1},
        {"render_mode": "ansi"},
    ],
)
def test_bad_settings_get_a_clear_error(settings: dict[str, Any]) -> None:
    with pytest.raises(HegemonError):
        ClassicVectorEnv(**{"rules": "yao2025", **settings})


def test_bad_actions_get_a_clear_error() -> None:
    env = hegemon.envs.ClassicVectorEnv(2, rules="yao2025")
    env.reset(seed=1)
    for actions in (np.array([0, 77]), np.array([0]), np.array([-2, 0]), np.array([0.5, 1]), np.array(["a", "b"])):
        with pytest.raises(GameError):
            env.step(actions)
    for seed in ([1], [-1, 2], [1.5, 2], "ab"):
        with pytest.raises(GameError, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
