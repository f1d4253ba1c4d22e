"""How much the slow tests do, against the reference engine and with properties; `FULL=1 make test` does all of it."""

import os

FULL = os.environ.get("FULL", "") not in ("", "0")
