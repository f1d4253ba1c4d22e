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
FONT = "'DejaVu Sans', Verdana, sans-serif"
# Groups: soft tints with a darker shade of the same hue for outlines and labels.
TINTS = (
    ("#f6d9b8", "#8a5a1c"),
    ("#cfe6c4", "#3f6f2c"),
    ("#d3dcf2", "#3d5592"),
    ("#f3d0d5", "#94404e"),
    ("#e4d5ee", "#6b4488"),
    ("#c8e6e4", "#2b6c68"),
    ("#ece4b4", "#75661a"),
    ("#dedbd3", "#5d574b"),
    ("#f7cfe6", "#8c3b6c"),
    ("#d6ecf7", "#2d6585"),
)
HATCH = (
    '<pattern id="hegemon-hidden" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="#e9e9e9"/><rect width="2" height="6" fill="#bdbdbd"/></pattern>'
)


def number(value: float) -> str:
    """A coordinate with one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def pair(x: float, y: float) -> str:
    """A point in a path."""
    return f"{number(x)} {number(y)}"


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
    halo: bool = False,
    anchor: str = "middle",
) -> str:
    """A text centred on a point (or starting there, with ``anchor="start"``), escaped; a halo keeps it readable."""
    look = f'font-size="{number(size)}" fill="{colour}"'
    look += ' font-weight="bold"' if bold else ""
    look += f' text-anchor="{anchor}"' if anchor != "middle" else ""
    look += ' stroke="#ffffff" stroke-width="2.5" stroke-opacity="0.85" paint-order="stroke"' if halo else ""
    return f'<text x="{number(x)}" y="{number(y + 0.36 * size)}" {look}>{escape(content)}</text>'
