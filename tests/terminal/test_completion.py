"""Completion of commands and territories."""

from __future__ import annotations

from hegemon.terminal.completion import complete
from tests.terminal.conftest import Play


def test_commands_and_territories(play: Play) -> None:
    session = play("human", "heuristic").session
    assert complete(session, "un") == ("un", ["undo"])
    assert complete(session, "s") == ("s", ["show", "save", "Saltwater_Falls"])
    assert complete(session, "Eastpath>s") == ("s", ["Saltwater_Falls"])
    assert complete(session, "Eastpath+2 owl mo") == ("owl mo", ["Owl_Mountain"])
    assert complete(session, "Eastpath+2 eas") == ("eas", ["Eastpath", "Eastpoint", "Eastern_Jungle"])
    assert complete(session, "3 x ") == ("", ["Eastpath", "Westpath"])
    assert complete(session, "hint sm") == ("sm", ["smcts"])


def test_nothing_is_completed_while_the_board_is_hidden(play: Play) -> None:
    assert complete(play("human", "human").session, "un") == ("", [])
