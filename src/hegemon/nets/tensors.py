"""Named arrays in a file: the safetensors format, of which networks need 32-bit floats only.

Eight bytes with the length of the header, the header as JSON (shape and place of every array, and metadata as text),
then the numbers, little-endian.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import NetError

Tensors = dict[str, NDArray[np.float32]]

MOST_BYTES = 1_000_000_000
_NUMBERS = np.dtype("<f4")


def write_tensors(
    path: str | os.PathLike[str], tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]
) -> None:
    """Write arrays and metadata; the file appears whole or not at all."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    data = bytearray()
    for name, array in tensors.items():
        part = np.ascontiguousarray(array, _NUMBERS).tobytes()
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(part)]}
        data += part
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    target = Path(path)
    partial = target.with_name(target.name + ".part")
    try:
        partial.write_bytes(len(text).to_bytes(8, "little") + text + data)
        partial.replace(target)
    except OSError as error:
        raise NetError(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def read_tensors(path: str | os.PathLike[str]) -> tuple[Tensors, dict[str, str]]:
    """The arrays and the metadata of a file; whatever is wrong with it becomes a NetError of one line."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise NetError(f"cannot read {str(path)!r}: {getattr(error, 'strerror', None) or error}") from None
    try:
        return _parse(raw)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NetError(f"{str(path)!r} is no file of weights (safetensors): {error!s:.200}") from None


def _parse(raw: bytes) -> tuple[Tensors, dict[str, str]]:
    size = int.from_bytes(raw[:8], "little")
    if len(raw) < 8 or size > len(raw) - 8 or len(raw) > MOST_BYTES:
        raise ValueError("its length does not fit its header")
    header = json.loads(raw[8 : 8 + size].decode())
    if not isinstance(header, dict):
        raise ValueError("its header is no table")
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise ValueError("its metadata is no table of text")
    data = memoryview(raw)[8 + size :]
    return {name: _array(name, entry, data) for name, entry in header.items()}, metadata


def _array(name: str, entry: dict[str, Any], data: memoryview) -> NDArray[np.float32]:
    shape, (begin, end) = entry["shape"], entry["data_offsets"]
    if entry["dtype"] != "F32":
        raise ValueError(f"{name} holds {entry['dtype']} instead of 32-bit floats (F32)")
    whole = all(type(number) is int and number >= 0 for number in (*shape, begin, end))
    if not whole or end > len(data) or end - begin != math.prod(shape) * _NUMBERS.itemsize:
        raise ValueError(f"{name} lies outside the file or has another size than its shape")
    return np.frombuffer(data[begin:end], _NUMBERS).reshape(shape).astype(np.float32)
