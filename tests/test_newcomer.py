"""What a newcomer passes by mistake is answered with what was expected; values at a prompt are short."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hegemon as hg
from hegemon import arena, match, nets, search

GAME = hg.SimultaneousGame("simple")
STATE = GAME.start(1)
CLASSIC = hg.ClassicGame("old-world", "swiss2025")
ROLL = CLASSIC.start(1)
TWO = ["random", "random"]
NAMES: dict[str, Any] = {
    "hg": hg, "np": np, "arena": arena, "match": match, "nets": nets, "search": search, "game": GAME, "state": STATE,
    "classic": CLASSIC, "roll": ROLL, "two": TWO, "view": STATE.view(0), "budget": search.Budget(visits=5),
    "random": hg.Random(1),
}  # fmt: skip

MISTAKES = [
    # decisions and positions
    ("state.resolve(random, ['-', '-'])", "plans are given as a list, one per seat, then chance"),
    ("state.resolve('- -', random)", "plans are given as a list"),
    ("state.resolve(['-', '-'], 5)", "chance is a hegemon.Random or a list of outcomes, not 5"),
    ("state.advance(None, random)", "plans are given as a list"),
    ("state.resolve([hg.Deploy(0, 5), '-'], random)", "is neither a Plan nor text"),
    ("roll.advance(random, None)", "decisions are given as a list"),
    ("state.random_plan(0, 5)", "a random stream is hegemon.Random(seed), not 5"),
    ("view.random_plan(None)", "a random stream is hegemon.Random(seed), not None"),
    ("roll.random_action(3)", "a random stream is hegemon.Random(seed), not 3"),
    ("state.view(True)", "there is no seat True; the seats are 0 to 1"),
    ("hg.Plan('0+5')", "a plan is made of a list of orders"),
    ("hg.Plan(hg.Deploy(0, 5))", "a plan is made of a list of orders"),
    ("hg.Plan(5)", "a plan is made of a list of orders"),
    ("game.encode('0+5')", "'0+5' is no Plan; Plan.parse makes one of text"),
    ("game.position(None, None)", "owners is a list with one number per territory, not None"),
    ("game.parse(3)", "a position is text, not 3"),
    ("game.map.index(None)", "a territory is its name or its number, not None"),
    ("state.svg(width='a')", "the width of a picture is a number of pixels from 50 to 20,000, not 'a'"),
    # files
    ("hg.load_records(None)", "a record file is given by its path, not by None"),
    ("hg.Record.load(3)", "a record file is given by its path, not by 3"),
    ("hg.save_records([], 'x')", "a file is given by its path, not by []"),
    ("hg.save_records('x', None)", "save_records(path, records) writes a list of records, not None"),
    ("hg.Map.load(None)", "a map is given by its path, not by None"),
    ("arena.Store.open(None)", "a store is given by its path, not by None"),
    ("arena.Store.read(3)", "a store is given by its path, not by 3"),
    ("nets.load_net(3)", "a network is its name or its file, not 3"),
    # matches and tournaments
    ("hg.play(None, two)", "a game is needed: a Game, a Map or the name of a map"),
    ("hg.play(game, two, start=3)", "a start is a position, e.g. game.start(seed=1) or game.parse(text), not 3"),
    ("hg.play(game, two, names='ab')", "names are given as a list, one for each seat, not 'ab'"),
    ("hg.play(game, two, names=['a'])", "2 names are needed, one for each seat, not 1"),
    ("hg.play(game, two, observer=3)", "an observer is an object of a subclass of hegemon.match.Observer, not 3"),
    ("hg.play(game, two, time_per_move='x')", "write seconds per move (0.05), per game (10+0.1), or none"),
    ("hg.play(game, two, adjudication='x')", "adjudication"),
    ("hg.play_series(hg.Series(game, two, 2), workers='2')", "workers: a number of processes from 1 on, not '2'"),
    ("hg.play_series('simple')", "play_series plays a Series(game, agents, games), not 'simple'"),
    ("match.TimeControl.parse(0.1)", "write it as text, e.g. '0.05', '10+0.1' or 'none'"),
    ("arena.make_tournament(two, 3)", "maps: give a name or a list of names, not 3"),
    ("arena.make_tournament('random')", "agents are given as a list or by alias"),
    ("arena.prepare(3, 4)", "prepare(tournament, store)"),
    # searches
    ("search.Mcts(game)", "Mcts searches the classic game: give a ClassicGame, not <Game soares2025 on simple"),
    ("search.Mcts('swiss2025')", "give a ClassicGame, not 'swiss2025'"),
    ("search.Smcts(game, search.MctsSettings())", "Smcts has settings SmctsSettings(..), not MctsSettings()"),
    ("search.Smcts(game).decide(state, budget, random)", "a state gives one: state.view(seat)"),
    ("search.Mcts(classic).analyse(roll, 50, random)", "a budget is Budget(visits=1000) or Budget(seconds=1), not 50"),
    ("search.Mcts(classic).analyse(roll, budget, 1)", "a random stream is hegemon.Random(seed), not 1"),
    ("search.Mcts(classic).analyse(state, budget, random)", "Mcts searches a ClassicState, not <State simple"),
    ("search.AlphaBeta(classic).decide(state)", "AlphaBeta searches a ClassicState"),
    ("search.Coevolution(game).decide(view, 5, random)", "a budget is Budget(visits=1000)"),
    ("hg.make_agent(None)", "an agent is made from a spec such as"),
]  # fmt: skip


@pytest.mark.parametrize(("mistake", "message"), MISTAKES, ids=[mistake for mistake, _ in MISTAKES])
def test_a_mistake_is_answered_with_what_was_expected(mistake: str, message: str) -> None:
    with pytest.raises(hg.HegemonError, match=re.escape(message)):
        eval(mistake, dict(NAMES))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("random.choice({1, 2})", "choice(items): items is a list, a tuple or another sequence"),
        ("random.shuffle((1, 2))", "shuffle(items): items is a list"),
        ("random.integers('a')", "integers(low, high): low is a whole number, not 'a'"),
    ],
)
def test_random_streams_say_what_they_take(call: str, message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        eval(call, dict(NAMES))


def test_text_and_numbers_are_enough_for_clocks_limits_maps_and_rules() -> None:
    assert hg.play("simple", TWO, time_control=5.0).info["time_per_move"] == 5.0
    assert hg.play("simple", TWO, time_control="60+1").info["time"]
    assert hg.play("simple", TWO, adjudication=2).rounds == 2
    series = hg.Series("simple", TWO, 2, time="1", adjudication=5)  # type: ignore[arg-type]
    assert (series.time, series.adjudication) == (match.TimeControl(1.0), hg.Adjudication(5))
    what = arena.make_tournament(TWO, hg.load_map("simple"), hg.load_rules("warlight1"), time=0.5, adjudication=9)
    assert (what.setups, what.time.per_move) == ((arena.Setup("simple", "warlight1"),), 0.5)


def test_numbers_of_numpy_are_as_good(tmp_path: Path) -> None:
    record = hg.play("simple", TWO, seed=np.int64(3))  # type: ignore[arg-type]
    record.save(tmp_path / "game.jsonl")
    assert hg.Record.load(tmp_path / "game.jsonl") == hg.play("simple", TWO, seed=3)
    assert repr(STATE.view(np.int64(1)).seat) == "1"  # type: ignore[arg-type]
    assert hg.battle_odds(np.int64(5), np.int64(3)) == hg.battle_odds(5, 3)  # type: ignore[arg-type]


def test_a_list_of_orders_is_a_plan() -> None:
    mine = int(np.flatnonzero(STATE.owners == 0)[0])
    turn = STATE.resolve([[hg.Deploy(mine, 5)], ()], hg.Random(1))  # type: ignore[list-item]
    assert turn.state == STATE.resolve([f"{mine}+5", "-"], hg.Random(1)).state


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("hg.load_map('simple')", "<Map simple: 9 territories, 8 links, 3 groups>"),
        ("hg.load_rules('warlight2(fog=none)')", "load_rules('warlight2(fog=none)')"),
        ("hg.make_agent('smcts(visits=50)')", "make_agent('smcts(visits=50)')"),
        ("hg.make_agent('ga-ggnet')", "make_agent('ga-ggnet')"),
        ("hg.make_agent('mcts(preset=swiss2025)')", None),
        ("hg.make_agent('dqn')", "make_agent('dqn')"),
        ("search.SmctsSettings(depth=3)", "SmctsSettings(depth=3)"),
        ("search.Mcts(classic)", "<Mcts of swiss2025 on old-world, MctsSettings()>"),
        ("hg.Adjudication(surrender=0.01)", "Adjudication(surrender=0.01)"),
        ("match.TimeControl(0.1)", "TimeControl(per_move=0.1)"),
        ("arena.make_tournament(two, 'simple').setups", "(Setup(map='simple'),)"),
        ("hg.play_series(hg.Series(game, two, 2))", "<Score of 2 games: random 50.0 %, random 50.0 %>"),
        ("search.Mcts(classic).decide(roll, budget, random)", None),
        ("nets.load_net('soares2025')", None),
        ("hg.Random(3)", "<hegemon.Random: a random stream>"),
    ],
)
def test_values_show_themselves_in_a_line(value: str, shown: str | None) -> None:
    text = repr(eval(value, dict(NAMES)))
    assert "object at 0x" not in text
    assert len(text) < 300
    assert shown is None or text == shown


@pytest.mark.parametrize("spec", ["heuristic(greed=2.0)", "mcts(preset=swiss2025, visits=31)", "random"])
def test_the_repr_of_an_agent_makes_an_equal_one(spec: str) -> None:
    agent: Any = hg.make_agent(spec)
    again: Any = eval(repr(agent), {"make_agent": hg.make_agent})
    assert again.settings == agent.settings
