"""hegemon train: trains agents. Every run can be stopped at any time and resumed with the same command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from hegemon._spec import Spec
from hegemon.cli._output import print_json
from hegemon.cli._progress import bar, bars, stopped
from hegemon.cli.options import JsonOption, OptionalMap, RulesOption, SeedOption
from hegemon.cli.train_best import best
from hegemon.cli.train_expert import expert_iteration
from hegemon.cli.train_loop import GamesThreadsOption, ListOption, OutOption, learning, print_settings, require_folder
from hegemon.cli.train_planner import planner
from hegemon.cli.train_policy import policy
from hegemon.cli.train_tune import tune
from hegemon.cli.train_value import value
from hegemon.cli.train_zero import zero
from hegemon.errors import TrainingError
from hegemon.training.dqn.settings import make_settings
from hegemon.training.log import ROWS, Row, read_rows
from hegemon.training.weights import Gene, Protocol, Training, open_training, train_weights

app = typer.Typer(help="Train agents. Run the same command again to resume a stopped run.", no_args_is_help=True)
app.command("zero")(zero)
app.command("expert-iteration")(expert_iteration)
app.command("best")(best)
app.command("planner")(planner)
app.command("value")(value)
app.command("policy")(policy)
app.command("tune")(tune)


@app.command()
def weights(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of the run; if it exists, the run resumes.")],
    genes: Annotated[int, typer.Option(help="Size of the population.")] = 100,
    generations: Annotated[int, typer.Option(help="Rounds of tournaments.")] = 4,
    tournament: Annotated[int, typer.Option(help="Genes of a tournament.")] = 10,
    parents: Annotated[int, typer.Option(help="Number of parents: the best of each tournament.")] = 3,
    crossovers: Annotated[int, typer.Option(help="Children that are the mean of two parents.")] = 12,
    mutations: Annotated[int, typer.Option(help="Children with one new random weight.")] = 3,
    highest: Annotated[float, typer.Option(help="Upper limit of the initial weights; the lower limit is 0.")] = 10.0,
    map: Annotated[str, typer.Option("--map", "-m", help="Map of the games.")] = "grid(6,6)",
    rules: RulesOption = "aminian2020",
    turns: Annotated[int, typer.Option(help="Turn limit, after which the seat with more territories wins.")] = 200,
    depth: Annotated[int, typer.Option(help="Search depth in plies.")] = 3,
    attacks: Annotated[int, typer.Option(help="Maximum attacks per turn in the tree.")] = 3,
    threshold: Annotated[int, typer.Option(help="Minimum surplus of armies for an attack to be searched.")] = 1,
    targets: Annotated[str, typer.Option(help="best or all.")] = "best",
    no_pass_after_round: Annotated[
        int, typer.Option(help="From this round on, a turn does not end while an attack is available.")
    ] = 30,
    seed: SeedOption = 0,
    threads: GamesThreadsOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Learn the evaluation weights of alphabeta by the genetic algorithm of Aminian, Ahmadi and Fahmide (2020).

    hegemon train weights --out weights.json --threads 2
    """
    protocol = Protocol(
        genes=genes, generations=generations, tournament=tournament, parents=parents, crossovers=crossovers,
        mutations=mutations, highest=highest, map=map, rules=rules, turns=turns, depth=depth, attacks=attacks,
        threshold=threshold, targets=targets, no_pass_after_round=no_pass_after_round, seed=seed,  # type: ignore[arg-type]  # checked by the protocol
    )  # fmt: skip
    training = open_training(out, protocol)
    with bar("games", training.protocol.games, training.games) as advance:
        try:
            training = train_weights(out, protocol, threads=threads, on_games=advance)
        except KeyboardInterrupt:
            raise stopped(f"{out} contains everything up to the last finished tournament") from None
    if as_json:
        print_json({"games": training.games, "best": [_to_json(gene) for gene in training.best(10)]})
    else:
        _print(training)


