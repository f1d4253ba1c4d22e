"""The pages list every message and every field, in the words of their definitions."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon.engine import Query
from hegemon.protocol import FROM_BOT, POSITIONS, TO_BOT
from hegemon.protocol.views import ActionEvent, Cards, Occupied, OrderEvent, TerritoryOrders
from tests.protocol.tables import rows

DOCS = Path(__file__).parents[2] / "docs"
PARTS = [OrderEvent, TerritoryOrders, ActionEvent, Occupied, Cards]
HOST = {*TO_BOT.values(), *POSITIONS.values(), *PARTS}


@pytest.mark.parametrize("kind", [*TO_BOT.values(), *FROM_BOT.values(), *POSITIONS.values(), *PARTS])
def test_the_page_of_the_protocol_has_every_field(kind: type) -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    missing = [row for row in rows(kind, host=kind in HOST) if row not in text.splitlines()]
    assert not missing, f"docs/protocol.md lacks the rows of {kind.__name__}:\n" + "\n".join(missing)


def test_the_page_of_the_engine_has_every_field_of_a_query() -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    missing = [row for row in rows(Query) if row not in text.splitlines()]
    assert not missing, "docs/engine.md lacks these rows:\n" + "\n".join(missing)
