"""Network files of other tools: those that follow the documented format are read, whatever else they lack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from hegemon.errors import NetError
from hegemon.game import ClassicGame, SimultaneousGame, seeded
from hegemon.match import play
from hegemon.nets import ClassicNet, SimultaneousNet, load_net, random_classic_net, random_net
from hegemon.nets.architectures import ARCHITECTURES
from hegemon.nets.net import Net
from hegemon.search import Budget, Mcts, MctsSettings

RECOGNISED = ("soares2025", "classic-graph", "heredia2022", "heredia2022-published", "yao2025")


def untrained(architecture: str) -> Net[Any]:
    family = ARCHITECTURES[architecture].family
    return random_net(architecture) if family == "simultaneous" else random_classic_net(architecture)


def weights_of(architecture: str) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    return {name: np.array(array) for name, array in untrained(architecture).weights.items()}


@pytest.mark.parametrize("architecture", RECOGNISED)
def test_a_file_without_metadata(architecture: str, tmp_path: Path) -> None:
    save_file(weights_of(architecture), tmp_path / "net.safetensors")
    net = load_net(tmp_path / "net.safetensors")
    assert (net.architecture, net.hash) == (architecture, untrained(architecture).hash)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_a_file_that_names_its_architecture_alone(architecture: str, tmp_path: Path) -> None:
    metadata = {"architecture": architecture, "author": "another tool"}
    save_file(weights_of(architecture), tmp_path / "net.safetensors", metadata)
    net = load_net(tmp_path / "net.safetensors")
    assert net.hash == untrained(architecture).hash
    assert net.metadata == {"author": "another tool"}


def test_a_hash_that_is_there_must_be_right(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    untrained("soares2025").save(path)
    with safe_open(path, framework="np") as file:
        metadata = file.metadata()
    weights = weights_of("soares2025")
    save_file(weights, path, metadata)
    load_net(path)
    weights["value.out.bias"] += 1
    save_file(weights, path, metadata)
    with pytest.raises(NetError, match=r"do not have the hash .* must leave the hash out"):
        load_net(path)
    del metadata["hash"]
    save_file(weights, path, metadata)
    load_net(path)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_weights_that_are_not_finite_are_refused(architecture: str, value: float, tmp_path: Path) -> None:
    weights = weights_of(architecture)
    name = next(iter(weights))
    weights[name].flat[0] = value
    save_file(weights, tmp_path / "net.safetensors", {"architecture": architecture})
    with pytest.raises(NetError, match=f"{name} holds weights that are not finite"):
        load_net(tmp_path / "net.safetensors")


def too_large(architecture: str) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    return {name: array * np.float32(1e30) for name, array in weights_of(architecture).items()}


def test_outputs_that_are_not_finite_are_refused() -> None:
    state = SimultaneousGame("banana").start(1)
    net = SimultaneousNet("soares2025", too_large("soares2025"))
    with pytest.raises(NetError, match="not finite numbers: its weights are too large"):
        net.evaluate([state], 0, [[state.random_plan(0, seeded(1))]])


def test_an_agent_says_that_outputs_are_not_finite(tmp_path: Path) -> None:
    ClassicNet("heredia2022", too_large("heredia2022")).save(tmp_path / "large.safetensors")
    agent = f'puct(net="{tmp_path / "large.safetensors"}", visits=10)'
    result = play(ClassicGame("hex", "heredia2022"), [agent, "random"], seed=1).result
    assert result is not None
    assert result.loser == 0
    assert "the network gives values that are not finite numbers" in result.reason


@pytest.mark.parametrize("architecture", ["classic-graph", "heredia2022"])
def test_a_search_says_that_outputs_are_not_finite(architecture: str) -> None:
    net = ClassicNet(architecture, too_large(architecture))
    game = ClassicGame("hex", "heredia2022")
    state = game.start(1)
    with pytest.raises(NetError, match="not finite numbers"):
        net.evaluate([state])
    search = Mcts(game, MctsSettings(selection="puct"), net)
    with pytest.raises(Exception, match="not finite numbers"):
        search.analyse(state, Budget(visits=20), seeded(1))
