"""Checks for agents, games and engines of other people: what our own tests ask, for yours."""

from hegemon.testing.agent_check import check_agent
from hegemon.testing.bots import BotCheck, BotReport, check_bot
from hegemon.testing.game_check import check_game
from hegemon.testing.paths import Chance, KnownPerft, Perft, divide, known_perfts, perft
from hegemon.testing.report import Finding, Report

__all__ = [
    "BotCheck",
    "BotReport",
    "Chance",
    "Finding",
    "KnownPerft",
    "Perft",
    "Report",
    "check_agent",
    "check_bot",
    "check_game",
    "divide",
    "known_perfts",
    "perft",
]
