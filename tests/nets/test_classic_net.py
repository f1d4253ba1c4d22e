"""Networks of the classic game as Python sees them, and the search that asks them."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from hegemon import Action, ClassicGame, ClassicState, Random, _core
from hegemon.errors import NetError, SearchError
from hegemon.nets import ClassicNet, SimultaneousNet, load_net, random_classic_net, random_net
from hegemon.search import Analysis, Budget, Mcts, MctsSettings
from tests.nets.classic_positions import GAMES, positions, trained_like

SWISS = ClassicGame("switzerland", "swiss2025", 2)
PUCT = MctsSettings(selection="puct", exploration=1.5)


@pytest.mark.parametrize("spec", GAMES, ids=str)
@pytest.mark.parametrize("architecture", ["classic-graph", "heredia2022"])
def test_a_network_for_any_map_evaluates_every_legal_action(architecture: str, spec: tuple[str, str, int]) -> None:
    states = positions(*spec)
    net = trained_like(random_classic_net(architecture, seed=1))
    values, logits = net.evaluate(states)
    assert values.shape == (len(states), states[0].game.seats)
    assert [len(some) for some in logits] == [state.action_count for state in states]
    assert all(np.isfinite(some).all() for some in logits)
    assert np.abs(values).max() <= 1
    assert (net.evaluate(states, policy=False) == values).all()
    alone, _ = net.evaluate(states[5:6])
    assert (alone[0] == values[5]).all()


def test_the_parameters_of_the_published_networks() -> None:
    def count(architecture: str, map: str, rules: str) -> int:
        return random_classic_net(architecture, game=ClassicGame(map, rules)).parameters

    assert count("heredia2022-published", "hex", "heredia2022") == 38_041
    assert count("heredia2022-published", "classic", "heredia2022") == 87_061
    assert count("yao2025", "old-world", "yao2025") == 43_968


def test_a_network_tied_to_a_map_is_refused_elsewhere() -> None:
    net = random_classic_net("heredia2022-published")
    net.evaluate([ClassicGame("hex", "heredia2022").start(0)])
    with pytest.raises(NetError, match=r"pick.first.weight has shape \[64, 6\]"):
        net.evaluate([ClassicGame("classic", "heredia2022").start(0)])
    with pytest.raises(NetError, match="neighbours only"):
        net.evaluate([ClassicGame("hex", "classic").start(0)])
    with pytest.raises(NetError, match="two seats"):
        random_classic_net("yao2025").core(ClassicGame("old-world", "yao2025", 3))


def test_files_are_of_one_game_or_the_other(tmp_path: Path) -> None:
    classic, other = random_classic_net(seed=3), random_net(seed=3)
    classic.save(tmp_path / "classic.safetensors")
    other.save(tmp_path / "other.safetensors")
    again = load_net(tmp_path / "classic.safetensors")
    assert isinstance(again, ClassicNet)
    assert again.hash == classic.hash
    assert load_net(tmp_path / "classic.safetensors", ClassicNet).architecture == "classic-graph"
    assert isinstance(load_net(tmp_path / "other.safetensors"), SimultaneousNet)
    with pytest.raises(NetError, match="is for the classic game, not for the simultaneous"):
        load_net(tmp_path / "classic.safetensors", SimultaneousNet)
    with pytest.raises(NetError, match="is for the simultaneous game, not for the classic"):
        load_net(tmp_path / "other.safetensors", ClassicNet)
    weights = dict(classic.weights)
    weights.pop("input.bias")
    with pytest.raises(NetError, match=r"input\.bias is missing"):
        ClassicNet("classic-graph", weights)
    with pytest.raises(NetError, match="no network architecture"):
        ClassicNet("classic-graf", weights)


# --- Searching with one -------------------------------------------------------------------------------------------


def analyse(
    net: ClassicNet, state: ClassicState, visits: int, settings: MctsSettings = PUCT, seed: int = 1
) -> Analysis[Action]:
    search = Mcts(state.game, settings, net)
    return search.analyse(state, Budget(visits), Random(seed))


def test_priors_of_a_search_are_the_softmax_of_the_logits() -> None:
    state, net = SWISS.start(4), trained_like(random_classic_net(seed=2))
    analysis = analyse(net, state, 50)
    _, logits = net.evaluate([state])
    chances = np.exp(logits[0] - logits[0].max())
    expected = dict(zip(map(str, state.legal_actions), chances / chances.sum(), strict=True))
    for candidate in analysis.candidates:
        assert candidate.prior == pytest.approx(expected[str(candidate.decision)], rel=1e-4)


@pytest.mark.parametrize("selection", ["uct", "puct", "gumbel"])
def test_a_search_finds_a_won_attack_with_any_network(selection: str) -> None:
    text = "grid(3, 2); swiss2025; attack seats=2 mover=0 starter=0; a2 a10 b1 a1 a2 a1; -"
    state = ClassicGame("grid(3,2)", "swiss2025", 2).parse(text)
    settings = MctsSettings(selection=selection, exploration=0.5)  # type: ignore[arg-type]
    analysis = analyse(random_classic_net(seed=1), state, 1000, settings)
    assert str(analysis.best.decision) == "1x2:9"
    assert analysis.visits == 1000


@pytest.mark.parametrize("spec", GAMES, ids=str)
def test_a_search_of_any_game(spec: tuple[str, str, int]) -> None:
    net = random_classic_net("heredia2022" if spec[1] == "heredia2022" else "classic-graph", seed=1)
    for state in positions(*spec)[::8]:
        analysis = analyse(net, state, 60)
        assert analysis.visits == 60
        assert sum(candidate.visits for candidate in analysis.candidates) == 59  # the first one evaluates the root
        assert -1 <= analysis.value <= 1
        assert analysis.best.decision in state.legal_actions


def test_one_thread_and_a_number_of_visits_give_the_same_search() -> None:
    net = random_classic_net(seed=1)
    one, two = (analyse(net, SWISS.start(4), 300).to_json() for _ in range(2))
    one.pop("seconds"), two.pop("seconds")
    assert one == two


def test_threads_and_worlds_lose_no_visit() -> None:
    net, state = random_classic_net(seed=1), SWISS.start(4)
    two = MctsSettings(selection="puct", threads=2)
    assert analyse(net, state, 500, two).visits == 500
    analyses = Mcts(SWISS, two, net).analyse_many([state, SWISS.start(5)], Budget(100), Random(1))
    assert [analysis.visits for analysis in analyses] == [100, 100]


def test_a_budget_of_time_is_used_and_ends_the_search() -> None:
    search, state = Mcts(SWISS, PUCT, random_classic_net(seed=1)), SWISS.start(4)
    analysis = search.analyse(state, Budget(seconds=0.05), Random(1))  # nothing else ends it
    assert analysis.seconds >= 0.05
    assert search.analyse(state, Budget(seconds=1e-7), Random(1)).visits >= 1


def test_python_goes_on_while_the_core_searches() -> None:
    search, state = Mcts(SWISS, PUCT, random_classic_net(seed=1)), SWISS.start(4)
    thread = threading.Thread(target=lambda: search.analyse(state, Budget(3000), Random(1)))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 5


def test_what_is_wrong_is_refused() -> None:
    net = random_classic_net(seed=1)

    class Wrong:
        def core(self, game: ClassicGame) -> _core.ClassicNet:
            return net.core(ClassicGame("hex", "swiss2025", 2))

    with pytest.raises(SearchError, match="another game"):
        Mcts(SWISS, PUCT, Wrong())
