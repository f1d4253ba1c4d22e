"""Playing a game or a series: the play loop, clocks, forfeits, adjudication, and scores with intervals."""

from hegemon.match.adjudication import ADJUDICATIONS, SOARES2025, Adjudication
from hegemon.match.play import play
from hegemon.match.referee import CannotBegin, Forfeit, Observer, forfeit_reason
from hegemon.match.sequential import SequentialTest
from hegemon.match.series import Score, Series, play_series
from hegemon.match.time_control import TimeControl

__all__ = [
    "ADJUDICATIONS",
    "SOARES2025",
    "Adjudication",
    "CannotBegin",
    "Forfeit",
    "Observer",
    "Score",
    "SequentialTest",
    "Series",
    "TimeControl",
    "forfeit_reason",
    "play",
    "play_series",
]
