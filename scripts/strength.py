"""Play the pairings of a file in turn, a few games of each at a time, and print the scores so far.

python scripts/strength.py play --out results.jsonl --minutes 60      # again with the same file to go on
python scripts/strength.py show --out results.jsonl
python scripts/strength.py play --pairings mine.toml --out mine.jsonl # pairings of your own, such as with bots

Each table [[pairing]] of the file has a name, agent (by default best), opponent, rules, maps (each in turn; without
them the home map), time (seconds for a decision), games (in all), chunk (at a time, even) and seed (of the first chunk;
the next one has the next seed). The pairing that is furthest behind is next. One game is played at a time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from hegemon.statistics import wilson

PAIRINGS = Path(__file__).with_name("strength.toml")


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """Two agents, and where they play."""

    name: str
    opponent: str
    rules: str
    seed: int
    agent: str = "best"
    maps: tuple[str, ...] = ()
    time: float = 0.2
    games: int = 200
    chunk: int = 10

    def command(self, number: int) -> list[str]:
        """The match of a chunk."""
        found = ["match", self.agent, self.opponent, "--rules", self.rules, "--time", str(self.time), "--workers", "1"]
        if self.maps:
            found += ["--map", self.maps[number % len(self.maps)]]
        return [*found, "--games", str(self.chunk), "--seed", str(self.seed + number)]


@dataclass(frozen=True)
class Chunk:
    """Some games of a pairing."""

    name: str
    number: int
    games: int
    points: float
    command: str


def pairings(path: Path) -> list[Pairing]:
    """Those of a file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["pairing"]
    return [Pairing(**{**row, "maps": tuple(row.get("maps", ()))}) for row in rows]


def read(path: Path) -> list[Chunk]:
    """What was played."""
    if not path.exists():
        return []
    return [Chunk(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def next_chunk(all: Sequence[Pairing], played: Sequence[Chunk]) -> tuple[Pairing, int] | None:
    """The pairing that is furthest behind, and the number of its chunk; None if all games are played."""
    numbers: dict[str, int] = {each.name: 0 for each in all}
    for chunk in played:
        numbers[chunk.name] = numbers.get(chunk.name, 0) + 1
    open = [each for each in all if numbers[each.name] * each.chunk < each.games]
    if not open:
        return None
    found = min(open, key=lambda each: numbers[each.name] * each.chunk / each.games)
    return found, numbers[found.name]


def play_chunk(pairing: Pairing, number: int) -> Chunk:
    """Play it with the command line."""
    command = pairing.command(number)
    done = subprocess.run(
        [sys.executable, "-m", "hegemon", *command, "--json"], check=False, text=True, stdout=subprocess.PIPE
    )
    if done.returncode:
        sys.exit(f"{pairing.name}: hegemon {' '.join(command)} failed; mend the pairing and start again to go on")
    found: Mapping[str, list[float]] = json.loads(done.stdout)
    return Chunk(pairing.name, number, pairing.chunk, found["score"][0] * pairing.chunk, " ".join(command))


def play(all: Sequence[Pairing], out: Path, minutes: float) -> Iterator[Chunk]:
    """Chunk after chunk until the time is over; each is kept when it is finished."""
    end, played = time.monotonic() + 60 * minutes, read(out)
    while time.monotonic() < end and (found := next_chunk(all, played)):
        played.append(play_chunk(*found))
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(played[-1])) + "\n")
        yield played[-1]


def table(played: Sequence[Chunk]) -> Table:
    """Scores with 95 % intervals, as if all games were independent."""
    shown = Table("pairing", "games", "score", "95 % interval", pad_edge=False)
    for name in dict.fromkeys(chunk.name for chunk in played):
        games = sum(chunk.games for chunk in played if chunk.name == name)
        mean = sum(chunk.points for chunk in played if chunk.name == name) / games
        low, high = wilson(mean, games)
        shown.add_row(name, str(games), f"{mean:.1%}", f"{low:.0%} - {high:.0%}")
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "show"))
    parser.add_argument("--pairings", type=Path, default=PAIRINGS, help="by default scripts/strength.toml")
    parser.add_argument("--out", type=Path, required=True, help="the results, a JSON line for every chunk")
    parser.add_argument("--minutes", type=float, default=60, help="the chunk that is played then is finished")
    given = parser.parse_args()
    console = Console()
    if given.what == "play":
        try:
            for chunk in play(pairings(given.pairings), given.out, given.minutes):
                console.print(f"{chunk.name}: {chunk.points:g} of {chunk.games}")
        except KeyboardInterrupt:
            console.print(f"stopped; {given.out} has all finished chunks: run the same command to go on")
    console.print(table(read(given.out)))


if __name__ == "__main__":
    main()
