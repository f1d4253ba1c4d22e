"""Charts of training runs, from the rows of their logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hegemon.charts import Points, line_chart
from hegemon.training.log import Row


def dqn_pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Loss and strength by gradient steps."""
    steps = [row["step"] for row in rows]
    loss = {"Huber loss": [(step, row["loss"]) for step, row in zip(steps, rows, strict=True)]}
    seats = {"first seat": "first", "second seat": "second"}
    scores = {
        name: [(step, row[f"{key}_seat"]) for step, row in zip(steps, rows, strict=True)] for name, key in seats.items()
    }
    bands = {name: [tuple(row[f"{key}_interval"]) for row in rows] for name, key in seats.items()}
    return {
        "loss.svg": line_chart("Loss", "gradient steps", loss),
        "strength.svg": line_chart("Score against a random player", "gradient steps", scores, bands),
    }


def zero_pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Losses by epoch, as fractions of iterations; scores by iteration, one line per map."""
    pictures: dict[str, str] = {}
    learned = [row for row in rows if "epoch" in row]
    if learned:
        longest = max(row["epoch"] for row in learned)
        at = [row["iteration"] - 1 + row["epoch"] / longest for row in learned]
        losses = {
            name: [(x, row[f"{name}_loss"]) for x, row in zip(at, learned, strict=True)] for name in ("policy", "value")
        }
        pictures["loss.svg"] = line_chart("Loss", "iterations", losses)
    gated = [row for row in rows if "scores" in row]
    for other, title in {"last": "Score against the last network", "baseline": "Score against the baseline"}.items():
        lines, bands = _by_map(gated, other)
        if lines:
            pictures[f"against-{other}.svg"] = line_chart(title, "iterations", lines, bands, whole=True)
    return pictures


def planner_pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Scores against the first weights and against the newest opponent, by generation."""
    others = {"the first weights": "start", "the newest opponent": "newest"}
    lines = {name: [(row["generation"], row[key]["score"]) for row in rows] for name, key in others.items()}
    bands = {name: [(row[key]["low"], row[key]["high"]) for row in rows] for name, key in others.items()}
    return {"strength.svg": line_chart("Score against", "generations", lines, bands, whole=True)}


def value_pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Cross-entropies by gradient steps."""
    names = {"training": "training", "other games": "games", "other maps": "maps"}
    lines = {name: [(row["step"], row[key]) for row in rows if row[key] is not None] for name, key in names.items()}
    return {"loss.svg": line_chart("Cross-entropy", "gradient steps", {k: v for k, v in lines.items() if v})}


def _by_map(gated: Sequence[Row], other: str) -> tuple[Mapping[str, Points], Mapping[str, Points]]:
    """The scores against one opponent and their intervals, on each map."""
    lines: dict[str, list[tuple[float, float]]] = {}
    bands: dict[str, list[tuple[float, float]]] = {}
    for row in gated:
        for name, found in row["scores"].get(other, {}).items():
            lines.setdefault(name, []).append((row["iteration"], found["score"]))
            bands.setdefault(name, []).append((found["low"], found["high"]))
    return lines, bands