@app.command()
def dqn(
    out: OutOption = None,
    rules: RulesOption = "yao2025",
    map: OptionalMap = None,
    preset: Annotated[str, typer.Option(help="published: the settings of the report, with its faults.")] = "",
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Settings, e.g. --set games=64 --set random_share=0.5; see --list."),
    ] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Gradient steps.")] = None,
    seed: SeedOption = 0,
    listed: ListOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train a Q-network by double deep Q-learning (Yao 2025), for two seats on one map. Needs torch.

    Run the same command again to resume; with more --steps a finished run goes on.

    hegemon train dqn --rules yao2025 --out run
    """
    settings = make_settings(preset, {"rules": rules, "map": map, "steps": steps, "seed": seed}, change or [])
    if listed:
        return print_settings("dqn", settings)
    out = require_folder(out)
    dqn = learning("dqn.run")
    with bars(transient=True) as report:
        try:
            dqn.train_dqn(out, settings, on_step=lambda learner: report("steps", learner.step, settings.steps))
        except KeyboardInterrupt:
            raise stopped(f"everything is saved in {out}") from None
    rows = read_rows(out)
    if not rows:
        raise TrainingError(
            f"{out} contains a finished training, but its metrics.jsonl is damaged; the network is intact"
        )
    last = rows[-1]
    if as_json:
        print_json(last)
    else:
        try:
            _print_strength(last)
        except (KeyError, TypeError, ValueError):
            raise TrainingError(f"the last row of {out / ROWS} is damaged; the network is intact") from None
        spec = Spec("dqn", (), {"net": str(out / dqn.NET)})
        print(f"play it with: {spec}")
        print(f'for example: hegemon match "{spec}" random --rules "{settings.rules}" --games 100')
        print(f"train it longer with: {_with_steps(sys.argv[1:], 2 * settings.steps)}")


def _with_steps(words: Sequence[str], steps: int) -> str:
    """The command with another number of steps; the last setting of a command counts."""
    kept: list[str] = []
    for word in words:
        if kept and (kept[-1] == "--steps" or (kept[-1] == "--set" and word.removeprefix("steps=").isdecimal())):
            kept.pop()
        else:
            kept.append(word)
    return shlex.join(["hegemon", *kept, "--set", f"steps={steps}"])


def _print_strength(row: Row) -> None:
    table = Table(title=f"against a random player after {row['step']} steps and {row['decisions']} decisions")
    for column in ("seat", "games", "score", "95 %"):
        table.add_column(column, justify="right")
    for seat in ("first", "second"):
        low, high = row[f"{seat}_interval"]
        score = f"{100 * row[f'{seat}_seat']:.1f} %"
        table.add_row(seat, str(row["games"]), score, f"{100 * low:.1f} - {100 * high:.1f} %")
    Console().print(table)


def _to_json(gene: Gene) -> dict[str, object]:
    return {
        "weights": dict(zip(("land", "armies", "front", "safety"), gene.weights, strict=True)),
        "wins": gene.points / 2,
        "games": gene.games,
        "fitness": gene.fitness,
        "interval": list(gene.interval),
        "born": gene.born,
    }


def _print(training: Training) -> None:
    table = Table(title=f"best genes after {training.games} games")
    for column in ("land", "armies", "front", "safety", "wins", "games", "share", "95 %", "born"):
        table.add_column(column, justify="right", no_wrap=True)
    for gene in training.best(10):
        low, high = gene.interval
        numbers = [f"{weight:.3f}" for weight in gene.weights] + [f"{gene.points / 2:g}", str(gene.games)]
        table.add_row(*numbers, f"{100 * gene.fitness:.1f} %", f"{100 * low:.0f} - {100 * high:.0f} %", str(gene.born))
    Console().print(table)
    settings = ", ".join(
        f"{name}={weight:.4g}"
        for name, weight in zip(("land", "armies", "front", "safety"), training.best()[0].weights, strict=True)
    )
    print(f"play it with: alphabeta({settings})")
