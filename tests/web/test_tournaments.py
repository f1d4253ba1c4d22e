"""Tournaments of the page, and the server that plays them."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hegemon._lock import lock_folder, lock_holder
from tests.web.conftest import Client, Server

WANTED = {"agents": ["random", "heuristic"], "rules": "soares2025", "map": "diamond", "seconds": 0.05}


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    found = Server(tmp_path)
    yield found
    found.stop()


def wait(until: Callable[[], Any]) -> Any:
    """What a function returns when it first returns something."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        if found := until():
            return found
        time.sleep(0.05)
    raise AssertionError("nothing happened in a minute")


def test_a_tournament_that_outlives_its_server_is_seen_and_stopped(own_server: Server) -> None:
    ask = own_server.ask
    id = ask("/tournaments", WANTED | {"agents": ["random", "smcts"], "games": 2000})[1]["id"]  # goes on for minutes
    here = f"/tournaments/{id}"
    wait(lambda: ask(here)[1]["played"])
    own_server.stop(signal.SIGKILL)
    own_server.start()
    found = ask(here)[1]
    assert found["running"]
    assert [one["running"] for one in ask("/tournaments")[1]["tournaments"]] == [True]
    status, refused = ask("/tournaments", WANTED)
    assert (status, "another tournament is running" in refused["detail"]) == (400, True)
    wait(lambda: ask(here)[1]["played"] > found["played"])
    assert own_server.ask(here, method="DELETE")[0] == 400
    assert ask(f"{here}/stop", {})[0] == 202
    stopped = ask(here)[1]
    assert (stopped["running"], stopped["problem"]) == (False, "stopped")
    time.sleep(0.3)
    assert ask(here)[1]["played"] == stopped["played"]
    assert own_server.ask(here, method="DELETE")[0] == 204
    assert ask(here)[0] == 404
    assert ask("/tournaments")[1]["tournaments"] == []


def test_games_are_even_and_all_of_them_are_listed(client: Client) -> None:
    id = client.post("/api/tournaments", json=WANTED | {"games": 29}).json()["id"]
    address = f"/api/tournaments/{id}"
    found = wait(lambda: (now := client.get(address).json()).get("complete") and now)
    assert (found["games"], found["played"]) == (30, 30)
    pages = [client.get(f"{address}/games?skip={skip}&most=20").json() for skip in (0, 20, 40)]
    assert [(len(page["games"]), page["total"]) for page in pages] == [(20, 30), (10, 30), (0, 30)]
    keys = [(game["block"], game["number"]) for page in pages for game in page["games"]]
    assert len(set(keys)) == 30
    assert client.post(f"{address}/games/{keys[-1][0]}/{keys[-1][1]}").status_code == 201
    pairs = {(pair["first"], pair["second"]): pair["points"] for pair in found["crosstable"]}
    assert sum(pairs.values()) == 30


def test_messages_do_not_name_folders_of_the_server(client: Client, tmp_path: Path) -> None:
    id = client.post("/api/tournaments", json=WANTED | {"games": 2}).json()["id"]
    wait(lambda: not client.get(f"/api/tournaments/{id}").json()["running"])
    (tmp_path / "tournaments" / id / "store" / "games.sqlite").write_bytes(b"damaged" * 999)
    answers = [client.get(f"/api/tournaments/{id}{part}") for part in ("", "/games")]
    answers.append(client.post(f"/api/tournaments/{id}/games/1/0"))
    assert [answer.status_code for answer in answers] == [200, 400, 400]
    for answer in answers:
        assert str(tmp_path) not in answer.text
    assert "store" in answers[1].json()["detail"]


def test_what_does_not_exist_is_404(client: Client) -> None:
    assert client.get("/api/tournaments/0123456789ab").status_code == 404
    assert client.get("/api/tournaments/0123456789ab/games").status_code == 404
    assert client.post("/api/tournaments/0123456789ab/resume").status_code == 404


def test_the_holder_of_a_lock(tmp_path: Path) -> None:
    assert lock_holder(tmp_path) is None
    lock = lock_folder(tmp_path)
    assert lock_holder(tmp_path)
    lock.release()
    assert lock_holder(tmp_path) is None
    (tmp_path / "lock").write_text("999999999")
    assert lock_holder(tmp_path) is None
