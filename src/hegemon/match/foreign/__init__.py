"""Foreign agents (your own files), each in a process that sees only its seat: what crosses back is checked text."""

from hegemon.match.foreign.description import Described
from hegemon.match.foreign.process import SeatFault
from hegemon.match.foreign.remote_agent import HANG_TIMEOUT, RemoteAgent, describe, is_foreign

__all__ = ["HANG_TIMEOUT", "Described", "RemoteAgent", "SeatFault", "describe", "is_foreign"]
