"""Tables: a map, rules and seats, at which planners play some games, of which positions are kept.

Planners with weights for several seats often wait for each other until the turn limit, and then nobody has won. Bolder
ones, with weights between those and the ones for two seats, finish nearly all their games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.agents.best_classic import usual_settings
from hegemon.agents.weights import policy_net, read_value, value_net
from hegemon.game import ClassicGame, SimultaneousGame
from hegemon.nets.value import KINDS
from hegemon.rules import home_map, load_rules
from hegemon.search import ClassicPlannerWeights, usual_classic_weights, usual_weights
from hegemon.training.returns import lambda_returns
from hegemon.training.value.boards import Boards, Ragged
from hegemon.training.value.settings import ValueSettings

DECIDED = 0.999
"""Share of the win from which on a game counts as won."""
MIXTURE = {"ends": 0.25, "expected": 0.15, "ahead": 0.2, "played": 0.4}
"""What counts how much in what is learned of a position of the simultaneous game, as far as it is known: the end of the
game, what the searches of both seats expected, and the means of short playouts and of those to the end."""


@dataclass(frozen=True)
class Table:
    """Where games are played."""

    rules: str
    seats: int
    map: str
    home: bool
    """Whether the map is the home map of the rules."""
    held: bool
    """Whether its positions are kept for tests."""
    boldness: float
    """0: the usual weights; 1: those for two seats."""

    def weights(self, game: ClassicGame) -> ClassicPlannerWeights:
        """The weights of all planners: logarithms between the usual ones of the game and those for two seats."""
        usual = usual_classic_weights(game)
        if not self.boldness:
            return usual
        two = usual_classic_weights(ClassicGame(game.map, game.rules, seats=2))
        found = dict[str, float]()
        for name in usual.to_core():
            one, other = float(getattr(usual, name)), float(getattr(two, name))
            same = one == other or one <= 0 or other <= 0
            found[name] = one if same else one ** (1 - self.boldness) * other**self.boldness
        return usual.from_values(found)


@dataclass(frozen=True)
class Positions:
    """Positions of a table."""

    features: NDArray[np.float16]
    """(positions, seats, features)"""
    shares: NDArray[np.float32]
    """(positions, seats) the shares of the win at the end of the game."""
    games: int
    decided: int
    """Games that one seat has won."""
    boards: Boards | None = None
    """In the simultaneous game."""


def draw_table(settings: ValueSettings, shard: int, number: int) -> Table:
    """A table of a shard: a function of the settings and the two numbers. Maps that are held out train nothing."""
    s, random = settings, settings.stream(shard, number, 0)
    rules, seats = random.choice(s.rules), random.choice(s.seats) if s.family == "classic" else 2
    held = (shard * s.tables + number) % s.held == s.held - 1
    home = random.random() < s.home
    boldness = 0.3 + 0.7 * random.random() if random.random() < s.bold and seats > 2 else 0.0
    size, seed = random.integers(s.smallest, s.largest + 1), 2 * random.below(10**8) + held
    map = _home(rules) if home else f"random({size}, seed={seed})"
    return Table(rules, seats, map, home, held, boldness)


def play_table(table: Table, settings: ValueSettings, random: _core.Random) -> Positions:
    """Play the games of a table, and keep positions of them."""
    s = settings
    games = s.games if table.seats == 2 else s.games_of_several
    found = _played(table, s, games, random)
    dice = np.random.default_rng(random.next())
    most = s.positions * (1 + s.aside if s.visits and s.playouts else 1)
    rows = np.concatenate([_some(np.flatnonzero(found.games == game), most, dice) for game in range(games)])
    return Positions(
        found.features[rows].reshape(-1, table.seats, KINDS[s.family].features).astype(np.float16),
        found.shares[rows],
        games,
        len(np.unique(found.games[found.leads >= DECIDED])),
        found.boards and found.boards.take(rows),
    )


class _Played(NamedTuple):
    """Positions of all games of a table."""

    features: NDArray[np.float32]
    shares: NDArray[np.float32]
    """(positions, seats) what is to be learned"""
    games: NDArray[np.int32]
    leads: NDArray[np.float32]
    """(positions,) the share of the win of the seat that was ahead in the end"""
    boards: Boards | None = None


def _played(table: Table, settings: ValueSettings, games: int, random: _core.Random) -> _Played:
    name, read = settings.value, read_value(settings.value)
    if settings.family == "simultaneous":
        plans = SimultaneousGame(table.map, table.rules)
        weights_of_plans = _core.PlannerWeights(usual_weights(plans).to_core())
        net_of_plans = value_net(name, read, _core.SimultaneousValueNet, settings.family) if settings.visits else None
        policy = policy_net(settings.policy) if settings.visits else None
        return _of_plans(plans, weights_of_plans, net_of_plans, policy, settings, games, random)
    game = ClassicGame(table.map, table.rules, seats=table.seats)
    weights = _core.ClassicPlannerWeights(table.weights(game).to_core())
    net = value_net(name, read, _core.ClassicValueNet, settings.family) if settings.visits else None
    search = _core.ClassicRolloutSettings(usual_settings(game, networked=net is not None).to_core())
    most_turns = settings.rounds * table.seats
    features, shares, games_of = _core.classic_learning_positions(
        game.core, search, weights, net, games, most_turns, settings.stray, settings.visits, random
    )
    return _Played(features, shares, games_of, shares.max(axis=1, initial=0.0))


def _of_plans(
    game: SimultaneousGame,
    weights: _core.PlannerWeights,
    net: _core.SimultaneousValueNet | None,
    policy: _core.PolicyNet | None,
    settings: ValueSettings,
    games: int,
    random: _core.Random,
) -> _Played:
    s = settings
    found = _core.learning_positions(
        game.core, weights, net, policy, games, s.rounds, s.stray, s.visits, s.playouts, s.aside, random
    )
    counts = np.full(len(found["games"]), len(game.map.groups), np.int32)
    boards = Boards(
        Ragged(found["land"].astype(np.float16), found["lands"]), Ragged(found["groups"].astype(np.float16), counts)
    )
    leads = (1 + np.abs(np.nan_to_num(found["ends"]))) / 2
    if s.trace:
        found = {**found, **with_returns(found, s.trace)}
    return _Played(found["features"], mixed_shares(found), found["games"], leads, boards)


def mixed_shares(found: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """(positions, 2) what is to be learned of positions: the mean of what is known of their values."""
    values = np.stack([found[name] for name in MIXTURE], axis=1)
    weights = np.where(np.isnan(values), 0, np.array(list(MIXTURE.values())))
    means = (np.nan_to_num(values) * weights).sum(axis=1) / weights.sum(axis=1)
    return np.stack([(1 + means) / 2, (1 - means) / 2], axis=1).astype(np.float32)


def with_returns(found: Mapping[str, NDArray[Any]], trace: float) -> dict[str, NDArray[np.float32]]:
    """Lambda-returns, for positions on the way of a game, instead of what the searches expected and of its end."""
    expected, ends = found["expected"].copy(), found["ends"].copy()
    way = np.flatnonzero(~np.isnan(ends))
    expected[way] = lambda_returns(expected[way], ends[way], found["games"][way], trace)
    ends[way] = np.nan
    return {"expected": expected, "ends": ends}


def _some(rows: NDArray[np.int64], most: int, dice: np.random.Generator) -> NDArray[np.int64]:
    return rows if len(rows) <= most else np.sort(dice.choice(rows, most, replace=False))


@cache
def _home(rules: str) -> str:
    return home_map(load_rules(rules))
