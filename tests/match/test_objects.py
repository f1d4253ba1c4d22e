"""Agents that are objects, classes or functions of a program play as those of files do."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.arena import Store, make_tournament, prepare
from hegemon.errors import AgentError, AgentFailure, GameError, StoreError, TournamentError


class Rover:
    """Random plans."""

    made = 0

    def __init__(self, plans: int = 1) -> None:
        self.plans = plans
        Rover.made += 1

    def begin(self, game: hg.Game, seat: int, random: hg.Random) -> None:
        self.random = random

    def plan(self, view: hg.SimultaneousView, clock: hg.Clock) -> hg.Plan:
        return view.random_plan(self.random)


class Fails(Rover):
    def plan(self, view: hg.SimultaneousView, clock: hg.Clock) -> hg.Plan:
        raise ZeroDivisionError("no plan")


class FailsToBegin(Rover):
    def begin(self, game: hg.Game, seat: int, random: hg.Random) -> None:
        raise ZeroDivisionError("no game")


def test_an_object_a_class_and_a_function_play_the_same_game() -> None:
    wanted = hg.play("simple", [Rover(), "random"], seed=3)
    assert wanted.agents == ("Rover", "random")
    assert hg.play("simple", [Rover, "random"], seed=3).final == wanted.final
    made = hg.play("simple", [lambda: Rover(plans=2), "random"], seed=3)
    assert (made.final, made.agents) == (wanted.final, ("Rover", "random"))


def test_a_class_makes_a_new_object_for_every_game_of_a_series() -> None:
    before = Rover.made
    score = hg.play_series(hg.Series("simple", [Rover, "random"], 4))  # type: ignore[arg-type]
    assert (score.games, Rover.made - before) == (4, 4)
    assert score.to_json()["agents"] == ["Rover", "random"]
    with pytest.raises(GameError, match="agents given as objects play in this process: use workers=1"):
        hg.play_series(hg.Series("simple", (Rover(), "random"), 4), workers=2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        (["random", None], r"None is no agent \(it has no method begin\)"),
        (["random", 3], r"3 is no agent \(it has no method begin\)"),
        (["random", object], r"<class 'object'> is no agent \(it has no method begin\)"),
        (["random", lambda: 5], "made 5, which is no agent"),
        ("random", "agents are given as a list"),
        (7, "agents are given as a list"),
    ],
)
def test_what_is_no_agent_is_told_so(agents: object, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        hg.play("simple", agents)  # type: ignore[arg-type]


def test_one_object_plays_one_seat() -> None:
    rover = Rover()
    with pytest.raises(AgentError, match="cannot play two seats at once: give its class, or two objects"):
        hg.play("simple", [rover, rover])
    assert hg.play("simple", [Rover, Rover]).result is not None


# --- Errors raised again ------------------------------------------------------------------------------------------


def test_the_traceback_of_a_crash_is_kept_with_the_game(tmp_path: Path) -> None:
    record = hg.play("simple", [Fails, "random"])
    trace = str(record.info["traceback"])
    assert trace.startswith("Traceback (most recent call last):")
    assert 'raise ZeroDivisionError("no plan")' in trace
    assert "referee.py" not in trace
    record.save(tmp_path / "game.jsonl")
    assert hg.Record.load(tmp_path / "game.jsonl").info["traceback"] == trace


def test_a_crash_is_raised_again_if_wanted() -> None:
    with pytest.raises(ZeroDivisionError, match="no plan") as caught:
        hg.play("simple", [Fails, "random"], on_error="raise")
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "plan"
    with pytest.raises(ZeroDivisionError):
        hg.play_series(hg.Series("simple", ("random", Fails), 2, on_error="raise"))  # type: ignore[arg-type]
    with pytest.raises(GameError, match="on_error is 'forfeit' or 'raise', not 'ignore'"):
        hg.play("simple", ["random", "random"], on_error="ignore")  # type: ignore[arg-type]


FILE = """
class Fails:
    def __init__(self, when="plan"):
        self.when = when
        if when == "init":
            1 / 0

    def begin(self, game, seat, random):
        if self.when == "begin":
            1 / 0

    def plan(self, view, clock):
        1 / 0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "fails.py"
    path.write_text(FILE)
    return path


