"""The description of the API: OpenAPI for HTTP, and in the same document the messages of the WebSocket."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from hegemon.web.answers import Outgoing
from hegemon.web.messages import MOST_TEXT, Incoming

REF = "#/components/schemas/{model}"


def describe(app: FastAPI) -> None:
    """Add the WebSocket, which OpenAPI has no words for, to the description of an application."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        known = app.openapi_schema is not None
        found = plain()  # is made once, and kept
        if not known:
            schemas = found.setdefault("components", {}).setdefault("schemas", {})
            found["x-websockets"] = {
                "/api/games/{id}/live": {
                    "description": "A game while it is played: JSON in text frames, each of at most "
                    f"{MOST_TEXT:,} characters to the server.",
                    "receives": _schema(Incoming, schemas),
                    "sends": _schema(Outgoing, schemas),
                }
            }
        return found

    app.openapi = openapi  # type: ignore[method-assign]


def _schema(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    found = TypeAdapter(kind).json_schema(ref_template=REF)
    for name, schema in found.pop("$defs", {}).items():
        schemas.setdefault(name, schema)
    return found
