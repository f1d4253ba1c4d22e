"""What self-play leaves behind for learning: samples in Parquet files; here those of the simultaneous game.

A folder holds shards and a manifest. A shard is written whole or not at all, and stands in the manifest with its
checksum once it is; so whatever is killed whenever, what the manifest names is right.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from hegemon.game import Game
from hegemon.nets import Positions
from hegemon.training.weights import TrainingError

SCHEMA = 1
MANIFEST = "manifest.json"
FLAT = ("game", "round", "seat", "full", "value", "result")


@dataclass(frozen=True)
class Samples:
    """Decisions of seats in games of one board, as flat arrays."""

    game: NDArray[np.int64]
    """The number of its game."""
    round: NDArray[np.int32]
    seat: NDArray[np.int8]
    full: NDArray[np.bool_]
    """Whether the search had all its visits; only such samples teach the policy."""
    value: NDArray[np.float32]
    """What the search thought, for the seat, from -1 to 1."""
    result: NDArray[np.float32]
    """How the game ended for the seat: 1, 0 or -1."""
    owners: NDArray[np.int8]
    """[S, n]"""
    armies: NDArray[np.int32]
    """[S, n]"""
    orders: NDArray[np.int32]
    """[O, 4] of all plans considered: kind, source, target, armies."""
    plans: NDArray[np.int64]
    """Where plans begin in orders, and the end."""
    considered: NDArray[np.int64]
    """Where the plans of samples begin, and the end."""
    shares: NDArray[np.float32]
    """Of each plan in the visits of its search."""

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def games(self) -> int:
        return len(np.unique(self.game))

    def positions(self, game: Game) -> Positions:
        return Positions(game, self.owners, self.armies, self.seat)

    @classmethod
    def from_core(cls, found: Mapping[str, Any]) -> Samples:
        """What the core's self-play returns."""
        winner = dict(zip(found["games"].tolist(), found["winners"].tolist(), strict=True))
        winners = np.array([winner[game] for game in found["game"].tolist()], np.int8)
        result = np.where(winners < 0, 0.0, np.where(winners == found["seat"], 1.0, -1.0)).astype(np.float32)
        names = [field.name for field in fields(cls) if field.name != "result"]
        arrays = {name: found[name] for name in names}
        arrays |= {"game": found["game"].astype(np.int64), "full": found["full"].astype(bool)}
        return cls(result=result, **arrays)

    def to_columns(self) -> dict[str, Any]:
        lengths = np.diff(self.plans).astype(np.int32)
        return {
            **{name: getattr(self, name) for name in FLAT},
            "owners": [row.tobytes() for row in self.owners],
            "armies": [row.tobytes() for row in self.armies],
            "orders": [self.orders[a:b].tobytes() for a, b in spans(self.plans[self.considered])],
            "plan_lengths": [lengths[a:b].tobytes() for a, b in spans(self.considered)],
            "shares": [self.shares[a:b].tobytes() for a, b in spans(self.considered)],
        }

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any]) -> Samples:
        lengths = [np.frombuffer(row, np.int32) for row in columns["plan_lengths"]]
        return cls(
            **{name: columns[name] for name in FLAT},
            owners=np.stack([np.frombuffer(row, np.int8) for row in columns["owners"]]),
            armies=np.stack([np.frombuffer(row, np.int32) for row in columns["armies"]]),
            orders=np.frombuffer(b"".join(columns["orders"]), np.int32).reshape(-1, 4),
            plans=np.concatenate([np.zeros(1, np.int64), np.cumsum(np.concatenate(lengths), dtype=np.int64)]),
            considered=np.cumsum([0, *map(len, lengths)], dtype=np.int64),
            shares=np.frombuffer(b"".join(columns["shares"]), np.float32),
        )

    @classmethod
    def joined(cls, parts: Sequence[Samples]) -> Samples:
        """One after the other; all of one board. Games keep their numbers, so give them different ones."""
        orders = np.cumsum([0, *(len(part.orders) for part in parts)])
        plans = np.cumsum([0, *(len(part.shares) for part in parts)])
        shifted = {
            "plans": [part.plans[1:] + shift for part, shift in zip(parts, orders, strict=False)],
            "considered": [part.considered[1:] + shift for part, shift in zip(parts, plans, strict=False)],
        }
        first = np.zeros(1, np.int64)
        arrays = {name: np.concatenate([first, *ends]) for name, ends in shifted.items()}
        for field in fields(cls):
            if field.name not in arrays:
                arrays[field.name] = np.concatenate([getattr(part, field.name) for part in parts])
        return cls(**arrays)


