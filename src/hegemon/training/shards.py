"""What self-play leaves behind for learning: samples in Parquet files.

A folder holds shards and a manifest. A shard is written whole or not at all, and stands in the manifest with its
checksum once it is; so whatever is killed whenever, what the manifest names is right.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from hegemon._files import replacing, write_whole
from hegemon.training.renamed import COLUMNS, renamed, settings_now
from hegemon.training.weights import TrainingError

SCHEMA = 1
MANIFEST = "manifest.json"


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
    with replacing(path, TrainingError) as scratch:
        pyarrow.parquet.write_table(table, scratch, compression="zstd")
    return {"name": name, "samples": len(samples), "games": samples.games, "sha256": _checksum(path)}


def read_shard(path: Path, kind: type[S]) -> S:
    """Read what write_shard wrote."""
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        why = error if path.exists() else "there is no such file"
        raise TrainingError(f"cannot read the samples in {path}: {why}") from None
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
        return kind.from_columns(renamed(columns, COLUMNS))
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
        made = settings_now(kept["made"])
        if made != self.made:
            different = [key for key in self.made if made.get(key) != self.made[key]]
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
        text = json.dumps({"schema": SCHEMA, "made": self.made, "shards": self.shards}, indent=1)
        write_whole(self.folder / MANIFEST, text, TrainingError)

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


def arrays_of(cls: type, found: Mapping[str, Any]) -> tuple[dict[str, Any], NDArray[np.int8]]:
    """The arrays of a kind of samples in what the core's self-play returns, and the winner of each sample's game."""
    winner = dict(zip(found["games"].tolist(), found["winners"].tolist(), strict=True))
    arrays = {field.name: found[field.name] for field in fields(cls) if field.name in found}
    arrays |= {"game": found["game"].astype(np.int64), "full_search": found["full_search"].astype(bool)}
    return arrays, np.array([winner[game] for game in found["game"].tolist()], np.int8)


def joined_arrays(parts: Sequence[Any], begins: Mapping[str, str]) -> dict[str, Any]:
    """The arrays of samples one after the other; `begins` names those that say where parts of another array begin."""
    arrays: dict[str, Any] = {}
    for field in fields(parts[0]):
        found = [getattr(part, field.name) for part in parts]
        if field.name in begins:
            shifts = np.cumsum([0, *(len(getattr(part, begins[field.name])) for part in parts[:-1])])
            ends = [array[1:] + shift for array, shift in zip(found, shifts, strict=True)]
            found = [np.zeros(1, np.int64), *ends]
        arrays[field.name] = np.concatenate(found)
    return arrays


def _checksum(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise TrainingError(f"cannot read {path}: {error.strerror or error}") from None
