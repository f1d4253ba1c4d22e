"""Worker processes: answers in order, errors as they were, nobody left behind."""

from __future__ import annotations

import os
import time
from contextlib import closing

import pytest

from hegemon.errors import AgentError, MapError
from hegemon.match import CannotBegin
from hegemon.match.workers import run_in_order


def slow_when_even(job: int) -> tuple[int, int]:
    time.sleep(0.05 if job % 2 == 0 else 0)
    return job, os.getpid()


def fails(job: int) -> int:
    if job == 2:
        raise MapError("no such map")
    if job == 5:
        raise CannotBegin("not today", 1)
    return job


def fails_later(job: int) -> int:
    return fails(job + 3)


def test_answers_come_in_order_from_several_processes() -> None:
    found = list(run_in_order(slow_when_even, 12, 3))
    assert [job for job, _ in found] == list(range(12))
    assert len({process for _, process in found}) == 3


def test_an_error_keeps_its_class_and_message() -> None:
    with pytest.raises(MapError, match="no such map"):
        list(run_in_order(fails, 4, 2))
    with pytest.raises(AgentError, match="not today"):
        list(run_in_order(fails_later, 4, 2))


def test_processes_end_when_no_more_answers_are_wanted() -> None:
    with closing(run_in_order(slow_when_even, 10**9, 2)) as answers:
        processes = {next(answers)[1] for _ in range(8)}
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
