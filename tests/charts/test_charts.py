"""Charts: ticks at round numbers, every value drawn, text escaped."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

from hegemon.charts import Density, Interval, density_chart, interval_chart, line_chart, share_bar, step_chart
from hegemon.charts.axes import Scale


@pytest.mark.parametrize(
    ("low", "high", "least", "ticks"),
    [
        (0, 1, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (1, 3, 1, [1, 2, 3]),
        (0, 60_000, 0, [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]),
    ],
)
def test_ticks_are_round(low: float, high: float, least: float, ticks: list[float]) -> None:
    assert Scale(low, high, 0, 100).ticks(least=least) == pytest.approx(ticks)


def test_a_line_chart_is_a_whole_file() -> None:
    picture = line_chart("A & B", "steps", {"x": [(0, 0.5), (10, 0.7)]}, {"x": [(0.4, 0.6), (0.6, 0.8)]})
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "A &amp; B" in picture
    assert picture.count("<polygon") == picture.count("<polyline") == 1
    assert "<circle" in line_chart("one point", "steps", {"x": [(5, 1.0)]})


def test_an_interval_without_an_end_has_one_cap_less() -> None:
    rows = [Interval("a <b>", "c0", 10, -20, 40, "more"), Interval("b", "c1", 5, -math.inf, 7, "more")]
    found = interval_chart(
        rows, Scale(-50, 50, 100, 400), "{:.0f}".format, title="t", description="d", axis="points", mark=0
    )
    assert "a &lt;b&gt;" in found
    assert found.count("<circle") == 2
    assert found.count('class="bar"') == 2 + 3


def test_densities_steps_and_shares() -> None:
    density = Density("a", "c0", [0.2, 0.8], 0.1, 0.5, 2.0, "more")
    found = density_chart([density], [0.01, 0.1, 1.0], str, title="t", description="d", axis="s")
    assert found.count("<polygon") == 1
    assert found.count("<circle") == 2
    steps = step_chart([1, 3], 10, 2, str, title="t", description="d", across="s", up="n", borders=[5])
    assert steps.count('class="border"') == 1
    bar = share_bar([("won", 3), ("lost", 1)], "{:.2f}".format, title="endings")
    assert "endings: won 0.75, lost 0.25" in bar
