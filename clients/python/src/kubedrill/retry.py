"""Rules of retries: every call of the protocol is safe to repeat with the same ids."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable

from .errors import RETRYABLE_CODES, KubedrillError

BUDGET_S = 60.0
WARN_AFTER_S = 2.0
FIRST_DELAY_S = 0.1
DELAY_MAX_S = 5.0
BACKOFF = 1.5
_MOMENT_S = 0.001
QUICK_S = 30.0
_LONG_CALLS = frozenset({"Reset", "ResetBatch", "Step", "StepBatch", "Reward", "Fork"})  # the others simulate nothing
_FINAL_REASONS = frozenset({"POOL_FULL"})  # the server has waited for a slot already, or was told not to
_log = logging.getLogger("kubedrill")


class Patience:
    """What the calls of a client share: for how long each is repeated, and who was told that it is.

    Args:
        target: address of the server, for the warning.
        budget_s: time for which a call is repeated from its first failure.
        now: clock, s.
    """

    def __init__(self, target: str, budget_s: float = BUDGET_S, now: Callable[[], float] = time.monotonic) -> None:
        self.budget_s = budget_s
        self.now = now
        self._target = target
        self._warned_at: float | None = None

    @classmethod
    def of(cls, target: str, timeout_s: float) -> Patience:
        """Return the patience of a client whose calls may take so long; a shorter one bounds the whole."""
        return cls(target, min(BUDGET_S, timeout_s))

    def warn(self, error: KubedrillError, left_s: float) -> None:
        """Tell in the log that calls are being repeated; once per budget, however many calls are."""
        if self._warned_at is not None and self.now() - self._warned_at < self.budget_s:
            return
        self._warned_at = self.now()
        _log.warning("%s: %s; calls are repeated for up to %.0f s more", self._target, error, left_s)


class RetryRule:
    """Decides after each failure of one call on the delay of the next attempt, or to give up.

    A server that is being restarted is waited for: attempts go on for the budget from the first failure, the last one
    just after it.
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._failed_at: float | None = None
        self._backoff_s = FIRST_DELAY_S
        self._deadline_repeats = 0

    def delay_after(self, error: KubedrillError) -> float | None:
        """Return the delay of the next attempt in seconds, or None to give up."""
        if error.code == "DEADLINE_EXCEEDED" and self._deadline_repeats == 0:
            self._deadline_repeats = 1  # the reply is stored: the same ids collect it
            return 0.0
        if error.code not in RETRYABLE_CODES or error.reason in _FINAL_REASONS:
            return None
        now = self._patience.now()
        self._failed_at = now if self._failed_at is None else self._failed_at
        left_s = self._failed_at + self._patience.budget_s - now
        asked_s = error.retry_delay_s or 0.0
        if left_s <= 0.0 or asked_s > left_s:
            return None
        wanted = min(max(self._backoff_s, asked_s) * (1.0 + 0.1 * random.random()), left_s + _MOMENT_S)
        self._backoff_s = min(self._backoff_s * BACKOFF, DELAY_MAX_S)
        if now - self._failed_at + wanted >= WARN_AFTER_S:
            self._patience.warn(error, left_s)
        return wanted


def call_timeout(method: str, timeout_s: float) -> float:
    """Return the deadline of one attempt of a call in seconds, shorter for calls that are answered at once."""
    return timeout_s if method in _LONG_CALLS else min(QUICK_S, timeout_s)


def name_unanswered(error: KubedrillError, method: str, timeout_s: float) -> KubedrillError:
    """Return the error by which a call is given up, with what was waited for if the server said nothing."""
    if error.code != "DEADLINE_EXCEEDED" or error.reason:
        return error
    return KubedrillError(
        f"{method} was not answered within {timeout_s:g} s, nor when it was repeated; the same call may be made again",
        code=error.code,
        retryable=True,
    )
