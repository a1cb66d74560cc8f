"""Keeps the leases of live episodes renewed while a trainer is busy elsewhere."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from .v1 import common_pb2

EPISODES_PER_CALL = 4096
INTERVAL_S = 60.0
OVER_STATES = frozenset({common_pb2.EPISODE_STATE_ENDED, common_pb2.EPISODE_STATE_CLOSED})


class Heartbeat:
    """A daemon thread that renews leases, from the first episode until its client is deleted.

    Attributes:
        pid: process that it works in; a fork copies the object and no thread.
    """

    def __init__(self, renew: Callable[[list[str]], None], interval_s: float) -> None:
        self.pid = os.getpid()
        self._renew = weakref.WeakMethod(renew)
        self._interval_s = interval_s
        self._episode_ids: set[str] = set()
        self._lock = threading.RLock()  # a signal may close the client while its thread holds it
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def note(self, leases: Iterable[Any]) -> None:
        """Stop renewing the leases of episodes that a reply says are over."""
        for lease in leases:
            if lease.state in OVER_STATES:
                self.discard(lease.episode_id)

    def add(self, episode_id: str) -> None:
        """Renew this episode's lease from now on."""
        with self._lock:
            self._episode_ids.add(episode_id)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="kubedrill-heartbeat", daemon=True)
                self._thread.start()

    def discard(self, episode_id: str) -> None:
        """Stop renewing this episode's lease."""
        with self._lock:
            self._episode_ids.discard(episode_id)

    def episode_ids(self) -> list[str]:
        """Return the ids of the episodes whose leases are renewed."""
        with self._lock:
            return sorted(self._episode_ids)

    def stop(self) -> None:
        """End the thread; safe to repeat."""
        self._stopped.set()

    def take_all(self) -> list[str]:
        """End the thread, and return the ids whose leases it renewed; safe to repeat."""
        self.stop()
        with self._lock:
            taken, self._episode_ids = sorted(self._episode_ids), set()
            return taken

    def _run(self) -> None:
        while not self._stopped.wait(self._interval_s):
            for batch in batches(self.episode_ids()):
                renew = self._renew()
                if renew is None:
                    return
                renew(batch)
                del renew  # the thread must not keep the client alive


def batches(episode_ids: list[str]) -> Iterable[list[str]]:
    """Split ids into lists of the maximum size of one call."""
    for start in range(0, len(episode_ids), EPISODES_PER_CALL):
        yield episode_ids[start : start + EPISODES_PER_CALL]
