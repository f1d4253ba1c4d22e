"""Compliance checks of bots: protocol_check.py for the protocol of this package, dialect_check.py for the Warlight AI
challenges. trial.py is the program under trial, games.py the games, report.py what is found.
"""

from hegemon.testing.bots.check import check_bot
from hegemon.testing.bots.report import BotCheck, BotReport

__all__ = ["BotCheck", "BotReport", "check_bot"]
