"""A person at the page: clicks on the board, and knows as little as a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hegemon as hg
from tests.web.conftest import Server

BOARD = """() => [...document.querySelectorAll('.token')].map((token) => ({
  owner: [...token.classList].find((name) => /^(p\\d|neutral|fog)$/.test(name)),
  armies: +token.querySelector('text').textContent}))"""
NEW_GAME = """async (wanted) => {
  const headers = {'content-type': 'application/json'}, body = JSON.stringify(wanted);
  const answer = await fetch('/api/games', {method: 'POST', headers, body});
  const made = await answer.json(), all = JSON.parse(localStorage.getItem('hegemon.tokens') ?? '{}');
  localStorage.setItem('hegemon.tokens', JSON.stringify({...all, [made.id]: made.tokens}));
  return made.id;
}"""


class Person:
    """Plays one seat of a game on a page."""

    def __init__(self, page: Any, links: list[list[int]], seat: int = 0) -> None:
        self.page, self.own = page, f"p{seat}"
        self.near: dict[int, list[int]] = {}
        for a, b in links:
            self.near.setdefault(a, []).append(b)
            self.near.setdefault(b, []).append(a)

    def token(self, t: int) -> Any:
        return self.page.locator(f".token[data-t='{t}']")

    def front(self) -> tuple[int, int]:
        """The strongest own territory with a foreign neighbour, and the weakest such neighbour."""
        board = self.page.evaluate(BOARD)
        mine = [t for t, cell in enumerate(board) if cell["owner"] == self.own]
        pairs = [(t, n) for t in mine for n in self.near[t] if board[n]["owner"] != self.own]
        return max(pairs, key=lambda pair: (board[pair[0]]["armies"], -(board[pair[1]]["armies"] or 0)))

    def over(self) -> bool:
        return bool(self.page.locator(".task >> text=Analyse the game").count())

    def ready(self) -> str:
        """Wait for something to decide, or the end; the title of the task."""
        self.page.wait_for_function(
            "() => document.querySelector('.task h2') && !document.querySelector('.side .spin')"
        )
        return str(self.page.locator(".task h2").inner_text())

    def plan(self) -> None:
        """A turn of the simultaneous game: all armies to the front, and an attack."""
        source, target = self.front()
        self.token(source).click(modifiers=["Shift"])
        self.page.wait_for_selector("text=Move or attack")
        self.token(source).click()
        self.token(target).click()
        self.page.wait_for_selector(".orders >> text=→")
        self.moves_on(lambda: self.page.keyboard.press("Space"))

    def moves_on(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the game has moved on and it is this person's turn again, or all is over."""
        before = self.page.locator(".game").get_attribute("data-step")
        act()
        self.page.wait_for_function(
            "(before) => document.querySelector('.game').dataset.step !== before && document.querySelector('.task h2')",
            arg=before,
        )

    def act(self) -> None:
        """One decision of the classic game."""
        title = self.ready()
        if self.over():
            return
        if title.startswith("Place"):
            self.moves_on(lambda: self.token(self.front()[0]).click(modifiers=["Shift"]))
        elif title == "Attack":
            self.attack()
        elif title.endswith("is yours"):
            self.moves_on(lambda: self.page.keyboard.press("Enter"))
        elif title == "Trade cards":
            self.moves_on(lambda: self.page.locator(".task .stack button").first.click())
        else:
            self.moves_on(lambda: self.page.keyboard.press("Space"))

    def attack(self) -> None:
        source, target = self.front()
        board = self.page.evaluate(BOARD)
        if board[source]["armies"] <= board[target]["armies"] + 1:
            self.moves_on(lambda: self.page.keyboard.press("Space"))
            return
        self.token(source).click()
        self.token(target).click()
        self.page.wait_for_selector("text=to conquer")
        self.moves_on(lambda: self.page.keyboard.press("Enter"))


def links(name: str) -> list[list[int]]:
    return [list(link) for link in hg.load_map(name).links]


def begin(page: Any, server: Server, **wanted: Any) -> str:
    """A new game with one person."""
    usual = {"map": "banana", "seats": [{"person": True}, {"agent": "random"}], "seed": 5}
    id = str(page.evaluate(NEW_GAME, usual | wanted))
    page.goto(f"{server.address}/games/{id}")
    page.wait_for_selector(".task h2")
    return id
