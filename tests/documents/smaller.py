"""Commands of the documents with budgets that a test can afford: the same command, with fewer and shorter games.

Pages whose outputs are checked, and the tutorial, run as they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LOOP = "--positions 8 --set learning.epochs=1 --set games=2 --set play.visits=2 --threads 1"
DQN = "games=4, batch=8, replay=200, warmup=20, evaluate_every=10, evaluate_games=4"
TINY = {
    "match": "--games 2 --turns 2",
    "tournament": "--games 2 --turns 2 --workers 1",
    "check": "--budget 1 --time 0.02",
    "bot-check": "--only strange",
    "bench": "classic.env_steps --seconds 0.01",
    "train zero": f"{LOOP} --first-visits 2",
    "train expert-iteration": f"{LOOP} --iterations 1 --set visits=1 --set baseline=random",
    "train planner": "--generations 1 --set generated=1 --set population=4 --set turns=5 --set check_pairs=1",
    "train value": "--shards 1 --set tables=4 --set held=2 --set games=2 --set games_of_several=1 --set rounds=5 "
    "--set steps=2 --set batch=8",
    "train policy": "--shards 1 --set tables=4 --set held=2 --set games=1 --set rounds=5 --set visits=6 --set steps=2 "
    "--set batch=8",
    "train best": "--minutes 0 --set value_generations=1 --set last_generations=1 --set value.tables=4 "
    "--set value.held=2 --set value.games=1 --set value.rounds=5 --set value.visits=6 --set value.steps=2 "
    "--set value.batch=8 "
    "--set policy.tables=4 --set policy.held=2 --set policy.games=1 --set policy.rounds=5 --set policy.visits=6 "
    "--set policy.steps=2 --set policy.batch=8",
    "train tune zero": "--trials 1 --set positions=8 --set learning.epochs=1 --set games=2 --set first_visits=2 "
    "--set play.visits=2",
    "train weights": "--genes 4 --generations 1 --tournament 2 --parents 1 --crossovers 1 --mutations 1 "
    "--map grid(3,3) --turns 5 --depth 1",
}
"""Options that come last, and so replace those of the documents."""
TINY_DQN = {
    "train dqn": ["--steps", "20", "--set", DQN],
    "train tune dqn": ["--trials", "1", "--set", "steps=20", *(w for s in DQN.split(", ") for w in ("--set", s))],
}
MOST = {"visits": 4, "generations": 1, "depth": 2, "plans": 4, "games": 2, "turns": 2}
"""The most that settings of agents and fields of tournament files keep."""


def smaller_command(words: Sequence[str]) -> list[str]:
    """The words after `hegemon`, with less to do."""
    name = command_name(words)
    found = [smaller_text(word) if "(" in word else word for word in words]
    if "--list" in words or "--help" in words:
        return found
    return [*found, *TINY_DQN.get(name, ()), *_options(name, words)]


def command_name(words: Sequence[str]) -> str:
    """`match`, or `train tune zero`."""
    plain = [word for word in words if not word.startswith("-")]
    names = (" ".join(plain[:depth]) for depth in (3, 2, 1))
    return next((name for name in names if name in TINY or name in TINY_DQN), plain[0])


def smaller_text(text: str) -> str:
    """A tournament file or the spec of an agent with smaller numbers."""

    def least(setting: re.Match[str]) -> str:
        return f"{setting[1]}{min(int(setting[3]), MOST[setting[2]])}"

    return re.sub(rf"(\b({'|'.join(MOST)}) ?= ?)(\d+)", least, text)


def smaller_tournament(text: str) -> str:
    """A tournament file with fewer and shorter games."""
    limit = "" if "adjudication" in text else f"\n[adjudication]\nturns = {MOST['turns']}\n"
    return smaller_text(text) + limit


def _options(name: str, words: Sequence[str]) -> list[str]:
    if name == "tournament" and any(word.endswith(".toml") for word in words):
        return ["--workers", "1"]
    found = TINY.get(name, "").split()
    if name in ("match", "tournament") and "--time" in words:
        found += ["--time", "0.01"]
    if name == "analyse" and "--agent" not in words:
        found += ["--time", "0.01"]
    if name == "train zero" and "--map" not in words:
        found += ["--map", "banana"]
    return found
