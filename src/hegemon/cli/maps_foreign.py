"""hegemon maps import and export: maps of other programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from hegemon._files import write_whole
from hegemon._words import counted
from hegemon.cli._output import print_json
from hegemon.cli.options import ForceOption, JsonOption, printable, require_free
from hegemon.errors import HegemonError, MapError
from hegemon.game import SimultaneousGame
from hegemon.maps import Map, load_map
from hegemon.maps.foreign import FORMATS, Imported, ImportMapError, export_map, find_format, import_map

_NAMES = ", ".join(known.name for known in FORMATS)
_WRITTEN = ", ".join(known.name for known in FORMATS if known.write)


def import_files(
    files: Annotated[list[Path], typer.Argument(help="Map files of other programs.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="The file to write, or a folder (no extension); by default FILE.json here, or FILE-map.json.",
        ),
    ] = None,
    format: Annotated[str | None, typer.Option(help=f"{_NAMES}; by default it is recognized.")] = None,
    one_way: Annotated[
        str, typer.Option("--one-way", help="Links that go one way: both makes them two-way, drop leaves them out.")
    ] = "both",
    repair: Annotated[
        bool, typer.Option("--repair", help="Leave out what is wrong, and what no link leads to, instead of an error.")
    ] = False,
    starts: Annotated[
        Path | None,
        typer.Option("--starts", help="Write starts of the second Warlight AI challenge here, one position per line."),
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Read map files of other programs and write them as maps of ours.

    What a file has and a map here cannot have is printed, with what was done about it. Several files go to a folder.

        hegemon maps export earth --format domination
        hegemon maps import earth.map --out world.json
    """
    folder = out is not None and (out.is_dir() or len(files) > 1 or not out.suffix)
    rows, positions, errors = [], [], []
    written: dict[Path, Path] = {}
    for file in files:
        target = _target(file, out, folder)
        try:
            imported = _read(file, format, one_way, repair, quiet=as_json)
            if target.resolve() in written:
                raise MapError(
                    f"{target} was written from {written[target.resolve()]} just now; import them one by one"
                )
            _require_other(target, files)
            require_free(target, force)
        except HegemonError as error:
            errors.append(f"{file}: {error}")
            continue
        written[target.resolve()] = file
        write_whole(target, imported.map.text(), MapError, make_folder=folder)
        rows.append(_row(file, target, imported))
        positions += _start(imported)
        if not as_json:
            _tell(file, target, imported)
    if starts is not None:
        _require_other(starts, files)
        require_free(starts, force)
        write_whole(starts, "".join(f"{position}\n" for position in positions), MapError)
        print(f"wrote {starts}: {counted(len(positions), 'start')}")
    if as_json:
        print_json(rows)
    if errors:
        count = f"{len(errors)} of {len(files)} files cannot be imported: " if len(files) > 1 else ""
        raise MapError(f"{count}{errors[0]}")


def _target(file: Path, out: Path | None, folder: bool) -> Path:
    """Where the map of a file goes: by default next to nothing that is read."""
    if out is not None and not folder:
        return out
    target = (out or Path()) / f"{file.stem}.json"
    return target.with_name(f"{file.stem}-map.json") if _same(target, file) else target


def _require_other(target: Path, files: list[Path]) -> None:
    """A MapError if a file that is read would be overwritten, wanted or not."""
    for file in files:
        if _same(target, file):
            raise MapError(f"{target} is the file that is read, and would be lost; name another with --out")


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _read(file: Path, format: str | None, one_way: str, repair: bool, quiet: bool) -> Imported:
    try:
        return import_map(file, format, one_way=one_way, repair=repair)
    except ImportMapError as error:
        for problem in error.problems if not quiet and len(error.problems) > 1 else ():
            print(f"{file}: {printable(problem)}")
        raise


def _row(file: Path, target: Path, imported: Imported) -> dict[str, object]:
    map = imported.map
    return {
        "file": str(file),
        "format": imported.format,
        "out": str(target),
        "name": map.name,
        "territories": len(map.territories),
        "links": len(map.links),
        "groups": len(map.groups),
        "hash": map.hash,
        "lost": list(imported.lost),
    }


def _tell(file: Path, target: Path, imported: Imported) -> None:
    map = imported.map
    found = [
        counted(len(map.territories), "territory", "territories"),
        counted(len(map.links), "link"),
        counted(len(map.groups), "group"),
        *(["outlines"] if map.polygons else []),
        *(["card kinds"] if map.card_kinds else []),
    ]
    print(f"{file}: a map of {find_format(imported.format).program}, {', '.join(found)}")
    if imported.start is not None:
        start = imported.start
        words = f"{counted(len(start.wastelands), 'wasteland')}, {len(start.offered)} territories offered"
        print(f"  start: {words}, {start.picks_each} picks each (--starts FILE writes it)")
    for lost in imported.lost:
        print(f"  not kept: {printable(lost)}")
    print(f"wrote {target}; to view it: hegemon maps show {_as_argument(target)}")


def _start(imported: Imported) -> list[str]:
    if imported.start is None or imported.start.picks_each == 0:
        return []
    start = imported.start
    game = SimultaneousGame(imported.map, "warlight2")
    return [str(game.picking(start.offered, start.picks_each, wastelands=start.wastelands))]


def export_file(
    name: Annotated[str, typer.Argument(help="A catalogue name, grid(6,4), random(40, seed=1), or a file.")],
    format: Annotated[str, typer.Option(help=f"{_WRITTEN}.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write; by default by the map's name.")
    ] = None,
    force: ForceOption = False,
) -> None:
    """Write a map as a file of another program, and say what its format cannot express.

    hegemon maps export italy --format conquer-club
    """
    map = load_map(name)
    stem = out.stem if out is not None else _stem(map)
    exported = export_map(map, format, stem)
    targets = {}
    for number, suffix in enumerate(exported.files):
        if suffix == ".json" and out is None:  # NAME.json is a map of ours
            stem = f"{stem}.{format}"
        targets[suffix] = out if out is not None and number == 0 else (out or Path(stem)).with_name(stem + suffix)
        require_free(targets[suffix], force)
    for suffix, content in exported.files.items():
        write_whole(targets[suffix], content, MapError)
    for lost in exported.lost:
        print(f"not kept: {lost}")
    print(f"wrote {', '.join(str(target) for target in targets.values())}")


def _stem(map: Map) -> str:
    """The name of a map as the name of a file."""
    return re.sub(r"[^\w.-]+", "-", map.name).strip("-.") or "map"


def _as_argument(path: Path) -> Path | str:
    return path if path.suffix == ".json" or len(path.parts) > 1 else f"./{path}"
