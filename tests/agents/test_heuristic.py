"""The rule-based agent: always legal, on every map and under all rules, and clearly better than chance."""

from __future__ import annotations

import pytest

from hegemon import (
    Adjudication,
    Clock,
    Game,
    Plan,
    Random,
    Series,
    SimultaneousGame,
    SimultaneousView,
    map_names,
    play,
    play_series,
)
from hegemon.agents.heuristic import HeuristicAgent, Settings
from hegemon.agents.picks import attackers_needed
from tests.game.strategies import SIMULTANEOUS

MAPS = (*map_names(), "grid(4, 3)", "random(40, seed=1)")
SEEDS = (1, 2)


class Checked(HeuristicAgent):
    """Fails its game if a plan of it would be refused in any part."""

    plans = 0
    orders = 0

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        plan = super().plan(view, clock)
        reasons = view.illegal_reasons(plan)
        assert not reasons, f"{view.game} turn {view.turns}: {reasons[0]} of {plan}"
        self.plans += 1
        self.orders += len(plan)
        return plan


def orders_of_the_heuristic(name: str, rules: str, settings: Settings) -> int:
    """How many orders it gives in a few games, none of them refused."""
    given = 0
    small = "(territories_each=1)" if name == "triangle" and rules == "soares2025" else ""
    for seed in SEEDS:
        agents = Checked(settings), Checked(settings)
        limit = Adjudication(turn_limit=25)
        record = play(Game(name, rules + small), agents, seed=seed, adjudication=limit)
        assert record.result is not None
        assert "forfeits" not in record.result.reason, record.result.reason
        assert [agent.plans for agent in agents] == record.info["decisions"]
        given += sum(agent.orders for agent in agents)
    return given


@pytest.mark.parametrize("rules", SIMULTANEOUS)
@pytest.mark.parametrize("name", MAPS)
def test_no_order_is_ever_refused(name: str, rules: str) -> None:
    assert orders_of_the_heuristic(name, rules, Settings()) >= 5


@pytest.mark.parametrize(
    "rules",
    [
        "soares2025(fog=light)",
        "soares2025(fog=normal)",
        "soares2025(fog=dense)",
        "soares2025(fog=complete)",
        "soares2025(luck_percent=100, rounding=weighted-random)",
        "soares2025(offense_kill_percent=0)",
        "soares2025(offense_kill_percent=100, defense_kill_percent=100)",
        "soares2025(base_income=0, stands_guard=1)",
        "warlight1(moving_twice=free, illegal_orders=refuse-plan)",
        "warlight2(picking=ranked, illegal_orders=refuse-plan, excess_deploy=refuse)",
        "warzone(picking=snake, start_armies=0, neutral_armies=0)",
    ],
)
@pytest.mark.parametrize("settings", [Settings(), Settings(caution=3, greed=0), Settings(caution=0, greed=10)], ids=str)
def test_no_order_is_ever_refused_under_odd_rules_and_settings(rules: str, settings: Settings) -> None:
    assert orders_of_the_heuristic("banana", rules, settings) > 0


@pytest.mark.parametrize(
    ("name", "rules", "games"),
    [
        ("simple", "soares2025", 100),
        ("italy", "soares2025", 60),
        ("owl-island", "soares2025", 60),
        ("banana", "warlight1", 100),
        ("italy", "warlight2", 60),
        ("classic", "warzone", 60),
    ],
)
def test_it_beats_random_plans_clearly(name: str, rules: str, games: int) -> None:
    score = play_series(Series(Game(name, rules), ("heuristic", "random"), games, seed=2))
    (low, _), _ = score.interval
    assert score.games == games
    assert score.forfeits == []
    assert low > 0.5


def test_the_same_view_gives_the_same_plan() -> None:
    for rules in SIMULTANEOUS:
        state = SimultaneousGame("italy", rules).start(5)
        plans = []
        for _ in range(2):
            agent = HeuristicAgent(Settings())
            agent.begin(state.game, 0, Random(1))
            plans.append(agent.plan(state.view(0), Clock()))
        assert plans[0] == plans[1]


def test_it_deploys_its_whole_income() -> None:
    game = SimultaneousGame("italy")
    for seed in range(20):
        state = game.start(seed)
        agent = HeuristicAgent(Settings())
        agent.begin(game, 1, Random(seed))
        plan = agent.plan(state.view(1), Clock())
        assert sum(order.armies for order in plan.deploys) == state.income(1)


def test_it_counts_the_attackers_it_needs() -> None:
    """Exactly without luck, and with a margin where there is luck."""
    soares, dice = SimultaneousGame("simple", "soares2025").rules, SimultaneousGame("simple", "warlight1").rules
    assert [attackers_needed(soares, d) for d in range(11)] == [1, 2, 3, 5, 6, 8, 10, 11, 13, 15, 16]
    core = SimultaneousGame("simple", soares).core
    for defenders in range(150):
        needed = attackers_needed(soares, defenders)
        assert core.battle(needed, defenders, Random(0))[2]
        assert not core.battle(needed - 1, defenders, Random(0))[2]
    lucky = [attackers_needed(dice, d) for d in range(30)]
    assert all(
        more >= exact for more, exact in zip(lucky, map(attackers_needed, [soares] * 30, range(30)), strict=True)
    )
    assert lucky[29] > attackers_needed(soares, 29)
