"""Networks in the core: right, the same in every batch and thread, and clear about what they cannot do."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import hegemon as hg
from hegemon import _core
from hegemon.errors import GameError, NetError
from hegemon.nets import SimultaneousNet, encode, graph_of, load_net, net_names, random_net, stack, stack_plans
from hegemon.search import Budget, Smcts, SmctsSettings
from tests.nets.positions import SMALL_MAPS, plans_for, positions
from tests.reference_engine.soares2025 import Reference

NET = random_net("soares2025", seed=1)


@pytest.mark.parametrize("map", SMALL_MAPS)
def test_the_core_agrees_with_the_reference(map: str) -> None:
    states, reference = positions(map, 6), Reference(NET.weights)
    for seat in (0, 1):
        plans = plans_for(states, seat, 5)
        values, logits = NET.evaluate(states, seat, plans)
        truth = [reference.value(state, seat) for state in states]
        np.testing.assert_allclose(values, truth, rtol=1e-5, atol=1e-6)
        for state, considered, found in zip(states, plans, logits, strict=True):
            np.testing.assert_allclose(found, reference.logits(state, seat, considered), rtol=1e-4, atol=1e-5)


def test_moves_out_of_the_enemys_land_and_empty_plans_have_logits() -> None:
    state = hg.SimultaneousGame("triangle").position([0, 1, 1], [5, 2, 1])
    plans = [hg.Plan(), hg.Plan.parse("1>2:3"), hg.Plan.parse("1>0:3 0>1:2")]
    _, logits = NET.evaluate([state], 0, [plans])
    np.testing.assert_allclose(logits[0], Reference(NET.weights).logits(state, 0, plans), rtol=1e-4)


def test_positions_of_a_batch_are_evaluated_as_if_alone() -> None:
    states = positions("italy", 30)
    plans = [considered[: i % 5] for i, considered in enumerate(plans_for(states, 0, 5))]
    seats = [i % 2 for i in range(30)]
    values, logits = NET.evaluate(states, seats, plans)
    for i, state in enumerate(states):
        alone, own = NET.evaluate([state], seats[i], [plans[i]])
        assert alone[0] == values[i] == NET.evaluate([state], seats[i])[0]
        assert own[0].tolist() == logits[i].tolist()


def test_threads_get_the_same_answers() -> None:
    states = positions("banana", 40)
    alone = NET.evaluate(states, 0).tolist()
    with ThreadPoolExecutor(4) as pool:
        for values in pool.map(lambda _: NET.evaluate(states, 0).tolist(), range(20)):
            assert values == alone


def test_all_kernels_agree() -> None:
    states = positions("italy", 10)
    arrays, plans = stack(states, 1).arrays, stack_plans(plans_for(states, 1, 4))
    answers = [NET.core(states[0].game, kernels).evaluate(*arrays, plans) for kernels in ("best", "portable")]
    for best, portable in zip(*answers, strict=True):
        np.testing.assert_allclose(best, portable, rtol=1e-5, atol=1e-6)
    with pytest.raises(NetError, match="best, portable or avx2"):
        NET.core(states[0].game, "fast")


def test_the_environment_chooses_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    states, net = positions("italy", 3), random_net("soares2025", seed=2)
    arrays = stack(states, 0).arrays
    best = net.core(states[0].game).kernels
    monkeypatch.setenv("HEGEMON_KERNELS", "portable")
    assert net.core(states[0].game).kernels == "portable", f"although {best} was used before"
    values = net.evaluate(states, 0)
    assert values.tolist() == net.core(states[0].game, "portable").evaluate(*arrays)[0].tolist()
    monkeypatch.setenv("HEGEMON_KERNELS", "fast")
    with pytest.raises(NetError, match="HEGEMON_KERNELS=fast is not allowed; expected one of best, portable, avx2"):
        net.core(states[0].game)
    monkeypatch.setenv("HEGEMON_KERNELS", "")
    assert net.core(states[0].game).kernels == best


def test_the_encoder_counts_from_the_side_of_a_seat() -> None:
    game = hg.SimultaneousGame("triangle")
    state = game.position([0, 1, -1], [5, 2, 1])
    for seat, mine, theirs in ((0, 5, 2), (1, 2, 5)):
        encoded = encode([state], seat)
        rows = encoded.territories[0].tolist()
        assert rows[seat] == [1, 0, mine, 0, 0]
        assert rows[1 - seat] == [0, 1, 0, theirs, 0]
        assert rows[2] == [0, 0, 0, 0, 1]
        assert encoded.globals[0].tolist() == [state.income(seat), state.income(1 - seat), mine, theirs, 1]
    assert encoded.links.shape == (1, 2 * len(game.map.links), 0)
    with pytest.raises(NetError, match="no set of features other"):
        encode([state], 0, "other")


def test_the_graph_is_that_of_the_map() -> None:
    game = hg.SimultaneousGame("italy")
    graph = graph_of(game)
    heard = np.split(graph.link_heard, graph.link_offsets[1:-1])
    assert [tuple(row) for row in heard] == list(game.map.neighbours)
    members = [(g, t) for g, group in enumerate(game.map.groups) for t in group.members]
    assert list(zip(graph.member_group, graph.member_territory, strict=True)) == members


def test_a_search_takes_a_network() -> None:
    state = positions("banana", 3)[2]
    settings = SmctsSettings(evaluation="network", rollout=0, candidates=6)
    runs = [
        Smcts(state.game, settings, NET.network(state.game)).decide(state.view(0), Budget(60), hg.Random(1)).decision
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert not state.illegal_reasons(0, runs[0])


def test_what_cannot_be_evaluated_is_refused() -> None:
    state = hg.SimultaneousGame("triangle").position([0, 1, -1], [5, 2, 1])
    other = hg.SimultaneousGame("banana").start(1)
    hidden = hg.SimultaneousGame("simple", "warzone").position([0, 1, *[-1] * 7], [3] * 9).view(0)
    with pytest.raises(GameError, match="no position"):
        NET.evaluate([], 0)
    with pytest.raises(GameError, match="same game"):
        NET.evaluate([state, other], 0)
    with pytest.raises(GameError, match="2 seats for 1"):
        NET.evaluate([state], [0, 1])
    with pytest.raises(GameError, match="seat"):
        NET.evaluate([state], 2)
    with pytest.raises(NetError, match="hidden"):
        NET.evaluate([hidden], 0)
    with pytest.raises(NetError, match="deployments and moves"):
        NET.evaluate([state], 0, [[hg.Plan.parse("!1")]])
    with pytest.raises(NetError, match="no such territory"):
        NET.evaluate([state], 0, [[hg.Plan.parse("7+1")]])
    with pytest.raises(NetError, match="every position needs its plans"):
        NET.evaluate([state, state], 0, [[hg.Plan()]])


def test_the_core_refuses_arrays_that_do_not_fit() -> None:
    core = NET.core(hg.SimultaneousGame("triangle"))
    owners, armies, seats = np.zeros((2, 3), np.int8), np.zeros((2, 3), np.int32), np.zeros(2, np.int8)
    orders = np.array([[0, 0, 0, 1]], np.int32)

    def offsets(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        return np.array(numbers, np.int32)

    bad = [
        (owners[:1], armies, seats, None),
        (owners, armies[:, :2].copy(), seats, None),
        (owners, armies, seats + np.int8(2), None),
        (owners + np.int8(2), armies, seats, None),
        (owners, armies + 100_000_000, seats, None),
        (owners, armies, seats, (orders[:, :3].copy(), offsets(0, 1), offsets(0, 1, 1))),
        (owners, armies, seats, (orders, offsets(0, 2), offsets(0, 1, 1))),
        (owners, armies, seats, (orders, offsets(0, 1), offsets(0, 2, 1))),
        (owners, armies, seats, (orders, offsets(), offsets(0, 0, 0))),
        (owners, armies, seats, (orders, offsets(0, 1), offsets(0, 1))),
        (owners, armies, seats, (-orders, offsets(0, 1), offsets(0, 1, 1))),
    ]
    for arrays in bad:
        with pytest.raises(ValueError, match=r"must|no|impossible|every"):
            core.evaluate(*arrays)
    values, logits = core.evaluate(owners, armies, seats, (orders, offsets(0, 1), offsets(0, 1, 1)))
    assert values.shape == (2,)
    assert logits is not None
    assert logits.shape == (1,)


def test_weights_that_do_not_fit_are_named() -> None:
    weights = dict(NET.weights)
    with pytest.raises(NetError, match=r"input\.bias is missing"):
        SimultaneousNet("soares2025", {name: array for name, array in weights.items() if name != "input.bias"})
    with pytest.raises(NetError, match=r"input\.weight has shape \[5, 20\] instead of \[20, 5\]"):
        SimultaneousNet("soares2025", weights | {"input.weight": weights["input.weight"].T})
    with pytest.raises(NetError, match="there is no network architecture 'other'"):
        SimultaneousNet("other", weights)
    with pytest.raises(ValueError, match="array of float32"):
        _core.PolicyValueNet("soares2025", {"input.weight": "text"}, hg.SimultaneousGame("triangle").core)  # type: ignore[dict-item]


def test_a_network_has_an_identity() -> None:
    assert NET.parameters == 32_622
    assert NET.hash == random_net("soares2025", seed=1).hash == "906adb32ca6b100c"
    assert NET.hash != random_net("soares2025", seed=2).hash
    assert not NET.weights["input.bias"].flags.writeable
    assert "soares2025" in repr(NET)
    with pytest.raises(NetError, match="did you mean soares2025"):
        random_net("soares")


def test_unknown_names_are_explained() -> None:
    assert all(load_net(name).parameters for name in net_names())
    with pytest.raises(NetError, match="no network 'nothing'"):
        load_net("nothing")
    with pytest.raises(NetError, match="No such file"):
        load_net("nothing.safetensors")
