"""Stacked bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hegemon.charts.markup import Markup, join, tag


def share_bar(parts: Sequence[tuple[str, int]], label: Callable[[float], str], *, title: str) -> Markup:
    """One bar of all parts; `label` formats a share."""
    total = sum(size for _, size in parts) or 1
    x = 0.0
    drawn = []
    for at, (name, size) in enumerate(parts):
        width = 100 * size / total
        more = tag("title", f"{name}: {size} ({label(size / total)})")
        drawn.append(
            tag("rect", more, x=f"{x:.3f}", width=f"{width:.3f}", height=10, class_=f"part p{at % 6}"),
        )
        x += width
    told = ", ".join(f"{name} {label(size / total)}" for name, size in parts)
    body = join(tag("title", f"{title}: {told}"), drawn)
    return tag("svg", body, viewBox="0 0 100 10", preserveAspectRatio="none", class_="parts", role="img")
