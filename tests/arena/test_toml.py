"""Tournament files that nobody would write by hand: each is refused at once, in one line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hegemon.arena.file import read_tournament
from hegemon.errors import TournamentError

START = 'agents = ["random", "heuristic"]\nmaps = "simple"\n'
ODD = {
    "deep lists": ("x = " + "[" * 100_000 + "]" * 100_000, "more than 16 deep"),
    "deep tables": ("x = " + "{a = " * 5000 + "1" + "}" * 5000, "more than 16 deep"),
    "a long number": ("games = " + "9" * 5000, "more than 60 digits"),
    "a long hexadecimal number": ("seed = 0x" + "f" * 50_000, "more than 60 digits"),
    "a number with underscores": ("seed = " + "1_" * 5000 + "1", "more than 60 digits"),
    "a key of many parts": (".".join("a" * 100_000) + " = 1", "a key has more than 16 parts"),
    "a table of many parts": ("[" + ".".join('"a"' for _ in range(100_000)) + "]", "a key has more than 16 parts"),
    "parts within a table": ("x = {" + " . ".join("a" * 50_000) + " = 1}", "a key has more than 16 parts"),
    "blanks in a head": ("[" + " " * 200_000, "not TOML"),
    "a date that is none": ("name = 9999-99-99", "not TOML"),
    "a large file": ("# " + "x" * 5_000_000, "larger than 4 MB"),
    "many agents": ("agents." + "\nagents.".join(f'a{at} = "random"' for at in range(100_000)), "at most 1,000"),
    "many setups": (
        "rules = [" + '"soares2025",' * 2000 + "]\nmaps = [" + '"simple",' * 2000 + "]",
        "setups: at most 1,000, not 4,000,000",
    ),
}


def refusal(text: str, folder: Path) -> str:
    path = folder / "t.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TournamentError) as error:
        read_tournament(path)
    return str(error.value)


@pytest.mark.parametrize("name", ODD)
def test_what_nobody_writes_is_refused_at_once(name: str, tmp_path: Path) -> None:
    text, why = ODD[name]
    others = START if "agents" not in text and "maps" not in text else 'agents = ["random", "heuristic"]\n'
    text = text if text.startswith("agents") else others + text
    began = time.process_time()
    message = refusal(text, tmp_path)
    assert why in message
    assert len(message) < 1000
    assert time.process_time() - began < 10  # it was for ever


def test_strings_and_comments_may_look_like_anything(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    odd = "a.b." * 50 + "[[[[" * 20 + "9" * 200
    text = START + f'# {odd}\nname = "{odd}"\n'
    path.write_text(text, encoding="utf-8")
    assert read_tournament(path).tournament.name == odd


def test_a_tournament_of_too_many_games_is_refused(tmp_path: Path) -> None:
    agents = ", ".join(f'"a{at}=random"' for at in range(100))
    message = refusal(f'agents = [{agents}]\nmaps = "simple"\ngames = 1_000_000\n', tmp_path)
    assert ":3: games: 4,950,000,000 in all; a tournament has at most 10,000,000" in message
