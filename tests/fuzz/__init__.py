"""Random odd inputs, without end: ``python -m tests.fuzz NAME --seconds 600 --seed 0``.

A fuzzer is a file in `fuzzers` with a function ``case(random)``: it makes one input from the random generator and uses
it. It may return, or raise a HegemonError. Anything else is a failure: another exception, a crash, or a hang.
"""

import importlib.util
import os
import sys
from pathlib import Path


def _use_core(folder: Path) -> None:
    """Import the compiled core of this folder in place of the installed one."""
    spec = importlib.util.spec_from_file_location("hegemon._core", next(folder.glob("_core.*so")))
    assert spec is not None
    assert spec.loader is not None
    sys.modules["hegemon._core"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["hegemon._core"])


if "HEGEMON_FUZZ_CORE" in os.environ:
    _use_core(Path(os.environ["HEGEMON_FUZZ_CORE"]))
