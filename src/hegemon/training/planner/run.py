"""Tuning the planner's weights from scratch: CMA-ES over their logarithms, by games of planners against each other.

Every candidate of a generation plays the newest of a pool of opponents and an older one, all candidates with the same
starts. Now and then the favourite, the mean of the candidates, is checked against the newest opponent, and joins the
pool if it is clearly better. Nothing is learned from other agents: the pool begins with plain weights.

All random numbers are a function of the seed, the generation and their purpose. The state is saved after every
generation, so that a run that is killed resumes and ends as if it had not been.

    state.json      the settings, the distribution of the candidates, and the pool
    metrics.jsonl   a row for every check; as a picture in strength.svg, as events in tensorboard/
    weights.json    the weights of the last check, for best(weights=FILE)
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon.errors import HegemonError, TrainingError
from hegemon.search import ClassicPlannerWeights, PlannerWeights
from hegemon.statistics import score_interval
from hegemon.training.folder import damaged, held, read_object, require_free, write_kind
from hegemon.training.log import ROWS, Log, Row
from hegemon.training.pictures import planner_pictures
from hegemon.training.planner.cmaes import Cmaes, Floats
from hegemon.training.planner.games import Table
from hegemon.training.planner.settings import PlannerSettings
from hegemon.training.planner.weights import TUNED_BY_FAMILY, AnyWeights, Tuned, to_weights
from hegemon.training.settings import plain_settings

FORMAT = "hegemon-planner-1"
STATE, WEIGHTS = "state.json", "weights.json"
"""Files of a run: its state, and the weights for playing."""

_CANDIDATES, _OPPONENTS, _GAMES, _CHECKS = range(1, 5)
"""Streams of the seed."""


@dataclass(frozen=True)
class Training:
    """The state of a run between two generations."""

    settings: PlannerSettings
    search: Cmaes
    pool: tuple[tuple[float, ...], ...]
    """Places of the opponents, the newest last."""

    @classmethod
    def begin(cls, settings: PlannerSettings) -> Training:
        place = (0.0,) * len(TUNED_BY_FAMILY[settings.family].names)
        return cls(settings, Cmaes.begin(place, settings.sigma), (place,))

    @property
    def tuned(self) -> Tuned:
        return TUNED_BY_FAMILY[self.settings.family]

    def weights(self, place: Sequence[float] | Floats) -> AnyWeights:
        return to_weights(place, self.settings.family)

    @property
    def generation(self) -> int:
        """Generations so far."""
        return self.search.generation

    @property
    def games(self) -> int:
        """Games that the candidates have played so far, those of the checks not counted."""
        s = self.settings
        return self.generation * s.population * 2 * 2 * s.pairs * len(s.games)

    @property
    def due(self) -> bool:
        """Whether the favourite is to be checked."""
        return self.generation % self.settings.check_every == 0

    def advance(self, table: Table) -> Training:
        """The state after one more generation."""
        s, at = self.settings, self.generation
        normals = s.stream(_CANDIDATES, at)
        shape = (s.population, len(self.tuned.names))
        draws = [NormalDist().inv_cdf(normals.random()) for _ in range(math.prod(shape))]
        candidates = self.search.ask(np.array(draws).reshape(shape))
        older = self.pool[s.stream(_OPPONENTS, at).below(len(self.pool))]
        opponents = [self.weights(self.pool[-1]), self.weights(older)]
        players = [self.weights(place) for place in candidates]
        scores = table.play(players, opponents, s.games, s.pairs, s.turns, s.stream(_GAMES, at))
        return replace(self, search=self.search.tell(candidates, [-float(np.mean(row)) for row in scores]))

    def check(self, table: Table) -> tuple[Training, Row]:
        """Play the favourite against the newest opponent, and the better of the two against the first weights."""
        s, place = self.settings, tuple(map(float, self.search.mean))
        random, newest = s.stream(_CHECKS, self.generation), self.weights(self.pool[-1])
        favourite, lengths = self.weights(place), (s.check_games, s.check_pairs, s.turns)
        against = table.play([favourite], [newest], *lengths, random.stream(0))[0]
        score = float(np.mean(against))
        chosen = favourite if score >= 0.5 else newest
        first = table.play([chosen], [self.tuned.start], *lengths, random.stream(1))[0]
        row: Row = {
            "generation": self.generation,
            "games": self.games,
            "sigma": self.search.sigma,
            "pool": len(self.pool),
            "newest": _score(against),
            "start": _score(first),
            "weights": chosen.to_core(),
        }
        return (replace(self, pool=(*self.pool, place)) if score > s.better else self), row

    def to_json(self) -> JSONObject:
        c = self.search
        return {
            "format": FORMAT,
            "settings": plain_settings(self.settings),
            "generation": c.generation,
            "mean": c.mean.tolist(),
            "sigma": c.sigma,
            "covariance": c.covariance.tolist(),
            "step_path": c.step_path.tolist(),
            "path": c.path.tolist(),
            "pool": [list(place) for place in self.pool],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Training:
        """Read what to_json writes; whatever is wrong with it raises a ValueError, TypeError, KeyError or an error of
        the settings."""
        if data["format"] != FORMAT:
            raise ValueError("another format")
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data["settings"].items()
        }
        settings = PlannerSettings(**given)
        n = len(TUNED_BY_FAMILY[settings.family].names)
        mean, step_path, path = (_floats(data[name], n) for name in ("mean", "step_path", "path"))
        covariance = _floats(data["covariance"], n, n)
        if not np.array_equal(covariance, covariance.T) or np.any(np.diag(covariance) <= 0):
            raise ValueError("not a covariance")
        sigma, generation = float(_floats(data["sigma"])), data["generation"]
        if sigma <= 0 or type(generation) is not int or not 0 <= generation < 10**9:
            raise ValueError("a number out of range")
        pool = _floats(data["pool"], len(data["pool"]), n)
        if len(pool) == 0:
            raise ValueError("no opponent")
        places = tuple(tuple(map(float, place)) for place in pool)
        return cls(settings, Cmaes(mean, sigma, covariance, step_path, path, generation), places)


def open_training(folder: Path, settings: PlannerSettings) -> Training:
    """The run with these settings in the folder; a new one is created if there is none."""
    require_free(folder, "planner")
    if (folder / STATE).exists():
        training = _read(folder / STATE)
        for each in fields(settings):
            asked, found = getattr(settings, each.name), getattr(training.settings, each.name)
            if asked != found:
                raise TrainingError(
                    f"{folder} contains a run with {each.name}={found}, not {asked}; name another folder"
                )
        return training
    for game in [*settings.games, *settings.check_games]:
        game.start(0)  # raises an error for an unplayable game before the folder is created
    training = Training.begin(settings)
    write_kind(folder, "planner")
    _save(folder, training)
    return training


def train_planner(
    folder: Path,
    settings: PlannerSettings,
    enough: Callable[[Training], bool],
    *,
    threads: int = 1,
) -> Row:
    """Start or resume a run and go on until it is enough; the row of its last check.

    The number of threads changes only the time. The last check may come early, and then changes nothing but the
    weights that are written: a run that goes on later is the same as one that never paused.
    """
    training = open_training(folder, settings)
    with held(folder), Log(folder, planner_pictures, lambda row: row["generation"]) as log, Table(threads) as table:
        while not enough(training):
            training = training.advance(table)
            if training.due:
                training, row = training.check(table)
                log.write(row)
                _export(folder, row, settings)
            _save(folder, training)  # after the row: a row without its state is written again
        if not log.rows or log.rows[-1]["generation"] != training.generation:
            log.write(training.check(table)[1])
        _export(folder, log.rows[-1], settings)
        return log.rows[-1]


def _export(folder: Path, row: Row, settings: PlannerSettings) -> None:
    """Write the weights of a check, with where they come from."""
    try:
        kind = ClassicPlannerWeights if settings.family == "classic" else PlannerWeights
        weights = kind.from_values(row["weights"]).to_core()
        played = {name: row[name] for name in ("generation", "games", "start")}
    except (HegemonError, TypeError, KeyError) as error:
        raise damaged(folder / ROWS, str(error)) from None
    made = {
        "weights": weights,
        "family": settings.family,
        "rules": settings.rules,
        "maps": settings.maps,
        "seed": settings.seed,
        **played,
    }
    write_whole(folder / WEIGHTS, json.dumps(made, indent=2) + "\n", TrainingError)


def _save(folder: Path, training: Training) -> None:
    write_whole(folder / STATE, json.dumps(training.to_json()), TrainingError)


def _read(path: Path) -> Training:
    data = read_object(path)
    try:
        return Training.from_json(data)
    except KeyError as error:
        raise damaged(path, f"it has no {error}") from None
    except (ValueError, TypeError, AttributeError, OverflowError, HegemonError) as error:
        raise damaged(path, str(error)) from None


def _score(pairs: Sequence[float]) -> JSONObject:
    """The mean score of pairs of games, with its interval."""
    low, high = score_interval([[score, score] for score in pairs])
    return {"score": float(np.mean(pairs)), "low": low, "high": high, "games": 2 * len(pairs)}


def _floats(value: object, *shape: int) -> Floats:
    """Finite numbers of this shape."""
    found = np.array(value, dtype=object)
    if found.shape != shape or any(type(each) not in (int, float) for each in found.flat):
        raise ValueError("not the numbers of a run")
    numbers: Floats = found.astype(np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError("a number that is not finite")
    return numbers
