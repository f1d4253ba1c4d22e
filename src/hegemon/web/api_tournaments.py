"""The HTTP side of tournaments."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from hegemon.errors import AgentError
from hegemon.web.messages import NewTournament
from hegemon.web.tables import Tables
from hegemon.web.tournaments import Tournaments

router = APIRouter(prefix="/api/tournaments")
Id = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Count = Annotated[int, Path(ge=0, le=10**9)]
JSONAnswer = dict[str, Any]
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"description": "It cannot be done; the answer says why"},
    404: {"description": "There is no such tournament, or no such game of it"},
}


def _tournaments(request: Request) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


@router.get("")
def listed(request: Request) -> JSONAnswer:
    """The tournaments of this server, the newest first."""
    return {"tournaments": _tournaments(request).listed()}


@router.post("", status_code=201, responses=ERRORS)
async def start(request: Request, wanted: NewTournament) -> JSONAnswer:
    """Start a tournament: all pairs, every start from both sides."""
    tables: Tables = request.app.state.tables
    if len(set(wanted.agents)) != len(wanted.agents):
        raise AgentError("every agent of a tournament must be another one")
    await run_in_threadpool(tables.require_playable, wanted.agents, wanted.rules, wanted.map)
    return {"id": await _tournaments(request).start(wanted)}


@router.get("/{id}", responses=ERRORS)
async def results(request: Request, id: Id) -> JSONAnswer:
    """Table and ratings: the same data as `hegemon report --json`."""
    return await run_in_threadpool(_tournaments(request).results, id)


@router.get("/{id}/games", responses=ERRORS)
async def games(
    request: Request,
    id: Id,
    skip: Annotated[int, Query(ge=0, le=10**6)] = 0,
    most: Annotated[int, Query(ge=1, le=500)] = 50,
) -> JSONAnswer:
    """Finished games, the last ones first."""
    return await run_in_threadpool(_tournaments(request).games, id, skip, most)


@router.get("/{id}/boards", responses=ERRORS)
async def boards(request: Request, id: Id) -> JSONAnswer:
    """The games that are being played: seats, turn, owners and armies."""
    return {"games": await run_in_threadpool(_tournaments(request).boards, id)}


@router.post("/{id}/stop", status_code=202, responses=ERRORS)
async def stop(request: Request, id: Id) -> JSONAnswer:
    """Stop a tournament; what was played is kept."""
    await _tournaments(request).stop(id)
    return {"running": False}


@router.post("/{id}/resume", status_code=202, responses=ERRORS)
async def resume(request: Request, id: Id) -> JSONAnswer:
    """Continue a stopped tournament."""
    await _tournaments(request).resume(id)
    return {"running": True}


@router.delete("/{id}", status_code=204, response_class=Response, responses=ERRORS)
async def delete(request: Request, id: Id) -> None:
    """Forget a tournament that is not running, with its games. Games of it that were opened stay."""
    await run_in_threadpool(_tournaments(request).delete, id)


@router.post("/{id}/games/{block}/{number}", status_code=201, responses=ERRORS)
async def open_game(request: Request, id: Id, block: Count, number: Count) -> JSONAnswer:
    """Keep a game of a tournament among the games of the page, to replay and analyse it."""
    record = await run_in_threadpool(_tournaments(request).record, id, block, number)
    tables: Tables = request.app.state.tables
    return {"game": tables.add_upload(record)}
