"""What a process closes before it ends, so that its leases do not outlive it."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import weakref
from types import FrameType
from typing import Protocol


class ClosesAtExit(Protocol):
    """A client or server that can be closed from anywhere."""

    def close_at_exit(self) -> None:
        """Close what is open, without waiting long."""


_clients: weakref.WeakSet[ClosesAtExit] = weakref.WeakSet()
_servers: weakref.WeakSet[ClosesAtExit] = weakref.WeakSet()


def close_at_exit(client: ClosesAtExit) -> None:
    """Close the client when the process ends, by SIGTERM too unless the program treats that itself."""
    _clients.add(client)
    _treat_sigterm()


def close_server_at_exit(server: ClosesAtExit) -> None:
    """Close the server likewise, after the clients."""
    _servers.add(server)
    _treat_sigterm()


def _treat_sigterm() -> None:
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _close_and_die)


def _close_and_die(number: int, _: FrameType | None) -> None:
    _close_open()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)  # so that the parent sees what ended it


@atexit.register
def _close_open() -> None:
    for open_ in [*_clients, *_servers]:
        open_.close_at_exit()
