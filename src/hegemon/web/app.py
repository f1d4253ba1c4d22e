"""The application: the API, the WebSocket, the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from hegemon.errors import HegemonError
from hegemon.maps import load_map
from hegemon.web import api, api_maps, api_tournaments
from hegemon.web.analyses import Analyses
from hegemon.web.boards import board_json
from hegemon.web.describe import describe
from hegemon.web.errors import Missing, Taken, without_folder
from hegemon.web.guard import Guard
from hegemon.web.live import Visitor
from hegemon.web.settings import Settings
from hegemon.web.store import Store
from hegemon.web.tables import Tables
from hegemon.web.tournaments import Tournaments

STATIC = Path(__file__).with_name("static")
SCREENS = (
    "/",
    "/play",
    "/watch",
    "/games/{id}",
    "/replay/{id}",
    "/maps",
    "/editor",
    "/tournaments",
    "/tournaments/{id}",
    "/docs",
)
"""Addresses at which the one page is served; its script shows the screen."""

FIRST = ("owl-island", "classic")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application with its own store, for a server or a test."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.folder)
        app.state.tables, app.state.analyses = Tables(settings, store), Analyses()
        app.state.tournaments = Tournaments(settings.folder)
        drawing = asyncio.create_task(asyncio.to_thread(draw_first))
        try:
            yield
        finally:
            await drawing
            await app.state.tables.close()
            await app.state.analyses.close()
            await app.state.tournaments.close()
            store.close()

    app = FastAPI(
        title="Hegemon", version=version("hegemon"), lifespan=lifespan, docs_url=None, redoc_url=None,
        description="Play, watch, replay and analyse games.",
    )  # fmt: skip
    app.add_middleware(Guard, settings=settings)
    app.include_router(api.router)
    app.include_router(api_maps.router)
    app.include_router(api_tournaments.router)
    app.add_api_websocket_route("/api/games/{id}/live", live)
    for path in SCREENS:
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), "static")
    app.add_exception_handler(HegemonError, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(404, missing)
    describe(app)
    return app


def draw_first() -> None:
    """Draw the maps that most visitors see first, so that they need not wait."""
    for name in FIRST:
        board_json(load_map(name))


async def page() -> FileResponse:
    """The page."""
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


async def refused(request: Request, error: Exception) -> JSONResponse:
    """What cannot be done is answered with the reason."""
    status = 404 if isinstance(error, Missing) else 409 if isinstance(error, Taken) else 400
    folder = request.app.state.tables.settings.folder
    return JSONResponse({"detail": without_folder(str(error), folder)[:1000]}, status)


async def invalid(request: Request, error: Exception) -> JSONResponse:
    """What is wrong with a message, without the message: it may be long, or contain what JSON cannot say (NaN)."""
    assert isinstance(error, RequestValidationError)
    wrong = [{key: problem[key] for key in ("type", "loc", "msg")} for problem in error.errors()]
    return JSONResponse({"detail": wrong}, 422)


async def missing(request: Request, error: Exception) -> Response:
    """A browser gets the page, which says that there is nothing here; a program gets JSON."""
    browser = "text/html" in request.headers.get("accept", "")
    if browser and request.method == "GET" and not request.url.path.startswith(("/api/", "/static/")):
        return FileResponse(STATIC / "index.html", 404, headers={"cache-control": "no-cache"})
    assert isinstance(error, HTTPException)
    return await http_exception_handler(request, error)


async def live(socket: WebSocket, id: str) -> None:
    """The WebSocket of a game."""
    await socket.accept()
    try:
        table = await socket.app.state.tables.get(id[:40])
    except HegemonError as error:
        await socket.send_json({"type": "error", "message": str(error)[:400], "number": None})
        await socket.close(4404)
        return
    await Visitor(socket, table).serve()
