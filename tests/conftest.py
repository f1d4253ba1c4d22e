"""Fixtures that several folders of tests share."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

# Two processes run the tests: threads of numpy and torch would only wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# A program that a script starts in the background ignores Ctrl-C; tests of Ctrl-C would wait forever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all tests are collected


def pytest_collection_finish() -> None:
    """Modules and tests stay: collections of garbage, which check_agent makes often, need not look at them again."""
    gc.freeze()
    gc.enable()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Long values have short names: test processes tell each other the names of all tests several times."""
    return f"{val[:60]!a}..." if isinstance(val, str | bytes) and len(val) > 200 else None


QUICK = {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 500, "health_check_timeout_ms": 1000}
"""A lost node is missed soon."""


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two nodes of one processor each on this machine: the head, and one that may be lost."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    folder = Path(tempfile.mkdtemp(prefix="hg", dir="/tmp"))  # sockets need short paths
    monkeypatch.setenv("RAY_TMPDIR", str(folder))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    ray: Any = import_module("ray")
    made: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 1,
            "node_ip_address": "127.0.0.2",
            "include_dashboard": False,
            "_system_config": QUICK,
        },
    )
    made.other = made.add_node(num_cpus=1, node_ip_address="127.0.0.3")
    yield made
    ray.shutdown()
    made.shutdown()
    shutil.rmtree(folder, ignore_errors=True)
