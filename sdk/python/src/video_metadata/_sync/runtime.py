"""What the client needs of its surroundings: the counterpart of ``_async/runtime.py`` for threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """Time, for pauses and deadlines."""

    def now(self) -> float:
        """Seconds since any moment; never goes back."""
        ...

    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


#: Ends one at a time.
Lock = threading.Lock


def in_thread(work: Callable[[], T]) -> T:
    """Runs what blocks, which here is no matter."""
    return work()


class _Stopped(BaseException):
    """Ends a worker whose fellow has failed."""


class Workers:
    """Several that do the same at once; the first failure ends the others and is the one raised."""

    def __init__(self) -> None:
        self._failure: BaseException | None = None
        self._stopped = threading.Event()

    def check(self) -> None:
        """Raises where the others must end."""
        if self._stopped.is_set():
            raise _Stopped

    def run(self, count: int, work: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                work()
            except _Stopped:
                pass
            except Exception as failure:
                self._failure = self._failure or failure
                self._stopped.set()

        with ThreadPoolExecutor(count) as pool:
            try:
                for future in [pool.submit(guarded) for _ in range(count)]:
                    future.result()
            except BaseException:  # an interruption of this thread
                self._stopped.set()
                raise
        if self._failure is not None:
            raise self._failure
