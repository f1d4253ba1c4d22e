"""hegemon drop: an agent that was mended plays its games again."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon.arena import Store
from tests.cli.conftest import Run

FAILS = """
class Mine:
    def begin(self, game, seat, random):
        1 / 0
        self.random = random

    def plan(self, view, clock):
        return view.random_plan(self.random)
"""
MENDED = FAILS.replace("        1 / 0\n", "")
PLAY = ("tournament", "-a", "mine=mine.py:Mine", "-a", "random", "-a", "heuristic", "-m", "simple", "-n", "2")


@pytest.fixture
def failed(run: Run, tmp_path: Path) -> Path:
    """The store of a tournament, which it names by itself, with an agent that always fails."""
    (tmp_path / "mine.py").write_text(FAILS, encoding="utf-8")
    assert "forfeits by crash: mine 4" in " ".join(run(*PLAY).out.split())
    return tmp_path / "tournament"


def games(store: Path) -> int:
    with Store.read(store) as kept:
        return len(kept.games())


def test_a_mended_agent_plays_its_games_again(run: Run, failed: Path) -> None:
    Path("mine.py").write_text(MENDED, encoding="utf-8")
    refused = run(*PLAY)
    assert refused.code == 2
    assert (
        "its settings or its file changed; drop the games of the old one (hegemon drop tournament mine)" in refused.err
    )
    done = run("drop", "tournament", "mine", "--yes")
    assert (done.code, done.err) == (0, "")
    assert done.out == "deleted 4 games of mine, 2 are left; report: tournament/report.html\n"
    assert "mine.py" not in (failed / "report.html").read_text(encoding="utf-8").partition("To repeat it")[0]
    played = run(*PLAY)
    assert played.code == 0
    assert "forfeits" not in played.out
    assert "6 of 6 games" in played.out
    assert "4 games of mine" in (failed / "report.html").read_text(encoding="utf-8")


def test_it_asks_first(run: Run, failed: Path) -> None:
    for answer in ("", "n\n", "\n"):
        asked = run("drop", "tournament", "mine", stdin=answer)
        assert asked.code == 1
        assert "delete 4 of 6 games in tournament, all of mine? They cannot be restored. [y/N]" in asked.err
        assert "nothing was deleted; --yes deletes without asking" in asked.err
        assert games(failed) == 6
    assert run("drop", "tournament", "mine", stdin="y\n").code == 0
    assert games(failed) == 2


def test_the_default_store_takes_back_only_what_was_dropped(run: Run, failed: Path) -> None:
    assert run("drop", "tournament", "mine", "--yes").code == 0
    refused = run(*PLAY, "-a", "third=random")
    assert refused.code == 2
    assert "holds another tournament (of random, heuristic)" in refused.err
    assert run(*PLAY).code == 0
    assert games(failed) == 6
    without = PLAY[:1] + PLAY[3:]
    assert "holds another tournament" in run(*without).err


@pytest.mark.usefixtures("failed")
def test_mistakes_are_one_line_and_delete_nothing(run: Run, failed: Path) -> None:
    for arguments, complaint in (
        (("nowhere", "mine"), "there is no store of games in nowhere"),
        (("tournament", "mines"), "there is no agent 'mines' in tournament; did you mean mine?"),
    ):
        outcome = run("drop", *arguments, "--yes")
        assert (outcome.code, outcome.out) == (2, "")
        assert complaint in outcome.err
        assert len(outcome.err.splitlines()) == 1
    assert not Path("nowhere").exists()
    assert games(failed) == 6
    with Store.open("tournament"):
        assert "another tournament is writing to tournament" in run("drop", "tournament", "mine", "--yes").err
    assert games(failed) == 6
