"""How fast and how heavy the page is: the time until the board of a game shows its armies, and the bytes that it loads.

.venv/bin/python scripts/page_speed.py            # needs a browser: make browser

Every visit is that of a new browser, with an empty cache.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

from playwright.sync_api import Browser, sync_playwright

FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
GAMES = {"owl-island": "soares2025", "classic": "classic(setup_place=random)"}
VISITS = 7
WATCH = """() => {
  new MutationObserver((_, observer) => {
    const numbers = [...document.querySelectorAll('.token text')];
    if (!numbers.length || numbers.some((node) => node.textContent === '')) return;
    observer.disconnect();
    requestAnimationFrame(() => { window.shown = performance.now(); });
  }).observe(document, { childList: true, subtree: true });
}"""
WEIGHT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""


def main() -> None:
    program = os.environ.get("HEGEMON_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
        probe.close()
        command = [sys.executable, "-m", "hegemon", "serve", "--port", address.rsplit(":", 1)[1], "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            _up(address)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
                for map, rules in GAMES.items():
                    print(json.dumps({"map": map, **_measure(browser, address, map, rules)}), flush=True)
                browser.close()
        finally:
            server.terminate()
            server.wait()


def _up(address: str) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/api/games"):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def _measure(browser: Browser, address: str, map: str, rules: str) -> dict[str, Any]:
    body = {"map": map, "rules": rules, "seats": [{"person": True}, {"agent": "heuristic"}]}
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}/api/games", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    times, weights, errors = [], [], []
    for _ in range(VISITS):
        page = browser.new_context().new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.add_init_script(f"({WATCH})()")
        page.goto(f"{address}/games/{made['id']}#seats=0:{made['tokens']['0']}")
        page.wait_for_function("() => window.shown")
        times.append(page.evaluate("window.shown"))
        page.wait_for_timeout(500)
        weights.append(page.evaluate(WEIGHT))
        page.context.close()
    return {
        "board_ms": {"median": round(statistics.median(times)), "most": round(max(times))},
        "kB": round(max(weights) / 1000),
        "console_errors": errors,
    }


if __name__ == "__main__":
    main()
