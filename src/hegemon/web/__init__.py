"""The page: a local web server to play, watch, replay and understand games. `hegemon serve` starts it."""

from hegemon.web.app import create_app
from hegemon.web.settings import Settings

__all__ = ["Settings", "create_app"]
