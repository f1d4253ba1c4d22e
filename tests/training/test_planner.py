"""Tuning the planner: the same after any interruption, and nothing but what a run has written is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hegemon import Clock, Random, make_agent
from hegemon.agents.best import BestAgent
from hegemon.agents.weights import load_weights
from hegemon.errors import HegemonError, TrainingError
from hegemon.game import ClassicGame, SimultaneousGame
from hegemon.search import PlannerWeights
from hegemon.training.log import read_rows
from hegemon.training.planner.cmaes import Cmaes
from hegemon.training.planner.games import Table
from hegemon.training.planner.run import STATE, WEIGHTS, Training, open_training, train_planner
from hegemon.training.planner.settings import PlannerSettings
from hegemon.training.planner.weights import START, TUNED, to_weights

SMALL = PlannerSettings(
    rules=("warlight2",), maps=("simple",), generated=1, smallest=10, largest=10, turns=8, population=4, check_every=2,
    check_pairs=1, better=0.5, seed=3,
)  # fmt: skip
FILES = ("run.json", STATE, "metrics.jsonl", WEIGHTS, "strength.svg")


def until(generations: int) -> Callable[[Training], bool]:
    return lambda training: training.generation >= generations


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "planner"
    train_planner(folder, SMALL, until(6))
    return folder


def minimum(n: int, generations: int, scale: float) -> Cmaes:
    """Minimise a turned ellipsoid around 1, 2, 3, .. whose axes differ by a factor."""
    random = np.random.default_rng(1)
    turn, _ = np.linalg.qr(random.normal(size=(n, n)))
    scales, goal = np.geomspace(1, scale, n), np.arange(1.0, n + 1)
    search = Cmaes.begin([0.0] * n, 0.5)
    for _ in range(generations):
        candidates = search.ask(random.normal(size=(10, n)))
        search = search.tell(candidates, [float(np.sum((scales * (turn @ (x - goal))) ** 2)) for x in candidates])
    return search


def test_cmaes_finds_the_minimum_of_a_quadratic_that_is_a_thousand_times_steeper_on_one_axis() -> None:
    found = minimum(6, 500, 1000)
    assert np.allclose(found.mean, np.arange(1, 7), atol=1e-6)
    squares = np.linalg.eigvalsh(found.covariance)
    assert squares[-1] / squares[0] > 1e4  # it has learned the shape
    assert not np.allclose(minimum(6, 20, 1000).mean, np.arange(1, 7), atol=0.1)


def test_cmaes_stays_finite_on_a_function_that_says_nothing() -> None:
    random, search = np.random.default_rng(1), Cmaes.begin([0.0] * 3, 0.3)
    for _ in range(300):
        search = search.tell(search.ask(random.normal(size=(4, 3))), [0.0] * 4)
    assert np.isfinite(search.mean).all()
    assert 0 < search.sigma <= 10


def test_places_are_logarithms_of_factors_within_limits() -> None:
    assert to_weights([0.0] * len(TUNED)) == START
    twice = to_weights([np.log(2) if name == "raid" else 0.0 for name in TUNED])
    assert isinstance(twice, PlannerWeights)
    assert twice.raid == pytest.approx(4.0)
    assert replace(twice, raid=START.raid) == START
    for far in (1e300, -1e300, 50.0):
        assert isinstance(to_weights([far] * len(TUNED)), PlannerWeights)
    assert to_weights([50.0] * len(TUNED)).to_core()["patience"] == 0.98


def test_a_run_leaves_weights_that_play(finished: Path) -> None:
    rows = read_rows(finished)
    assert [row["generation"] for row in rows] == [2, 4, 6]
    assert rows[-1]["games"] == 6 * 4 * 2 * 2 * 2
    data = json.loads((finished / WEIGHTS).read_text())
    assert data["weights"] == rows[-1]["weights"] == load_weights(finished / WEIGHTS).to_core()
    assert data["start"]["low"] <= data["start"]["score"] <= data["start"]["high"]
    agent = make_agent(f"best(weights={finished / WEIGHTS},visits=2)")
    game = SimultaneousGame("simple", "warlight2")
    agent.begin(game, 0, Random(1))
    assert isinstance(agent, BestAgent)
    assert agent.plan(game.start(1).view(0), Clock())


def test_tuning_makes_it_stronger(tmp_path: Path) -> None:
    settings = PlannerSettings(rules=("warlight2",), maps=(), generated=6, turns=40, seed=1)
    row = train_planner(tmp_path / "run", settings, until(4))
    assert row["start"]["low"] > 0.5


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("stop_after", [1, 2, 3])
def test_a_run_that_is_interrupted_ends_the_same(
    finished: Path, tmp_path: Path, stop_after: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, play = [0], Table.play

    def interrupted(*arguments: Any) -> Any:
        played[0] += 1
        if played[0] == 3 * stop_after:
            raise KeyboardInterrupt
        return play(*arguments)

    folder = tmp_path / "planner"
    with monkeypatch.context() as patch:
        patch.setattr(Table, "play", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train_planner(folder, SMALL, until(6), threads=threads)
    train_planner(folder, SMALL, until(6), threads=threads)
    assert contents(folder) == contents(finished)


def test_a_pause_with_an_early_check_changes_nothing_of_what_follows(finished: Path, tmp_path: Path) -> None:
    assert train_planner(tmp_path, SMALL, until(3))["generation"] == 3
    train_planner(tmp_path, SMALL, until(6))
    assert contents(tmp_path)[STATE] == contents(finished)[STATE]
    assert [row for row in read_rows(tmp_path) if row["generation"] != 3] == read_rows(finished)


def test_a_finished_run_is_not_played_again_and_lost_weights_come_back(finished: Path, tmp_path: Path) -> None:
    train_planner(tmp_path, SMALL, until(2))
    before = contents(tmp_path)
    (tmp_path / WEIGHTS).unlink()
    train_planner(tmp_path, SMALL, until(2))
    assert contents(tmp_path) == before


def test_another_seed_is_another_run(finished: Path, tmp_path: Path) -> None:
    train_planner(tmp_path, replace(SMALL, seed=4), until(6))
    assert contents(tmp_path)[WEIGHTS] != contents(finished)[WEIGHTS]
    with pytest.raises(TrainingError, match="contains a run with seed=4, not 3"):
        open_training(tmp_path, SMALL)


def test_checks_are_played_on_other_generated_maps() -> None:
    names = [[game.map.name for game in games] for games in (SMALL.games, SMALL.check_games)]
    assert names[0][0] == names[1][0] == "simple"
    assert names[0][1] != names[1][1]
    usual = PlannerSettings()
    assert {game.rules.name for game in usual.games} == set(usual.rules)
    sizes = [len(game.map.territories) for game in usual.games[3:]]
    assert (len(sizes), sizes[0], sizes[-1]) == (24, 20, 80)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"population": 3}, "population=3 is not allowed"),
        ({"sigma": 0.0}, "sigma=0.0 is not allowed"),
        ({"rules": ()}, "name the rules"),
        ({"maps": (), "generated": 0}, "no map to play on"),
        ({"smallest": 90, "largest": 80}, "more than largest"),
        ({"rules": "warlight2"}, "rules='warlight2' is not allowed"),
        ({"rules": ("classic", "warlight2")}, "different families"),
        ({"seats": (4,)}, "has two seats"),
        ({"rules": ("classic",), "seats": (7,)}, "numbers from 2 to 6"),
        ({"rules": ("warlite2",)}, "warlight2"),
        ({"maps": ("nowhere",)}, "nowhere"),
    ],
)
def test_bad_settings_leave_no_folder(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(HegemonError, match=message):
        open_training(tmp_path / "run", replace(SMALL, **changes))
    assert not (tmp_path / "run").exists()


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(TrainingError, match="contains other files"):
        open_training(tmp_path, SMALL)


DAMAGES: list[dict[str, Any]] = [
    {"format": "hegemon-planner-9"},
    {"generation": -1},
    {"generation": 1.5},
    {"mean": [0.0]},
    {"mean": [float("nan")] * len(TUNED)},
    {"mean": ["0"] * len(TUNED)},
    {"path": None},
    {"step_path": [10**400] * len(TUNED)},
    {"sigma": 0},
    {"sigma": "x"},
    {"covariance": [[0.0] * len(TUNED)] * len(TUNED)},
    {"covariance": [list(range(len(TUNED)))] * len(TUNED)},
    {"pool": []},
    {"pool": [[0.0]]},
    {"pool": 5},
    {"settings": []},
    {"settings": {"population": 1}},
    {"settings": {"popolation": 12}},
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: " ".join(damage))
def test_a_damaged_state_is_refused_and_kept(finished: Path, tmp_path: Path, damage: dict[str, Any]) -> None:
    (tmp_path / "run.json").write_bytes((finished / "run.json").read_bytes())
    text = json.dumps(json.loads((finished / STATE).read_text()) | damage)
    (tmp_path / STATE).write_text(text)
    with pytest.raises(TrainingError, match=r"state\.json is damaged"):
        open_training(tmp_path, SMALL)
    assert (tmp_path / STATE).read_text() == text


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "{", "[" * 100_000, "\x00"], ids=lambda text: text[:4])
def test_a_state_that_is_no_state(finished: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_bytes((finished / "run.json").read_bytes())
    (tmp_path / STATE).write_text(text)
    with pytest.raises(TrainingError, match=r"state\.json is damaged"):
        open_training(tmp_path, SMALL)


@pytest.mark.parametrize("change", [{"weights": {"turns": -1}}, {"weights": 5}, {"start": 5}, {"newest": {}}], ids=str)
def test_a_damaged_row_is_refused(finished: Path, tmp_path: Path, change: dict[str, Any]) -> None:
    for name in FILES:
        (tmp_path / name).write_bytes((finished / name).read_bytes())
    *rows, last = read_rows(tmp_path)
    text = "".join(json.dumps(row) + "\n" for row in [*rows, last | change])
    (tmp_path / "metrics.jsonl").write_text(text)
    with pytest.raises(TrainingError, match=r"metrics\.jsonl is damaged"):
        train_planner(tmp_path, SMALL, until(6))
    assert (tmp_path / WEIGHTS).read_bytes() == (finished / WEIGHTS).read_bytes()


def test_all_players_meet_the_same_starts() -> None:
    games = [SimultaneousGame("simple", "warlight2")]
    with Table() as one, Table(3) as three:
        scores = one.play([START, START], [START], games, 3, 10, SMALL.stream(9))
        assert scores[0] == scores[1]
        assert scores == three.play([START, START], [START], games, 3, 10, SMALL.stream(9))


def test_the_planner_of_the_classic_game_is_tuned_in_the_same_way(tmp_path: Path) -> None:
    settings = PlannerSettings(
        rules=("swiss2025", "classic"), seats=(2, 3), maps=("hex",), generated=2, smallest=10, largest=12, turns=30,
        population=4, check_every=2, check_pairs=1, seed=3,
    )  # fmt: skip
    assert [game.seats for game in settings.games] == [2, 3, 2, 3, 2, 2]
    once, paused = tmp_path / "once", tmp_path / "paused"
    row = train_planner(once, settings, until(4))
    for generations in (1, 3, 4):
        train_planner(paused, settings, until(generations))
    assert (once / STATE).read_bytes() == (paused / STATE).read_bytes()
    assert load_weights(once / WEIGHTS).to_core() == row["weights"]
    game = ClassicGame(rules="swiss2025")
    agent = make_agent(f"best(weights={once / WEIGHTS},visits=5)")
    agent.begin(game, 0, Random(1))
    assert isinstance(agent, BestAgent)
    state = game.start(1)
    assert agent.act(state.view(state.mover), Clock()) in state.legal_actions
