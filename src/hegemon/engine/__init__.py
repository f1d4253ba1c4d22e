"""The analysis engine: queries as JSON lines, answered asynchronously. query.py reads them, engine.py works on them."""

from hegemon.engine.engine import Engine
from hegemon.engine.query import Query, read_query

__all__ = ["Engine", "Query", "read_query"]
