"""The HTTP side of the maps: gallery, and the editor, whose maps are checked and drawn while they are made."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from hegemon.errors import MapError
from hegemon.maps import Map, map_names
from hegemon.maps.areas import Sketch, draw_areas
from hegemon.maps.foreign import ImportMapError, Source, import_source
from hegemon.maps.formats import read_json
from hegemon.maps.schema import FORMAT, MAX_NAME
from hegemon.maps.validate import read_draft
from hegemon.web.boards import board_json, drawn_json, ground_json
from hegemon.web.errors import Missing, Taken
from hegemon.web.messages import Body
from hegemon.web.tables import Tables

router = APIRouter(prefix="/api/maps")
Name = Annotated[str, Path(min_length=1, max_length=MAX_NAME)]
JSONAnswer = dict[str, Any]
REFUSED: dict[int | str, dict[str, Any]] = {400: {"description": "It cannot be done; the answer says why"}}
ERRORS: dict[int | str, dict[str, Any]] = {404: {"description": "There is no such map"}}
MOST_DRAWN = 150
"""Territories of a map that is drawn after every change."""
SHOWN = 30
"""Problems that are told."""


class MapDraft(Body):
    """A map in the format of map files, finished or not."""

    map: Annotated[dict[str, Any], Field(max_length=20)]


def _tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


@router.get("/{name}", responses=ERRORS)
def board(request: Request, name: Name) -> JSONAnswer:
    """A map as the page draws it."""
    return board_json(_tables(request).find_map(name))


@router.get("/{name}/file", responses=ERRORS, response_class=Response)
def file(request: Request, name: Name) -> Response:
    """A map as a map file."""
    text = _tables(request).find_map(name).text()
    return Response(text, media_type="application/json", headers={"content-disposition": "attachment"})


@router.post("/check", responses=REFUSED)
async def check(draft: MapDraft) -> JSONAnswer:
    """What is wrong with a map and where, its land (also of a map that is not finished), and how it looks if it is."""
    return await run_in_threadpool(_check, draft.map)


def _check(data: dict[str, Any]) -> JSONAnswer:
    draft = read_draft(data)
    told = [{"severity": p.severity, "text": str(p), "path": list(p.path)} for p in draft.problems[:SHOWN]]
    sketch = Sketch.of_draft(draft)
    if sketch is None or len(sketch.positions) > MOST_DRAWN:
        return {"problems": told, "ground": None, "board": None}
    drawing = draw_areas(sketch)
    board = drawn_json(Map.from_json(data), drawing) if draft.playable else None
    return {"problems": told, "ground": ground_json(drawing), "board": board}


@router.post(
    "", status_code=201, responses=REFUSED | {409: {"description": "Another map that was drawn has this name"}}
)
async def save(request: Request, draft: MapDraft, replace: bool = False) -> JSONAnswer:
    """Keep a map: games can be played on it at once. With `replace` it takes the place of a drawn map of its name."""
    map = await run_in_threadpool(lambda: Map.from_json(draft.map))
    if map.name in map_names():
        raise MapError(f"{map.name} is a map of the catalogue; choose another name")
    if set(map.name) & set("/\\.()"):
        raise MapError("a name of a map has none of the characters / \\ . ( )")
    store = _tables(request).store
    known = store.maps().get(map.name)
    if known is not None and not replace and known.to_json() != map.to_json():
        raise Taken(f"there is another map {map.name!r} that was drawn here")
    store.save_map(map)
    return {"name": map.name, "hash": map.hash}


@router.delete("/{name}", status_code=204, response_class=Response, responses=ERRORS)
def delete(request: Request, name: Name) -> None:
    """Forget a map that was drawn here. Games that were played on it stay."""
    if name not in _tables(request).store.maps():
        raise Missing(f"no map {name!r:.40} was drawn here")
    _tables(request).store.delete_map(name)


@router.post(
    "/import",
    responses=REFUSED,
    openapi_extra={"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def import_file(request: Request) -> JSONAnswer:
    """Read a map file: our format, or one of those that `hegemon maps import` knows. Nothing in it is executed."""
    return await run_in_threadpool(_import, await request.body())


def _import(content: bytes) -> JSONAnswer:
    try:
        data = read_json(content)
    except ValueError:
        data = None
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return {"map": Map.from_json(data).to_json(), "format": FORMAT, "lost": []}
    try:
        found = import_source(Source(content), repair=True)
    except ImportMapError as error:
        raise MapError("; ".join(error.problems[:5])) from None
    return {"map": found.map.to_json(), "format": found.format, "lost": list(found.lost[:SHOWN])}
