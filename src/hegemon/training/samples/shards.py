"""Samples of self-play in Parquet files.

A folder has shards and a manifest. A shard is written atomically, and then added to the manifest with its checksum, so
the shards in the manifest are always complete.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict, TypeVar

from hegemon._files import replacing, write_whole
from hegemon._json import JSON
from hegemon.errors import TrainingError
from hegemon.training.folder import damaged, read_object
from hegemon.training.renamed import COLUMNS, renamed, settings_now
from hegemon.training.samples.base import Samples

SCHEMA = 1
MANIFEST = "manifest.json"


S = TypeVar("S", bound=Samples)


class ShardLine(TypedDict):
    """A shard in the manifest."""

    name: str
    samples: int
    games: int
    sha256: str


def write_shard(folder: Path, name: str, samples: Samples) -> ShardLine:
    """Write samples to a file; return its line for the manifest."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table(samples.to_columns(), metadata={"hegemon_schema": str(SCHEMA)})
    path = folder / name
    with replacing(path, TrainingError) as scratch:
        pyarrow.parquet.write_table(table, scratch, compression="zstd")
    return {"name": name, "samples": len(samples), "games": samples.games, "sha256": _checksum(path)}


def read_shard(path: Path, kind: type[S]) -> S:
    """Read a file of write_shard."""
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        why = error if path.exists() else "there is no such file"
        raise TrainingError(f"cannot read the samples in {path}: {why}") from None
    metadata = table.schema.metadata or {}
    if metadata.get(b"hegemon_schema") != str(SCHEMA).encode():
        raise TrainingError(f"{path} has no samples that this version reads (schema {SCHEMA})")
    columns = {
        name: table[name].to_pylist()
        if pyarrow.types.is_binary(table.schema.field(name).type)
        else table[name].to_numpy()
        for name in table.column_names
    }
    try:
        return kind.from_columns(renamed(columns, COLUMNS))
    except KeyError as error:
        raise TrainingError(f"{path} has samples of the other game: {kind.__name__} has a column {error}") from None
    except (ValueError, TypeError) as error:
        raise TrainingError(f"cannot read the samples in {path}: {error}") from None


class Manifest:
    """The manifest of a folder of samples: its shards, and how they were made."""

    def __init__(self, folder: Path, made: Mapping[str, JSON]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.made = json.loads(json.dumps(made))
        self.shards: list[ShardLine] = []
        path = folder / MANIFEST
        if not path.exists():
            return
        kept = read_object(path)
        if not isinstance(kept.get("made"), dict) or not isinstance(kept.get("shards"), list):
            raise damaged(path, "it needs made and shards")
        made = {"seats": 2, **settings_now(kept["made"])}  # older manifests of the simultaneous game have no seats
        if made != self.made:
            different = [key for key in self.made if made.get(key) != self.made[key]]
            raise TrainingError(
                f"the samples in {folder} were made with other settings ({', '.join(different) or 'settings'} differ); "
                "choose another folder, or the same settings"
            )
        if not all(map(_is_line, kept["shards"])):
            raise damaged(path, "a shard needs name, samples, games and sha256")
        self.shards = kept["shards"]

    @classmethod
    def found(cls, folder: Path) -> Manifest:
        """That of a folder, however its samples were made."""
        made = read_object(folder / MANIFEST).get("made")
        if not isinstance(made, dict):
            raise damaged(folder / MANIFEST, "it needs made and shards")
        return cls(folder, {"seats": 2, **settings_now(made)})

    @property
    def samples(self) -> int:
        return sum(shard["samples"] for shard in self.shards)

    def add(self, shard: ShardLine) -> None:
        self.shards.append(shard)
        text = json.dumps({"schema": SCHEMA, "made": self.made, "shards": self.shards}, indent=1)
        write_whole(self.folder / MANIFEST, text, TrainingError)

    def load(self, kind: type[S]) -> S:
        """All samples, every shard checked."""
        if not self.shards:
            raise TrainingError(f"there are no samples in {self.folder}")
        for shard in self.shards:
            if _checksum(self.folder / shard["name"]) != shard["sha256"]:
                raise TrainingError(f"{self.folder / shard['name']} is damaged: delete the folder to make it again")
        return kind.joined([read_shard(self.folder / shard["name"], kind) for shard in self.shards])


def _is_line(found: object) -> bool:
    match found:
        case {"name": str(name), "samples": int(samples), "games": int(), "sha256": str()}:
            return re.fullmatch(r"[\w.-]{1,80}", name) is not None and 0 <= samples <= 2**40
    return False


def _checksum(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise TrainingError(f"cannot read {path}: {error.strerror or error}") from None
