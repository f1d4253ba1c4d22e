"""Elements that several parts of the page use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hegemon.charts.markup import Child, Markup, join, tag
from hegemon.report.summary import Summary

FIXED = (
    "#3b78b5", "#d4702a", "#2b9b80", "#b4509a", "#98851d", "#6d5fd0", "#c04a4a", "#4c9a3d", "#1e97b3", "#8f6044",
)  # fmt: skip
GOLDEN_ANGLE = 137.508


def colour(agent: int) -> str:
    """An agent's colour, the same in all charts and films."""
    if agent < len(FIXED):
        return FIXED[agent]
    return f"hsl({(agent * GOLDEN_ANGLE) % 360:.0f} 46% {40 + 8 * (agent % 3)}%)"


def colour_rules(agents: int) -> str:
    return "".join(f".c{agent}{{--c:{colour(agent)}}}" for agent in range(agents))


def agent_name(summary: Summary, agent: int) -> Markup:
    """An agent's alias with its colour."""
    alias = summary.agents[agent].alias
    return tag("span", tag("i", class_=f"swatch c{agent}"), alias, class_="agent", title=alias)


def table(
    heads: Sequence[Child], rows: Iterable[Sequence[Markup]], *, style: str = "", caption: Child = None
) -> Markup:
    """A table; rows consist of `cell`s. With style "sortable" a click on a head sorts it."""
    rows = list(rows)
    numbers = ["data-v=" in found for found in (rows[0] if rows else [""] * len(heads))]
    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption) if caption is not None else None,
            tag("thead", tag("tr", [_head(*column) for column in zip(heads, numbers, strict=True)])),
            tag("tbody", [tag("tr", *row) for row in rows]),
            class_=style or None,
        ),
        class_="scroll",
    )


def _head(content: Child, number: bool) -> Markup:
    return tag("th", content, scope="col", class_="n" if number else None)


def cell(*content: Child, value: float | None = None, style: str = "", title: str = "") -> Markup:
    """A cell; `value` is its sort key, and numbers are right-aligned."""
    style = f"{style} n".strip() if value is not None else style
    key = None if value is None else f"{value:.9g}"
    return tag("td", *content, class_=style or None, data_v=key, title=title or None)


def facts(pairs: Iterable[tuple[str, Child]]) -> Markup:
    """A list of names and values."""
    return tag("dl", [join(tag("dt", name), tag("dd", content)) for name, content in pairs], class_="facts")


def note(*content: Child) -> Markup:
    return tag("p", *content, class_="note")
