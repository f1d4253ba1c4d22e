"""The command line: ``hegemon match | watch | maps | agents | rules | resolve | bench``."""

from hegemon.cli.app import main

__all__ = ["main"]
