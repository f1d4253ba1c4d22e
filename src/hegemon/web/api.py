"""The HTTP side of the page: lists, new games, records, analyses."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from hegemon._json import JSONObject
from hegemon.arena.machine import cores
from hegemon.errors import GameError, RecordError
from hegemon.game import Record, read_records
from hegemon.maps import map_names
from hegemon.report.replay_page import render_replay
from hegemon.rules import PRESETS, Rules, SimultaneousRules, home_map, rules_spec
from hegemon.terminal import is_person
from hegemon.terminal.live_game import person_name
from hegemon.web.analyses import Analyses
from hegemon.web.answers import AnalysisAnswer, FilmAnswer, GameListAnswer, NewGameAnswer, UploadAnswer
from hegemon.web.boards import board_json
from hegemon.web.errors import Missing
from hegemon.web.film import frames, seen
from hegemon.web.levels import ANALYSTS, LEVELS, SUGGESTED
from hegemon.web.messages import AnalysisRequest, NewGame, Token
from hegemon.web.names import chosen_levels, result_text, seat_names
from hegemon.web.rules_text import rules_text
from hegemon.web.tables import Tables

MOST_UPLOADED = 50
"""Games of a record file that are kept."""
router = APIRouter(prefix="/api")
ABANDONED = 86_400.0
"""Seconds without a turn after which a game counts as abandoned."""
Id = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
JSONAnswer = dict[str, Any]
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"description": "It cannot be done; the answer says why"},
    404: {"description": "There is no such thing"},
}


def tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


@router.get("/choices")
def choices(request: Request) -> JSONAnswer:
    """What a new game can be made of: maps, rules, levels and agents."""
    drawn = tables(request).store.maps()
    return {
        "maps": [*map_names(), *(name for name in drawn if name not in map_names())],
        "drawn": list(drawn),
        "rules": [
            {
                "name": name,
                "family": rules.family,
                "hides": rules.hides,
                "map": home_map(rules),
                "text": rules_text(rules),
                "text_other": _with_other_fog(rules),
            }
            for name, rules in PRESETS.items()
        ],
        "levels": [vars(level) for level in LEVELS],
        "analysts": [vars(analyst) for analyst in ANALYSTS],
        "suggested": {family: list(agents) for family, agents in SUGGESTED.items()},
        "agents": list(tables(request).settings.agents),
        "cores": cores(),
    }


def _with_other_fog(rules: Rules) -> list[str]:
    """The sentences of rules whose fog a visitor has changed; none where there is no fog."""
    if not isinstance(rules, SimultaneousRules):
        return []
    return rules_text(rules.with_(fog="none" if rules.hides else "normal"))


@router.get("/games", response_model=GameListAnswer)
def games(request: Request, most: Annotated[int, Query(ge=1, le=500)] = 60) -> JSONResponse:
    """The games of this server, those that changed last first."""
    return JSONResponse({"games": [vars(game) for game in tables(request).store.games(most)]})


@router.get("/invitation")
def invitation(request: Request) -> JSONAnswer:
    """Where people on other machines reach this server; without an address they cannot."""
    settings = tables(request).settings
    return {"address": settings.network_address, "token": settings.token}


@router.post("/games", status_code=201, response_model=NewGameAnswer, responses=ERRORS)
async def new_game(request: Request, wanted: NewGame) -> JSONResponse:
    """Begin a game. The tokens are those of the people's seats: who has one may decide for the seat."""
    table = await tables(request).create(wanted)
    return JSONResponse({"id": table.id, "tokens": {str(seat): token for seat, token in table.tokens.items()}}, 201)


@router.get("/games/{id}", responses=ERRORS)
async def game(request: Request, id: Id) -> JSONAnswer:
    """A game: its map, rules and seats. The WebSocket /api/games/ID/live tells what happens in it."""
    table = await tables(request).get(id)
    record = table.record
    levels = chosen_levels(record.agents, record.info)
    return {
        "id": id,
        "map": board_json(record.game.map),
        "rules": record.game.rules.to_json(),
        "rules_spec": rules_spec(record.game.rules),
        "rules_hide": record.game.rules.hides,
        "rules_text": rules_text(record.game.rules, record.game),
        "family": record.game.rules.family,
        "agents": seat_names(record.agents, levels),
        "levels": levels,
        "names": [person_name(spec) if is_person(spec) else "" for spec in record.agents],
        "specs": list(record.agents),
        "people": list(table.live.people),
        "seconds": record.info.get("time_per_move", 0),
        "over": not table.running,
        "secret": table.secret,
    }


@router.delete(
    "/games/{id}",
    status_code=204,
    response_class=Response,
    responses=ERRORS | {403: {"description": "The game is not over, and you play none of its seats"}},
)
async def delete(
    request: Request, id: Id, seat_token: Annotated[Token | None, Header()] = None, sure: bool = False
) -> None:
    """Forget a game. While people play it, the header `seat-token` must have the token of one of its seats.

    Who is `sure` needs no token at the machine of a server that listens on this machine only, and elsewhere a day after
    the last turn.
    """
    table = await tables(request).get(id)
    own = seat_token is not None and bool(table.owns(seat_token))
    if table.running and table.tokens and not own:
        if not sure:
            raise HTTPException(403, "people play this game: only one of them can delete it before it is over")
        if not _at_the_machine(request) and tables(request).store.idle(id) < ABANDONED:
            raise HTTPException(403, "people play this game: others can delete it a day after its last turn")
    await tables(request).delete(id)


