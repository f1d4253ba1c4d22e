"""Charts as SVG, without a plotting library. They take numbers and names, and do not depend on games.

`markup` writes HTML and SVG, `axes` has scales and axes; each other module draws one kind of chart.
"""

from hegemon.charts.bars import share_bar
from hegemon.charts.densities import Density, density_chart
from hegemon.charts.intervals import Interval, interval_chart
from hegemon.charts.lines import Points, line_chart
from hegemon.charts.markup import Picture
from hegemon.charts.steps import step_chart

__all__ = [
    "Density",
    "Interval",
    "Picture",
    "Points",
    "density_chart",
    "interval_chart",
    "line_chart",
    "share_bar",
    "step_chart",
]
