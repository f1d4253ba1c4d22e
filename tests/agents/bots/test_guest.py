"""An agent of this package as a bot: hosted again, it plays as it does in the same process."""

from __future__ import annotations

import sys

import pytest

import hegemon as hg
from hegemon.agents import Agent, Clock, make_agent
from hegemon.agents.bots.guest import Guest
from hegemon.errors import AgentError

SALT = "0" * 32


class Seeded:
    """An agent that takes its randomness from a seed of its own, as a bot does."""

    def __init__(self, spec: str, seed: int) -> None:
        self.agent, self.seed = make_agent(spec), seed

    def begin(self, game: hg.Game, seat: int, random: hg.Random) -> None:
        self.agent.begin(game, seat, hg.Random(self.seed))

    def plan(self, view: hg.SimultaneousView, clock: Clock) -> hg.Plan:
        plan = self.agent.plan(view, clock)  # type: ignore[attr-defined]
        assert isinstance(plan, hg.Plan)
        return plan


def final(agents: list[str | Agent], rules: str, seed: int) -> hg.State:
    record = hg.play(hg.Game("earth", rules), agents, seed=seed, salt=SALT)
    assert record.result is not None
    assert record.result.fault == "", record.result.reason
    return record.final


@pytest.mark.parametrize(
    ("spec", "dialect", "seat"),
    [("heuristic", 1, 0), ("heuristic", 2, 1), ("smcts(visits=20)", 2, 0), ("random", 2, 1)],
)
def test_an_agent_that_is_exported_and_hosted_plays_the_same_games(spec: str, dialect: int, seat: int) -> None:
    bot = f"bot(cmd='{sys.executable} -m hegemon bot \"{spec}\" --dialect {dialect} --seed 7', dialect={dialect})"
    here: list[str | Agent] = ["heuristic", "heuristic"]
    there: list[str | Agent] = ["heuristic", "heuristic"]
    here[seat], there[seat] = Seeded(spec, 7), bot
    assert final(here, f"warlight{dialect}", 3) == final(there, f"warlight{dialect}", 3)


def test_a_line_that_cannot_be_understood_is_told_and_others_are_ignored() -> None:
    guest = Guest(lambda: make_agent("random"), 2)
    assert guest.answer("") is None
    assert guest.answer("settings colour blue") is None
    for line in ("setup_map regions 1 1 2", "settings your_bot bob", "go place_armies 100", "update_map 1 player1"):
        with pytest.raises(AgentError):
            guest.answer(line)


def test_a_line_that_ends_too_early_is_told_what_is_missing() -> None:
    guest = Guest(lambda: make_agent("random"), 2)
    with pytest.raises(
        AgentError, match="'setup_map regions 1 1 2': it must go on with two numbers each, and the last"
    ):
        guest.answer("setup_map regions 1 1 2")
    with pytest.raises(AgentError, match="region and neighbours, and the last of them are missing"):
        guest.answer("setup_map neighbors 1")
    for line in ("setup_map super_regions 1 2", "setup_map regions 1 1 2 1", "setup_map neighbors 1 2"):
        guest.answer(line)
    with pytest.raises(AgentError, match="'update_map 1 player1': it must go on with region, owner and armies"):
        guest.answer("update_map 1 player1")
