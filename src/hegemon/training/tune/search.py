"""Hyperparameter search over short training runs, with Optuna's tree-structured Parzen estimator (Akiba, Sano, Yanase,
Ohta and Koyama 2019; Bergstra and others 2011).

Everything is saved in one folder: the trials in a journal, and each run in a subfolder. Run the same command again to
resume a killed search; the interrupted run is finished first. Each sample is seeded by the seed of the search and the
number of trials so far, so a resumed search samples the same settings.

    tune.json       what is searched
    journal.log     Optuna's journal of the trials
    trials/0/       the run of trial 0
"""

from __future__ import annotations

import json
import math
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, Protocol

from hegemon._fields import split_hint
from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon._spec import Value, parse_value
from hegemon.errors import TrainingError
from hegemon.training.folder import damaged, held, read_json, require_free, write_kind
from hegemon.training.settings import hint_of

if TYPE_CHECKING:
    from optuna import Study, Trial
    from optuna.distributions import BaseDistribution
    from optuna.trial import FrozenTrial

Chosen = Mapping[str, Value]
"""Values of the settings that are searched, by name."""


@dataclass(frozen=True)
class Score:
    """The score of a run, from 0 to 1, with its 95 % interval."""

    score: float
    low: float
    high: float


class Task(Protocol):
    """The training method of the trials."""

    settings: ClassVar[type]
    """The dataclass of all its settings."""

    def check(self, chosen: Chosen) -> None:
        """Raise an error if these settings cannot be run."""

    def describe(self) -> JSONObject:
        """Everything about its runs except the settings that are searched."""

    def run(self, folder: Path, chosen: Chosen) -> Score:
        """Start or resume a run in a folder, finish it, and return its score."""


@dataclass(frozen=True)
class Over:
    """The search range of one setting: a list of values, or an interval."""

    name: str
    values: tuple[Value, ...]
    low: float = 0.0
    high: float = 0.0
    log: bool = False

    @classmethod
    def parse(cls, text: str) -> Over:
        """Read name=low..high, name=low..high:log or name=a,b,c."""
        name, _, given = (part.strip() for part in text.partition("="))
        if not name or not given:
            raise TrainingError(f"{text!r:.60} is not a range; write name=low..high, name=low..high:log or name=a,b,c")
        ends, _, scale = given.partition(":")
        low, dots, high = ends.partition("..")
        if not dots:
            return cls(name, tuple(parse_value(part) for part in given.split(",")))
        return cls._range(text, name, parse_value(low), parse_value(high), scale)

    @classmethod
    def _range(cls, text: str, name: str, low: Value, high: Value, scale: str) -> Over:
        numbers = all(isinstance(end, int | float) and not isinstance(end, bool) for end in (low, high))
        if not numbers or scale not in ("", "log"):
            raise TrainingError(f"{text!r:.60}: expected two numbers, as in {name}=1..9 or {name}=0.001..1:log")
        if not float(low) < float(high) or (scale == "log" and float(low) <= 0):
            raise TrainingError(f"{text!r:.60}: the first number must be below the second, and above 0 with :log")
        return cls(name, (), low, high, scale == "log")  # type: ignore[arg-type]  # numbers

    @property
    def ends(self) -> tuple[Value, ...]:
        """The extreme values; if they are valid, all are."""
        return self.values or (self.low, self.high)

    def distribution(self, settings: type) -> BaseDistribution:
        """Optuna's distribution; of integers if the setting is an integer."""
        kinds = _optuna().distributions
        if self.values:
            return kinds.CategoricalDistribution(self.values)
        if split_hint(hint_of(settings, self.name))[0] is int:
            return kinds.IntDistribution(int(self.low), int(self.high), log=self.log)
        return kinds.FloatDistribution(self.low, self.high, log=self.log)


@dataclass(frozen=True)
class Finished:
    """A finished run."""

    number: int
    chosen: Chosen
    result: Score


class _NoLock:
    """In place of the journal's own lock, which a killed process leaves behind, and for which the next one would wait
    30 seconds. The folder has a lock."""

    def acquire(self) -> bool:
        return True

    def release(self) -> None: ...


