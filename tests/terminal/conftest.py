"""Sessions as the tests play them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hegemon.game import Game
from hegemon.terminal import LiveGame, SavedGame, Screen, Session, load_game, new_record

Play = Callable[..., "Typist"]


class Typist:
    """Types lines into a session and keeps what it says."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.text = "\n".join(session.begin())

    def type(self, *lines: str) -> str:
        """What the last of the lines brings."""
        said = ""
        for line in lines:
            said = "\n".join(self.session.feed(line))
            self.text += said
        return said


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Begin a game, or resume the one in the file."""
    games: list[LiveGame] = []

    def begin(
        *agents: str, map: str = "owl-island", rules: str = "soares2025", seed: int = 3, time: float = 0.0,
        file: str = "game.jsonl", resume: bool = False,
    ) -> Typist:  # fmt: skip
        path = tmp_path / file
        if resume:
            record, _ = load_game(path)
        else:
            record = new_record(Game(map, rules, len(agents)), agents, seed, time)
        games.append(LiveGame(record))
        return Typist(Session(games[-1], SavedGame(path), Screen(width=80)))

    yield begin
    for game in games:
        game.close()
