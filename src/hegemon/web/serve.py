"""Runs the server."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from hegemon.errors import HegemonError
from hegemon.web.app import create_app
from hegemon.web.messages import MOST_TEXT
from hegemon.web.settings import Settings


def free_port(settings: Settings, tries: int = 20) -> Settings:
    """The settings with the first port from theirs on that nobody uses."""
    for port in range(settings.port, settings.port + tries):
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        with contextlib.suppress(OSError), socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.host, port))
            return replace(settings, port=port)
    raise HegemonError(f"no port from {settings.port} to {settings.port + tries - 1} is free; choose one with --port")


def with_token(settings: Settings) -> Settings:
    """A server that others can reach needs a token."""
    return settings if settings.local or settings.token else replace(settings, token=secrets.token_urlsafe(12))


def run(settings: Settings, started: Callable[[], None] | None = None) -> None:
    """Serve until Ctrl-C. `started` is called when visitors can come."""
    config = uvicorn.Config(
        create_app(settings), host=settings.host, port=settings.port, log_level="warning", ws_max_size=4 * MOST_TEXT,
        ws_ping_interval=20, timeout_graceful_shutdown=3, access_log=False, ws="websockets-sansio",
    )  # fmt: skip
    _Server(config, started).run()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._then = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._then is not None:
            self._then()
