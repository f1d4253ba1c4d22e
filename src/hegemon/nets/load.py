"""Networks of both games by name or from a file."""

from __future__ import annotations

import os
from functools import cache
from importlib import resources
from pathlib import Path
from typing import overload

from hegemon._words import did_you_mean
from hegemon.errors import NetError
from hegemon.nets.architectures import ARCHITECTURES, recognise
from hegemon.nets.classic_net import ClassicNet
from hegemon.nets.simultaneous_net import SimultaneousNet
from hegemon.nets.tensors import read_tensors

SUFFIX = ".safetensors"


@cache
def net_names() -> tuple[str, ...]:
    """The names of the networks in the package."""
    folder = resources.files("hegemon.nets") / "data"
    files = folder.iterdir() if folder.is_dir() else ()
    return tuple(sorted(file.name.removesuffix(SUFFIX) for file in files if file.name.endswith(SUFFIX)))


@overload
def load_net(name: str | os.PathLike[str]) -> SimultaneousNet | ClassicNet: ...
@overload
def load_net(name: str | os.PathLike[str], kind: type[SimultaneousNet]) -> SimultaneousNet: ...
@overload
def load_net(name: str | os.PathLike[str], kind: type[ClassicNet]) -> ClassicNet: ...
def load_net(
    name: str | os.PathLike[str], kind: type[SimultaneousNet] | type[ClassicNet] | None = None
) -> SimultaneousNet | ClassicNet:
    """Load a network of the package by name, or from a file. Text with a path separator or .safetensors is a path.

    With a kind, SimultaneousNet or ClassicNet, a network of the other game raises an error.
    """
    if not isinstance(name, str | os.PathLike):
        raise NetError(f"a network is its name or its file, not {name!r:.40}")
    if not isinstance(name, str) or "/" in name or os.sep in name or name.endswith(SUFFIX):
        return _load(name, kind)
    if name not in net_names():
        hint = did_you_mean(name, net_names()) if net_names() else f"a file name ends in {SUFFIX}"
        raise NetError(f"there is no network {name!r}; {hint}")
    with resources.as_file(resources.files("hegemon.nets") / "data" / (name + SUFFIX)) as file:
        return _load(Path(file), kind)


def _load(
    path: str | os.PathLike[str], kind: type[SimultaneousNet] | type[ClassicNet] | None
) -> SimultaneousNet | ClassicNet:
    weights, metadata = read_tensors(path)
    found = ARCHITECTURES.get(metadata.get("architecture") or recognise(weights) or "")
    is_classic = found is not None and found.family == "classic"
    if kind is not None and is_classic != (kind is ClassicNet):
        games = ("simultaneous", "classic")
        raise NetError(
            f"network {Path(path).stem!r} is for the {games[is_classic]} game, not for the {games[not is_classic]}"
        )
    return ClassicNet.load(path) if is_classic else SimultaneousNet.load(path)
