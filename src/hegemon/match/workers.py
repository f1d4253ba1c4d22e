"""Ordered work on several processes, with a bounded queue and without leftover processes."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


@contextmanager
def ordered_map(work: Callable[[A], B], items: Iterable[A], workers: int) -> Iterator[Iterator[B]]:
    """Yield `work` of every item, in order; on exit, running work is terminated at once.

    A worker that dies raises concurrent.futures.process.BrokenProcessPool.
    """
    if workers <= 1:
        yield map(work, items)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(),))
    try:
        yield _in_order(pool, work, items, 3 * workers)
    finally:
        with deaf():
            results = getattr(pool, "_result_queue", None)
            manager = getattr(pool, "_executor_manager_thread", None)
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(active_children()) - others:
                child.kill()
            # A worker that dies in the middle of a result leaves the pool's thread waiting for the rest of it, and the
            # program waiting for that thread, until nobody can write any more: that is when this end is closed too.
            writer = getattr(results, "_writer", None)
            if writer is not None:
                writer.close()
            if manager is not None:
                manager.join(timeout=5)  # a program that exits while this thread tidies up may find it half done


def _in_order(pool: ProcessPoolExecutor, work: Callable[[A], B], items: Iterable[A], most: int) -> Iterator[B]:
    waiting: deque[Future[B]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        if len(waiting) >= most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _begin(parent: int) -> None:
    """Ignore Ctrl-C, which is meant for the parent, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def deaf() -> Iterator[None]:
    """Ignore Ctrl-C inside the block, because it is already stopping."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, so that the block is atomic."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = False

    def remember(*_: object) -> None:
        nonlocal asked
        asked = True

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if asked:
            raise KeyboardInterrupt
