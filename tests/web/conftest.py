"""The page as the tests use it: in this process, or as a server with a real browser."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import hegemon as hg
from hegemon.web.app import create_app
from hegemon.web.settings import Settings
from hegemon.web.store import Store, new_id, seat_tokens

Client = TestClient
IN_A_BROWSER = [pytest.mark.xdist_group("browser"), pytest.mark.flaky(reruns=1, only_rerun="TimeoutError")]
"""Marks of tests in a real browser. On a machine that is busy enough even a minute may be too short for it."""
FLAGS = (
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """The application, as a visitor on this machine sees it."""
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://localhost:8642") as found:
        yield found


class Seat:
    """One connection to a game."""

    def __init__(self, socket: Any, *tokens: str) -> None:
        self.socket, self.number = socket, 0
        self.state: dict[str, Any] = {}
        self.log: list[str] = []
        """All that the connection was told, over all states."""
        self.ask(type="join", tokens=list(tokens))
        self.news()

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message; its answer."""
        self.number += 1
        self.socket.send_json({"number": self.number, **message})
        return self.answer()

    def answer(self) -> dict[str, Any]:
        while True:
            found: dict[str, Any] = self.socket.receive_json()
            if found["type"] != "state":
                return found
            self._hear(found)

    def news(self) -> dict[str, Any]:
        """Wait for a state in which nobody thinks."""
        while True:
            found = self.socket.receive_json()
            if found["type"] == "state":
                self._hear(found)
                if not found["thinking"]:
                    return self.state

    def _hear(self, state: dict[str, Any]) -> None:
        self.state = state
        self.log = [*([] if state["fresh"] else self.log), *state["log"]]

    def act(self, kind: str, **more: Any) -> dict[str, Any]:
        """A message of the viewer's seat about the position that it knows."""
        return self.ask(type=kind, **{"seat": self.state["viewer"], "step": self.state["step"]} | more)


def new_game(client: Client, *seats: str, **more: Any) -> dict[str, Any]:
    """A game with these agents; "" is a person."""
    wanted = [{"agent": seat} if seat else {"person": True} for seat in seats]
    made = client.post("/api/games", json={"map": "diamond", "seats": wanted, "seed": 1} | more)
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def lost_game(store: Store) -> tuple[str, dict[int, str]]:
    """A game of Ann, Ben and an agent in which Ann has lost and Ben must decide: its id and the tokens."""
    game = hg.Game("diamond", "classic", 3)
    assert isinstance(game, hg.ClassicGame)
    agents = ("human(name=Ann)", "human(name=Ben)", "random")
    record = hg.Record(game, agents, game.position([1, 1, 2, 2], [3, 3, 3, 3], mover=1), info={"seed": 1})
    id, tokens = new_id(), seat_tokens(record)
    store.add(id, "game", tokens, record)
    return id, tokens


class Server:
    """`hegemon serve` as a process that can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, _free_port()
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: Any = None, method: str | None = None) -> tuple[int, Any]:
        """The status and the answer to a request; with a body it is a POST."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return int(answer.status), json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def start(self) -> None:
        command = [sys.executable, "-m", "hegemon", "serve", "--port", str(self.port), "--data", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith(f"Hegemon is at {self.address}/")
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the server does not start")

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("page"))
    yield found
    found.stop()


@pytest.fixture(scope="session")
def browser_page() -> Iterator[Any]:
    """A page of Debian's Chromium; without it these tests are skipped, but never in CI."""
    program = os.environ.get("HEGEMON_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if program is None:
        assert not os.environ.get("CI"), "CI needs a browser: make browser"
        pytest.skip("there is no browser; make browser installs one")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        page = browser.new_context().new_page()
        page.set_default_timeout(60_000)  # a busy machine takes its time
        yield page
        browser.close()


OpenPage = Callable[..., Any]
FORGET = """(speed) => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('hegemon.looks', JSON.stringify({speed}));
}"""


def _counts(message: Any) -> bool:
    """Whether a message of the console is an error of the page; a browser also reports every attempt to reach a stopped
    server, and that a picture has no icon."""
    own = "ERR_CONNECTION_REFUSED" not in message.text and not message.location["url"].endswith("/favicon.ico")
    return bool(message.type == "error" and own)


@pytest.fixture
def open_page(browser_page: Any, server: Server) -> Iterator[OpenPage]:
    """A function that opens an address as a new visitor, without animation; errors in the console fail the test.

    All tests share one page, whose scripts are loaded once; what the browser has stored is forgotten.
    """
    page, complaints = browser_page, []

    def complain(message: Any) -> None:
        if _counts(message):
            complaints.append(message.text)

    def fail(error: Any) -> None:
        complaints.append(str(error))

    def call(address: str, *, width: int = 1280, height: int = 800, dark: bool = False, speed: float = 0) -> Any:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.goto(f"{server.address}/static/icon.svg")
        page.evaluate(FORGET, speed)
        page.goto(address)
        return page

    page.on("console", complain)
    page.on("pageerror", fail)
    yield call
    page.goto("about:blank")
    page.remove_listener("console", complain)
    page.remove_listener("pageerror", fail)
    assert not complaints
