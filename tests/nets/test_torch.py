"""The torch twin and the core are the same network. Needs the extra ``learn``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import hegemon as hg
from hegemon.nets import SimultaneousNet, encode, pad_plans, random_net, stack_plans
from tests.nets.positions import SMALL_MAPS, plans_for, positions

torch = pytest.importorskip("torch", reason="needs the extra `learn`")

if TYPE_CHECKING:
    from hegemon.nets.torch.soares2025 import Soares2025


def _twin(map: str, dropout: float = 0.5) -> Soares2025:
    from hegemon.nets.torch.soares2025 import Soares2025

    torch.set_num_threads(1)
    return Soares2025(hg.SimultaneousGame(map), dropout)


def _datasets(map: str) -> tuple[Any, ...]:
    """Made-up targets: who has more armies wins, and the plan with the most orders is the best."""
    states = positions(map, 12)
    plans = plans_for(states, 0, 6)
    encoded = encode(states, 0)
    more = (encoded.globals[:, 2] - encoded.globals[:, 3]) / (encoded.globals[:, 2] + encoded.globals[:, 3] + 1)
    best = torch.tensor([max(range(6), key=lambda i: len(considered[i])) for considered in plans])
    return hg.SimultaneousGame(map), encoded, pad_plans(stack_plans(plans)), torch.from_numpy(np.sin(3 * more)), best


@cache
def trained() -> SimultaneousNet:
    """A few hundred steps, so that nothing is near zero and the attention is sharp."""
    torch.manual_seed(1)
    twin = _twin("banana", dropout=0.0)
    optimiser = torch.optim.Adam(twin.parameters(), lr=2e-3)
    datasets = [_datasets(map) for map in SMALL_MAPS]
    for step in range(150):
        game, encoded, orders, wanted, best = datasets[step % len(datasets)]
        values, logits = twin.on(game).evaluate(encoded, orders)
        loss = torch.nn.functional.mse_loss(values, wanted) + torch.nn.functional.cross_entropy(logits, best)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return twin.to_net(made="for a test")


def test_training_changed_the_network_a_lot() -> None:
    states = positions("banana", 12)
    plans = plans_for(states, 0, 6)
    values, logits = trained().evaluate(states, 0, plans)
    wanted = _datasets("banana")[3].numpy()
    assert np.corrcoef(values, wanted)[0, 1] > 0.8
    assert np.ptp(logits, axis=1).max() > 1
    assert trained().parameters == 32_622


@pytest.mark.parametrize("map", SMALL_MAPS)
def test_the_core_agrees_with_torch(map: str) -> None:
    """Within 1e-4 of the truth, which is torch in double precision; for logits, of a position's largest."""
    twin = _twin(map).load_net(trained()).eval().double()
    states = positions(map, 40)
    for seat in (0, 1):
        plans, encoded = plans_for(states, seat, 20), encode(states, seat)
        values, logits = trained().evaluate(states, seat, plans)
        arrays = [torch.from_numpy(array).double() for array in (encoded.territories, encoded.globals)]
        with torch.no_grad():
            truth, plan_truth = twin(*arrays, torch.from_numpy(pad_plans(stack_plans(plans))).long())
        np.testing.assert_allclose(values, truth.numpy(), rtol=1e-4, atol=1e-6)
        scale = plan_truth.abs().amax(dim=1, keepdim=True).numpy()
        np.testing.assert_allclose(np.stack(logits) / scale, plan_truth.numpy() / scale, atol=1e-4, rtol=0)


def test_one_twin_moves_from_map_to_map() -> None:
    net, states = random_net("soares2025", seed=4), positions("italy", 5)
    twin = _twin("banana").load_net(net).eval().on(hg.SimultaneousGame("italy"))
    with torch.no_grad():
        values, logits = twin.evaluate(encode(states, 1))
    assert logits.shape == (5, 0)
    np.testing.assert_allclose(net.evaluate(states, 1), values.numpy(), rtol=1e-5)
    assert twin.to_net().hash == net.hash


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("inputs", "outputs"), [(20, 20), (40, 60)])
def test_attention_is_that_of_torch_geometric(inputs: int, outputs: int) -> None:
    geometric = pytest.importorskip("torch_geometric.nn")
    from hegemon.nets.torch.attention import Attention

    torch.manual_seed(inputs)
    ours, theirs = Attention(inputs, outputs, 0.5).eval(), geometric.TransformerConv(inputs, outputs, beta=True).eval()
    names = {"query": "query", "key": "key", "value": "value", "skip": "skip", "gate": "beta"}
    for own, other in names.items():
        getattr(theirs, f"lin_{other}").load_state_dict(getattr(ours, own).state_dict())
    game = hg.SimultaneousGame("italy")
    edges = torch.tensor([*game.map.links, *((b, a) for a, b in game.map.links)]).T
    x = torch.randn(20, inputs) * 3
    with torch.no_grad():
        found, wanted = ours(x[None], _twin("italy").map_graph.along_links)[0], theirs(x, edges)
    np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=1e-4, atol=1e-5)


@pytest.mark.xdist_group("onnx")  # loaded once
@pytest.mark.filterwarnings("ignore")
def test_the_onnx_file_says_the_same(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxscript")
    from onnx.reference import ReferenceEvaluator

    path = tmp_path / "italy.onnx"
    _twin("italy").load_net(trained()).export_onnx(path)
    assert [file.name for file in tmp_path.iterdir()] == ["italy.onnx"]
    onnx.checker.check_model(str(path))
    states = positions("italy", 7)
    encoded, plans = encode(states, 0), plans_for(states, 0, 5)
    inputs = {"territories": encoded.territories, "globals": encoded.globals}
    inputs["orders"] = pad_plans(stack_plans(plans)).astype(np.int64)
    values, logits = ReferenceEvaluator(str(path)).run(None, inputs)
    truth, plan_truth = trained().evaluate(states, 0, plans)
    np.testing.assert_allclose(values, truth, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(logits, np.stack(plan_truth), rtol=1e-4, atol=1e-4)
