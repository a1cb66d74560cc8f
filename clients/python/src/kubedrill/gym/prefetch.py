"""Resets in the background, while the trainer computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Prefetch:
    """At most one reset of some rows in flight, and its results until they are taken."""

    def __init__(self) -> None:
        self._executor: ThreadPoolExecutor | None = None  # made at the first use: threads do not survive a fork
        self._pending: Future[list[Any]] | None = None
        self._states: dict[int, Any] = {}
        self._starts: dict[int, Any] = {}

    def begin(self, states: Mapping[int, Any], reset: Callable[[], list[Any]]) -> None:
        """Run a reset in the background; ``states`` holds the state of each row's generator before its draw."""
        self._executor = self._executor or ThreadPoolExecutor(1, thread_name_prefix="kubedrill-prefetch")
        self._states.update(states)
        self._pending = self._executor.submit(reset)
        self._rows = list(states)

    def finish(self) -> tuple[list[int], list[Any]] | None:
        """Wait for the reset in flight and return its rows and replies, or None when there is none."""
        if self._pending is None:
            return None
        pending, self._pending = self._pending, None
        return self._rows, pending.result()

    def keep(self, starts: Mapping[int, Any]) -> None:
        """Keep starts until they are taken."""
        self._starts.update(starts)

    def take(self, row: int) -> Any | None:
        """Return the start of a row, once, or None when there is none."""
        self._states.pop(row, None)
        return self._starts.pop(row, None)

    def discard(self, row: int) -> Any | None:
        """Discard the start of a row and return the generator's state from before its draw, or None."""
        self._starts.pop(row, None)
        return self._states.pop(row, None)

    def stop(self) -> None:
        """End the thread; safe to repeat."""
        if self._executor is not None:
            self._executor.shutdown()
            self._executor = None
