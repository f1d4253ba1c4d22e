"""Statistics of game results: intervals, Elo, sequential tests, ratings, tables. Works on plain scores."""

from hegemon.statistics.bradley_terry import bradley_terry
from hegemon.statistics.elo import (
    SequentialElo,
    decaying_k,
    elo,
    elo_interval,
    expected_score,
    sequential_elo,
    sequential_elo_spread,
)
from hegemon.statistics.intervals import bootstrap_interval, score_interval, wilson
from hegemon.statistics.metropolis import MetropolisElo, metropolis_elo
from hegemon.statistics.plackett_luce import plackett_luce
from hegemon.statistics.planning import games_for_elo, games_for_half_width, games_to_tell, half_width, sprt_games
from hegemon.statistics.ratings import PairBlock, Ratings, rate_blocks, rate_orders
from hegemon.statistics.sprt import Sprt, SprtResult, SprtRun
from hegemon.statistics.tables import (
    GameRow,
    PairRow,
    Tally,
    capped_share,
    endings,
    forfeits,
    length_quartiles,
    pairwise_table,
    seat_effect,
)

__all__ = [
    "GameRow",
    "MetropolisElo",
    "PairBlock",
    "PairRow",
    "Ratings",
    "SequentialElo",
    "Sprt",
    "SprtResult",
    "SprtRun",
    "Tally",
    "bootstrap_interval",
    "bradley_terry",
    "capped_share",
    "decaying_k",
    "elo",
    "elo_interval",
    "endings",
    "expected_score",
    "forfeits",
    "games_for_elo",
    "games_for_half_width",
    "games_to_tell",
    "half_width",
    "length_quartiles",
    "metropolis_elo",
    "pairwise_table",
    "plackett_luce",
    "rate_blocks",
    "rate_orders",
    "score_interval",
    "seat_effect",
    "sequential_elo",
    "sequential_elo_spread",
    "sprt_games",
    "wilson",
]
