"""Agents, maps and rules of other installed packages: found by entry points, imported when used, harmless if broken."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hegemon as hg
from hegemon._plugins import plugins
from hegemon.agents import make_agent
from hegemon.arena import Store, make_tournament, prepare
from hegemon.cli.app import run
from hegemon.errors import AgentError, MapError, RulesError
from hegemon.match.foreign import describe, is_foreign
from hegemon.rules import rules_spec

MODULE = '''
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from hegemon import Map, SimultaneousRules, load_map
from hegemon.agents import Range

Path(__file__).with_name("imported").touch()


class Rover:
    """Plays at random."""

    def __init__(self, plans: int = 1): self.plans = plans
    def begin(self, game, seat, random): self.random = random
    def plan(self, view, clock):
        self.statistics = {"process": os.getpid()}
        return [view.random_plan(self.random) for _ in range(self.plans)][-1]


class Careful(Rover):
    @dataclass(frozen=True)
    class Settings:
        margin: Annotated[int, Range(0, 9)] = 1
        """What to keep."""

    def __init__(self, settings): self.settings, self.plans = settings, 1


def make_rover(): return Rover(2)


NUMBER = 7
RULES = SimultaneousRules(base_income=9, start="scatter", territories_each=1)
MAP = load_map("simple")


def strip(width, height=1): return load_map(f"grid({width}, {height})")


def wrong(): raise KeyError("no such island")
'''
ENTRIES = """
[hegemon.agents]
rover = hegemon_rovers:Rover
careful = hegemon_rovers:Careful
made = hegemon_rovers:make_rover
random = hegemon_rovers:Rover
number = hegemon_rovers:NUMBER
missing = hegemon_rovers:Nobody

[hegemon.maps]
islet = hegemon_rovers:MAP
strip = hegemon_rovers:strip
wrong = hegemon_rovers:wrong
file = hegemon_rovers:__file__

[hegemon.rules]
rich = hegemon_rovers:RULES
odd = hegemon_rovers:NUMBER

