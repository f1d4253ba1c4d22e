"""hegemon maps: list, show, check, create, import and export maps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from hegemon._files import write_whole
from hegemon._words import counted
from hegemon.cli._output import print_json
from hegemon.cli._plugins import plugin_rows, print_plugins
from hegemon.cli.maps_foreign import export_file, import_files
from hegemon.cli.options import ForceOption, JsonOption, require_free, use_colour
from hegemon.errors import MapError
from hegemon.game.drawing.text import text
from hegemon.maps import Map, check_map, load_map, map_names, random_map
from hegemon.maps.formats import read_map_file

app = typer.Typer(
    help="List, show, check, create, import and export maps.", no_args_is_help=False, invoke_without_command=True
)

Name = Annotated[str, typer.Argument(help="A catalogue name, grid(6,4), random(40, seed=1), or a file.")]


@app.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_maps()


@app.command("list")
def list_maps(as_json: JsonOption = False) -> None:
    """List the maps of the catalogue."""
    maps = [load_map(name) for name in map_names()]
    if as_json:
        print_json([_summary(map) for map in maps] + plugin_rows("maps", map_names()))
        return
    table = Table("map", "territories", "links", "groups", "bonuses", "hash")
    for map in maps:
        row = _summary(map)
        counts = [str(row[key]) for key in ("territories", "links", "groups", "bonuses")]
        table.add_row(map.name, *counts, map.hash)
    Console().print(table)
    print_plugins("maps", map_names())
    print("also: grid(w,h), random(territories, seed=N), or your own file (hegemon maps new)")


def _summary(map: Map) -> dict[str, int | str]:
    return {
        "name": map.name,
        "territories": len(map.territories),
        "links": len(map.links),
        "groups": len(map.groups),
        "bonuses": sum(group.value for group in map.groups),
        "hash": map.hash,
        "provenance": map.provenance,
    }


@app.command()
def show(
    name: Name,
    svg_file: Annotated[Path | None, typer.Option("--svg", help="Write an SVG picture to this file instead.")] = None,
    as_json: JsonOption = False,
    width: Annotated[int, typer.Option("--width", min=40, max=300, help="Width of the drawing in columns.")] = 100,
    numbers: Annotated[bool, typer.Option(help="Show the territory numbers used in orders and actions.")] = True,
) -> None:
    """Draw a map in the terminal or as an SVG picture, or print its file."""
    map = load_map(name)
    if svg_file is not None:
        from hegemon.maps.drawing.svg import svg  # which needs a third of a second

        write_whole(svg_file, svg(map, title=map.name), MapError)
        print(f"wrote {svg_file}")
    elif as_json:
        print_json(map.to_json())
    else:
        print(text(map, colour=use_colour(), width=width, numbers=numbers))


@app.command()
def check(file: Annotated[str, typer.Argument(help="A map file, or the name of a map.")]) -> None:
    """Check a map file and list all problems; exit with code 2 if it cannot be played."""
    named = None if Path(file).exists() or Path(file).suffix == ".json" else load_map(file)
    problems = check_map(read_map_file(Path(file)) if named is None else named.to_json())
    errors = [problem for problem in problems if problem.severity == "error"]
    for problem in problems:
        print(f"{problem.severity}: {problem}")
    if errors:
        raise MapError(f"{file}: {len(errors)} error{'s' * (len(errors) > 1)}, the first: {errors[0]}")
    map = named or Map.load(file)
    found = f"{counted(len(map.territories), 'territory', 'territories')}, {counted(len(map.links), 'link')}"
    print(f"{file}: good, {found}, hash {map.hash}")


@app.command()
def new(
    out: Annotated[Path, typer.Argument(help="The file to write, e.g. mine.json.")],
    territories: Annotated[int, typer.Option("--territories", "-n", help="10 to 500.")] = 40,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Random seed; the same seed gives the same map.")] = 0,
    start_from: Annotated[str | None, typer.Option("--from", help="Copy this map instead of generating one.")] = None,
    force: ForceOption = False,
) -> None:
    """Create a map file: a generated map, or a copy of another map to edit."""
    require_free(out, force)
    map = load_map(start_from) if start_from else random_map(territories, seed)
    map.save(out)
    where = out if out.suffix == ".json" or len(out.parts) > 1 else f"./{out}"
    size = counted(len(map.territories), "territory", "territories")
    print(f"wrote {out}: {size}; to view it: hegemon maps show {where}")


app.command("import")(import_files)
app.command("export")(export_file)
