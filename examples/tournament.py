"""A short round robin of the agents of both games, with tables in the terminal and a report in a folder.

python examples/tournament.py --out demo --games 6
"""

from __future__ import annotations

import argparse
import html
import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import hegemon as hg
from hegemon.match import Score, score_interval

AGENTS = {
    "simultaneous": ("ga(generations=4)", "smcts(visits=500)", "heuristic", "random"),
    "classic": ("mcts(visits=150)", "alphabeta(preset=dice, depth=3)", "heuristic", "random"),
}
BOARDS = (("banana", "soares2025"), ("italy", "soares2025"), ("earth", "warlight1"), ("switzerland", "swiss2025"))
STYLE = "body{font:16px system-ui;max-width:60em;margin:2em auto}td,th{padding:.3em 1em;text-align:left}"


def pairings() -> list[tuple[Any, tuple[str, str]]]:
    jobs: list[tuple[Any, tuple[str, str]]] = []
    for board, rules in BOARDS:
        game = hg.Game(board, rules)
        jobs += [(game, pair) for pair in itertools.combinations(AGENTS[game.rules.family], 2)]
    return jobs


def play_all(games: int, seed: int) -> list[Score]:
    """Every pair of a family's agents on each of its boards; each start is played from both seats."""
    jobs = pairings()
    scores = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("tournament", total=len(jobs) * games)
        for game, pair in jobs:
            series = hg.Series(game, pair, games, seed)
            score = hg.play_series(series, on_game=lambda *_: progress.advance(task))
            scores.append(score)
            if score.games < games:  # Ctrl-C
                break
    return [score for score in scores if score.games]


def standings(scores: list[Score], family: str) -> list[tuple[str, int, float, float, float]]:
    """Agent, games, score and 95 % interval over all its games, best first."""
    rows = []
    for agent in AGENTS[family]:
        blocks = []
        for score in scores:
            if score.series.game.rules.family == family and agent in score.series.agents:
                blocks += score.points(score.series.agents.index(agent))
        games = sum(map(len, blocks))
        if games == 0:
            continue
        low, high = score_interval(blocks)
        rows.append((agent, games, sum(map(sum, blocks)) / games, low, high))
    return sorted(rows, key=lambda row: -row[2])


def print_standings(rows: list[tuple[str, int, float, float, float]], title: str) -> None:
    table = Table("agent", "games", "score", "95 % interval", title=title)
    for agent, games, score, low, high in rows:
        table.add_row(agent, str(games), f"{100 * score:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %")
    Console().print(table)


def write_report(folder: Path, scores: list[Score]) -> Path:
    """One page with the standings, every pairing, and one game's last position."""
    record = hg.play(hg.Game("italy"), ["heuristic", "random"], seed=7)
    record.save(folder / "game.jsonl")
    cells = [
        (str(s.series.game), *s.series.agents, s.games, f"{s.score[0]:.3f}", "{:.3f} - {:.3f}".format(*s.interval[0]))
        for s in scores
    ]
    page = "\n".join(
        [
            "<!doctype html><meta charset=utf-8><title>Hegemon tournament</title>",
            f"<style>{STYLE}</style>",
            "<h1>Tournament</h1>",
            *(_family_table(scores, family) for family in AGENTS),
            "<h2>Pairings</h2>",
            _html_table(("board", "first", "second", "games", "score of first", "95 % interval"), cells),
            f"<h2>One game: {html.escape(' against '.join(record.agents))}, after {record.rounds} turns</h2>",
            record.final.svg(width=760),
        ]
    )
    path = folder / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


def _family_table(scores: list[Score], family: str) -> str:
    rows = [(a, n, f"{s:.3f}", f"{low:.3f} - {high:.3f}") for a, n, s, low, high in standings(scores, family)]
    return f"<h2>The {family} game</h2>" + _html_table(("agent", "games", "score", "95 % interval"), rows)


def _html_table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    def line(tag: str, values: tuple[object, ...]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(value))}</{tag}>" for value in values) + "</tr>"

    return "<table>" + line("th", head) + "".join(line("td", row) for row in rows) + "</table>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder for the report")
    parser.add_argument("--games", type=int, default=6, help="games per pairing and board")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    scores = play_all(arguments.games, arguments.seed)
    games, wanted = sum(score.games for score in scores), len(pairings()) * arguments.games
    for family in AGENTS:
        print_standings(
            standings(scores, family), f"{family}: {arguments.games} games a pairing, seed {arguments.seed}"
        )
    if games < wanted:
        print(f"interrupted after {games} of {wanted} games; no report was written", file=sys.stderr)
        raise SystemExit(130)
    report = write_report(arguments.out, scores)
    print(f"report: {report}   watch a game: .venv/bin/hegemon watch {arguments.out / 'game.jsonl'}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None
    except (hg.HegemonError, OSError) as error:
        raise SystemExit(f"tournament: {error}") from None
