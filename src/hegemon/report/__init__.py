"""Reports of tournaments: a self-contained HTML page, and tables for other programs."""

from hegemon.report.build import summarise
from hegemon.report.export import export_csv, export_parquet, export_records
from hegemon.report.outcome import games_of, outcome
from hegemon.report.page import render, write_report
from hegemon.report.replay_page import render_replay, write_replay
from hegemon.report.summary import Summary

__all__ = [
    "Summary",
    "export_csv",
    "export_parquet",
    "export_records",
    "games_of",
    "outcome",
    "render",
    "render_replay",
    "summarise",
    "write_replay",
    "write_report",
]
