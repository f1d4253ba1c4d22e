"""Double Q-learning: the targets by hand, decisions that are always legal, runs that can be broken off anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hegemon import _core
from hegemon.errors import TrainingError
from hegemon.game import Action, ClassicGame, seeded
from hegemon.training.dqn.replay import Recent, Replay, Transitions
from hegemon.training.dqn.settings import PUBLISHED, DqnSettings, make_settings

torch = pytest.importorskip("torch", reason="needs the extra `learn`")
from hegemon.training.dqn.learner import Learner  # noqa: E402  # needs torch
from hegemon.training.dqn.q_network import any_legal  # noqa: E402
from hegemon.training.dqn.run import CHECKPOINT, NET, open_learner, train_dqn  # noqa: E402

SMALL: dict[str, Any] = {
    "map": "hex", "steps": 50, "games": 8, "batch": 16, "replay": 300, "warmup": 40, "random_share": 0.5, "n_step": 3,
    "target_every": 7, "epsilon_decay": 30.0, "evaluate_every": 10, "evaluate_games": 4, "save_every": 25,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


# --- What came of a decision --------------------------------------------------------------------------------------


def two_decisions(movers: tuple[int, int], n_step: int, flip: bool = True) -> list[Transitions]:
    """A game of two decisions, which whoever takes the second one wins; discount 0.5."""
    recent = Recent(games=1, n_step=n_step, gamma=0.5, features=1)
    complete = []
    for time, mover in enumerate(movers):
        last = time == 1
        recent.begin(np.array([[time]], np.float32), np.array([time], np.int32), np.array([mover], np.int8))
        follow = np.array([movers[1]], np.int8), np.array([[1.0]], np.float32), np.array([[True, False]])
        complete.append(recent.end(np.array([last], np.float32), np.array([last]), *follow, flip))
    return complete


def row(transitions: Transitions) -> list[tuple[int, float, float]]:
    columns = transitions.actions.tolist(), transitions.rewards.tolist(), transitions.discounts.tolist()
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize(
    ("movers", "n_step", "expected"),
    [
        ((0, 1), 1, [[(0, 0.0, -0.5)], [(1, 1.0, 0.0)]]),  # what follows is the other's: it counts against me
        ((0, 0), 1, [[(0, 0.0, 0.5)], [(1, 1.0, 0.0)]]),
        ((0, 1), 2, [[], [(0, -0.5, 0.0), (1, 1.0, 0.0)]]),
        ((1, 1), 2, [[], [(0, 0.5, 0.0), (1, 1.0, 0.0)]]),
        ((1, 0), 5, [[], [(0, -0.5, 0.0), (1, 1.0, 0.0)]]),
    ],
)
def test_what_is_good_for_the_other_seat_counts_against_one(
    movers: tuple[int, int], n_step: int, expected: list[list[tuple[int, float, float]]]
) -> None:
    assert [sorted(row(transitions)) for transitions in two_decisions(movers, n_step)] == expected


def test_seen_by_one_seat_no_sign_changes() -> None:
    assert [row(transitions) for transitions in two_decisions((0, 1), 1, flip=False)] == [
        [(0, 0.0, 0.5)],
        [(1, 1.0, 0.0)],
    ]


def test_a_game_that_goes_on_gives_one_transition_a_decision_after_as_many_as_are_looked_ahead() -> None:
    recent = Recent(games=2, n_step=3, gamma=0.5, features=1)
    counts = []
    for time in range(6):
        movers = np.array([time % 2, 0], np.int8)
        recent.begin(np.full((2, 1), time, np.float32), np.full(2, time, np.int32), movers)
        over, rewards = np.array([False, time == 3]), np.array([0, time == 3], np.float32)
        follow = np.array([(time + 1) % 2, 0], np.int8), np.zeros((2, 1), np.float32), np.ones((2, 2), np.bool_)
        complete = recent.end(rewards, over, *follow)
        counts.append(len(complete.actions))
        if time == 3:  # the second game is over: all that waited is complete, with what is left of the reward
            assert sorted(row(complete)) == [(1, 0.0, -0.125), (1, 0.25, 0.0), (2, 0.5, 0.0), (3, 1.0, 0.0)]
    assert counts == [0, 0, 2, 4, 1, 1]


def test_the_memory_keeps_the_last_ones() -> None:
    memory = Replay(5, 2, 10)
    for first in (0, 3, 6):
        n = np.arange(first, first + 3)
        legal = np.packbits(np.eye(10, dtype=np.bool_)[n], axis=1)
        memory.add(Transitions(np.stack([n, n], 1), n, n / 2, -n, np.stack([n, n], 1), legal))
    drawn = memory.draw(np.random.default_rng(0), 200)
    assert len(memory) == 5
    assert set(drawn.actions.tolist()) == {4, 5, 6, 7, 8}
    np.testing.assert_array_equal(drawn.discounts, -drawn.actions)
    np.testing.assert_array_equal(memory.legal(drawn.next_legal).argmax(1), drawn.actions)
    other = Replay(5, 2, 10)
    other.from_arrays(memory.to_arrays())
    np.testing.assert_array_equal(other.draw(np.random.default_rng(0), 200).rewards, drawn.rewards)


# --- Targets ------------------------------------------------------------------------------------------------------


def constant(network: Any, q_values: dict[int, float]) -> None:
    """Make a network give these values, and 0 for every other action index, wherever it is asked."""
    with torch.no_grad():
        for weights in network.parameters():
            weights.zero_()
        for index, worth in q_values.items():
            network.net.worth.bias[index] = worth


@pytest.mark.parametrize(("legal_targets", "future"), [(True, 0.25), (False, -0.75)])
def test_the_online_network_chooses_among_what_is_legal_and_the_target_network_values(
    legal_targets: bool, future: float
) -> None:
    learner = Learner(DqnSettings(**SMALL, legal_targets=legal_targets))
    constant(learner.online, {3: 0.9, 5: 0.6, 7: 0.1})
    constant(learner.target, {3: -0.75, 5: 0.25, 7: 0.5})
    legal = np.zeros((3, learner.actions), np.bool_)
    legal[:, [5, 7]] = True  # the best one, 3, is not
    rewards, discounts = np.array([0.0, 0.5, 1.0], np.float32), np.array([-0.9, 0.9, 0.0], np.float32)
    nothing = np.zeros((3, learner.features), np.float32)
    drawn = Transitions(nothing, np.zeros(3, np.int32), rewards, discounts, nothing, np.packbits(legal, axis=1))
    np.testing.assert_allclose(learner.goals(drawn).numpy(), rewards + discounts * future, rtol=1e-6)


def test_values_of_a_small_game_are_found() -> None:
    """Seat 0 decides 1, seat 1 then takes 2 and wins, or 4 and loses: the first decision is worth -0.9."""
    learner = Learner(DqnSettings(**SMALL | {"learning_rate": 0.01, "target_every": 1, "steps": 1000}))
    here, there = np.zeros(learner.features, np.float32), np.ones(learner.features, np.float32)
    legal = np.zeros(learner.actions, np.bool_)
    legal[[2, 4]] = True
    rows = Transitions(
        np.stack([here, there, there]), np.array([1, 2, 4]), np.array([0, 1, -1], np.float32),
        np.array([-0.9, 0, 0], np.float32), np.stack([there] * 3), np.packbits(np.stack([legal] * 3), axis=1),
    )  # fmt: skip
    for _ in range(300):
        learner.learn(rows)
        learner.target.load_state_dict(learner.online.state_dict())
    with torch.no_grad():
        worth = learner.online(torch.from_numpy(np.stack([here, there]))).numpy()
    assert (worth[0, 1], worth[1, 2], worth[1, 4]) == pytest.approx((-0.9, 1.0, -1.0), abs=0.02)


def test_the_finished_network_gives_what_the_learning_one_gives() -> None:
    learner = Learner(DqnSettings(**SMALL))
    for _ in range(5):
        learner.advance()
    features, legal = learner.seen
    with torch.no_grad():
        worth = learner.online(torch.from_numpy(features)).numpy()
    net = learner.online.plain().to_net()
    game = learner.game
    for state, row, mask in zip(learner.env.states, worth, legal, strict=True):
        position = game.start(0).__class__(game, state)
        values, logits = net.evaluate([position])
        indices = [index_of(game, position.phase, action) for action in position.legal_actions]
        np.testing.assert_allclose(logits[0], row[indices], atol=1e-5)
        assert sorted(set(indices)) == np.flatnonzero(mask).tolist()
        assert values[0, position.mover] == pytest.approx(np.clip(row[mask].max(), -1, 1), abs=1e-5)


def test_what_is_written_is_the_running_mean_of_what_learns() -> None:
    learner = Learner(DqnSettings(**SMALL, ema_decay=0.75))
    mean = learner.mean.net.worth.bias.detach().clone()
    for _ in range(3):
        learner.advance()
        mean = 0.75 * mean + 0.25 * learner.online.net.worth.bias.detach()
    torch.testing.assert_close(learner.mean.net.worth.bias.detach(), mean)
    assert not torch.equal(learner.mean.net.worth.bias, learner.online.net.worth.bias)
    plain = Learner(DqnSettings(**SMALL))
    assert plain.mean is plain.online


def test_a_run_can_start_from_a_finished_network(tmp_path: Path) -> None:
    first = Learner(DqnSettings(**SMALL))
    for _ in range(5):
        first.advance()
    first.export(tmp_path / "first.safetensors")
    second = open_learner(tmp_path / "run", DqnSettings(**SMALL, start=str(tmp_path / "first.safetensors"), seed=1))
    (tmp_path / "first.safetensors").unlink()
    resumed = open_learner(tmp_path / "run", second.settings)  # does not need it any more
    features = torch.from_numpy(first.seen[0])
    with torch.no_grad():
        for network in (second.online, second.target, second.mean, resumed.online):
            torch.testing.assert_close(network(features), first.online(features), atol=1e-5, rtol=1e-4)
    with pytest.raises(TrainingError, match="for another game"):
        open_learner(tmp_path / "other", DqnSettings(**SMALL, start="yao2025"))  # of a map of eight territories


# --- Games side by side -------------------------------------------------------------------------------------------


def index_of(game: ClassicGame, phase: str, action: Action) -> int:
    n = len(game.map.territories)
    kind = {"attack": 1, "fortify": 2}.get(phase, 0)
    return (kind * n + action.source) * n + (action.source if action.kind == "place" else action.target)


@pytest.mark.parametrize("rules", ["yao2025", "yao2025-code", "swiss2025", "aminian2020"])
def test_decisions_are_legal_and_are_carried_out_with_most_armies(rules: str) -> None:
    game = ClassicGame("hex", rules)
    env = _core.ClassicVectorEnv(game.core, np.array([-1, 0, 1], np.int8), seeded(3))
    random = np.random.default_rng(1)
    for time in range(150):
        _, legal = env.observe()
        indices = any_legal(legal, random)
        for state, index in zip(env.states, indices.tolist(), strict=True):
            position = game.start(0).__class__(game, state)
            alike = [a for a in position.legal_actions if index_of(game, position.phase, a) == index]
            chosen = Action.from_core(_core.action_at(game.core, state, index))
            assert chosen in alike
            assert chosen.armies == max(action.armies for action in alike)
        env.step(indices, seeded(3).stream(time))


def test_an_illegal_decision_is_refused_and_changes_nothing() -> None:
    game = ClassicGame("hex", "yao2025")
    env = _core.ClassicVectorEnv(game.core, np.array([-1, -1], np.int8), seeded(3))
    before = [state.to_bytes() for state in env.states]
    _, legal = env.observe()
    indices = np.array([legal[0].argmax(), legal[1].argmin()], np.int32)
    with pytest.raises(ValueError, match="no legal action has the index"):
        env.step(indices, seeded(1))
    with pytest.raises(ValueError, match="one decision for each game"):
        env.step(indices[:1], seeded(1))
    assert [state.to_bytes() for state in env.states] == before


def test_the_random_seat_plays_by_itself_and_changes_from_game_to_game() -> None:
    game = ClassicGame("hex", "yao2025")
    env = _core.ClassicVectorEnv(game.core, np.array([0, 1] * 20, np.int8), seeded(3))
    seats, finished = env.random_seats, 0
    for time in range(60):
        assert (env.movers != env.random_seats).all()
        over, winners, movers, _ = env.step(np.full(40, -1, np.int32), seeded(3).stream(time))
        finished += over.sum()
        np.testing.assert_array_equal(env.random_seats, np.where(over, 1 - seats, seats))
        np.testing.assert_array_equal(movers, env.movers)
        assert set(winners[~over].tolist()) <= {-1}
        seats = env.random_seats
    assert finished > 20


@pytest.mark.parametrize(
    ("rules", "seats", "message"),
    [("classic", 2, "cards"), ("heredia2022", 3, "two seats"), ("custom-classic(cards=none)", 2, "who moves in")],
)
def test_games_whose_decisions_have_no_action_index_are_refused(rules: str, seats: int, message: str) -> None:
    game = ClassicGame("hex", rules, seats)
    with pytest.raises(ValueError, match=message):
        _core.ClassicVectorEnv(game.core, np.array([-1], np.int8), seeded(0))


# --- Runs ---------------------------------------------------------------------------------------------------------


def files(folder: Path) -> tuple[bytes, list[str]]:
    return (folder / NET).read_bytes(), (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()


def everything(learner: Learner, folder: Path) -> dict[str, Any]:
    learner.save(folder / "all.pt")
    data = torch.load(folder / "all.pt", weights_only=True)
    flat: dict[str, Any] = {}

    def walk(name: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                walk(f"{name}.{key}", part)
        else:
            flat[name] = value.numpy().tobytes() if isinstance(value, torch.Tensor) else value

    walk("", data)
    return flat


@pytest.mark.parametrize("last", [25, 37, 50])
def test_a_run_that_was_broken_off_ends_as_one_that_was_not(tmp_path: Path, last: int) -> None:
    settings = DqnSettings(**SMALL, ema_decay=0.9)
    undisturbed = train_dqn(tmp_path / "a", settings)

    def break_off(learner: Learner) -> None:
        if learner.step == last:
            raise MemoryError  # nothing is written any more, as after kill -9

    with pytest.raises(MemoryError):
        train_dqn(tmp_path / "b", settings, on_step=break_off)
    resumed = train_dqn(tmp_path / "b", settings)
    assert undisturbed.step == resumed.step == 50
    assert everything(undisturbed, tmp_path) == everything(resumed, tmp_path)
    assert files(tmp_path / "a") == files(tmp_path / "b")
    rows = [json.loads(line) for line in files(tmp_path / "b")[1]]
    assert [row["step"] for row in rows] == [10, 20, 30, 40, 50]
    assert (tmp_path / "b" / "strength.svg").read_text(encoding="utf-8").startswith("<svg")


def test_other_settings_and_damaged_files_are_refused(tmp_path: Path) -> None:
    settings = DqnSettings(**SMALL | {"steps": 2})
    train_dqn(tmp_path, settings)
    with pytest.raises(TrainingError, match=r"contains a run with games=8, not 9"):
        open_learner(tmp_path, DqnSettings(**SMALL | {"steps": 2, "games": 9}))
    (tmp_path / CHECKPOINT).write_bytes(b"nonsense")
    with pytest.raises(TrainingError, match="is not a checkpoint of train dqn"):
        open_learner(tmp_path, settings)


def test_it_learns_to_beat_a_random_player() -> None:
    settings = DqnSettings(
        map="hex", steps=400, games=64, batch=128, warmup=1000, replay=20_000, epsilon_decay=100, n_step=3,
        target_every=50, learning_rate=2e-3, evaluate_games=400,
    )  # fmt: skip
    learner = Learner(settings)
    while not learner.done:
        learner.advance()
    strength = learner.evaluate()
    assert strength.score > 0.58  # 800 games: 0.5 is more than four standard deviations away


def test_the_published_settings() -> None:
    settings = make_settings("published", {"steps": 30, "map": None}, ["evaluate_games=5", "rules=yao2025-code"])
    assert (settings.batch, settings.replay, settings.learning_rate, settings.gamma) == (64, 10_000, 1e-7, 0.99)
    learner = Learner(settings)
    assert sum(weights.numel() for weights in learner.online.parameters()) == 43_968
    movers = np.array([0, 1, 0, 1], np.int8)
    attack = np.ones((4, 20), np.float32)
    over, winners = np.array([True, True, False, False]), np.array([0, 0, -1, -1], np.int8)
    rewards = learner._rewards(attack, movers, over, winners, np.array([0, 0, 20, 20], np.float32))
    assert rewards.tolist() == [1.0, 1.0, 0.5, -0.5]  # all as the first seat sees it
    for _ in range(30):
        assert np.isfinite(learner.advance())
    assert learner.online.plain().to_net().architecture == "yao2025-published"
    assert 0 <= learner.evaluate().score <= 1
    assert set(PUBLISHED) <= set(DqnSettings.__dataclass_fields__)


@pytest.mark.parametrize(
    ("preset", "change", "message"),
    [
        ("publshed", [], "did you mean published"),
        ("", ["gamess=3"], "did you mean games"),
        ("", ["games=0"], "games=0 is not allowed"),
        ("", ["64"], "write name=value"),
        ("", ["view=second"], "mover, first-seat"),
    ],
)
def test_wrong_settings_are_named(preset: str, change: list[str], message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        make_settings(preset, {}, change)
