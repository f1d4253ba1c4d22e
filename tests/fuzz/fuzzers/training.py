"""Folders of training runs with one or two files changed: the runs are resumed, or refused."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import torch

from hegemon.training.dqn.learner import Learner
from hegemon.training.dqn.run import CHECKPOINT, open_learner, train_dqn
from hegemon.training.dqn.settings import DqnSettings
from hegemon.training.learner import Learning
from hegemon.training.log import ROWS, Log, read_rows
from hegemon.training.pictures import dqn_pictures, zero_pictures
from hegemon.training.tune.search import Over, Search
from hegemon.training.tune.tasks import DqnTask
from hegemon.training.weights import Protocol, open_training, train_weights
from hegemon.training.zero import Zero, ZeroRun
from tests.fuzz.harness import Generator
from tests.fuzz.mutate import mutate_bytes, mutate_json

WEIGHTS = Protocol(
    genes=4, generations=2, tournament=2, parents=1, crossovers=1, mutations=1, map="grid(2,2)", turns=4, depth=1
)
DQN = DqnSettings(
    steps=4, games=4, batch=8, replay=40, warmup=10, evaluate_every=2, evaluate_games=2, save_every=2, map="hex",
    rules="yao2025",
)  # fmt: skip
ZERO = Zero(maps=(("simple",),), positions=5, first_visits=2, games=2, learning=Learning(epochs=2, batch=8))
SCORE = {"games": 2, "score": 0.5, "low": 0.1, "high": 0.9}
OVER = [Over.parse("gamma=0.5..0.9")]


# --- Runs that are whole ----------------------------------------------------------------------------------------------


def _make_weights(folder: Path) -> None:
    folder.mkdir()
    training = open_training(folder / "weights.json", WEIGHTS)
    training.play_tournament()
    training.save(folder / "weights.json")


def _make_dqn(folder: Path) -> None:
    learner: Learner = open_learner(folder, DQN)
    with Log(folder, dqn_pictures) as log:
        for _ in range(DQN.steps // 2):
            learner.advance()
        log.write(learner.report())
    learner.save(folder / CHECKPOINT)


def _make_zero(folder: Path) -> None:
    run = ZeroRun(folder, ZERO)
    found = {"last": 0, "scores": {"baseline": {"simple": SCORE}}, "accepted": True}
    with Log(folder, zero_pictures, run._step) as log:
        run._learn(1, run._datasets(1), log)
        log.write({"iteration": 1, **found})
    (folder / "arena").mkdir()
    (folder / "arena" / "1.json").write_text(json.dumps(found), encoding="utf-8")


def _make_tune(folder: Path) -> None:
    Search(folder, DqnTask(DQN), OVER).run(1)


# --- What is done with them -------------------------------------------------------------------------------------------


def _resume_weights(folder: Path) -> None:
    train_weights(folder / "weights.json", WEIGHTS)


def _resume_dqn(folder: Path) -> None:
    train_dqn(folder, DQN)
    read_rows(folder)


def _resume_zero(folder: Path) -> None:
    ZeroRun(folder, ZERO).run()


def _resume_tune(folder: Path) -> None:
    Search(folder, DqnTask(DQN), OVER).run(1)


KINDS: dict[str, tuple[Callable[[Path], None], Callable[[Path], None]]] = {
    "weights": (_make_weights, _resume_weights),
    "dqn": (_make_dqn, _resume_dqn),
    "zero": (_make_zero, _resume_zero),
    "tune": (_make_tune, _resume_tune),
}
KEPT = ("lock", "tensorboard")


@cache
def _whole() -> tempfile.TemporaryDirectory[str]:
    torch.set_num_threads(1)
    folder = tempfile.TemporaryDirectory()
    for kind, (make, _) in KINDS.items():
        make(Path(folder.name) / kind)
    return folder


def prepare() -> None:
    """Once for all batches: it takes longer than a case may."""
    _whole()


def case(random: Generator) -> None:
    kind = random.choice(list(KINDS))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / kind
        shutil.copytree(Path(_whole().name) / kind, folder)
        files = [file for file in sorted(folder.rglob("*")) if file.is_file() and not set(file.parts) & set(KEPT)]
        files = [file for file in files if file.suffix != ".svg"]
        for file in random.sample(files, min(len(files), random.choice((1, 1, 1, 2)))):
            _damage(file, random)
        if kind == "zero" and random.random() < 0.3:
            (folder / "nets" / "1.safetensors").unlink()  # it is made again from the checkpoint
        KINDS[kind][1](folder)


def _damage(file: Path, random: Generator) -> None:
    content = file.read_bytes()
    if file.suffix == ".json" and random.random() < 0.8:
        content = mutate_json(content.decode(), random).encode("utf-8", "surrogateescape")
    elif file.name in (ROWS, "journal.log") and random.random() < 0.8:
        lines = content.decode().splitlines()
        at = random.randrange(len(lines))
        with suppress(ValueError):
            lines[at] = mutate_json(lines[at], random)
        content = ("\n".join(lines) + "\n" * random.choice((0, 1))).encode("utf-8", "surrogateescape")
    else:
        content = mutate_bytes(content, random)
    file.write_bytes(content)
