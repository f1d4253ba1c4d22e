"""Game records: JSON lines with every decision and every chance outcome, so that replay needs no seed.

A file contains one or more games. Each line is an object with a ``type``:

- ``map``: the topology of a map, once per file, identified by its hash;
- ``game``: format version, map hash, rules (all fields), agents, and the starting position;
- ``turn``: the decisions, one per seat (text notation, null for a seat that had nothing to decide), the chance
  outcomes, and the hash of the position that follows;
- ``end``: winner, reason, the seat that forfeited (if any) and how, and the final hash.
"""

from hegemon.game.records.files import RecordFile, load_records, read_records, save_records, write_records
from hegemon.game.records.record import Record

__all__ = ["Record", "RecordFile", "load_records", "read_records", "save_records", "write_records"]
