"""A network for playing: weights by name, evaluated by the compiled core. Needs no torch."""

from __future__ import annotations

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Generic, Self, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hegemon.errors import NetError
from hegemon.game import Game
from hegemon.nets.architectures import architecture_of, recognise
from hegemon.nets.tensors import read_tensors, write_tensors

C = TypeVar("C", covariant=True)
"""The network of the core on a map."""
KERNELS = ("best", "portable", "avx2")


def _wanted_kernels() -> str:
    wanted = os.environ.get("HEGEMON_KERNELS", "") or "best"
    if wanted not in KERNELS:
        raise NetError(f"HEGEMON_KERNELS={wanted} is not allowed; expected one of {', '.join(KERNELS)}")
    return wanted


class Net(ABC, Generic[C]):
    """Immutable float32 arrays by the names of torch's state_dict, with metadata."""

    family: ClassVar[str]
    encoder: ClassVar[str]
    """The version of the encoder that networks of this class are trained with."""

    def __init__(
        self, architecture: str, weights: Mapping[str, ArrayLike], metadata: Mapping[str, str] | None = None
    ) -> None:
        found = architecture_of(architecture)
        if found.family != self.family:
            raise NetError(f"there is no network architecture {architecture!r} for the {self.family} game")
        self.architecture = architecture
        arrays = {name: np.array(value, np.float32) for name, value in sorted(weights.items())}
        for name, array in arrays.items():
            if not np.isfinite(array).all():
                raise NetError(f"{name} holds weights that are not finite numbers (nan or inf)")
            array.setflags(write=False)
        self.weights: Mapping[str, NDArray[np.float32]] = MappingProxyType(arrays)
        self.metadata: Mapping[str, str] = MappingProxyType(dict(metadata or {}))
        self._cores: WeakKeyDictionary[Game, dict[str, C]] = WeakKeyDictionary()
        if found.any_map:
            self.core(Game(*found.home))  # raises an error for weights that do not fit

    def __reduce__(self) -> tuple[type[Self], tuple[str, dict[str, NDArray[np.float32]], dict[str, str]]]:
        return type(self), (self.architecture, dict(self.weights), dict(self.metadata))

    def core(self, game: Game, kernels: str | None = None) -> C:
        """The network for the map of a game, for searches of the core.

        `kernels` are portable, avx2, or best: the fastest that the processor has. By default they are what the
        environment variable HEGEMON_KERNELS says, otherwise best.
        """
        if game.rules.family != self.family:
            raise NetError(f"this network is for the {self.family} game, not for {game}")
        kernels = kernels or _wanted_kernels()
        known = self._cores.setdefault(game, {})
        if kernels in known:
            return known[kernels]
        try:
            core = self._make(game, kernels)
        except ValueError as error:
            tied = f" (a network of {self.architecture} plays on the map it was trained on, with as many seats)"
            hint = "" if architecture_of(self.architecture).any_map else tied
            raise NetError(f"this network cannot be used for {game}{hint}: {error}") from None
        known[kernels] = core
        return core

    @abstractmethod
    def _make(self, game: Game, kernels: str) -> C:
        """Create the network of the core, without the cache; a ValueError says what does not fit."""

    @property
    def features(self) -> str:
        """The feature set of its input; see encode and encode_classic."""
        return architecture_of(self.architecture).features

    @property
    def parameters(self) -> int:
        """Number of trainable parameters, without the statistics of normalisations."""
        return sum(array.size for name, array in self.weights.items() if ".running_" not in name)

    @property
    def hash(self) -> str:
        """Sixteen hex digits that identify architecture and weights."""
        digest = hashlib.sha256(self.architecture.encode())
        for name, array in self.weights.items():
            digest.update(f"\n{name} {array.shape} ".encode() + array.astype("<f4").tobytes())
        return digest.hexdigest()[:16]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a safetensors file with architecture, encoder, hash and the metadata."""
        own = {"architecture": self.architecture, "encoder": self.encoder, "hash": self.hash}
        write_tensors(path, self.weights, {**self.metadata, **own})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file of `save`, or any safetensors file with the tensors of an architecture.

        The metadata may be missing; a hash that is there must be right.
        """
        weights, metadata = read_tensors(path)
        where = f"network {str(path)!r}"
        architecture = metadata.pop("architecture", None) or recognise(weights)
        encoder, hash = metadata.pop("encoder", cls.encoder), metadata.pop("hash", None)
        if architecture is None:
            raise NetError(f"{where} does not name its architecture, and its tensors fit none")
        if encoder != cls.encoder:
            raise NetError(f"{where} was trained with version {encoder} of the encoder; this is {cls.encoder}")
        try:
            net = cls(architecture, weights, metadata)
        except NetError as error:
            raise NetError(f"{where}: {error}") from None
        if hash not in (None, net.hash):
            raise NetError(
                f"{where} is damaged: its weights do not have the hash {hash:.40} of its metadata (a tool that changes "
                "weights must leave the hash out)"
            )
        return net

    def require_finite(self, *outputs: NDArray[np.float32] | None) -> None:
        """A NetError if any output of the network is not a finite number."""
        for output in outputs:
            if output is not None and not np.isfinite(output).all():
                raise NetError(f"{self!r} gives values that are not finite numbers: its weights are too large")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.architecture} {self.hash}, {self.parameters:,} parameters>"
