"""Kill tournaments and trainings with SIGKILL at random instants and resume them: the outcome must be that of an
undisturbed run, byte for byte but for times.

python scripts/kill_test.py --what all --kills 120
python scripts/kill_test.py --what train-dqn --kills 20

Every run has a folder of its own and is killed some times, alone or with its whole process group, before it may end;
then the next one begins, until there were enough kills. Most lives begin as a fork of this process, which has imported
everything, so that kills hit the work and cost little; the others begin as a new interpreter, to be killed while it
starts. POSIX only.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hegemon.arena.stored import StoredGames
from hegemon.cli.app import run as run_command

RUNS: Mapping[str, str] = {
    "tournament": "tournament --agent random --agent heuristic --agent smcts(visits=30) --agent ga(generations=2) "
    "--map banana --map simple --games 2 --seed 11 --store run",
    "train-weights": "train weights --genes 40 --generations 6 --tournament 4 --parents 1 --crossovers 8 --mutations 4 "
    "--map grid(5,5) --turns 80 --depth 2 --seed 3 --out run/weights.json",
    "train-zero": "train zero --map simple,banana --map simple --positions 60 --first-visits 4 --visits 4 --epochs 6 "
    "--batch 8 --games 2 --set learning.checkpoint=3 --set play.games=2 --threads 2 --seed 5 --out run",
    "train-expert-iteration": "train expert-iteration --rules heredia2022(pool=10,decision_cap=60) --iterations 2 "
    "--positions 60 --set play.visits=8 --set play.games=2 --set learning.epochs=6 --set learning.batch=8 "
    "--set learning.checkpoint=3 --set games=2 --seed 5 --out run",
    "train-dqn": "train dqn --steps 120 --set games=8 --set batch=16 --set warmup=50 --set replay=300 "
    "--set evaluate_every=15 --set evaluate_games=10 --set save_every=7 --seed 5 --out run",
    "train-planner": "train planner --rules warlight2 --map simple --generations 30 --set generated=1 --set turns=10 "
    "--set population=4 --set check_every=5 --threads 2 --seed 5 --out run",
    "train-value": "train value --rules swiss2025 --seats 2 --seats 3 --shards 12 --set tables=8 --set held=4 "
    "--set games=4 --set games_of_several=2 --set rounds=20 --set steps=600 --set batch=64 --set checkpoint=20 "
    "--seed 5 --out run",
    "train-policy": "train policy --rules warlight2 --shards 8 --set tables=8 --set held=4 --set games=2 "
    "--set largest=20 --set rounds=10 --set visits=20 --set steps=400 --set batch=16 --set checkpoint=20 --seed 5 "
    "--out run",
    "train-best": "train best --rules warlight2 --minutes 0 --set value_generations=1 --set last_generations=1 "
    "--set value.tables=8 --set value.held=4 --set value.games=2 --set value.largest=20 --set value.rounds=10 "
    "--set value.visits=20 --set value.steps=400 --set value.batch=16 --set value.checkpoint=20 "
    "--set policy.tables=8 --set policy.held=4 --set policy.games=2 --set policy.largest=20 --set policy.rounds=10 "
    "--set policy.visits=20 --set policy.steps=100 --set policy.batch=16 --set policy.checkpoint=20 "
    "--seed 5 --out run",
    "train-tune": "train tune dqn --over learning_rate=1e-4..1e-2:log --over gamma=0.9,0.99 --trials 8 --set steps=12 "
    "--set games=4 --set batch=8 --set warmup=20 --set replay=100 --set evaluate_every=4 --set evaluate_games=4 "
    "--set save_every=3 --seed 5 --out run",
}
"""Small runs by name; all write to the folder `run` where they are started."""
IMPORTED = ("hegemon.training.zero", "hegemon.training.expert_iteration", "hegemon.training.dqn.run",
            "hegemon.training.best.run", "hegemon.training.tune.tasks", "optuna",
            "torch.utils.tensorboard")  # fmt: skip
"""What trainings import when they begin."""
WITHOUT_TORCH = ("tournament", "train-weights", "train-planner")
NOT_COMPARED = ("lock", "journal.log", "report.html", "tensorboard")
"""Files that name processes and times. What the journal says of the trials is in the answer of the command."""

MEAN_LIFE, LONGEST_LIFE = 0.5, 3.0
"""Seconds of a forked life: many are short, some long enough for a worker process to start and play."""
NEW_INTERPRETER = 0.08
"""The share of lives that begin as a new interpreter, and the seconds in which they are killed at the latest."""
LONGEST_START = 3.0
KILLS_OF_A_RUN = (8, 24)
TIMEOUT = 300.0
"""Seconds that a run may take to its end."""

Outcome = dict[str, Any]


class Different(Exception):
    """A killed run that did not end as the undisturbed one, or did not end at all."""


class Failed(Exception):
    """A command that ended with an error code."""


@dataclass(frozen=True)
class Life:
    """A running command, in a session of its own."""

    pid: int

    @classmethod
    def begin(cls, what: str, folder: Path, *, forked: bool = True) -> Life:
        words = [*shlex.split(RUNS[what].replace("(", "'(").replace(")", ")'")), "--json"]
        if forked:
            pid = os.fork()
            if pid == 0:
                _live(words, folder)
            return cls(pid)
        with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
            command = [sys.executable, "-m", "hegemon", *words]
            return cls(subprocess.Popen(command, cwd=folder, stdout=out, stderr=err, start_new_session=True).pid)

    def kill(self, everybody: bool) -> bool:
        """Whether it was still alive. Otherwise it must have ended well."""
        try:
            (os.killpg if everybody else os.kill)(self.pid, signal.SIGKILL)
        except ProcessLookupError:  # a fork that has not yet its own group
            os.kill(self.pid, signal.SIGKILL)
        code = self.ended()
        if code not in (0, -signal.SIGKILL):
            raise Failed(code)
        return code != 0

    def ended(self) -> int:
        """Its exit code, or the negative number of the signal that ended it."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def wait(self) -> int:
        """The same; Different if it takes too long."""
        limit = time.monotonic() + TIMEOUT
        while os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.monotonic() > limit:
                raise Different(f"did not end within {TIMEOUT:.0f} s")
            time.sleep(0.01)
        return self.ended()


