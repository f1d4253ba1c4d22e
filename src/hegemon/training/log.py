"""What a training run tells while it goes on: rows of JSON, curves as SVG, TensorBoard events where it is installed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from hegemon.training.curves import draw_curves

ROWS = "metrics.jsonl"


class Log:
    """Rows, one for every evaluation, in a folder. A run that goes on from a step forgets the rows after that step."""

    def __init__(self, folder: Path, step: int) -> None:
        self.folder, self.rows = folder, [row for row in read_rows(folder) if row["step"] <= step]
        text = "".join(json.dumps(row) + "\n" for row in self.rows)
        new = folder / (ROWS + ".new")
        new.write_text(text, encoding="utf-8")
        new.replace(folder / ROWS)
        self._events = _open_events(folder / "tensorboard", step)

    def write(self, row: dict[str, Any]) -> None:
        self.rows.append(row)
        with (self.folder / ROWS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())
        if self._events is not None:
            for name, value in row.items():
                if isinstance(value, int | float) and name != "step":
                    self._events.add_scalar(name, value, row["step"])
            self._events.flush()
        self._draw()

    def _draw(self) -> None:
        steps = [row["step"] for row in self.rows]
        loss = {"Huber loss": [(step, row["loss"]) for step, row in zip(steps, self.rows, strict=True)]}
        (self.folder / "loss.svg").write_text(draw_curves("Loss", "gradient steps", loss), encoding="utf-8")
        seats = {"first seat": "first", "second seat": "second"}
        scores = {
            name: [(step, row[f"{key}_seat"]) for step, row in zip(steps, self.rows, strict=True)]
            for name, key in seats.items()
        }
        bands = {name: [tuple(row[f"{key}_interval"]) for row in self.rows] for name, key in seats.items()}
        picture = draw_curves("Score against a random player", "gradient steps", scores, bands)
        (self.folder / "strength.svg").write_text(picture, encoding="utf-8")

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._events is not None:
            self._events.close()


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of a run so far; a last one that was cut off while it was written does not count."""
    path = folder / ROWS
    if not path.exists():
        return []
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            break
    return rows


def _open_events(folder: Path, step: int) -> Any:
    """A writer of TensorBoard events, or None without tensorboard."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder), purge_step=step + 1)
