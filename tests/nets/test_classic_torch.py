"""The torch twins of the classic game's networks agree with the core."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hegemon import ClassicGame
from hegemon.nets import ARCHITECTURES, encode_classic, random_classic_net
from tests.nets.classic_positions import GAMES, positions, trained_like

torch = pytest.importorskip("torch", reason="needs the extra `learn`")

from hegemon.nets.torch import make_twin  # noqa: E402  # needs torch

CLASSIC = [name for name, found in ARCHITECTURES.items() if found.family == "classic"]


def plays(architecture: str, game: ClassicGame) -> bool:
    if ARCHITECTURES[architecture].q_values:
        return game.seats == 2
    return architecture != "heredia2022-published" or game.rules.fortify != "connected"


CASES = [(name, spec) for spec in GAMES for name in CLASSIC if plays(name, ClassicGame(*spec))]


@pytest.mark.parametrize(("architecture", "spec"), CASES, ids=str)
def test_the_core_agrees_with_torch(architecture: str, spec: tuple[str, str, int]) -> None:
    states = positions(*spec)
    net = trained_like(random_classic_net(architecture, 1, states[0].game))
    twin = make_twin(architecture, states[0].game).load_net(net).eval()
    assert sum(p.numel() for p in twin.parameters()) == net.parameters
    assert twin.to_net().hash == net.hash
    encoded = encode_classic(states, net.features)
    with torch.no_grad():
        expected, expected_logits = twin.evaluate(encoded)
    values, logits = net.evaluate(states)
    assert np.allclose(values, encoded.by_seat(expected.numpy()), rtol=1e-4, atol=1e-5)
    flat = np.concatenate(logits)
    assert np.allclose(flat, expected_logits.numpy(), rtol=1e-4, atol=1e-4)
    assert np.ptp(flat) > 0.5  # or there was nothing to compare


@pytest.mark.parametrize("architecture", ["heredia2022", "heredia2022-published"])
def test_convolutions_are_those_of_pytorch_geometric(architecture: str) -> None:
    pyg = pytest.importorskip("torch_geometric.nn")
    from hegemon.nets.classic_encode import links_of
    from hegemon.nets.torch.heredia2022 import Heredia2022

    game = ClassicGame("classic", "heredia2022")
    twin = Heredia2022(game, architecture.endswith("-published")).eval()
    offsets, heard = links_of(game)
    edges = np.stack([heard, np.repeat(np.arange(42), np.diff(offsets))])
    convolution = pyg.GCNConv(12, 32)
    convolution.lin.weight.data, convolution.bias.data = twin.input.weight.data, twin.input.bias.data
    x = torch.randn(42, 12)
    with torch.no_grad():
        expected = convolution(x, torch.from_numpy(edges).long())
        assert torch.allclose(twin.input(x, twin.near), expected, rtol=1e-4, atol=1e-5)


def test_the_graph_network_learns_and_the_core_plays_what_it_learnt() -> None:
    from hegemon.nets.torch.classic import log_policies
    from hegemon.nets.torch.classic_graph import ClassicGraph

    torch.manual_seed(1)
    states = positions("hex", "heredia2022", 2)
    encoded, twin = encode_classic(states), ClassicGraph(states[0].game, width=32, rounds=2)
    # To learn: the first seat wins, and the first legal action is the best.
    winner = torch.from_numpy((encoded.movers != 0).astype(np.int64))
    best, places = torch.from_numpy(encoded.offsets[:-1].astype(np.int64)), torch.from_numpy(encoded.positions)
    optimizer = torch.optim.Adam(twin.parameters(), lr=0.01)
    losses = []
    for _ in range(40):
        scores, logits = twin.scores(*twin.arguments(encoded))
        policies = log_policies(logits, places, len(encoded))
        loss = torch.nn.functional.cross_entropy(scores, winner) - policies[best].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0]
    with torch.no_grad():
        expected, expected_logits = twin.eval().evaluate(encoded)
    values, logits = twin.to_net(made="test").evaluate(states)
    assert np.allclose(values, encoded.by_seat(expected.numpy()), rtol=1e-4, atol=1e-4)
    assert np.allclose(np.concatenate(logits), expected_logits.numpy(), rtol=1e-4, atol=1e-3)
    assert (values[:, 0] > 0).mean() > 0.8


@pytest.mark.xdist_group("onnx")  # loaded once
@pytest.mark.filterwarnings("ignore")
def test_onnx_says_the_same(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxscript")
    from onnx.reference import ReferenceEvaluator

    path, states = tmp_path / "hex.onnx", positions("hex", "heredia2022", 2)
    net = trained_like(random_classic_net("classic-graph", 1))
    twin = make_twin("classic-graph", states[0].game).load_net(net)
    encoded = encode_classic(states)
    twin.export_onnx(path, encode_classic(states[:3]))
    onnx.checker.check_model(str(path))
    inputs = {name: value.numpy() for name, value in zip(twin.inputs, twin.arguments(encoded), strict=True)}
    values, logits = ReferenceEvaluator(str(path)).run(None, inputs)
    core_values, core_logits = net.evaluate(states)
    assert np.allclose(encoded.by_seat(values), core_values, rtol=1e-4, atol=1e-4)
    assert np.allclose(logits, np.concatenate(core_logits), rtol=1e-4, atol=1e-4)
