"""Load on the page: games between searching agents, spectators of each, and how long a message takes meanwhile.

    .venv/bin/python scripts/page_load.py --games 20 --spectators 100 --seconds 20

Every spectator sends a ping each second; the time until its pong is the latency. The spread is the time between the
first and the last spectator of a game who hears of a step.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from typing import Any

from websockets.asyncio.client import connect

AGENTS = {"soares2025": ("best", "smcts"), "classic(setup_place=random)": ("mcts", "mcts")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--spectators", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=0.2, help="an agent's seconds for a decision")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        command = [sys.executable, "-m", "hegemon", "serve", "--port", str(port), "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            print(server.stdout.readline().strip(), flush=True)
            found = asyncio.run(_load(f"127.0.0.1:{port}", options))
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(found, indent=1))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _load(address: str, options: argparse.Namespace) -> dict[str, Any]:
    await _up(address)
    games = [await asyncio.to_thread(_begin, address, number, options.think) for number in range(options.games)]
    latencies: list[float] = []
    heard: dict[tuple[str, int], list[float]] = defaultdict(list)
    end = time.monotonic() + options.seconds
    watching = [
        _watch(address, games[number % len(games)], latencies, heard, end) for number in range(options.spectators)
    ]
    await asyncio.gather(*watching)
    spreads = [max(times) - min(times) for times in heard.values() if len(times) > 1]
    return {
        "games": options.games,
        "spectators": options.spectators,
        "messages": len(latencies),
        "steps": len(heard),
        "latency_ms": _figures(latencies),
        "spread_ms": _figures(spreads),
    }


def _figures(seconds: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(seconds, n=100)
    return {
        "median": round(1000 * cuts[49], 1),
        "p95": round(1000 * cuts[94], 1),
        "most": round(1000 * max(seconds), 1),
    }


async def _up(address: str) -> None:
    host, port = address.split(":")
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex((host, int(port))) == 0:
                return
        await asyncio.sleep(0.1)
    raise SystemExit("the server does not start")


def _begin(address: str, number: int, think: float) -> str:
    rules = list(AGENTS)[number % len(AGENTS)]
    body = {"rules": rules, "seats": [{"agent": agent} for agent in AGENTS[rules]], "seconds": think, "seed": number}
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"http://{address}/api/games", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["id"])


async def _watch(
    address: str, game: str, latencies: list[float], heard: dict[tuple[str, int], list[float]], end: float
) -> None:
    async with connect(f"ws://{address}/api/games/{game}/live", max_size=None) as socket:
        await socket.send(json.dumps({"type": "join", "number": 1, "tokens": []}))
        sent: dict[int, float] = {}
        number, known, due = 1, -1, time.monotonic()
        while (now := time.monotonic()) < end:
            if now >= due:
                number, due = number + 1, now + 1
                sent[number] = now
                await socket.send(json.dumps({"type": "ping", "number": number}))
            try:
                text = await asyncio.wait_for(socket.recv(), max(0.001, min(due, end) - time.monotonic()))
            except TimeoutError:
                continue
            arrived = time.monotonic()
            message = json.loads(text)
            if message["type"] == "pong":
                latencies.append(arrived - sent.pop(message["number"]))
            elif message["type"] == "state" and message["step"] > known:
                known = message["step"]
                heard[game, known].append(arrived)


if __name__ == "__main__":
    main()
