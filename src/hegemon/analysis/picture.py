"""The analysis of a game as a picture."""

from __future__ import annotations

from hegemon.analysis.record import RecordAnalysis
from hegemon.charts import line_chart
from hegemon.charts.markup import shorten
from hegemon.game.drawing.describe import LETTERS


def record_svg(found: RecordAnalysis) -> str:
    """Winning probabilities in percent over the turns, one line per seat; the last point is the result."""
    record = found.record
    lines = {}
    for seat, curve in found.curves.items():
        points = [(float(turn), 100 * win) for turn, win in curve]
        if record.result is not None and points and found.complete:
            points.append((record.turn_number(len(record) - 1) + 1.0, 100 * record.result.points[seat]))
        lines[shorten(f"{LETTERS[seat]} = {record.agents[seat]}", 50)] = points
    title = shorten(f"{record.game}: winning probability in %, analysed by {found.agent}", 90)
    return line_chart(title, "turn", lines, whole=True, names="middle")  # at the end most lines are at 0 or 100
