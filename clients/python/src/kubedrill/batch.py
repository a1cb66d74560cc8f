"""Batches of calls: split by size, and sent again until every item has its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .errors import KubedrillError, from_status
from .retry import Patience, RetryRule

ITEMS_MAX = 1024
REQUEST_BYTES_MAX = 8 * 1024 * 1024  # half of a message, which also has headers
IDLE_ROUNDS_MAX = 2


class Batch:
    """What is still to be sent of a batch, and the answers so far; whoever owns the connection sends it.

    A server leaves items *pending* that do not fit into its reply or are not done in time: sent again, they are
    answered from the stored reply. Items that fail for a passing reason are sent again as single calls are.
    """

    def __init__(self, requests: Sequence[Any], patience: Patience) -> None:
        self._requests = requests
        self._waiting = list(range(len(requests)))
        self._rule = RetryRule(patience)
        self._idle_rounds = 0
        self.answers: list[Any] = [None] * len(requests)

    def chunk(self) -> list[int]:
        """Return the indexes of the items of the next call; empty when all are answered."""
        size, chunk = 0, []
        for index in self._waiting[:ITEMS_MAX]:
            size += self._requests[index].ByteSize()
            if chunk and size > REQUEST_BYTES_MAX:
                break
            chunk.append(index)
        return chunk

    def requests(self, chunk: Sequence[int]) -> list[Any]:
        """Return the requests of a chunk."""
        return [self._requests[index] for index in chunk]

    def take(self, chunk: Sequence[int], items: Sequence[Any]) -> float:
        """Record the items of a reply, and return the delay before the next call in seconds."""
        delay = 0.0
        again = []
        for index, item in zip(chunk, items, strict=True):
            if item.HasField("response"):
                self.answers[index] = item.response
            elif item.HasField("status"):
                error = from_status(item.status)
                wanted = self._rule.delay_after(error) if error.retryable else None
                if wanted is None:
                    self.answers[index] = error
                else:
                    delay = max(delay, wanted)
                    again.append(index)
            else:
                again.append(index)
        self._waiting = self._waiting[len(chunk) :] + again
        self._give_up_if_idle(again, is_idle=len(again) == len(chunk) and delay == 0.0)
        return delay

    def fail(self, chunk: Sequence[int], error: KubedrillError) -> None:
        """Record the failure of a whole call: its items failed, and what other calls answered stands.

        Raises:
            KubedrillError: it is the failure of the whole batch.
        """
        if len(chunk) == len(self.answers):
            raise error
        self._waiting = self._waiting[len(chunk) :]
        for index in chunk:
            self.answers[index] = error

    def _give_up_if_idle(self, pending: Sequence[int], *, is_idle: bool) -> None:
        self._idle_rounds = self._idle_rounds + 1 if is_idle else 0
        if self._idle_rounds < IDLE_ROUNDS_MAX:
            return
        error = KubedrillError("no item of the batch was done in time", code="DEADLINE_EXCEEDED", retryable=True)
        self._waiting = [index for index in self._waiting if index not in pending]
        for index in pending:
            self.answers[index] = error
        self._idle_rounds = 0
