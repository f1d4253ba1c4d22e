"""Tournament files: what they say, and complaints that name the line."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from hegemon.arena.file import TournamentFile, read_tournament
from hegemon.errors import TournamentError
from hegemon.match import Adjudication, TimeControl

WHOLE = """
# a whole tournament
name = "spring"
seed = 7
games = 10
format = "gauntlet"
time = "2+0.01"
grace = 0.02
visits = 50
starts = "balanced"
hang_timeout = 30
workers = 2

[agents]
search = "smcts"
"rules of thumb" = "heuristic"

[[setup]]
map = "banana"

[[setup]]
map = "earth"
rules = "warlight1"

[adjudication]
turns = 80
surrender = 0.01
"""


def read(text: str, folder: Path) -> TournamentFile:
    path = folder / "t.toml"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return read_tournament(path)


def test_a_whole_file(tmp_path: Path) -> None:
    found = read(WHOLE, tmp_path)
    tournament = found.tournament
    assert found.workers == 2
    assert [(a.alias, a.spec) for a in tournament.agents] == [
        ("search", "smcts(visits=50)"),
        ("rules of thumb", "heuristic"),
    ]
    assert [setup.name for setup in tournament.setups] == ["banana, soares2025", "earth, warlight1"]
    assert tournament.time == TimeControl(per_game=2, increment=0.01, margin=0.02)
    assert tournament.adjudication == Adjudication(turn_limit=80, surrender=0.01)
    assert (tournament.name, tournament.seed, tournament.games, tournament.format) == ("spring", 7, 10, "gauntlet")
    assert (tournament.starts, tournament.hang_timeout) == ("balanced", 30)


def test_a_short_file(tmp_path: Path) -> None:
    text = """
    agents = ["random", "heuristic", "random"]
    maps = ["hex", "classic"]
    rules = "heredia2022"
    seats = 3
    adjudication = "soares2025"
    time = 0.5
    """
    tournament = read(text, tmp_path).tournament
    assert [agent.alias for agent in tournament.agents] == ["random", "heuristic", "random #2"]
    assert [(setup.map, setup.seats) for setup in tournament.setups] == [("hex", 3), ("classic", 3)]
    assert tournament.time == TimeControl(per_move=0.5)
    assert tournament.adjudication is not None


def test_a_file_with_the_keys_of_older_versions(tmp_path: Path) -> None:
    old = WHOLE.replace("hang_timeout", "patience").replace("[[setup]]", "[[board]]")
    assert old != WHOLE
    assert read(old, tmp_path) == read(WHOLE, tmp_path)
    with pytest.raises(TournamentError, match=r"t.toml:19: .*bananna"):
        read(old.replace('"banana"', '"bananna"'), tmp_path)


@pytest.mark.parametrize(
    ("change", "line", "complaint"),
    [
        (("seed = 7", "seed = "), 4, "not TOML"),
        (("seed = 7", "seed = 7\nseed = 8"), 5, "not TOML"),
        (("seed = 7", "sead = 7"), 4, "did you mean seed"),
        (("seed = 7", 'seed = "seven"'), 4, "seed: a whole number, not 'seven'"),
        (("seed = 7", "seed = true"), 4, "seed: a whole number"),
        (("seed = 7", "seed = -7"), 4, "seed: a whole number from 0"),
        (("games = 10", "games = 0"), 5, "games: a pairing plays"),
        (('"gauntlet"', '"cup"'), 6, "none of round-robin, gauntlet"),
        (('"2+0.01"', '"soon"'), 7, "write seconds per move"),
        (("visits = 50", "visits = -5"), 9, "visits: 0 or more"),
        (('"balanced"', '"fair"'), 10, "starts: 'fair' is none of"),
        (("workers = 2", "workers = 0"), 12, "workers: 1 to 256 processes"),
        (('search = "smcts"', 'search = "smtcs"'), 15, "did you mean smcts"),
        (('search = "smcts"', "search = 3"), 15, "an agent is text"),
        (('search = "smcts"', 'search = "mcts"'), 15, "agent search plays no setup|needs 2 agents"),
        (('map = "banana"', 'map = "bananna"'), 19, "bananna"),
        (('rules = "warlight1"', 'rules = "warlight9"'), 23, "warlight9"),
        (('rules = "warlight1"', 'rule = "warlight1"'), 23, "did you mean rules"),
        (('map = "earth"', "map = 3"), 22, "map: text, not 3"),
        (("turns = 80", "turns = 0"), 26, "turns=0 is not allowed; expected a whole number from 1"),
        (("surrender = 0.01", "surrender = 2"), 27, "surrender=2 is not allowed; expected a number from 0 to 0.5"),
        (("[adjudication]", "[adjudicate]"), 25, "did you mean adjudication"),
    ],
)
def test_a_complaint_names_the_line(change: tuple[str, str], line: int, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=complaint) as caught:
        read(WHOLE.replace(*change), tmp_path)
    if "plays no setup" not in complaint:
        assert f"t.toml:{line}:" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        ('agents = ["random", "heuristic"]\nmaps = "simple"\nrules = "soarez"', 3, "did you mean soares2025"),
        ('agents = ["random", "heuristic"]\nmaps = "hex"\nseats = 9\nrules = "classic"', 3, "seats: 2 to 6"),
        ('agents = ["random", "heuristic"]\nmaps = "simple"\nstarts = [\n  "nonsense",\n]', 4, "not a position"),
        ('agents = ["random", "heuristic"]\nmaps = "triangle"\nstarts = "pos.txt"', 3, "nor a list of positions"),
    ],
)
def test_more_lines(text: str, line: int, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=complaint) as caught:
        read(text, tmp_path)
    assert f"t.toml:{line}:" in str(caught.value)


def test_files_are_looked_for_beside_the_tournament_file(tmp_path: Path) -> None:
    agent = Path(__file__).with_name("bad_agents.py").read_text(encoding="utf-8")
    (tmp_path / "mine bot.py").write_text(agent, encoding="utf-8")
    found = read('agents = ["random", "mine=mine bot.py:Base"]\nmaps = "simple"', tmp_path).tournament
    assert found.agents[1].alias == "mine"
    assert found.agents[1].families == ("simultaneous",)


def test_the_line_of_an_agent_in_a_list(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"t.toml:4: .*heuristik"):
        read('\nagents = [\n  "random",\n  "heuristik",\n]\n', tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"name = \x00"])
def test_files_that_are_no_text(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_bytes(content)
    with pytest.raises(TournamentError):
        read_tournament(tmp_path / "t.toml")
    with pytest.raises(TournamentError, match="cannot read"):
        read_tournament(tmp_path / "none.toml")