class Shard(Protocol):
    """Samples that can be kept in a file."""

    @property
    def games(self) -> int: ...

    def __len__(self) -> int: ...

    def to_columns(self) -> dict[str, Any]:
        """A column each: an array, or a list of bytes."""
        ...

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any]) -> Self:
        """From the same columns: arrays, and lists of bytes."""
        ...

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self: ...


S = TypeVar("S", bound=Shard)


def write_shard(folder: Path, name: str, samples: Shard) -> dict[str, Any]:
    """Write samples to a file of their own; its line for the manifest."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table(samples.to_columns(), metadata={"hegemon_schema": str(SCHEMA)})
    path = folder / name
    scratch = path.with_suffix(".part")
    pyarrow.parquet.write_table(table, scratch, compression="zstd")
    scratch.replace(path)
    return {"name": name, "samples": len(samples), "games": samples.games, "sha256": _checksum(path)}


def read_shard(path: Path, kind: type[S]) -> S:
    """Read what write_shard wrote."""
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise TrainingError(f"cannot read the samples in {path}: {error}") from None
    metadata = table.schema.metadata or {}
    if metadata.get(b"hegemon_schema") != str(SCHEMA).encode():
        raise TrainingError(f"{path} holds no samples that this version reads (schema {SCHEMA})")
    columns = {
        name: table[name].to_pylist()
        if pyarrow.types.is_binary(table.schema.field(name).type)
        else table[name].to_numpy()
        for name in table.column_names
    }
    try:
        return kind.from_columns(columns)
    except KeyError as error:
        raise TrainingError(f"{path} holds samples of the other game: {kind.__name__} has a column {error}") from None


class Manifest:
    """What a folder of samples holds, and how it was made."""

    def __init__(self, folder: Path, made: Mapping[str, Any]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.made = json.loads(json.dumps(made))
        self.shards: list[dict[str, Any]] = []
        path = folder / MANIFEST
        if not path.exists():
            return
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["made"] != self.made:
            different = [key for key in self.made if kept["made"].get(key) != self.made[key]]
            raise TrainingError(
                f"the samples in {folder} were made otherwise ({', '.join(different) or 'settings'} differ); choose "
                "another folder, or the same settings"
            )
        self.shards = kept["shards"]

    @property
    def samples(self) -> int:
        return sum(shard["samples"] for shard in self.shards)

    def add(self, shard: dict[str, Any]) -> None:
        self.shards.append(shard)
        scratch = self.folder / (MANIFEST + ".part")
        text = json.dumps({"schema": SCHEMA, "made": self.made, "shards": self.shards}, indent=1)
        with scratch.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(self.folder / MANIFEST)

    def load(self, kind: type[S]) -> S:
        """All samples, every shard checked."""
        if not self.shards:
            raise TrainingError(f"there are no samples in {self.folder}")
        for shard in self.shards:
            if _checksum(self.folder / shard["name"]) != shard["sha256"]:
                raise TrainingError(f"{self.folder / shard['name']} is damaged: delete the folder and make it anew")
        return kind.joined([read_shard(self.folder / shard["name"], kind) for shard in self.shards])


def spans(ends: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Begin and end of each part."""
    return list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))


def _checksum(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise TrainingError(f"cannot read {path}: {error.strerror or error}") from None
