"""Results of a tournament as plain data, for scripts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hegemon._json import JSONObject
from hegemon.arena import GameResult, StoredGames
from hegemon.arena.results import SetupFacts
from hegemon.report.summary import League, Summary
from hegemon.statistics import Tally


def outcome(summary: Summary, store: StoredGames, report: str) -> JSONObject:
    """All results as data: ratings, crosstable, and every game with block, seats, winner and final hash."""
    names = [agent.alias for agent in summary.agents]
    return {
        "name": summary.name,
        "store": str(store.folder),
        "report": report,
        "played": summary.played,
        "scheduled": summary.scheduled,
        "complete": summary.played == summary.scheduled,
        "conditions": None if store.conditions is None else store.conditions.to_json(),
        "agents": [{"alias": a.alias, "spec": a.spec, "hash": a.hash, "games": a.games} for a in summary.agents],
        "dropped": [{"agent": alias, "games": games} for alias, games in store.dropped],
        "setups": [
            {"map": b.map, "map_hash": b.map_hash, "rules": b.rules, "rules_hash": b.rules_hash, "seats": b.seats}
            for b in summary.setups
        ],
        "ratings": [_rating(league, names) for league in summary.leagues],
        "crosstable": [row for league in summary.leagues for row in _pairs(league, names)],
        "games": [*games_of(store)],
    }


def games_of(store: StoredGames) -> list[JSONObject]:
    """Every game with block, seats, winner and final hash."""
    names, setups = [agent.alias for agent in store.agents()], store.setups()
    return [_game(game, names, setups[game.setup]) for game in store.games()]


def _rating(league: League, names: Sequence[str]) -> JSONObject:
    return {
        "rules": league.rules,
        "seats": league.seats,
        "games": league.played,
        "half_played_blocks": league.half_played,
        "agents": [
            {
                "agent": names[line.agent],
                "elo": _finite(line.rating),
                "interval": [_finite(line.low), _finite(line.high)],
                **_tally(line.score),
                "forfeits": line.forfeits,
            }
            for line in league.standings
        ],
        "seat_points": [tally.score for tally in league.seat_points],
        "capped": league.capped.score,
        "mean_turns": league.mean_rounds,
        "endings": dict(league.endings),
        "forfeits": {
            fault: {names[agent]: count for agent, count in found.items()} for fault, found in league.forfeits.items()
        },
    }


def _finite(value: float | None) -> float | None:
    """JSON has no infinity: an unknown end of an interval is null."""
    return value if value is not None and math.isfinite(value) else None


def _pairs(league: League, names: Sequence[str]) -> list[JSONObject]:
    return [
        {
            "rules": league.rules,
            "seats": league.seats,
            "first": names[pair.first],
            "second": names[pair.second],
            **_tally(pair.score),
            "won": pair.won,
            "tied": pair.tied,
            "lost": pair.lost,
        }
        for pair in league.pairs.values()
    ]


def _tally(tally: Tally) -> JSONObject:
    return {
        "games": tally.games,
        "blocks": tally.blocks,
        "points": tally.points,
        "score": tally.score,
        "score_interval": [tally.low, tally.high],
    }


def _game(game: GameResult, names: Sequence[str], setup: SetupFacts) -> JSONObject:
    return {
        "block": game.block,
        "number": game.number,
        "map": setup.map,
        "rules": setup.rules,
        "seats": [names[agent] for agent in game.seats],
        "winner": game.winner,
        "winner_agent": None if game.winner is None else names[game.seats[game.winner]],
        "loser": game.loser,
        "kind": game.kind,
        "reason": game.reason,
        "turns": game.rounds,
        "hash": game.hash,
    }
