"""Tree search of the classic game through its Python face."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hegemon import Action, ClassicGame, ClassicState, Random
from hegemon.errors import GameError, SearchError
from hegemon.search import Analysis, Budget, Leaves, Mcts, MctsSettings, budget

SWISS = ClassicGame("switzerland", "swiss2025", 2)


def search(settings: dict[str, Any], state: ClassicState, visits: int = 300, seed: int = 1) -> Analysis[Action]:
    return Mcts(state.game, MctsSettings(**settings)).analyse(state, Budget(visits), Random(seed))


def won_in_one() -> ClassicState:
    """Seat 0 needs one attack, of 9 against 1, and has other things it could do."""
    text = "grid(3, 2); swiss2025; attack seats=2 mover=0 starter=0; a2 a10 b1 a1 a2 a1; -"
    return ClassicGame("grid(3,2)", "swiss2025", 2).parse(text)


ALL = [
    {"selection": selection, "chance": chance, "playout": playout, "cutoff": cutoff}
    for selection in ("uct", "puct", "gumbel")
    for chance in ("sampled", "exact")
    for playout, cutoff in (("random", 0), ("random", 10), ("guided", 10), ("none", 0))
]


@pytest.mark.parametrize("settings", ALL, ids=lambda settings: "-".join(map(str, settings.values())))
def test_every_combination_finds_a_won_attack(settings: dict[str, Any]) -> None:
    analysis = search(settings, won_in_one(), visits=2000)
    assert str(analysis.best.decision) == "1x2:9"
    assert analysis.best.value > 0.9
    assert analysis.visits == 2000


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(
    "rules", ["classic(open_hands=true)", "heredia2022", "swiss2025-text", "yao2025", "aminian2020"]
)
def test_all_rules_and_seats(rules: str, seats: int) -> None:
    game, random = ClassicGame("grid(4,3)", rules, seats), Random(seats)
    state = game.start(5)
    for _ in range(25):
        if state.result:
            break
        analysis = search({"cutoff": 8}, state, visits=40)
        legal = set(state.legal_actions)
        assert {candidate.decision for candidate in analysis.candidates} <= legal
        assert sum(candidate.visits for candidate in analysis.candidates) == 40
        assert -1 <= analysis.value <= 1
        assert isinstance(analysis.best.decision, Action)
        state = state.step(analysis.best.decision, random).state


def test_one_thread_and_a_number_of_visits_give_the_same_search() -> None:
    state = SWISS.start(3)
    for settings in ({"cutoff": 25}, {"selection": "puct", "noise": 0.25}, {"selection": "gumbel", "playout": "none"}):
        one, two = search(settings, state).to_json(), search(settings, state).to_json()
        one.pop("seconds"), two.pop("seconds")
        assert one == two
    assert search({"cutoff": 25}, state, seed=1).value != search({"cutoff": 25}, state, seed=2).value


def test_a_long_search_does_not_depend_on_how_it_is_sliced_by_time() -> None:
    state = won_in_one()
    settings = MctsSettings(cutoff=2)
    plain = Mcts(state.game, settings).analyse(state, Budget(45_000), Random(1))
    timed = Mcts(state.game, settings).analyse(state, Budget(45_000, 600.0), Random(1))
    assert [c.visits for c in plain.candidates] == [c.visits for c in timed.candidates]
    assert plain.visits == timed.visits == 45_000


@pytest.mark.parametrize("parallel", ["tree", "root", "leaf"])
def test_threads(parallel: str) -> None:
    analysis = search({"cutoff": 5, "threads": 3, "parallel": parallel}, won_in_one(), visits=3000)
    assert str(analysis.best.decision) == "1x2:9"
    assert analysis.visits >= 3000


def test_a_budget_of_time_is_used_and_there_is_always_a_visit() -> None:
    state = SWISS.start(3)
    tree = Mcts(SWISS, MctsSettings())
    analysis = tree.analyse(state, Budget(seconds=0.05), Random(1))  # nothing else ends it
    assert analysis.seconds >= 0.05
    assert tree.analyse(state, Budget(seconds=1e-7), Random(1)).visits >= 1


def test_reuse_goes_on_where_the_game_went() -> None:
    tree = Mcts(SWISS, MctsSettings(cutoff=10, reuse=True))
    state = SWISS.start(3)
    first = tree.analyse(state, Budget(2000), Random(1))
    assert first.figures["reused"] == 0
    assert isinstance(first.best.decision, Action)
    after = state.apply(first.best.decision)
    second = tree.analyse(after, Budget(100), Random(2))
    assert second.figures["reused"] == first.best.visits - 1
    assert second.visits == 100


def test_a_tree_is_small() -> None:
    details = search({"cutoff": 25}, SWISS.start(1), visits=5000).figures
    assert details["bytes"] / details["nodes"] < 200


# --- Evaluators ---------------------------------------------------------------------------------------------------


def test_an_evaluator_sees_leaves_as_arrays_and_steers_the_search() -> None:
    state = SWISS.start(3)
    wanted = state.legal_actions[7]
    sizes = []

    def evaluate(leaves: Leaves) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        sizes.append(len(leaves))
        assert leaves.owners.shape == leaves.armies.shape == (len(leaves), 26)
        assert leaves.offsets[0] == 0
        assert leaves.offsets[-1] == len(leaves.codes)
        assert (np.diff(leaves.offsets) > 0).all()
        assert set(leaves.movers) <= {0, 1}
        priors = np.where(leaves.codes == wanted.code, 1.0, 1e-4)
        return np.zeros(len(leaves)), priors

    analysis = Mcts(SWISS, MctsSettings(selection="puct", batch=8), evaluate).analyse(state, Budget(200), Random(1))
    assert analysis.best.decision == wanted
    assert analysis.best.prior is not None
    assert analysis.best.prior > 0.9
    assert analysis.best.visits > 150
    assert max(sizes) == 8


def test_the_codes_of_leaves_are_those_of_actions() -> None:
    state = SWISS.start(3)
    seen = []

    def evaluate(leaves: Leaves) -> tuple[np.ndarray[Any, Any], None]:
        seen.append(leaves.codes[: leaves.offsets[1]].tolist())
        return np.zeros(len(leaves)), None

    Mcts(SWISS, MctsSettings(), evaluate).analyse(state, Budget(1), Random(1))
    assert [Action.from_code(code) for code in seen[0]] == list(state.legal_actions)


def test_values_for_the_mover_or_for_every_seat() -> None:
    game = ClassicGame("grid(4,3)", "swiss2025", 3)
    state = game.start(1)

    def for_mover(leaves: Leaves) -> tuple[np.ndarray[Any, Any], None]:
        return np.where(leaves.movers == state.mover, 0.5, -0.25), None

    def for_all(leaves: Leaves) -> tuple[np.ndarray[Any, Any], None]:
        table = np.full((len(leaves), 3), -0.25)
        table[:, state.mover] = 0.5
        return table, None

    for evaluate in (for_mover, for_all):
        analysis = Mcts(game, MctsSettings(), evaluate).analyse(state, Budget(60), Random(1))
        assert analysis.value > 0.2


def test_many_positions_reach_the_evaluator_together() -> None:
    sizes = []

    def evaluate(leaves: Leaves) -> tuple[np.ndarray[Any, Any], None]:
        sizes.append(len(leaves))
        return np.zeros(len(leaves)), None

    tree = Mcts(SWISS, MctsSettings(selection="puct", threads=2, batch=1), evaluate)
    states = [SWISS.start(seed) for seed in range(12)]
    analyses = tree.analyse_many(states, Budget(20), Random(1))
    assert [analysis.visits for analysis in analyses] == [20] * 12
    assert [analysis.seat for analysis in analyses] == [state.mover for state in states]
    assert max(sizes) == 12


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda leaves: (np.zeros(len(leaves) + 1), None), "shape"),
        (lambda leaves: (np.full(len(leaves), np.nan), None), "finite"),
        (lambda leaves: np.zeros(len(leaves)), "a pair"),
        (lambda leaves: (np.zeros(len(leaves)), np.ones(3)), "legal actions"),
        (lambda leaves: (np.zeros(len(leaves)), -np.ones(len(leaves.codes))), "negative"),
    ],
)
def test_a_wrong_answer_is_named(threads: int, answer: Any, message: str) -> None:
    tree = Mcts(SWISS, MctsSettings(threads=threads), answer)
    with pytest.raises(SearchError, match=message):
        tree.analyse(SWISS.start(1), Budget(10), Random(1))


def test_what_an_evaluator_raises_comes_through() -> None:
    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        raise ZeroDivisionError("my own mistake")

    with pytest.raises(ZeroDivisionError, match="my own mistake"):
        Mcts(SWISS, MctsSettings(threads=2), evaluate).analyse(SWISS.start(1), Budget(10), Random(1))


# --- Wrong input --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings", [{"selection": "ucb"}, {"threads": 0}, {"exploration": -1.0}, {"noise": 2.0}, {"cutoff": 2.5}]
)
def test_wrong_settings_are_named(settings: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match=next(iter(settings))):
        MctsSettings(**settings)


def test_what_cannot_be_searched() -> None:
    tree = Mcts(SWISS, MctsSettings())
    with pytest.raises(SearchError, match="another game"):
        tree.analyse(ClassicGame("hex", "heredia2022", 2).start(1), Budget(10), Random(1))
    with pytest.raises(SearchError, match="no position"):
        tree.analyse([], Budget(10), Random(1))
    with pytest.raises(SearchError, match="visits or seconds"):
        tree.analyse(SWISS.start(1), Budget(), Random(1))
    with pytest.raises(SearchError, match="gumbel"):
        Mcts(SWISS, MctsSettings(selection="gumbel")).analyse(SWISS.start(1), Budget(seconds=0.01), Random(1))
    over = won_in_one().apply(Action.parse("1x2:9")).apply_outcome(8)
    while not over.result:
        over = over.apply(Action.parse("-"))
    with pytest.raises(GameError, match="no seat has a decision"):
        Mcts(over.game, MctsSettings()).analyse(over, Budget(10), Random(1))


# --- Budgets ------------------------------------------------------------------------------------------------------


def test_budgets() -> None:
    assert budget(300, 0, float("inf"), 1000) == Budget(300, 0.0)
    assert budget(0, 0, float("inf"), 1000) == Budget(1000, 0.0)
    assert budget(0, 0.5, float("inf"), 1000) == Budget(0, 0.5)
    assert budget(300, 0, 1.0, 1000) == Budget(300, 0.995)
    assert budget(0, 2.0, 1.0, 1000) == Budget(0, 0.995)
    assert 0 < budget(0, 0, 0.0, 1000).seconds < 0.001
