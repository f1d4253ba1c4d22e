"""Starts the page for the commands serve and play."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import webbrowser
from pathlib import Path

from hegemon._files import write_whole
from hegemon._lock import Locked, lock_folder
from hegemon.errors import HegemonError
from hegemon.game import Record


def has_browser() -> bool:
    """Whether a browser with windows can be opened here."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def play_on_page(record: Record, agents: tuple[str, ...]) -> None:
    """Put a new game into the store, and show it."""
    from hegemon.web.settings import default_folder
    from hegemon.web.store import Store, new_id, seat_tokens

    folder = default_folder()
    store = Store(folder)
    id, tokens = new_id(), seat_tokens(record)
    store.add(id, "game", tokens, record)
    store.close()
    mine = ",".join(f"{seat}:{token}" for seat, token in tokens.items())
    serve_page(f"games/{id}#seats={mine}", agents=agents, browser=True)


def serve_page(
    screen: str, *, host: str = "127.0.0.1", port: int = 8642, data: Path | None = None, agents: tuple[str, ...] = (),
    token: str = "", browser: bool = False,
) -> None:  # fmt: skip
    """Serve until Ctrl-C, or use the server that runs already. With `browser`, show a screen."""
    from hegemon.web.serve import free_port, run, with_token
    from hegemon.web.settings import Settings, default_folder

    folder = data or default_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = lock_folder(folder)
    except OSError as error:
        raise HegemonError(
            f"cannot use {folder}: {error.strerror or error}; choose another folder with --data"
        ) from None
    except Locked as holder:
        address = _running(folder)
        if address and screen:
            _show(address + screen, browser)
            return
        where = f" at {address}" if address else ""
        raise HegemonError(
            f"a server already runs{where}{holder}; use it, or choose another folder with --data"
        ) from None
    try:
        settings = with_token(free_port(Settings(host=host, port=port, folder=folder, agents=agents, token=token)))
        address = settings.address
        secret = f"?token={settings.token}" if settings.token else ""
        write_whole(folder / "server.json", json.dumps({"address": address}), HegemonError)
        print(f"Hegemon is at {address}{secret}  (Ctrl-C stops; games are kept in {folder})", flush=True)
        if settings.network_address not in ("", address):
            print(f"Browsers on other machines: {settings.network_address}{secret}", flush=True)
        path, _, seats = screen.partition("#")
        run(settings, lambda: _show(f"{address}{path}{secret}{'#' * bool(seats)}{seats}", browser))
    finally:
        with contextlib.suppress(OSError):
            (folder / "server.json").unlink()
        lock.release()


def _running(folder: Path) -> str:
    try:
        return str(json.loads((folder / "server.json").read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _show(address: str, browser: bool) -> None:
    if not browser:
        return
    if has_browser() and webbrowser.open(address):
        return
    print(f"Open {address} in a browser; hegemon play --terminal plays here instead.", flush=True)