def _at_the_machine(request: Request) -> bool:
    """Whether only somebody at the server's own machine can have sent this; a proxy would say for whom it asks."""
    forwarded = {"forwarded", "x-forwarded-for", "x-forwarded-host", "via"} & set(request.headers)
    return tables(request).settings.local and not forwarded


async def open_record(request: Request, id: str) -> Record:
    """The record of a game, if everybody may see it."""
    table = await tables(request).get(id)
    if table.running and table.live.people and table.record.game.rules.hides:
        raise GameError("the rules hide something: the record can be seen when the game is over")
    return table.record


@router.get("/games/{id}/film", response_model=FilmAnswer, responses=ERRORS)
async def film(request: Request, id: Id, since: Annotated[int, Query(ge=0, le=10**6)] = 0) -> JSONResponse:
    """The game as frames: the position after `since` steps, and what happened after it."""
    record = await open_record(request, id)
    if since > len(record.turns):
        raise GameError(f"the game has {len(record.turns)} steps")

    def make() -> JSONResponse:
        start = seen(record.turns[since - 1].state if since else record.start, None)
        data: JSONObject = {
            "since": since,
            "owners": start.owners.tolist(),
            "armies": start.armies.tolist(),
            "frames": [*frames(record, None, since)],
            "over": record.result is not None,
            "result": None if record.result is None else result_text(record, None),
            "winner": None if record.result is None else record.result.winner,
        }
        return JSONResponse(data)

    return await run_in_threadpool(make)


@router.get("/games/{id}/record", responses=ERRORS, response_class=Response)
async def record_file(request: Request, id: Id) -> Response:
    """The record as a file: `hegemon watch` and `hegemon analyse` read it."""
    record = await open_record(request, id)
    text = "".join(f"{line}\n" for line in record.lines())
    return _download(text, "application/jsonl", f"{_stem(record)}.jsonl")


@router.get("/games/{id}/replay.html", responses=ERRORS, response_class=Response)
async def replay_file(request: Request, id: Id) -> Response:
    """The game as one self-contained page, to share."""
    record = await open_record(request, id)
    named = replace(record, agents=tuple(seat_names(record.agents, chosen_levels(record.agents, record.info))))
    return _download(await run_in_threadpool(render_replay, named), "text/html", f"{_stem(record)}.html")


def _stem(record: Record) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "-", f"{record.game.map.name}-{record.game.rules.name}").strip("-")[:60]


def _download(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post(
    "/records",
    status_code=201,
    response_model=UploadAnswer,
    responses=ERRORS,
    openapi_extra={"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def upload(request: Request) -> JSONResponse:
    """Keep the games of a record file to replay them. The file is read and every turn verified; nothing is executed."""
    content = await request.body()
    found = await run_in_threadpool(lambda: read_records(content.splitlines()[:200_000], "the file"))
    if not found.records:
        raise RecordError(found.problem)
    problem = found.problem
    if len(found.records) > MOST_UPLOADED:
        problem = f"only the first {MOST_UPLOADED} of {len(found.records)} games were kept"
    kept = [tables(request).add_upload(one) for one in found.records[:MOST_UPLOADED]]
    return JSONResponse({"games": kept, "problem": problem}, 201)


@router.post("/games/{id}/analysis", status_code=202, response_model=AnalysisAnswer, responses=ERRORS)
async def analyse(request: Request, id: Id, wanted: AnalysisRequest) -> JSONResponse:
    """Begin to analyse all decisions of a game; the answers are those of `hegemon engine`."""
    record = await open_record(request, id)
    if wanted.agent:
        await run_in_threadpool(tables(request).require_own, wanted.agent)
    analyses: Analyses = request.app.state.analyses
    key = _key(id, wanted.agent, wanted.visits, len(record.turns))
    job = await analyses.start(key, record, wanted.agent, wanted.visits, wanted.top)
    return JSONResponse(job.to_json(0), 202)


@router.get("/games/{id}/analysis", response_model=AnalysisAnswer, responses=ERRORS)
async def analysis(
    request: Request,
    id: Id,
    agent: Annotated[str, Query(max_length=200)] = "",
    visits: Annotated[int, Query(ge=1, le=1_000_000)] = 300,
    since: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> JSONResponse:
    """The answers from number `since` on."""
    record = await open_record(request, id)
    analyses: Analyses = request.app.state.analyses
    job = analyses.find(_key(id, agent, visits, len(record.turns)))
    if job is None:
        raise Missing("no analysis of this game was begun")
    return JSONResponse(job.to_json(since))


def _key(id: str, agent: str, visits: int, steps: int) -> str:
    return f"{id} {visits} {steps} {agent}"
