"""The first contact with a server, so that a wrong address is told soon rather than taken for one that restarts."""

from __future__ import annotations

import os
import time
from typing import Any

import grpc
import grpc.aio

from .errors import KubedrillError, from_rpc_error
from .target import is_local

REACH_S = 5.0
_WHY_S = 1.5  # part of it: attempts to connect give up after a second
_PROXIES = ("grpc_proxy", "https_proxy", "http_proxy")  # in the order in which gRPC takes them
_CHECK = "/grpc.health.v1.Health/Check"  # any answer will do, so also that of a server without it


def reach(channel: grpc.Channel, target: str, timeout_s: float) -> None:
    """Wait until a server answers, at most ``REACH_S`` or the timeout.

    Raises:
        KubedrillError: none has; the message says why, and what to do.
    """
    check = channel.unary_unary(_CHECK)
    for timing in _attempts(timeout_s):
        try:
            check(b"", **timing)
            return
        except grpc.RpcError as cause:
            error = from_rpc_error(cause)
        if not _is_silence(error):
            return
    raise _unreached(target, error)


async def reach_aio(channel: grpc.aio.Channel, target: str, timeout_s: float) -> None:
    """Wait as :func:`reach` does."""
    check = channel.unary_unary(_CHECK)
    for timing in _attempts(timeout_s):
        try:
            await check(b"", **timing)
            return
        except grpc.RpcError as cause:
            error = from_rpc_error(cause)
        if not _is_silence(error):
            return
    raise _unreached(target, error)


def _attempts(timeout_s: float) -> Any:
    """Yield how long to try: as long as a server may start, then once more for the reason why it fails."""
    total_s = min(REACH_S, timeout_s)
    end = time.monotonic() + total_s
    yield {"timeout": max(total_s - _WHY_S, total_s / 2), "wait_for_ready": True}
    yield {"timeout": max(end - time.monotonic(), 0.1), "wait_for_ready": False}


def _is_silence(error: KubedrillError) -> bool:
    return error.code in ("UNAVAILABLE", "DEADLINE_EXCEEDED")


def _unreached(target: str, last: KubedrillError) -> KubedrillError:
    why = last.message if last.code == "UNAVAILABLE" else "it does not answer"
    return KubedrillError(
        f"no server was reached at {target} ({why}); start one with `kubedrill serve`, or correct the address"
        f"{_advise_on_proxy(target)}",
        code="UNAVAILABLE",
        retryable=True,
    )


def _advise_on_proxy(target: str) -> str:
    proxy = next(filter(os.environ.get, _PROXIES), None)
    return "" if proxy is None or is_local(target) else f"; {proxy} is set: name the host in no_proxy to go without"
