"""How much the slow tests do: turns against the reference engine, examples of properties. `FULL=1 make test` does all."""

import os

FULL = os.environ.get("FULL", "") not in ("", "0")