def _live(words: Sequence[str], folder: Path) -> NoReturn:
    """Become the command, in a fork."""
    code = 70
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(folder)
        for name, stream in (("out", sys.stdout), ("err", sys.stderr)):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), stream.fileno())
        sys.argv = ["hegemon", *words]
        run_command()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def finish(what: str, folder: Path) -> Outcome:
    """Run to the end and return all that must be the same."""
    life = Life.begin(what, folder)
    try:
        code = life.wait()
    except BaseException:  # it hangs, or Ctrl-C was pressed
        with suppress(Failed):
            life.kill(everybody=True)
        raise
    if code != 0:
        raise Failed(code)
    return outcome(what, folder)


def outcome(what: str, folder: Path) -> Outcome:
    """The answer of a finished command and the content of its files, without times."""
    answer = json.loads((folder / "out").read_text().splitlines()[-1])
    names: dict[str, str] = {}
    if what == "tournament":
        answer = {key: answer[key] for key in ("crosstable", "ratings", "games")}
    if what == "train-tune":  # a trial that is killed while its settings are drawn has a number, but no run
        trials = sorted((folder / "run" / "trials").iterdir(), key=lambda path: int(path.name))
        names = {f"trials/{path.name}": f"trials/rank {rank}" for rank, path in enumerate(trials)}
        for trial in answer["trials"]:
            trial["trial"] = names[f"trials/{trial['trial']}"]
    found: Outcome = {"answer": answer}
    for path in sorted((folder / "run").rglob("*")):
        inside = path.relative_to(folder / "run")
        if path.is_dir() or not set(NOT_COMPARED).isdisjoint(inside.parts):
            continue
        above = "/".join(inside.parts[:2])
        found[names.get(above, above) + str(inside)[len(above) :]] = _content(path)
    return found


