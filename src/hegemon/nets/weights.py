"""Named weights of an architecture, and their file: what the networks of both games have in common."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import NetError
from hegemon.nets.architectures import recognise
from hegemon.nets.tensors import read_tensors, write_tensors


class Weights:
    """Immutable arrays of float32 by the names of torch's state_dict, with metadata of their maker."""

    encoder: ClassVar[str]
    """The version of the encoder that networks of this class are trained with."""

    def __init__(
        self, architecture: str, weights: Mapping[str, NDArray[Any]], metadata: Mapping[str, str] | None = None
    ) -> None:
        self.architecture = architecture
        arrays = {name: np.array(value, np.float32) for name, value in sorted(weights.items())}
        for array in arrays.values():
            array.setflags(write=False)
        self.weights: Mapping[str, NDArray[np.float32]] = MappingProxyType(arrays)
        self.metadata: Mapping[str, str] = MappingProxyType(dict(metadata or {}))

    def __reduce__(self) -> tuple[type[Self], tuple[str, dict[str, NDArray[np.float32]], dict[str, str]]]:
        return type(self), (self.architecture, dict(self.weights), dict(self.metadata))

    @property
    def parameters(self) -> int:
        """Numbers that are learnt; the statistics of normalisations do not count."""
        return sum(array.size for name, array in self.weights.items() if ".running_" not in name)

    @property
    def hash(self) -> str:
        """Sixteen hex digits that identify architecture and weights."""
        digest = hashlib.sha256(self.architecture.encode())
        for name, array in self.weights.items():
            digest.update(f"\n{name} {array.shape} ".encode() + array.astype("<f4").tobytes())
        return digest.hexdigest()[:16]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a safetensors file that names architecture, encoder and hash, besides the metadata."""
        own = {"architecture": self.architecture, "encoder": self.encoder, "hash": self.hash}
        write_tensors(path, self.weights, {**self.metadata, **own})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read what save writes, or any safetensors file whose tensors are those of an architecture."""
        weights, metadata = read_tensors(path)
        where = f"network {str(path)!r}"
        architecture = metadata.pop("architecture", None) or recognise(weights)
        encoder, hash = metadata.pop("encoder", cls.encoder), metadata.pop("hash", None)
        if architecture is None:
            raise NetError(f"{where} does not say which architecture it is of, and its tensors are those of none")
        if encoder != cls.encoder:
            raise NetError(f"{where} was trained with version {encoder} of the encoder; this is {cls.encoder}")
        try:
            net = cls(architecture, weights, metadata)
        except NetError as error:
            raise NetError(f"{where}: {error}") from None
        if hash not in (None, net.hash):
            raise NetError(f"{where} is damaged: its weights do not have the hash {hash}")
        return net

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.architecture} {self.hash}, {self.parameters:,} parameters>"
