"""What an agent thinks of a position or of every decision of a game, as values, as text and as a picture."""

from hegemon.analysis.position import DEFAULT_AGENTS, Analyst, analyse, make_analyst, win_probability
from hegemon.analysis.record import (
    RECORD_AGENTS,
    DecisionAnalysis,
    RecordAnalysis,
    analyse_record,
    analyse_steps,
    step_of,
    view_at,
)
from hegemon.analysis.text import analysis_json, analysis_text

__all__ = [
    "DEFAULT_AGENTS",
    "RECORD_AGENTS",
    "Analyst",
    "DecisionAnalysis",
    "RecordAnalysis",
    "analyse",
    "analyse_record",
    "analyse_steps",
    "analysis_json",
    "analysis_text",
    "make_analyst",
    "step_of",
    "view_at",
    "win_probability",
]
