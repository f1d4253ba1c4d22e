"""The command line: ``hegemon match | watch | maps | agents | rules | resolve | bench``."""

from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line. Imports happen here, so that Ctrl-C works from the start."""
    try:
        from hegemon.cli.app import run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()