def note(error: BaseException) -> str:
    return "\n".join(getattr(error, "__notes__", ()))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_crash_in_a_process_of_its_own_is_raised_with_its_traceback(file: Path, workers: int) -> None:
    series = hg.Series(hg.Game("simple"), (f"{file}:Fails", "random"), 2, on_error="raise")
    with pytest.raises(AgentFailure, match=r"ZeroDivisionError: division by zero \(fails\.py:13\)") as caught:
        hg.play_series(series, workers=workers)
    assert 'fails.py", line 13, in plan' in note(caught.value)


@pytest.mark.parametrize(("when", "line"), [("init", 6), ("begin", 10)])
def test_errors_before_the_first_decision_name_file_and_line(file: Path, when: str, line: int) -> None:
    with pytest.raises(AgentError, match=rf"division by zero \(fails\.py:{line}\)") as caught:
        hg.play("simple", [f"{file}:Fails(when={when})", "random"])
    assert f"line {line}, in " in note(caught.value)


@pytest.mark.parametrize(("text", "line"), [("import nothing_of_this_name", 1), ("x = 1\nif x\n", 2)])
def test_errors_of_an_import_name_file_and_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(AgentError, match=rf"Error: .* \(bad\.py:{line}\)") as caught:
        hg.play("simple", [f"{path}:Any", "random"])
    assert str(caught.value).count("bad.py") == 2  # the file that was asked for, and the place once


# --- Tournaments --------------------------------------------------------------------------------------------------


def test_objects_play_in_tournaments(tmp_path: Path) -> None:
    what = make_tournament([Rover, Rover(2), "random"], "simple", games=2)
    assert [agent.alias for agent in what.agents] == ["Rover", "Rover #2", "random"]
    with Store.open(tmp_path / "store") as store:
        assert len(list(prepare(what, store))) == 6
        assert store.agents()[1].settings["plans"] == 2
        assert store.agents()[0].spec == f"python:{__name__}.Rover"
    again = make_tournament({"Rover": Rover, "Rover #2": Rover(3), "random": "random"}, "simple", games=2)
    with Store.open(tmp_path / "store") as store, pytest.raises(StoreError, match="agent Rover #2 is not the one"):
        prepare(again, store)
    with Store.open(tmp_path / "other") as store, pytest.raises(TournamentError, match="play in this process"):
        prepare(what, store, workers=2)


def test_errors_in_tournaments_are_kept_or_raised(tmp_path: Path, file: Path) -> None:
    what = make_tournament([Fails, "random"], "simple", games=2)
    with Store.open(tmp_path / "store") as store:
        games = list(prepare(what, store))
        assert {game.fault for game in games} == {"crash"}
        assert "no plan" in str(store.record(*games[0].id).info["traceback"])
    with Store.open(tmp_path / "raised") as store, pytest.raises(ZeroDivisionError):
        list(prepare(what, store, on_error="raise"))
    foreign = make_tournament([f"{file}:Fails", "random"], "simple", games=2)
    with Store.open(tmp_path / "foreign") as store, pytest.raises(AgentFailure) as caught:
        list(prepare(foreign, store, workers=1, on_error="raise"))
    assert "in plan" in note(caught.value)


def test_an_agent_that_cannot_begin_keeps_its_traceback(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store") as store:
        (game, _) = prepare(make_tournament([FailsToBegin, "random"], "simple", games=2), store)
        assert "no game" in str(store.record(*game.id).info["traceback"])


# --- The examples -------------------------------------------------------------------------------------------------

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("agent", "rules", "least"),
    [
        ("my_agent.py:Bold", "soares2025", 0.5),
        ("my_classic_agent.py:Steady", "swiss2025", 0.7),
        ("my_classic_agent.py:Steady", "heredia2022", 0.6),
    ],
)
def test_the_examples_beat_random(agent: str, rules: str, least: float) -> None:
    series = hg.Series(hg.Game(None, rules), (f"{EXAMPLES}/{agent}", "random"), 20, salt="same", on_error="raise")
    assert hg.play_series(series).score[0] >= least
