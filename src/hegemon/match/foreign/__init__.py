"""Foreign agents (your own files), each in a process that sees only its seat: what crosses back is checked text.

A match has a RemoteAgent (remote_agent.py) with a SeatProcess (process.py), which the fork server starts
(forkserver.py; its program is forkserver_main.py). The new process cuts itself off (sandbox.py) and serves the agent
(child.py).
"""

from hegemon.match.foreign.description import Described
from hegemon.match.foreign.process import SeatFault
from hegemon.match.foreign.remote_agent import HANG_TIMEOUT, RemoteAgent, call_apart, describe, is_foreign

__all__ = ["HANG_TIMEOUT", "Described", "RemoteAgent", "SeatFault", "call_apart", "describe", "is_foreign"]
