"""The policy network of the simultaneous game: legal plans, the same network in the core and in torch, its files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hegemon import Plan, Random, SimultaneousGame, SimultaneousState, _core, play
from hegemon.errors import NetError
from hegemon.nets.policy import SHIPPED, load_policy, policy_net, save_policy, shapes, shipped_policy
from hegemon.nets.tensors import read_tensors

TABLES = [("italy", "warzone"), ("earth", "warlight1"), ("hex", "warlight2"), ("random(40,seed=5)", "warlight2")]


def positions(game: SimultaneousGame) -> list[SimultaneousState]:
    """Some of a game."""
    found = play(game, ["heuristic", "heuristic"], seed=3).states
    return [each for each in found if isinstance(each, SimultaneousState) and each.phase == "play"][::3]


@pytest.mark.parametrize(("map", "rules"), TABLES)
def test_proposals_are_legal_and_deploy_the_whole_income(map: str, rules: str) -> None:
    game, net, random = SimultaneousGame(map, rules), shipped_policy(), Random(1)
    plans = set()
    for state in positions(game):
        for seat in (0, 1):
            for _ in range(5):
                plan = Plan.from_core(net.propose(game.core, state.core, seat, random))
                assert not state.illegal_reasons(seat, plan)
                assert sum(order.armies for order in plan.deploys) == state.income(seat)
                plans.add(plan)
    assert len(plans) > 5


def test_what_it_does_not_know_is_refused() -> None:
    game = SimultaneousGame("italy", "warzone")
    with pytest.raises(ValueError, match="while a game is played"):
        shipped_policy().propose(game.core, game.start(1).core, 0, Random(1))
    state = positions(game)[0]
    other = int(np.flatnonzero(state.owners != 0)[0])
    with pytest.raises(ValueError, match="the plan is illegal"):
        shipped_policy().choices(game.core, state.core, 0, Plan.parse(f"{other}+1").to_core(), Random(1))
    marching = SimultaneousGame("italy", "soares2025")
    with pytest.raises(ValueError, match="do not let armies march on"):
        shipped_policy().propose(marching.core, marching.start(1).core, 0, Random(1))


@pytest.mark.parametrize(("map", "rules"), TABLES)
def test_the_network_that_plays_is_the_twin_of_the_one_that_is_trained(map: str, rules: str) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra `learn`")
    from hegemon.training.policy.decisions import Decisions
    from hegemon.training.policy.fit import choices_of, new_model

    model = new_model()
    model.load_state_dict({name: torch.from_numpy(array) for name, array in read_tensors(SHIPPED)[0].items()})
    game, net, random = SimultaneousGame(map, rules), shipped_policy(), Random(2)
    found, logits = [], []
    for state in positions(game):
        for seat in (0, 1):
            plan = net.propose(game.core, state.core, seat, random)
            arrays, told = net.choices(game.core, state.core, seat, plan, random)
            found.append(Decisions.from_core(arrays))
            logits.append(told)
    with torch.no_grad():
        wanted = model(choices_of(Decisions.joined(found)).given).numpy()  # all positions at once
    assert np.concatenate(logits) == pytest.approx(wanted, abs=0.05)  # what is learned from has fewer digits
    assert np.std(wanted) > 0.5


def test_files_of_other_networks_are_refused(tmp_path: Path) -> None:
    tensors = {name: np.zeros(shape, np.float32) for name, shape in shapes().items()}
    save_policy(tmp_path / "net", tensors, {})
    assert isinstance(load_policy(tmp_path / "net"), _core.PolicyNet)
    with pytest.raises(NetError, match="other names or shapes"):
        policy_net({name: array for name, array in tensors.items() if name != "stop.bias"})
    with pytest.raises(NetError, match="not a finite number"):
        policy_net({**tensors, "stop.bias": np.full(tensors["stop.bias"].shape, np.nan, np.float32)})
    with pytest.raises(NetError, match="is not a policy network"):
        load_policy(SHIPPED.parent.parent / "value" / "simultaneous.safetensors")