class Search:
    """A search in its folder."""

    def __init__(self, folder: Path, task: Task, over: Sequence[Over], seed: int = 0) -> None:
        self.folder, self.task, self.over, self.seed = folder, task, tuple(over), seed
        if len({each.name for each in over}) < len(over) or not over:
            raise TrainingError("name the settings that are searched, each once: --over name=low..high")
        task.check({})
        for each in over:
            for value in each.ends:
                task.check({each.name: value})
        self._distributions = {each.name: each.distribution(task.settings) for each in over}
        self._require_same()
        with held(self.folder):
            self.study = self._open()

    def _require_same(self) -> None:
        path = self.folder / "tune.json"
        asked = {"task": self.task.describe(), "over": [vars(each) for each in self.over], "seed": self.seed}
        asked = json.loads(json.dumps(asked))
        require_free(self.folder, "tune")
        if not path.exists():
            write_kind(self.folder, "tune")
            write_whole(path, json.dumps(asked, indent=1), TrainingError, make_folder=True)
        elif read_json(path) != asked:
            raise TrainingError(
                f"{self.folder} contains a search for other settings (see {path}); choose another folder"
            )

    def _open(self) -> Study:
        optuna = _optuna()
        path = self.folder / "journal.log"
        if path.exists():  # an incomplete last line would damage the next one
            os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        try:
            journal = optuna.storages.journal.JournalFileBackend(str(path), lock_obj=_NoLock())
            storage = optuna.storages.JournalStorage(journal)
            return optuna.create_study(study_name="tune", storage=storage, direction="maximize", load_if_exists=True)
        except Exception as error:  # whatever a damaged journal makes Optuna trip over
            raise damaged(path, f"{type(error).__name__}: {error}") from None

    def run(self, trials: int, on_trial: Callable[[int], None] = lambda done: None) -> list[Finished]:
        """Run until `trials` trials are finished; return all of them, the best first."""
        with held(self.folder):
            return self._run(trials, on_trial)

    def _run(self, trials: int, on_trial: Callable[[int], None]) -> list[Finished]:
        states = _optuna().trial.TrialState
        for trial in self.study.get_trials(states=(states.RUNNING,)):
            if set(trial.params) == set(self._distributions):
                self._try(trial)
            else:  # killed while its settings were sampled
                self.study.tell(trial.number, state=states.FAIL)
        while (done := len(self.finished())) < trials:
            on_trial(done)
            self._try(self._draw())
        on_trial(done)
        return self.best()

    def _draw(self) -> Trial:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Optuna's warnings about experimental features
            seed = (self.seed * 1_000_003 + len(self.finished())) % 2**32
            self.study.sampler = _optuna().samplers.TPESampler(seed=seed)
            return self.study.ask(self._distributions)

    def _try(self, trial: Trial | FrozenTrial) -> None:
        folder = self.folder / "trials" / str(trial.number)
        result = self.task.run(folder, trial.params)
        write_whole(folder / "score.json", json.dumps(vars(result)), TrainingError, make_folder=True)
        self.study.tell(trial.number, result.score)

    def finished(self) -> list[FrozenTrial]:
        complete: list[FrozenTrial] = self.study.get_trials(states=(_optuna().trial.TrialState.COMPLETE,))
        return complete

    def best(self) -> list[Finished]:
        """The finished trials, the best first."""
        found = [Finished(trial.number, trial.params, self._result(trial.number)) for trial in self.finished()]
        return sorted(found, key=lambda trial: (-trial.result.score, trial.number))

    def _result(self, number: int) -> Score:
        path = self.folder / "trials" / str(number) / "score.json"
        try:
            found = Score(**json.loads(path.read_text(encoding="utf-8")))
            if not all(isinstance(value, int | float) and math.isfinite(value) for value in vars(found).values()):
                raise ValueError("it is not a number with an interval")
            return found
        except (OSError, ValueError, TypeError, OverflowError, RecursionError) as error:
            raise TrainingError(f"cannot read the score of trial {number} in {path}: {error}") from None


def _optuna() -> ModuleType:
    try:
        return import_module("optuna")
    except ImportError:
        raise TrainingError("train tune needs Optuna: pip install 'hegemon[learn]'") from None
