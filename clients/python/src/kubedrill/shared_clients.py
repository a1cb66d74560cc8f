"""Clients that all environments of a process share, for frameworks that make an environment for each rollout."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from .aio import AsyncClient
from .client import Client

_clients: dict[tuple[str, str | None], Client] = {}
_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, str | None], AsyncClient]] = WeakKeyDictionary()


def shared_client(target: str, token: str | None = None) -> Client:
    """Return the process's client for a server."""
    known = _clients.get((target, token))
    return known or _clients.setdefault((target, token), Client(target, token=token))


def shared_async_client(target: str, token: str | None = None) -> AsyncClient:
    """Return the running event loop's client for a server."""
    clients = _by_loop.setdefault(asyncio.get_running_loop(), {})
    known = clients.get((target, token))
    return known or clients.setdefault((target, token), AsyncClient(target, token=token))
