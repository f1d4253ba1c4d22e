"""Schemathesis sends what the API's own description allows and forbids: nothing may break the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from hegemon.web.app import create_app
from hegemon.web.settings import Settings
from tests.web.conftest import new_game


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
