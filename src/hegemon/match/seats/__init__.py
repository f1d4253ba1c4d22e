"""Foreign agents (your own files), each in a process that sees only its seat: what crosses back is checked text."""

from hegemon.match.seats.described import Described
from hegemon.match.seats.remote import HANG_TIMEOUT, RemoteAgent, SeatFault, describe, is_foreign

__all__ = ["HANG_TIMEOUT", "Described", "RemoteAgent", "SeatFault", "describe", "is_foreign"]
