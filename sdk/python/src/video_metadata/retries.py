"""When a call is made again, and after which pause."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from video_metadata.errors import ApiError, ConnectionFailure, RateLimited


@dataclass(frozen=True)
class Retries:
    """How often a call is made again, and after which pauses.

    GETs are repeated, and POSTs under an ``Idempotency-Key`` made for the call, if the answer was lost or the
    service was unavailable; every call that was refused with 429, of which the service has done nothing.
    """

    #: Attempts in all; 1 for none but the first.
    attempts: int = 6
    #: Seconds before the second attempt; each further pause is twice as long.
    first_pause: float = 0.5
    #: The longest pause that is not asked for by the service.
    longest_pause: float = 15.0
    #: A refusal that asks for a longer pause is raised at once, with ``retry_after``.
    longest_wait: float = 120.0
    #: Gives numbers in [0, 1). Pauses are lengthened by up to a half, so that clients do not come back together.
    random: Callable[[], float] = random.random

    def attempts_for(self, error: Exception) -> int:
        """How many attempts a failure of this kind is worth."""
        if isinstance(error, ConnectionFailure):
            # A restarting service is back soon, and a mistyped address is not worth waiting for.
            return {"broken": self.attempts, "absent": min(self.attempts, 3), "foreign": 1}[error.reason]
        if not isinstance(error, ApiError) or (error.retry_after or 0) > self.longest_wait:
            return 1
        if error.code == "IDEMPOTENCY_IN_PROGRESS":
            # Longer than the service goes on believing in a request whose function has died.
            return self.attempts + 2 if self.attempts > 1 else 1
        return self.attempts if error.status >= 500 or error.status == 429 else 1

    def pause_after(self, error: Exception, failures: int) -> float:
        """Seconds to wait after so many failures, not less than a refusal asks for."""
        asked = error.retry_after or 0 if isinstance(error, ApiError) else 0
        pause: float = min(self.longest_pause, self.first_pause * 2 ** (failures - 1))
        return max(pause, asked) + pause * self.random() / 2

    def pause_before_next(self, error: Exception, failures: int, *, repeatable: bool) -> float | None:
        """The same, or None where the call must not be made again."""
        if not (repeatable or isinstance(error, RateLimited)) or failures >= self.attempts_for(error):
            return None
        return self.pause_after(error, failures)
