"""Scales and axes of charts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hegemon.charts.markup import Markup, join, tag


@dataclass(frozen=True)
class Scale:
    """Maps values to coordinates."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high = (math.log(self.low), math.log(self.high)) if self.log else (self.low, self.high)
        at = math.log(max(value, self.low)) if self.log else value
        return self.start + (self.end - self.start) * (at - low) / ((high - low) or 1.0)

    def ticks(self, wanted: int = 6, least: float = 0.0) -> list[float]:
        """Round values within the scale, at least `least` apart."""
        if self.log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            return [10.0**power for power in powers if self.low * 0.999 <= 10.0**power <= self.high * 1.001]
        step = max(least, round_step((self.high - self.low) / max(1, wanted)))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [at * step for at in range(first, last + 1)]


def round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, not below `rough`."""
    if rough <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)


def chart(width: float, height: float, name: str, description: str, *parts: Markup) -> Markup:
    """A picture with an accessible name and description, in a box that scrolls on narrow pages."""
    body = join(tag("title", name), tag("desc", description), *parts)
    picture = tag("svg", body, viewBox=f"0 0 {width:.0f} {height:.0f}", class_="chart", role="img")
    return tag("div", picture, class_="scroll picture")


def axis_below(
    scale: Scale, top: float, bottom: float, label: Callable[[float], str], ticks: Iterable[float]
) -> Markup:
    """Vertical lines at the ticks, with labels below."""
    return join(
        [
            join(
                line(scale(value), top, scale(value), bottom, "grid"),
                text(scale(value), bottom + 16, label(value), "tick"),
            )
            for value in ticks
        ]
    )


def axis_left(scale: Scale, left: float, right: float, label: Callable[[float], str], ticks: Iterable[float]) -> Markup:
    """Horizontal lines at the ticks, with labels on the left."""
    return join(
        [
            join(
                line(left, scale(value), right, scale(value), "grid"),
                text(left - 8, scale(value) + 4, label(value), "tick", anchor="end"),
            )
            for value in ticks
        ]
    )


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> Markup:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=style)


def text(x: float, y: float, content: str, style: str, anchor: str = "middle", more: str = "") -> Markup:
    """A text; `more` is its tooltip."""
    hover = tag("title", more) if more and more != content else None
    return tag("text", hover, content, x=x, y=y, class_=style, text_anchor=anchor)
