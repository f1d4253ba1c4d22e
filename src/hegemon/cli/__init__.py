"""The command line: ``hegemon match | watch | maps | agents | rules | resolve | bench``."""

from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line; what it needs is loaded here, so that Ctrl-C is answered from the beginning."""
    try:
        from hegemon.cli.app import run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()
