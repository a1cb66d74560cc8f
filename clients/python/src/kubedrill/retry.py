"""Rules of retries: every call of the protocol is safe to repeat with the same ids."""

from __future__ import annotations

import random

from .errors import RETRYABLE_CODES, KubedrillError

TRIES_MAX = 5
FIRST_DELAY_S = 0.1
BACKOFF = 1.5


class RetryRule:
    """Decides after each failure of one call on the delay of the next attempt, or to give up."""

    def __init__(self) -> None:
        self._tries = 1
        self._deadline_repeats = 0

    def delay_after(self, error: KubedrillError) -> float | None:
        """Return the delay of the next attempt in seconds, or None to give up."""
        if error.code == "DEADLINE_EXCEEDED" and self._deadline_repeats == 0:
            self._deadline_repeats = 1  # the reply is stored: the same ids collect it
            return 0.0
        if error.code not in RETRYABLE_CODES or self._tries >= TRIES_MAX:
            return None
        backoff = FIRST_DELAY_S * BACKOFF ** (self._tries - 1)
        self._tries += 1
        return max(backoff, error.retry_delay_s or 0.0) * (1.0 + 0.1 * random.random())
