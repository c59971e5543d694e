"""Pauses between two polls."""

from __future__ import annotations

from video_metadata._async.runtime import AsyncClock

FIRST_PAUSE = 0.15
GROWTH = 1.25


class AsyncPauses:
    """Short at first, later ``longest`` seconds, until ``timeout`` seconds are over."""

    def __init__(self, clock: AsyncClock, timeout: float | None, longest: float) -> None:
        self._clock = clock
        self._longest = longest
        self._end = None if timeout is None else clock.now() + timeout
        self._pause = 0.0

    async def next(self) -> bool:
        """Waits before the next poll; does not before the first. Answers False when the time is over."""
        if self._pause > 0:
            left = self._pause if self._end is None else self._end - self._clock.now()
            if left <= 0:
                return False
            await self._clock.sleep(min(self._pause, left))
        self._pause = min(self._longest, max(FIRST_PAUSE, self._pause * GROWTH))
        return True
