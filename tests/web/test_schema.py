"""Schemathesis sends what the API's own description allows and forbids: nothing may break the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from schemathesis.core.result import Ok

from hegemon.web.answers import (
    AnalysisAnswer,
    FilmAnswer,
    GameListAnswer,
    NewGameAnswer,
    Outgoing,
    StateMessage,
    UploadAnswer,
)
from hegemon.web.app import create_app
from hegemon.web.settings import Settings
from tests.web.conftest import Client, new_game


def finished(client: TestClient, *seats: str, **more: Any) -> str:
    """The id of a game between agents, when it is over; every message to a spectator is as the description says."""
    id = str(new_game(client, *seats, **more)["id"])
    with client.websocket_connect(f"ws://localhost/api/games/{id}/live") as socket:
        socket.send_json({"type": "join", "number": 1, "tokens": []})
        while True:
            found = TypeAdapter(Outgoing).validate_python(socket.receive_json())
            if isinstance(found, StateMessage) and found.result:
                return id


@pytest.mark.parametrize(
    "wanted",
    [
        {"rules": "soares2025"},
        {"rules": "warlight2(fog=none)", "map": "italy"},
        {"rules": "classic(setup_place=random)", "map": "hex"},
    ],
)
def test_answers_are_as_described(client: Client, wanted: dict[str, Any]) -> None:
    id = finished(client, "heuristic", "random", **wanted)
    GameListAnswer.model_validate(client.get("/api/games").json(), strict=True)
    film = FilmAnswer.model_validate(client.get(f"/api/games/{id}/film").json(), strict=True)
    assert film.frames
    text = client.get(f"/api/games/{id}/record").text
    UploadAnswer.model_validate(client.post("/api/records", content=text).json(), strict=True)
    found = AnalysisAnswer.model_validate(client.post(f"/api/games/{id}/analysis", json={"visits": 20}).json())
    while not found.complete:
        found = AnalysisAnswer.model_validate(client.get(f"/api/games/{id}/analysis?visits=20").json(), strict=True)
    assert found.answers
    assert not found.problem


def test_messages_to_a_person_are_as_described(client: Client) -> None:
    game = new_game(client, "", "random")
    NewGameAnswer.model_validate(game, strict=True)
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        asked = {"seat": 0, "step": 0}
        socket.send_json({"type": "join", "number": 1, "tokens": [game["tokens"]["0"]]})
        socket.send_json({"type": "plan", "number": 2, "plan": "-", **asked})
        socket.send_json({"type": "nonsense", "number": 3})
        socket.send_json({"type": "ping", "number": 4})
        kinds = set()
        while "pong" not in kinds:
            kinds.add(TypeAdapter(Outgoing).validate_python(socket.receive_json()).type)
    assert kinds == {"welcome", "state", "done", "error", "pong"}


def test_the_description_has_the_websocket(client: Client) -> None:
    found = client.get("/openapi.json").json()
    assert found == client.get("/openapi.json").json()
    socket = found["x-websockets"]["/api/games/{id}/live"]
    for union in (socket["receives"], socket["sends"]):
        for one in union["oneOf"]:
            assert one["$ref"].removeprefix("#/components/schemas/") in found["components"]["schemas"]


@pytest.mark.filterwarnings("ignore")  # of the tool and of what it uses
def test_no_request_breaks_the_server(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(folder=tmp_path, most_games=5)), base_url="http://localhost:8642") as client:
        schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        assert len(operations) > 10
        game = new_game(client, "random", "random")["id"]

        @settings(
            max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )  # fmt: skip
        @given(data=st.data())
        def tries(data: Any) -> None:
            operation = data.draw(st.sampled_from(operations))
            case = data.draw(operation.as_strategy())
            if "/games/{id}" in case.path and case.method != "DELETE" and data.draw(st.booleans()):
                case.path_parameters["id"] = game
            kwargs = case.as_transport_kwargs(base_url="http://localhost:8642")
            kwargs["headers"] = {k: v for k, v in kwargs["headers"].items() if v.isascii()}
            answer = client.request(**{k: v for k, v in kwargs.items() if k not in ("cookies",) and v is not None})
            assert answer.status_code < 500, (case.method, case.formatted_path, answer.text)

        tries()
