"""Settings of the server."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from hegemon.web.network import EVERYWHERE, http_address, network_host

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
PORT = 8642


def default_folder() -> Path:
    """Where games are kept: HEGEMON_DATA, or the usual folder for data of programs."""
    if chosen := os.environ.get("HEGEMON_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "hegemon"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/hegemon").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "hegemon"


@dataclass(frozen=True)
class Settings:
    """How the server runs."""

    host: str = "127.0.0.1"
    port: int = PORT
    folder: Path = field(default_factory=default_folder)
    token: str = ""
    """What a visitor must know; needed on any host but this machine."""
    agents: tuple[str, ...] = ()
    """Specs of agents of your own that visitors may play against. They never run anything else."""
    most_games: int = 200
    """Unfinished games that may exist at the same time."""
    searches: int = field(default_factory=lambda: max(1, os.cpu_count() or 1))
    """Agents that search at the same time."""

    @property
    def local(self) -> bool:
        return self.host in LOCAL_HOSTS

    @property
    def address(self) -> str:
        """The address for a browser on this machine."""
        return http_address(EVERYWHERE.get(self.host, self.host), self.port)

    @property
    def network_address(self) -> str:
        """The address for browsers on other machines; empty if they cannot reach the server."""
        return "" if self.local else http_address(network_host(self.host), self.port)
