"""Pictures of every screen of the page, for docs/page.md.

.venv/bin/python scripts/page_pictures.py            # needs a browser: make browser
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

PORT = 8799
ADDRESS = f"http://127.0.0.1:{PORT}"
OUT = Path(__file__).parent.parent / "docs" / "pictures"
FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PERSON = {"person": True}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 760}, "color_scheme": "dark", "has_touch": True, "is_mobile": True,
}  # fmt: skip


def main() -> None:
    program = os.environ.get("HEGEMON_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        wide = browser.new_context(viewport={"width": 1120, "height": 700}, color_scheme="light").new_page()
        phone = browser.new_context(**PHONE).new_page()
        with _server(folder):
            _play(wide)
            _understand(wide)
            _draw(wide)
            _phone(phone)
            _people(wide)
        wide.wait_for_selector("text=The connection was lost")
        _shoot(wide, "lost")
        with _server(folder):
            wide.wait_for_function("() => !document.querySelector('.banner').textContent")
        browser.close()


@contextlib.contextmanager
def _server(folder: str) -> Iterator[None]:
    command = [sys.executable, "-m", "hegemon", "serve", "--port", str(PORT), "--data", folder]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _up()
        yield
    finally:
        server.terminate()
        server.wait()


def _up() -> None:
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{ADDRESS}/api/games"):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def _post(path: str, body: dict[str, Any]) -> Any:
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{ADDRESS}/api{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def _game(page: Page, *seats: dict[str, Any], **more: Any) -> str:
    made = _post("/games", {"seats": list(seats), "seed": 3, **more})
    tokens = ",".join(f"{seat}:{token}" for seat, token in made["tokens"].items())
    page.goto(f"{ADDRESS}/{'games' if tokens else 'replay'}/{made['id']}{'#seats=' + tokens if tokens else ''}")
    page.wait_for_selector(".token")
    page.wait_for_timeout(800)
    return str(made["id"])


def _shoot(page: Page, name: str) -> None:
    page.screenshot(path=OUT / f"page-{name}.jpg", type="jpeg", quality=85)
    print(name, flush=True)


def _token(page: Page, territory: int) -> Any:
    return page.locator(f".token[data-t='{territory}']")


def _play(page: Page) -> None:
    page.goto(ADDRESS)
    page.wait_for_timeout(1200)
    _shoot(page, "new-game")
    _game(page, PERSON, {"agent": "heuristic"}, map="owl-island", rules="soares2025")
    _token(page, 5).click(modifiers=["Shift"])
    for target, armies in ((4, 3), (2, 6)):
        _token(page, 5).click()
        _token(page, target).click()
        page.get_by_label("Armies to", exact=False).last.fill(str(armies))
        page.wait_for_timeout(700)
    _shoot(page, "plan")
    page.locator("body").press("Space")
    page.wait_for_selector(".fx .loss")
    _shoot(page, "resolution")
    seats = (PERSON, {"agent": "heuristic"}, {"agent": "heuristic"})
    _game(page, *seats, map="classic", rules="classic(setup_place=random)")
    page.locator(".token.can").first.click(modifiers=["Shift"])
    page.wait_for_selector("text=End attacks")
    _attack(page)
    _shoot(page, "classic")
    _game(page, PERSON, {"agent": "heuristic"}, map="italy", rules="warlight2")
    while page.locator("text=Pick a territory").count():
        page.locator(".token.can").first.click()
        page.wait_for_timeout(1500)
    page.wait_for_selector("text=Deploy")
    _shoot(page, "fog")


def _attack(page: Page) -> None:
    """Roll once where the odds are good; the same attack is then offered again."""
    sources = page.locator(".token.can")
    for at in range(sources.count()):
        sources.nth(at).click()
        if page.locator(".note text").all_text_contents()[:1] >= ["8"]:
            break
        page.keyboard.press("Escape")
    page.locator(".token.target").first.click()
    page.keyboard.press("r")
    page.wait_for_selector(".tray .die")
    page.wait_for_selector("text=End attacks")
    page.wait_for_timeout(300)


def _understand(page: Page) -> None:
    id = _game(page, {"agent": "heuristic"}, {"agent": "smcts(visits=30)"}, map="italy", rules="soares2025")
    page.wait_for_timeout(3000)
    page.goto(f"{ADDRESS}/replay/{id}?analyse=1")
    page.wait_for_selector(".candidates li")
    page.wait_for_function("() => !document.querySelector('.side .spin')")
    page.locator("body").press("ArrowRight")
    page.locator("body").press("ArrowRight")
    page.wait_for_timeout(500)
    _shoot(page, "analysis")
    page.keyboard.press("End")
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_timeout(300)
    _shoot(page, "replay")
    page.goto(f"{ADDRESS}/watch")
    page.get_by_label("Hard").first.check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".wall article >> nth=1")
    page.wait_for_timeout(7000)
    page.evaluate("scrollTo(0, 380)")
    _shoot(page, "watch")
    agents = ["random", "heuristic", "smcts(visits=100)", "best(visits=100)"]
    wanted = {"agents": agents, "rules": "soares2025", "map": "italy", "games": 50, "seconds": 1.0, "workers": 2}
    made = _post("/tournaments", wanted)
    page.goto(f"{ADDRESS}/tournaments/{made['id']}")
    played = "() => parseInt(document.querySelector('.meter + p')?.textContent) >= 100"
    page.wait_for_function(played, timeout=240_000)
    page.wait_for_selector(".wall .token >> nth=20")
    _shoot(page, "tournament")
    page.get_by_role("button", name="Stop").click()


def _draw(page: Page) -> None:
    page.goto(f"{ADDRESS}/maps")
    page.wait_for_timeout(6000)
    _shoot(page, "maps")
    page.goto(f"{ADDRESS}/editor?map=banana")
    page.wait_for_timeout(2500)
    _shoot(page, "editor")
    page.get_by_role("button", name="Save and play").click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector(".token.can")
    page.wait_for_timeout(800)
    _shoot(page, "drawn")


def _people(page: Page) -> None:
    """Two people, one of whom is invited to another computer; the server is stopped after this."""
    seats = ({"person": True, "name": "Ann"}, {"person": True, "name": "Ben"})
    _game(page, *seats, map="italy", rules="soares2025")
    page.get_by_role("button", name="Invite").click()
    page.wait_for_timeout(300)
    _shoot(page, "invite")
    page.get_by_role("button", name="Close").click()
    page.locator(".token.can").first.click()
    page.wait_for_timeout(300)


def _phone(page: Page) -> None:
    _game(page, PERSON, {"agent": "heuristic"}, map="classic", rules="classic(setup_place=random)")
    _shoot(page, "phone")


if __name__ == "__main__":
    main()
