"""Clients that all environments of a process share, for frameworks that make an environment for each rollout."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from .aio import AsyncClient
from .client import Client

_Key = tuple[str, str | None, str | None]
_clients: dict[_Key, Client] = {}
_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[_Key, AsyncClient]] = WeakKeyDictionary()


def shared_client(target: str, token: str | None = None, token_file: str | None = None) -> Client:
    """Return the process's client for a server."""
    key = (target, token, token_file)
    known = _clients.get(key)
    return known or _clients.setdefault(key, Client(target, token=token, token_file=token_file))


def shared_async_client(target: str, token: str | None = None, token_file: str | None = None) -> AsyncClient:
    """Return the running event loop's client for a server."""
    clients = _by_loop.setdefault(asyncio.get_running_loop(), {})
    key = (target, token, token_file)
    known = clients.get(key)
    return known or clients.setdefault(key, AsyncClient(target, token=token, token_file=token_file))
