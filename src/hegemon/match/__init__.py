"""ONE GAME and one pairing: the play loop, clocks, forfeits, adjudication, and a score with its interval."""

from hegemon.match.play import SOARES2025, Adjudication, play
from hegemon.match.series import Score, Series, play_series
from hegemon.statistics import score_interval, wilson

__all__ = ["SOARES2025", "Adjudication", "Score", "Series", "play", "play_series", "score_interval", "wilson"]
