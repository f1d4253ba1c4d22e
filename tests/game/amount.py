"""How much the slow comparisons with the reference engine play: `FULL=1 make test` asks for all of it."""

import os

FULL = os.environ.get("FULL", "") not in ("", "0")