[console_scripts]
rover = hegemon_rovers:main
"""


def install(folder: Path, package: str, module: str, code: str, entries: str) -> None:
    """What an installer leaves behind."""
    (folder / f"{module}.py").write_text(code)
    info = folder / f"{package.replace('-', '_')}-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(entries)


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    site = tmp_path / "site"
    site.mkdir()
    install(site, "hegemon-rovers", "hegemon_rovers", MODULE, ENTRIES)
    install(site, "Broken_Bots", "broken_bots", "import no_such_module", "[hegemon.agents]\nbroken = broken_bots:Bot\n")
    install(site, "third", "third", "", "[hegemon.agents]\ncareful = third:Careful\n")
    install(site, "damaged", "damaged", "", "[hegemon.agents\n\x00= = =\n[hegemon.agents]\nx")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.delitem(sys.modules, "hegemon_rovers", raising=False)
    return site


def test_nothing_is_imported_before_it_is_used(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [plugin.name for plugin in plugins("agents")]
    assert {"rover", "careful", "made", "random", "broken"} <= set(names)
    make_agent("random")
    hg.load_map("italy")
    with pytest.raises(AgentError, match="did you mean rover"):
        make_agent("rovr")
    assert not (installed / "imported").exists()
    make_agent("made")
    assert (installed / "imported").exists()


def test_agents_play_in_processes_of_their_own() -> None:
    assert is_foreign("rover")
    assert not is_foreign("random")
    record = hg.play("simple", ["rover(plans=2)", "random"], adjudication=3)
    assert record.result is not None
    assert record.result.reason in ("turn limit", "conquest")  # the dice of foreign agents are salted
    assert "salt" in record.info
    assert describe("careful@hegemon-rovers(margin=4)").settings == {"margin": 4}


def test_agents_play_in_worker_processes_and_tournaments(tmp_path: Path) -> None:
    series = hg.Series(hg.Game("simple"), ("rover", "made"), games=4, adjudication=hg.Adjudication(turn_limit=3))
    assert not hg.play_series(series, workers=2).forfeits
    tournament = make_tournament(["rover", "random", "random@hegemon-rovers"], "simple", games=2, adjudication=3)
    with Store.open(tmp_path / "store") as store:
        games = list(prepare(tournament, store, workers=2))
    assert len(games) == 6
    assert not [game for game in games if game.loser is not None]
    assert tournament.agents[0].settings["package"] == "hegemon-rovers 1.5"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("broken", "agent broken of package Broken_Bots 1.5 cannot be loaded: ModuleNotFoundError: No module named"),
        ("missing", "cannot be loaded: AttributeError: module 'hegemon_rovers' has no attribute 'Nobody'"),
        ("number", "agent number of package hegemon-rovers 1.5 is 7, not a class"),
        ("careful", "several packages have the name careful for agents: write careful@hegemon-rovers or careful@third"),
        ("careful@hegemon_rovers(margin=10)", "margin=10 is not allowed; expected a whole number from 0 to 9"),
        ("careful@hegemon_rovers(margn=1)", "did you mean margin"),
        ("rover(plans=many)", "plans='many' is not allowed; expected a whole number"),
        ("rover(plan=2)", "agent rover has no setting plan; did you mean plans?"),
        ("rover@nobody", "unknown agent 'rover@nobody'"),
    ],
)
def test_messages(spec: str, message: str) -> None:
    with pytest.raises(AgentError) as told:
        make_agent(spec)
    assert message in str(told.value)


def test_names_of_this_package_come_first() -> None:
    assert type(make_agent("random")).__module__ == "hegemon.agents.random"
    assert type(make_agent("random@hegemon-rovers")).__module__ == "hegemon_rovers"


def test_maps() -> None:
    assert hg.load_map("islet").name == "islet"
    assert hg.load_map("islet").hash == hg.load_map("simple").hash
    strip = hg.load_map("strip(4, height=2)")
    assert len(strip.territories) == 8
    assert hg.load_map(strip.name) == strip
    state = hg.Game("islet").start(1)
    assert hg.parse_position(str(state)) == state
    for spec, message in (
        ("islet(3)", "takes no settings"),
        ("strip(q=1)", "cannot be made: TypeError"),
        ("wrong", "cannot be made: KeyError: 'no such island'"),
        ("file", "cannot read map file"),
        ("islett", "did you mean 'islet'"),
    ):
        with pytest.raises(MapError, match=message):
            hg.load_map(spec)


def test_rules() -> None:
    rules = hg.load_rules("rich(fog=light)")
    assert (rules.name, getattr(rules, "base_income")) == ("rich", 9)  # noqa: B009
    assert repr(rules) == "load_rules('rich(fog=light)')"
    game = hg.Game("simple", "rich")
    assert str(game) == "rich on simple"
    assert str(hg.Game("simple", rules)) == "rich(fog=light) on simple"
    assert hg.load_rules(rules_spec(rules)) == rules  # files keep all fields
    assert rules_spec(rules).startswith("custom(name=rich, ")
    assert hg.parse_position(str(game.start(1))) == game.start(1)
    assert hg.play(game, ["rover", "random"], adjudication=3).game.rules == game.rules
    with pytest.raises(RulesError, match="is 7, not SimultaneousRules"):
        hg.load_rules("odd")
    with pytest.raises(RulesError, match="did you mean rich"):
        hg.load_rules("riche")


@pytest.mark.parametrize("command", ["agents", "maps", "rules"])
def test_lists(
    command: str, installed: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["hegemon", command])
    with pytest.raises(SystemExit):
        run()
    shown = capfd.readouterr().out
    assert "hegemon-rovers" in shown
    assert {"agents": "careful@third", "maps": "islet", "rules": "rich"}[command] in shown
    monkeypatch.setattr(
        "sys.argv", ["hegemon", "maps", "list", "--json"] if command == "maps" else ["hegemon", command, "--json"]
    )
    with pytest.raises(SystemExit):
        run()
    assert "hegemon-rovers" in [row.get("package") for row in json.loads(capfd.readouterr().out)]
    assert not (installed / "imported").exists()


def test_one_agent_with_its_settings(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["hegemon", "agents", "careful@hegemon-rovers"])
    with pytest.raises(SystemExit):
        run()
    assert "margin=1: What to keep. (a whole number from 0 to 9)" in capfd.readouterr().out


def test_games_of_this_package_look_for_no_other() -> None:
    code = "hegemon.play('simple', ['random', 'heuristic']); print('importlib.metadata' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", f"import sys, hegemon; {code}"], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["False"]
