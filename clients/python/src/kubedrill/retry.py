"""Rules of retries: every call of the protocol is safe to repeat with the same ids."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from .errors import RETRYABLE_CODES, KubedrillError

BUDGET_S = 60.0
FIRST_DELAY_S = 0.1
DELAY_MAX_S = 5.0
BACKOFF = 1.5
_FINAL_REASONS = frozenset({"POOL_FULL"})  # the server has waited for a slot already, or was told not to


class RetryRule:
    """Decides after each failure of one call on the delay of the next attempt, or to give up.

    A server that is being restarted is waited for: attempts go on for ``budget_s`` from the first failure.
    """

    def __init__(self, budget_s: float = BUDGET_S, now: Callable[[], float] = time.monotonic) -> None:
        self._budget_s = budget_s
        self._now = now
        self._give_up_at: float | None = None
        self._backoff_s = FIRST_DELAY_S
        self._deadline_repeats = 0

    def delay_after(self, error: KubedrillError) -> float | None:
        """Return the delay of the next attempt in seconds, or None to give up."""
        if error.code == "DEADLINE_EXCEEDED" and self._deadline_repeats == 0:
            self._deadline_repeats = 1  # the reply is stored: the same ids collect it
            return 0.0
        if error.code not in RETRYABLE_CODES or error.reason in _FINAL_REASONS:
            return None
        if self._give_up_at is None:
            self._give_up_at = self._now() + self._budget_s
        wanted = max(self._backoff_s, error.retry_delay_s or 0.0) * (1.0 + 0.1 * random.random())
        self._backoff_s = min(self._backoff_s * BACKOFF, DELAY_MAX_S)
        return wanted if self._now() + wanted <= self._give_up_at else None
