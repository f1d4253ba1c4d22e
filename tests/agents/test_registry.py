"""Agents by spec string: the right agent, or one line that names what is wrong and what is allowed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from hegemon import Agent, Game, Plan, Random, SimultaneousGame, make_agent, play
from hegemon._fields import explanations
from hegemon.agents import REGISTRY
from hegemon.agents.heuristic import HeuristicAgent, Settings
from hegemon.errors import AgentError, SpecError

GOOD = """
from dataclasses import dataclass
from typing import Annotated, Literal
from hegemon import Plan
from hegemon._fields import Range


class Base:
    def begin(self, game, seat, random):
        self.random = random

    def plan(self, view, clock):
        return view.random_plan(self.random)


class Free(Base):
    def __init__(self, boldness=1.0, name="x"):
        self.boldness, self.name = boldness, name


class Typed(Base):
    def __init__(
        self,
        plans: int = 3,
        log: str = "",
        style: Literal["bold", "shy"] = "shy",
        share: Annotated[float, Range(0, 1)] = 0.5,
        other: dict[str, int] | None = None,
    ):
        self.plans = plans


class Checked(Base):
    @dataclass(frozen=True)
    class Settings:
        visits: Annotated[int, Range(1, 100)] = 30

    def __init__(self, settings):
        self.settings = settings


class NoPlan:
    def begin(self, game, seat, random): ...


class NoBegin:
    def plan(self, view, clock): ...


class Needy(Base):
    def __init__(self, must): ...


class Moody(Base):
    def __init__(self): raise RuntimeError("not today")


function = Base().plan
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_agent.py"
    path.write_text(GOOD)
    return path


def refusal(spec: str) -> str:
    """The message of the AgentError, which is one line."""
    with pytest.raises(AgentError) as caught:
        make_agent(spec)
    message = str(caught.value)
    assert "\n" not in message
    assert message
    return message


# --- Registered agents --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, entry in REGISTRY.items() if not entry.foreign])
def test_every_registered_agent_can_be_made_described_and_played(name: str) -> None:
    spec = f"{name}(visits=50)" if name == "guided-mcts" else name
    agent = make_agent(spec)
    assert isinstance(agent, Agent)
    entry = REGISTRY[name]
    assert entry.summary.endswith((".", "!"))
    for setting, default, allowed in entry.describe_settings():
        assert explanations(entry.settings)[setting]
        assert default
        assert allowed.startswith(("a number from", "a whole number from", "one of", "true or false", "text"))
    boards = {"dqn": ("old-world", "yao2025")}  # where its network fits
    game = Game("simple") if hasattr(agent, "plan") else Game(*boards.get(name, ("triangle", "aminian2020")))
    record = play(game, [spec, agent], seed=1)
    assert record.result is not None
    assert "forfeits" not in record.result.reason


def test_settings_reach_the_agent() -> None:
    agent = make_agent("heuristic(caution=2, greed=0.5)")
    assert isinstance(agent, HeuristicAgent)
    assert agent.settings == Settings(caution=2, greed=0.5)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("randm", "unknown agent 'randm'; did you mean random?"),
        ("zzz", "unknown agent 'zzz'; agents are "),
        ("heuristic(cautoin=1)", "agent heuristic has no setting cautoin; did you mean caution?"),
        ("random(caution=1)", "agent random has no setting caution; it has none"),
        ("heuristic(caution=9)", "agent heuristic: caution=9 is not allowed; expected a number from 0 to 3"),
        ("heuristic(caution=-1)", "agent heuristic: caution=-1 is not allowed; expected a number from 0 to 3"),
        ("heuristic(caution=high)", "agent heuristic: caution='high' is not allowed; expected a number from 0 to 3"),
        ("heuristic(caution=true)", "agent heuristic: caution=True is not allowed; expected a number from 0 to 3"),
        ("heuristic(caution=nan)", "agent heuristic: caution=nan is not allowed; expected a number from 0 to 3"),
        ("heuristic(1)", "agent heuristic(1): settings need a name, e.g. heuristic(key=value)"),
    ],
)
def test_wrong_names_settings_and_values_are_named(spec: str, message: str) -> None:
    assert refusal(spec).startswith(message)


@pytest.mark.parametrize("spec", ["", "(", "heuristic(", "heuristic(caution=1, caution=2)", "heuristic(caution=1, 2)"])
def test_specs_that_cannot_be_read_are_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="cannot read"):
        make_agent(spec)


# --- Own agents ---------------------------------------------------------------------------------------------------


def test_own_agents_are_loaded_from_a_file(file: Path) -> None:
    plain = make_agent(f"{file}:Free")
    told = make_agent(f'{file}:Free(2.5, name="a, b")')
    checked = make_agent(f"{file}:Checked(visits=7)")
    assert [vars(plain), vars(told)] == [{"boldness": 1.0, "name": "x"}, {"boldness": 2.5, "name": "a, b"}]
    assert checked.settings.visits == 7  # type: ignore[attr-defined]
    assert play(Game("simple"), [f"{file}:Free", f"{file}:Checked"]).agents == (f"{file}:Free", f"{file}:Checked")
    record = play(Game("simple"), [plain, checked], seed=3)
    assert record.states == play(Game("simple"), ["random", "random"], seed=3).states


