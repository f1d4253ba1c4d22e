"""A run of deep Q-learning in its folder. Needs torch."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import torch

from hegemon.errors import TrainingError
from hegemon.nets import ClassicNet, load_net
from hegemon.training.dqn.learner import Learner
from hegemon.training.dqn.settings import DqnSettings
from hegemon.training.folder import held, require_free, write_kind
from hegemon.training.log import Log
from hegemon.training.pictures import dqn_pictures

CHECKPOINT, NET = "checkpoint.pt", "net.safetensors"
"""Files of a run: its state, and the network for playing."""


def open_learner(folder: Path, settings: DqnSettings) -> Learner:
    """The run with these settings in the folder; a new one is created if there is none. More steps extend a run."""
    require_free(folder, "dqn")
    path = folder / CHECKPOINT
    if path.exists():
        learner = Learner.load(path)
        for each in fields(settings):
            asked, found = getattr(settings, each.name), getattr(learner.settings, each.name)
            if asked == found or (each.name == "steps" and asked > found):
                continue
            more = "; more steps would extend it" if each.name == "steps" else ""
            raise TrainingError(
                f"{path} contains a run with {each.name}={found}, not {asked}{more}; name another folder "
                f"(--set start={folder / NET} continues from its network)"
            )
        learner.settings = settings
        return learner
    learner = Learner(settings)
    if settings.start:
        learner.start_from(load_net(settings.start, ClassicNet))
    write_kind(folder, "dqn")
    learner.save(path)
    return learner


def train_dqn(
    folder: Path, settings: DqnSettings, on_step: Callable[[Learner], None] = lambda learner: None
) -> Learner:
    """Start or resume a run and finish it. Ctrl-C ends it between two steps, after saving."""
    torch.set_num_threads(1)  # small networks are slower on several threads
    learner = open_learner(folder, settings)
    with held(folder), Log(folder, dqn_pictures) as log, _held_interrupt() as interrupted:
        while not learner.done and not interrupted():
            learner.advance()
            if learner.step % settings.evaluate_every == 0 or learner.done:
                log.write(learner.report())
                learner.export(folder / NET)
            if learner.step % settings.save_every == 0 or learner.done:
                learner.save(folder / CHECKPOINT)  # after the row: a row without its checkpoint is written again
            on_step(learner)
    if not learner.done:
        learner.save(folder / CHECKPOINT)
        raise KeyboardInterrupt
    return learner


@contextmanager
def _held_interrupt() -> Iterator[Callable[[], bool]]:
    """Ctrl-C sets a flag, which the loop checks between steps."""
    marks: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, lambda number, _: marks.append(number))
    try:
        yield lambda: bool(marks)
    finally:
        signal.signal(signal.SIGINT, before)
