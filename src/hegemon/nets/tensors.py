"""Named float32 arrays in safetensors files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hegemon._files import write_whole
from hegemon.errors import NetError

Tensors = dict[str, NDArray[np.float32]]

MOST_BYTES = 1_000_000_000
MOST_HEADER = 4_000_000
MOST_TENSORS = 10_000
MOST_DIMENSIONS = 16
COUNTER = "num_batches_tracked"
"""Entry of a batch normalisation in torch's state_dict that is not a weight."""


def write_tensors(
    path: str | os.PathLike[str], tensors: Mapping[str, NDArray[np.float32]], metadata: Mapping[str, str]
) -> None:
    """Write arrays and metadata atomically."""
    from safetensors.numpy import save  # here, so that `import hegemon` does not need it

    arrays = {name: np.asarray(array, np.float32, order="C") for name, array in tensors.items()}
    write_whole(path, _in_order(save(arrays, dict(metadata))), NetError)


def read_tensors(path: str | os.PathLike[str]) -> tuple[Tensors, dict[str, str]]:
    """The arrays and the metadata of a file; any problem raises a NetError of one line."""
    from safetensors import SafetensorError, safe_open

    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
    except (OSError, ValueError) as error:
        raise NetError(f"cannot read {str(path)!r}: {getattr(error, 'strerror', None) or error}") from None
    try:
        if size > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
        _require_plain_header(Path(path))
        with safe_open(os.fspath(path), framework="np") as tensors:
            names = [name for name in tensors.keys() if not name.endswith(COUNTER)]  # noqa: SIM118 (not a dict)
            for name in names:
                _require_floats(name, tensors.get_slice(name).get_dtype())
            return {name: tensors.get_tensor(name) for name in names}, dict(tensors.metadata() or {})
    except (SafetensorError, ValueError, TypeError, OSError) as error:
        raise NetError(f"{str(path)!r} is not a safetensors file of weights: {error!s:.200}") from None


def _in_order(data: bytes) -> bytes:
    """The file with sorted metadata, so that equal networks give equal bytes (the library shuffles it)."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    header["__metadata__"] = dict(sorted(header.get("__metadata__", {}).items()))
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data[end:]


def _require_plain_header(path: Path) -> None:
    """Refuse headers that would take the library minutes to read."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if length > MOST_HEADER:
            raise ValueError(f"its header has more than {MOST_HEADER:,} bytes")
        try:
            header = json.loads(file.read(length))
        except (ValueError, RecursionError):
            raise ValueError("its header is not JSON") from None
    tensors = [entry for name, entry in header.items() if name != "__metadata__"] if isinstance(header, dict) else []
    if len(tensors) > MOST_TENSORS:
        raise ValueError(f"it has more than {MOST_TENSORS:,} tensors")
    for entry in tensors:
        shape = entry.get("shape") if isinstance(entry, dict) else None
        if isinstance(shape, list) and len(shape) > MOST_DIMENSIONS:
            raise ValueError(f"a tensor has {len(shape)} dimensions; {MOST_DIMENSIONS} are the most")


def _require_floats(name: str, dtype: str) -> None:
    if dtype != "F32":
        raise ValueError(f"{name} has type {dtype} instead of 32-bit floats (F32)")
