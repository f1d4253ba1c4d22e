"""What an agent thinks of a position or of every decision of a game, as values, as text and as a picture."""

from hegemon.analysis.position import Analyst, analyse, default_agent, make_analyst
from hegemon.analysis.record import (
    DecisionAnalysis,
    RecordAnalysis,
    analyse_record,
    analyse_steps,
    step_of,
    view_at,
)
from hegemon.analysis.text import analysis_json, analysis_text
from hegemon.search import win_probability

__all__ = [
    "Analyst",
    "DecisionAnalysis",
    "RecordAnalysis",
    "analyse",
    "analyse_record",
    "analyse_steps",
    "analysis_json",
    "analysis_text",
    "default_agent",
    "make_analyst",
    "step_of",
    "view_at",
    "win_probability",
]
