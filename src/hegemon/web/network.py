"""Addresses under which browsers reach the server."""

from __future__ import annotations

import contextlib
import socket

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Hosts that stand for all addresses of this machine, and the one that a browser on this machine can open."""
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that belong to nobody, to ask the system for the way there; nothing is sent."""


def http_address(host: str, port: int) -> str:
    """The address of a host's server in a browser."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def network_host(host: str) -> str:
    """The host that other machines open: for all addresses of this machine, the one with which it reaches others."""
    if host not in EVERYWHERE:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
        way.connect((_ELSEWHERE[family], 9))
        return str(way.getsockname()[0])
    return socket.gethostname()
