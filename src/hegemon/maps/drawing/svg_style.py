"""Colours and small pieces of SVG shared by the drawing modules."""

from __future__ import annotations

from xml.sax.saxutils import escape

NEUTRAL, UNKNOWN = -1, -2

# Seats: a colour-blind safe set (Okabe and Ito), as (fill, text on it).
SEAT_COLOURS = (
    ("#0072b2", "#ffffff"),
    ("#d55e00", "#ffffff"),
    ("#009e73", "#ffffff"),
    ("#cc79a7", "#000000"),
    ("#f0e442", "#000000"),
    ("#56b4e9", "#000000"),
)
NEUTRAL_COLOUR = ("#e4e6e9", "#333333")
SEA, SHALLOWS, COAST, ROUTE = "#d6e5f0", "#e6f0f7", "#4a5a68", "#5b7388"
FONT = "'DejaVu Sans', Verdana, sans-serif"
# Groups: soft tints with a darker shade of the same hue for outlines and labels.
TINTS = (
    ("#f3dab4", "#8a5a1c"),
    ("#d0e3b6", "#4d6f1f"),
    ("#f0cbc8", "#94404e"),
    ("#ddd1ea", "#6b4488"),
    ("#ece2a9", "#75661a"),
    ("#bfe0d0", "#2b6c52"),
    ("#d9d6ce", "#5d574b"),
    ("#f5cce1", "#8c3b6c"),
)
# The rims of groups on land in the colours of seats: between the two shades.
RIMS = ("#deb97e", "#aac77f", "#dd9a9a", "#bda5d3", "#d3c46a", "#88bfa5", "#b3ada0", "#dd96be")
HATCH = (
    '<pattern id="hegemon-hidden" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="#e9e9e9"/><rect width="2" height="6" fill="#bdbdbd"/></pattern>'
)


def number(value: float) -> str:
    """A coordinate with one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def text_width(text: str, size: float) -> float:
    """The approximate width of a text."""
    return 0.6 * size * len(text)


def text(
    x: float,
    y: float,
    content: str,
    size: float,
    colour: str,
    *,
    bold: bool = False,
    halo: str = "",
    anchor: str = "middle",
) -> str:
    """A text centred on a point (or starting there, with ``anchor="start"``), escaped.

    A halo of a colour keeps it readable on lines.
    """
    look = f'font-size="{number(size)}" fill="{colour}"'
    look += ' font-weight="bold"' if bold else ""
    look += f' text-anchor="{anchor}"' if anchor != "middle" else ""
    look += f' stroke="{halo}" stroke-width="2.5" stroke-opacity="0.8" paint-order="stroke"' if halo else ""
    return f'<text x="{number(x)}" y="{number(y + 0.36 * size)}" {look}>{escape(content)}</text>'
