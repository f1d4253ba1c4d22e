"""Tournament files and map files that are nearly right: each is read, and played a little, or refused."""

from __future__ import annotations

import json
import re
import tempfile
from itertools import islice
from pathlib import Path

from hegemon import Game
from hegemon.arena.file import read_tournament
from hegemon.arena.schedule import blocks, start_of
from hegemon.maps import Map, check_map, load_map
from hegemon.maps.formats import read_map_file
from tests.fuzz.harness import Generator
from tests.fuzz.mutate import mutate_bytes, mutate_json

FILES = (
    """name = "spring"
seed = 7
games = 10
format = "gauntlet"
time = "2+0.01"
grace = 0.02
visits = 50
starts = "balanced"
hang_timeout = 30
workers = 2

[agents]
search = "smcts"
"rules of thumb" = "heuristic(caution=0.5)"

[[setup]]
map = "banana"

[[setup]]
map = "simple"
rules = "warlight1(fog=none)"

[adjudication]
turns = 80
surrender = 0.01
tie_after = 5
tie_band = 0.1
""",
    """agents = ["random", "weak=mcts(visits=9)", "alphabeta"]
maps = ["hex", "grid(3, 3)"]
rules = "classic"
seats = 3
adjudication = "turns"
patience = 5
""",
    """agents = ["random", "heuristic"]
starts = ["triangle; soares2025; 3 play; a5 .2 b3", "triangle; soares2025; 0 play; a2 b2 .2"]
maps = "triangle"
time = 0.5
""",
)
WORDS = (
    "nan", "inf", "-inf", "-1", "0", "1e400", "9" * 40, "0xffffffffffffffffffff", "true", "[]", "{}", '""', "''",
    "[[]]", "1979-05-27T07:32:00Z", "07:32:00", '"""x"""', '"\\u0000"', '"random(40, seed=1)"', '"grid(1, 1)"',
    '"grid(600, 600)"', '"random(99999999)"', '"mcts(visits=1e99)"', '"mcts(visits=nan)"', '"soares2025(fog=1)"',
    '"x.py:Y"', '"/dev/null"', '"x.json"', "{a = 1}", '["random", 1]', "[1, [2]]", '"classic(cards=none)"',
    "a.b.c", "10_000", '"1+nan"', '"-5"',
)  # fmt: skip


def case(random: Generator) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if random.random() < 0.3:
            _map(Path(folder) / "m.json", random)
        else:
            _tournament(Path(folder) / "t.toml", random)


def _tournament(path: Path, random: Generator) -> None:
    text = random.choice(FILES)
    if random.random() < 0.2:
        path.write_bytes(mutate_bytes(text.encode(), random))
    else:
        for _ in range(random.choice((1, 1, 2, 5))):
            text = _mutate(text, random)
        path.write_text(text, encoding="utf-8")
    found = read_tournament(path).tournament
    for block in islice(blocks(found), 3):
        start_of(found, block)


def _mutate(text: str, random: Generator) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    kind = random.random()
    if kind < 0.55:
        key, equals, _ = lines[at].partition("=")
        lines[at] = f"{key}{equals or '='} {random.choice(WORDS)}"
    elif kind < 0.65:
        lines[at] = ""
    elif kind < 0.72:
        lines.insert(random.randrange(len(lines)), lines[at])
    elif kind < 0.78:
        random.shuffle(lines)
    elif kind < 0.86:
        words = [*re.finditer(r"\w+", text)]
        word = random.choice(words)
        return text[: word.start()] + random.choice(WORDS) + text[word.end() :]
    elif kind < 0.9:
        lines[at] = random.choice(("[", "[[", "{", ".", "a.", '"', "'", "#", " ", "\\", "1_")) * random.choice(
            (2, 50, 30_000)
        )
    elif kind < 0.95:
        lines[at] = "\n".join(f'k{number} = "random"' for number in range(random.choice((3, 2000))))
    else:
        lines[at] = lines[at].replace("=", random.choice((".x =", " =  =", ":", "== ")))
    return "\n".join(lines)


def _map(path: Path, random: Generator) -> None:
    text = json.dumps(load_map(random.choice(("triangle", "simple", "hex", "grid(3, 2)"))).to_json())
    if random.random() < 0.6:
        text = re.sub(r'"hash": "\w+", ', "", text)
    text = mutate_json(text, random)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    for problem in check_map(read_map_file(path)):
        str(problem)
    board = Map.load(path)
    for rules in ("soares2025", "classic"):
        Game(board, rules).start(1)