def _content(path: Path) -> object:
    if path.name == "state.json":
        return re.sub(r'"seconds": [^,}]+', "", path.read_text())
    if path.name != "games.sqlite":
        return path.read_text() if path.suffix in (".json", ".jsonl") else hashlib.sha256(path.read_bytes()).hexdigest()
    with StoredGames.read(path.parent) as store:
        return sorted(
            [*game.id, game.seats, game.winner, game.kind, game.reason, game.rounds, game.decisions, game.hash]
            for game in store.games()
        )


def require_same(found: Outcome, undisturbed: Outcome) -> None:
    """Raise Different with the first thing that differs."""
    for name in sorted(undisturbed.keys() | found.keys()):
        one, other = (str(each.get(name, "nothing")) for each in (undisturbed, found))
        if one == other:
            continue
        at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        part = slice(max(0, at - 80), at + 160)
        raise Different(f"{name} differs\n  undisturbed: .. {one[part]} ..\n  resumed:     .. {other[part]} ..")


def kill_run(what: str, folder: Path, most: int, dice: random.Random, on_kill: Callable[[], None]) -> None:
    """Kill one run so often, or until it ends."""
    for _ in range(most):
        forked = dice.random() >= NEW_INTERPRETER
        seconds = min(dice.expovariate(1 / MEAN_LIFE), LONGEST_LIFE) if forked else dice.uniform(0, LONGEST_START)
        life = Life.begin(what, folder, forked=forked)
        try:
            time.sleep(seconds)
        finally:
            alive = life.kill(everybody=dice.random() < 0.5)
        if not alive:
            return
        on_kill()


def kill_runs(whats: Sequence[str], kills: int, seed: int, folder: Path, progress: Progress) -> Counter[str]:
    """Kill runs of each kind in turn until there were so many kills in all; the kills by kind."""
    tasks = {what: progress.add_task(what, total=None) for what in whats}
    task = progress.add_task("all kills", total=kills)
    undisturbed: dict[str, Outcome] = {}
    done: Counter[str] = Counter()
    number = 0
    while done.total() < kills:
        what, dice = whats[number % len(whats)], random.Random(f"{seed} {number}")
        number += 1
        if what not in undisturbed:
            undisturbed[what] = finish(what, _new(what, folder / f"{what}-undisturbed"))

        def on_kill(what: str = what) -> None:
            done[what] += 1
            progress.advance(tasks[what])
            progress.advance(task)
            progress.refresh()

        run = _new(what, folder / f"{what}-{number}")
        most = min(dice.randint(*KILLS_OF_A_RUN), kills - done.total())
        before = done[what]
        try:
            kill_run(what, run, most, dice, on_kill)
            require_same(finish(what, run), undisturbed[what])
        except (Different, Failed) as error:
            why = str(error)
            if isinstance(error, Failed):
                why = f"it ended with code {error}: {(run / 'err').read_text()[-2000:]}"
            raise Different(
                f"{what}, run {number}, killed {done[what] - before} times; files in {run}: {why}"
            ) from None
        shutil.rmtree(run)
    return done


def _new(what: str, folder: Path) -> Path:
    folder.mkdir()
    if what == "train-weights":  # its run is a file; the others make their folder
        (folder / "run").mkdir()
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--what", choices=[*RUNS, "all"], default="all")
    parser.add_argument("--kills", type=int, default=60, help="in all")
    parser.add_argument("--seed", type=int, default=1, help="of the instants")
    arguments = parser.parse_args()
    whats = list(RUNS) if arguments.what == "all" else [arguments.what]
    if not set(whats) <= set(WITHOUT_TORCH):
        for module in IMPORTED:
            importlib.import_module(module)
    folder = Path(tempfile.mkdtemp(prefix="kill-test-"))
    keep = False
    began = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    try:
        with Progress(*columns, auto_refresh=False) as progress:  # a thread that refreshes it would not survive a fork
            done = kill_runs(whats, arguments.kills, arguments.seed, folder, progress)
    except Different as error:
        keep = True
        print(f"DIFFERENT: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
    for what, kills in done.items():
        print(f"{what}: {kills} kills, every outcome the same")
    print(f"{done.total()} kills in {time.monotonic() - began:.0f} s: nothing lost, nothing changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
