"""Kill a tournament at random instants and go on, again and again: the outcome must be that of an undisturbed run.

python scripts/kill_test.py --games 200 --kills 20
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.progress import Progress

AGENTS = ("random", "heuristic", "smcts(visits=60)", "ga(generations=3)")


def command(store: Path, games: int) -> list[str]:
    agents = [word for agent in AGENTS for word in ("--agent", agent)]
    maps = ["--map", "banana", "--map", "simple"]
    rest = ["--games", str(games), "--seed", "11", "--store", str(store), "--json"]
    return [sys.executable, "-m", "hegemon.cli", "tournament", *agents, *maps, *rest]


def outcome(store: Path, games: int) -> dict[str, Any]:
    """Play to the end and return what the last line says, without what may differ: times and places."""
    done = subprocess.run(command(store, games), capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {key: found[key] for key in ("crosstable", "ratings", "games")}


def killed(store: Path, games: int, seconds: float, everybody: bool) -> bool:
    """Begin to play and kill it with SIGKILL after some seconds; whether it was still playing then."""
    process = subprocess.Popen(
        command(store, games), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    time.sleep(seconds)
    if everybody:
        os.killpg(process.pid, signal.SIGKILL)  # the workers too
    else:
        process.kill()
    return process.wait() == -signal.SIGKILL


def kill_again_and_again(store: Path, games: int, kills: int, seed: int, longest: float, progress: Progress) -> int:
    """Kill so many runs in the middle; fewer if the tournament is over before."""
    dice = random.Random(seed)
    task = progress.add_task("kills", total=kills)
    done = 0
    while done < kills and killed(store, games, dice.uniform(0.3, longest), dice.random() < 0.5):
        done += 1
        progress.advance(task)
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games in all, at least")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=1.5, help="seconds that a run may live, at most")
    arguments = parser.parse_args()
    pairings = 2 * len(AGENTS) * (len(AGENTS) - 1) // 2  # on two maps
    games = 2 * -(-arguments.games // (2 * pairings))
    folder = Path(tempfile.mkdtemp(prefix="kill-test-"))
    try:
        with Progress() as progress:
            undisturbed = outcome(folder / "undisturbed", games)
            kills = kill_again_and_again(
                folder / "killed", games, arguments.kills, arguments.seed, arguments.longest, progress
            )
        resumed = outcome(folder / "killed", games)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    same = resumed == undisturbed
    print(f"{len(undisturbed['games'])} games, {kills} kills: {'the same' if same else 'DIFFERENT'} games and table")
    return 0 if same and kills >= arguments.kills else 1


if __name__ == "__main__":
    sys.exit(main())
