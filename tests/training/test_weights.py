"""The genetic learner of weights: the report's protocol, repeatable, and the same after any interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hegemon.errors import TrainingError
from hegemon.training.weights import (
    Gene,
    Protocol,
    Training,
    load_training,
    open_training,
    train_weights,
)

SMALL = Protocol(
    genes=8,
    generations=3,
    tournament=4,
    parents=2,
    crossovers=2,
    mutations=1,
    map="grid(3,3)",
    turns=30,
    depth=1,
    seed=5,
)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Training:
    return train_weights(tmp_path_factory.mktemp("run") / "weights.json", SMALL)


def test_the_defaults_are_the_numbers_of_the_report() -> None:
    protocol = Protocol()
    assert (protocol.genes, protocol.tournaments, protocol.tournament, protocol.parents) == (100, 10, 10, 3)
    assert (protocol.crossovers, protocol.mutations, protocol.generations, protocol.highest) == (12, 3, 4, 10.0)
    assert protocol.games == 4 * 10 * 45 * 2


def test_every_gene_plays_every_other_of_its_tournament_from_both_seats(finished: Training) -> None:
    assert finished.done
    assert finished.games == SMALL.games == 3 * 2 * 12
    for gene in finished.genes:
        assert gene.games == (4 - gene.born) * 6
        assert 0 <= gene.points <= 2 * gene.games
        assert all(0 <= weight <= 10 for weight in gene.weights)
    born = sorted(gene.born for gene in finished.genes)
    assert born[-3:] == [3, 3, 3]
    assert finished.best()[0].fitness == max(gene.fitness for gene in finished.genes)


def test_points_of_a_generation_add_up() -> None:
    training = Training.begin(SMALL)
    training.play_tournament()
    assert training.tournament == 1
    assert sum(gene.points for gene in training.genes) == 2 * 12
    assert len(training.parents) == 2


def test_children_are_means_of_parents_or_differ_from_one_in_one_weight_and_replace_the_worst() -> None:
    training = Training.begin(SMALL)
    training.play_tournament()
    before = {i: gene.weights for i, gene in enumerate(training.genes)}
    training.play_tournament()
    children = [gene.weights for gene in training.genes if gene.born == 2]
    assert len(children) == 3
    means = {tuple((a + b) / 2 for a, b in zip(x, y, strict=True)) for x in before.values() for y in before.values()}
    assert [child in means for child in children].count(True) == 2
    mutants = [c for c in children if c not in means]
    assert all(
        any(sum(a != b for a, b in zip(m, parent, strict=True)) == 1 for parent in before.values()) for m in mutants
    )


def test_the_same_seed_learns_the_same_on_any_number_of_threads(finished: Training, tmp_path: Path) -> None:
    again = train_weights(tmp_path / "two.json", SMALL, threads=2)
    assert again.to_json() == finished.to_json()
    other = train_weights(tmp_path / "other.json", replace(SMALL, seed=6))
    assert other.genes != finished.genes


@pytest.mark.parametrize("stop_after", range(1, 72, 16))
def test_a_run_that_is_interrupted_anywhere_ends_the_same(finished: Training, tmp_path: Path, stop_after: int) -> None:
    path, played = tmp_path / "weights.json", 0

    def interrupt(games: int) -> None:
        nonlocal played
        played += games
        if played >= stop_after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_weights(path, SMALL, on_games=interrupt)
    assert load_training(path).games <= played
    assert train_weights(path, SMALL).to_json() == finished.to_json()


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_games_under_way_and_changes_nothing(tmp_path: Path, threads: int) -> None:
    path, protocol = tmp_path / "weights.json", replace(SMALL, map="grid(6,6)", depth=100, targets="all")
    open_training(path, protocol)
    before, timer = path.read_bytes(), threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):  # without it the games would take years
            train_weights(path, protocol, threads=threads)
    finally:
        timer.join()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_run_that_is_killed_ends_the_same(tmp_path: Path) -> None:
    options = (
        "--genes 20 --generations 3 --tournament 4 --parents 1 --crossovers 2 --mutations 1 --map grid(4,3) --turns 40 "
    )
    options += "--depth 1 --seed 3"
    command = [sys.executable, "-m", "hegemon.cli", "train", "weights", *options.split(), "--json", "--out"]
    path, whole = tmp_path / "killed.json", tmp_path / "whole.json"
    process = subprocess.Popen([*command, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < limit:
        if path.exists() and load_training(path).games > 0:
            break
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert load_training(path).games > 0
    for each in (path, whole):
        subprocess.run([*command, str(each)], check=True, capture_output=True)
    assert json.loads(path.read_text()) == json.loads(whole.read_text())


def test_a_file_of_another_run_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    open_training(path, SMALL)
    before = path.read_bytes()
    with pytest.raises(TrainingError, match="contains a run with seed=5, not 6"):
        open_training(path, replace(SMALL, seed=6))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "hegemon-weights-1"}', '{"format": "x", "genes": []}'])
def test_a_file_that_is_no_run_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.json"
    path.write_text(text)
    with pytest.raises(TrainingError, match="is not a file of train weights"):
        load_training(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"genes": 7}, "7 genes cannot be divided into tournaments of 4"),
        ({"parents": 5}, "a tournament of 4 cannot have 5 parents"),
        ({"crossovers": 20}, "21 children are too many"),
        ({"targets": "some"}, "targets='some' is not allowed"),
        ({"depth": 0}, "depth=0 is not allowed"),
    ],
)
def test_a_protocol_that_cannot_be_carried_out_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        replace(SMALL, **changes)


def test_a_gene_without_games_has_no_fitness() -> None:
    assert (Gene((1.0, 1.0, 1.0, 1.0), 1).fitness, Gene((1.0, 1.0, 1.0, 1.0), 1).interval) == (0.0, (0.0, 1.0))
