"""A network for playing: weights by name, evaluated by the compiled core. Needs no torch."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, overload
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon._words import did_you_mean
from hegemon.errors import NetError
from hegemon.game import Game, Plan
from hegemon.nets.encode import ENCODER_VERSION, Boards, Positions, stack, stack_plans
from hegemon.nets.tensors import read_tensors, write_tensors
from hegemon.search.simultaneous import Network, Plans

SUFFIX = ".safetensors"

Values = NDArray[np.float32]
"""One number for each position, from -1 to 1, from the side of its seat."""


class Net:
    """Weights of an architecture that the core knows. It plays on every map, and is immutable."""

    def __init__(
        self, architecture: str, weights: Mapping[str, NDArray[Any]], metadata: Mapping[str, str] | None = None
    ) -> None:
        self.architecture = architecture
        arrays = {name: np.array(value, np.float32) for name, value in sorted(weights.items())}
        for array in arrays.values():
            array.setflags(write=False)
        self.weights: Mapping[str, NDArray[np.float32]] = MappingProxyType(arrays)
        self.metadata: Mapping[str, str] = MappingProxyType(dict(metadata or {}))
        self._cores: WeakKeyDictionary[Game, _core.PolicyValueNet] = WeakKeyDictionary()
        self.core(Game("triangle"))  # complains now about weights that do not fit

    @property
    def parameters(self) -> int:
        return sum(array.size for array in self.weights.values())

    @property
    def hash(self) -> str:
        """Sixteen hex digits that identify architecture and weights."""
        digest = hashlib.sha256(self.architecture.encode())
        for name, array in self.weights.items():
            digest.update(f"\n{name} {array.shape} ".encode() + array.astype("<f4").tobytes())
        return digest.hexdigest()[:16]

    def core(self, game: Game, kernels: str = "best") -> _core.PolicyValueNet:
        """The network on a game's map, for searches of the core."""
        if kernels == "best" and game in self._cores:
            return self._cores[game]
        try:
            core = _core.PolicyValueNet(self.architecture, dict(self.weights), game.core, kernels)
        except ValueError as error:
            raise NetError(f"this network cannot be used: {error}") from None
        if kernels == "best":
            self._cores[game] = core
        return core

    @overload
    def evaluate(self, states: Boards | Positions, seat: int | Sequence[int] = 0, plans: None = None) -> Values: ...
    @overload
    def evaluate(
        self, states: Boards | Positions, seat: int | Sequence[int], plans: Sequence[Sequence[Plan]]
    ) -> tuple[Values, list[NDArray[np.float32]]]: ...
    def evaluate(
        self, states: Boards | Positions, seat: int | Sequence[int] = 0, plans: Sequence[Sequence[Plan]] | None = None
    ) -> Values | tuple[Values, list[NDArray[np.float32]]]:
        """The value of each position to a seat, and the logits of the plans considered in each, if any are given.

        One seat for all, or one for each position. Only whole positions can be judged: of a view take its guess.
        """
        positions = states if isinstance(states, Positions) else stack(states, seat)
        table = None if plans is None else stack_plans(plans)
        try:
            values, logits = self.core(positions.game).evaluate(*positions.arrays, table)
        except ValueError as error:
            raise NetError(f"these positions cannot be judged: {error}") from None
        if logits is None or table is None:
            return values
        return values, np.split(logits, table[2][1:-1])

    def network(self, game: Game) -> Network:
        """The network as a function that hegemon.search.simultaneous calls with the leaves of a search."""
        core = self.core(game)

        def ask(
            owners: NDArray[np.int8], armies: NDArray[np.int32], seats: NDArray[np.int8], plans: Plans
        ) -> tuple[Values, NDArray[np.float32] | None]:
            return core.evaluate(owners, armies, seats, plans)

        return ask

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a safetensors file that names architecture, encoder and hash, besides the metadata."""
        own = {"architecture": self.architecture, "encoder": str(ENCODER_VERSION), "hash": self.hash}
        write_tensors(path, self.weights, {**self.metadata, **own})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Net:
        """Read what save writes."""
        weights, metadata = read_tensors(path)
        where = f"network {str(path)!r}"
        given = {key: metadata.pop(key, None) for key in ("architecture", "encoder", "hash")}
        if given["architecture"] is None:
            raise NetError(f"{where} does not say which architecture it is of")
        if given["encoder"] != str(ENCODER_VERSION):
            raise NetError(
                f"{where} was trained with version {given['encoder']} of the encoder; this is {ENCODER_VERSION}"
            )
        try:
            net = cls(given["architecture"], weights, metadata)
        except NetError as error:
            raise NetError(f"{where}: {error}") from None
        if given["hash"] != net.hash:
            raise NetError(f"{where} is damaged: its weights do not have the hash {given['hash']}")
        return net

    def __repr__(self) -> str:
        return f"<Net {self.architecture} {self.hash}, {self.parameters:,} parameters>"


@cache
def net_names() -> tuple[str, ...]:
    """The networks that come with the package."""
    folder = resources.files("hegemon.nets") / "data"
    files = folder.iterdir() if folder.is_dir() else ()
    return tuple(sorted(file.name.removesuffix(SUFFIX) for file in files if file.name.endswith(SUFFIX)))


def load_net(name: str | os.PathLike[str]) -> Net:
    """A network by the name it has in the package, or from a file. Text with a separator or .safetensors is a path."""
    if not isinstance(name, str) or "/" in name or os.sep in name or name.endswith(SUFFIX):
        return Net.load(name)
    if name not in net_names():
        hint = did_you_mean(name, net_names()) if net_names() else f"a file name ends in {SUFFIX}"
        raise NetError(f"there is no network {name!r}; {hint}")
    with resources.as_file(resources.files("hegemon.nets") / "data" / (name + SUFFIX)) as file:
        return Net.load(Path(file))
