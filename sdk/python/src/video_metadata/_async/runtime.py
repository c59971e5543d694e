"""What the client needs of its surroundings: ``_sync/runtime.py`` has the same for threads."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import anyio
import anyio.to_thread

T = TypeVar("T")


class AsyncClock(Protocol):
    """Time, for pauses and deadlines."""

    def now(self) -> float:
        """Seconds since any moment; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class AsyncSystemClock:
    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)


#: Ends one at a time.
AsyncLock = anyio.Lock


async def in_thread(work: Callable[[], T]) -> T:
    """Runs what blocks, such as reading a file."""
    return await anyio.to_thread.run_sync(work)


class AsyncWorkers:
    """Several that do the same at once; the first failure ends the others and is the one raised."""

    def __init__(self) -> None:
        self._failure: BaseException | None = None

    def check(self) -> None:
        """Raises where the others must end; here they are cancelled."""

    async def run(self, count: int, work: Callable[[], Awaitable[None]]) -> None:
        async with anyio.create_task_group() as group:

            async def guarded() -> None:
                try:
                    await work()
                except Exception as failure:
                    self._failure = self._failure or failure
                    group.cancel_scope.cancel()

            for _ in range(count):
                group.start_soon(guarded)
        if self._failure is not None:
            raise self._failure
