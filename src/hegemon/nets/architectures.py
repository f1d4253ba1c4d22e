"""The architectures of the core: features, home map, and the names and sizes of the layers.

A new architecture needs an entry in ARCHITECTURES, a forward pass in the core and a twin in torch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hegemon._words import did_you_mean
from hegemon.errors import NetError
from hegemon.maps import Map, load_map

Layer = tuple[str, int, int, bool]
"""Name, inputs, outputs, whether it has a bias; a batch normalisation has 0 outputs."""


@dataclass(frozen=True)
class Architecture:
    """One kind of network."""

    family: Literal["simultaneous", "classic"]
    features: str
    """The feature set of its input; see core/encode."""
    home: tuple[str, str]
    """Map and rules of its paper, for untrained networks."""
    layers: Callable[[Map], Iterator[Layer]]
    """All its layers, in the order in which random weights are drawn."""
    twin: str
    """Its model in hegemon.nets.torch: module and class."""
    any_map: bool = True
    """Whether weights fit every map; otherwise only the map of their training."""
    published: bool = False
    """Whether it is the network of the authors' program, which differs from their text."""
    q_values: bool = False
    """Whether its logits are Q-values; then it is trained by Q-learning, not from the samples of a search."""


def architecture_of(name: str) -> Architecture:
    """The architecture with this name."""
    if name not in ARCHITECTURES:
        raise NetError(f"there is no network architecture {name!r}; {did_you_mean(name, ARCHITECTURES)}")
    return ARCHITECTURES[name]


# --- Soares 2025 --------------------------------------------------------------------------


def _soares2025(map: Map) -> Iterator[Layer]:
    yield "input", 5, 20, True
    for number, outputs in enumerate((20, 20, 60)):
        for part, inputs, width in (("groups", 20, 20), ("links", 40, outputs)):
            for matrix in ("query", "key", "value", "skip"):
                yield f"rounds.{number}.{part}.{matrix}", inputs, width, True
            yield f"rounds.{number}.{part}.gate", 3 * width, 1, False
    yield "policy.attack", 121, 20, True
    yield "policy.transfer", 121, 20, True
    yield "policy.deploy", 61, 20, True
    yield "policy.order", 20, 20, True
    yield "policy.plan", 20, 1, True
    yield "value.hidden", 65, 60, True
    yield "value.out", 60, 1, True


# --- Our graph network of the classic game ------------------------------------------------

TERRITORY, WHOLE, SEAT, ACTION = 24, 52, 11, 8
"""Number of features of a territory, of the whole position, of a seat and of an action."""
WIDTH, ROUNDS, POLICY = 48, 4, 32
KINDS = ("pick", "place", "trade", "attack", "occupy", "fortify")
WITH_SOURCE = ("attack", "occupy", "fortify")


def _classic_graph(map: Map) -> Iterator[Layer]:
    yield "input", TERRITORY, WIDTH, True
    yield "input_of_whole", WHOLE, WIDTH, False
    for number in range(ROUNDS):
        yield f"rounds.{number}.context", WIDTH, WIDTH, True
        for matrix in ("query", "key", "value", "skip"):
            yield f"rounds.{number}.attention.{matrix}", WIDTH, WIDTH, True
        yield f"rounds.{number}.attention.gate", 3 * WIDTH, 1, False
    yield "value.seat", WIDTH + SEAT, WIDTH, True
    yield "value.whole", WIDTH + WHOLE, WIDTH, False
    yield "value.out", WIDTH, 1, True
    yield "policy.passing.whole", WIDTH + WHOLE, POLICY, True
    yield "policy.passing.out", POLICY, 1, True
    for kind in KINDS:
        yield f"policy.{kind}.target", WIDTH, POLICY, False
        if kind in WITH_SOURCE:
            yield f"policy.{kind}.source", WIDTH, POLICY, False
        yield f"policy.{kind}.deed", ACTION, POLICY, True
        yield f"policy.{kind}.out", POLICY, 1, True


# --- Gnecco Heredia and Cazenave 2022 -----------------------------------------------------


def _residuals(name: str, count: int) -> Iterator[Layer]:
    for number in range(count):
        yield f"{name}.{number}.norm", 32, 0, True
        yield f"{name}.{number}.convolution", 32, 32, True


def _heredia2022(map: Map, published: bool = False) -> Iterator[Layer]:
    territories, links = len(map.territories), 2 * len(map.links)
    yield "input", 12, 32, True
    yield from _residuals("body", 4)
    for head in ("pick", "place"):
        yield from _residuals(f"{head}.layers", 3)
        yield f"{head}.out", 32, 1, True
        if published:
            yield f"{head}.first", territories, 64, True
            yield f"{head}.second", 64, territories, True
    for head in ("attack", "fortify"):
        yield from _residuals(f"{head}.layers", 4)
        yield f"{head}.link.first", 64, 28, True
        yield f"{head}.link.first_norm", 28, 0, True
        yield f"{head}.link.second", 28, 28, True
        yield f"{head}.link.second_norm", 28, 0, True
        yield f"{head}.link.out", 28, 1, True
        if published:
            yield f"{head}.first", links, 64, True
            yield f"{head}.second", 64, links + 1, True
        else:
            yield f"{head}.passing", 32, 1, True
    yield from _residuals("value.layers", 4)
    for name, outputs in (("gate", 1), ("other", 32), ("first", 32), ("second", 6)):
        yield f"value.{name}", 32, outputs, True


def _heredia2022_published(map: Map) -> Iterator[Layer]:
    return _heredia2022(map, published=True)


_HEREDIA2022 = Architecture(
    family="classic",
    features="heredia2022",
    home=("hex", "heredia2022"),
    layers=_heredia2022,
    twin="heredia2022.Heredia2022",
)


# --- Yao 2025 -----------------------------------------------------------------------------


def _yao2025(map: Map) -> Iterator[Layer]:
    n = len(map.territories)
    yield "first", 4 + 2 * n, 128, True
    yield "second", 128, 128, True
    yield "worth", 128, 3 * n * n, True


_YAO2025 = Architecture(
    family="classic",
    features="yao2025",
    home=("old-world", "yao2025"),
    layers=_yao2025,
    twin="yao2025.Yao2025",
    any_map=False,
    q_values=True,
)


# --- The table ----------------------------------------------------------------------------

ARCHITECTURES: dict[str, Architecture] = {
    "soares2025": Architecture(
        family="simultaneous",
        features="soares2025",
        home=("triangle", "soares2025"),
        layers=_soares2025,
        twin="soares2025.Soares2025",
    ),
    "classic-graph": Architecture(
        family="classic",
        features="graph",
        home=("hex", "heredia2022"),
        layers=_classic_graph,
        twin="classic_graph.ClassicGraph",
    ),
    "heredia2022": _HEREDIA2022,
    "heredia2022-published": replace(_HEREDIA2022, layers=_heredia2022_published, any_map=False, published=True),
    "yao2025": _YAO2025,
    "yao2025-published": replace(_YAO2025, features="yao2025-published", published=True),
}
"""By name; the core has the same list in core/nets/net.cpp and core/nets/classic_net.cpp."""


def recognise(names: Iterable[str]) -> str | None:
    """The architecture whose tensors have these names, for any number of rounds; None if there is none."""
    given = {_pattern(name) for name in names}
    for architecture, found in ARCHITECTURES.items():
        layers = {layer[0] for layer in found.layers(load_map(found.home[0]))}
        if {name.rpartition(".")[0] for name in given} == {_pattern(layer) for layer in layers}:
            return architecture
    return None


def _pattern(name: str) -> str:
    return re.sub(r"\.\d+\.", ".#.", name)
