"""Goes wrong in every way, case by case, so that the harness can be tested."""

from __future__ import annotations

import os
import signal
import time

from hegemon import HegemonError
from tests.fuzz.harness import Generator


def case(random: Generator) -> None:
    if random.number == 1:
        raise ValueError("odd")
    if random.number == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    if random.number == 3:
        time.sleep(60)
    if random.number > 3:
        raise HegemonError("refused")