def test_an_edited_file_is_loaded_anew(file: Path) -> None:
    make_agent(f"{file}:Free")
    file.write_text(GOOD.replace("boldness=1.0", "boldness=8.0"))
    changed = file.stat().st_mtime_ns + 10**9
    os.utime(file, ns=(changed, changed))
    assert vars(make_agent(f"{file}:Free"))["boldness"] == 8.0


def test_what_is_missing_in_a_file_is_named(file: Path) -> None:
    classes = "there are Base, Free, Typed, Checked, Needy, Moody"
    assert refusal(f"{file}:Fre").endswith("did you mean Free?")
    assert refusal(f"{file}:Absent") == f"agent {file}:Absent: there is no class Absent in {file}; {classes}"
    assert refusal(f"{file}:function") == f"agent {file}:function: there is no class function in {file}; {classes}"
    assert (
        refusal(f"{file}:NoPlan")
        == f"agent {file}:NoPlan: class NoPlan has no method plan (or act); see docs/agents.md"
    )
    assert refusal(f"{file}:NoBegin").endswith("class NoBegin has no method begin; see docs/agents.md")
    assert refusal(str(file)) == f"agent {file}: name the class too, e.g. {file}:Base"


def test_a_file_that_is_not_there_or_no_python_file_is_named(tmp_path: Path) -> None:
    assert refusal(f"{tmp_path}/none.py:A") == f"agent file {tmp_path}/none.py does not exist"
    assert refusal(f"{tmp_path}:A") == f"agent file {tmp_path} does not exist"
    (tmp_path / "notes.txt").write_text("hello")
    assert refusal(f"{tmp_path}/notes.txt:A") == f"agent file {tmp_path}/notes.txt is not a Python file"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise ValueError('boom')", "ValueError: boom"),
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("class A:\n  def f(self:\n", "SyntaxError: "),
        ("\0", "SyntaxError: "),
    ],
)
def test_a_file_that_fails_when_it_is_loaded_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text)
    before = set(sys.modules)
    assert refusal(f"{path}:A").startswith(f"agent file {path}: {message}")
    assert not [name for name in set(sys.modules) - before if "broken" in name]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("Checked(visit=1)", "has no setting visit; did you mean visits?"),
        ("Checked(visits=0)", "visits=0 is not allowed; expected a whole number from 1 to 100"),
        ("Checked(visits=1.5)", "visits=1.5 is not allowed; expected a whole number from 1 to 100"),
        ("Free(unknown=1)", "has no setting unknown; it has boldness, name"),
        ("Free(bold=1)", "has no setting bold; did you mean boldness?"),
        ("Free(boldness=very)", "boldness='very' is not allowed; expected a number"),
        ("Free(true)", "boldness=True is not allowed; expected a number"),
        ("Typed(plans=2.5)", "plans=2.5 is not allowed; expected a whole number"),
        ("Typed(log=7)", 'log=7 is not allowed; expected text; write log="7" for text'),
        ("Typed(style=calm)", "style='calm' is not allowed; expected one of bold, shy"),
        ("Typed(share=2)", "share=2 is not allowed; expected a number from 0 to 1"),
        ("Needy", "TypeError: "),
        ("Moody", "RuntimeError: not today"),
    ],
)
def test_wrong_settings_of_an_own_agent_are_named(file: Path, spec: str, message: str) -> None:
    assert message in refusal(f"{file}:{spec}")


def test_values_without_a_name_are_refused_where_settings_are_checked(file: Path) -> None:
    refusal(f"{file}:Checked(5)")


@pytest.mark.parametrize(
    "text", ["raise ValueError('one\\ntwo')", "class A:\n  def __init__(self): raise OSError('a\\nb')"]
)
def test_a_failure_of_several_lines_is_told_in_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "wordy.py"
    path.write_text(text + "\n  def begin(self): ...\n  def plan(self): ..." if "class" in text else text)
    refusal(f"{path}:A")


def test_a_file_that_ends_the_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text("import sys\nsys.exit(1)")
    refusal(f"{path}:A")


def test_agents_know_nothing_but_their_view() -> None:
    """The protocol hands an agent the game, its seat, its stream, views and a clock."""
    agent = make_agent("random")
    agent.begin(Game("italy", "warlight1"), 1, Random(1))
    state = SimultaneousGame("italy", "warlight1").start(1)
    plan = agent.plan(state.view(1), None)  # type: ignore[attr-defined]
    assert isinstance(plan, Plan)
    assert plan == state.view(1).random_plan(Random(1))
