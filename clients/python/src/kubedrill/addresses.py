"""Targets that stand for several servers: a list of addresses, or a name that resolves to them."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .errors import KubedrillError
from .target import check_target, is_local

Target = "str | Sequence[str]"
_NAME = re.compile(r"dns:///(?P<host>[^\s/,:\[\]]+):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True)
class Addresses:
    """Where to look for servers.

    Attributes:
        text: the target, as messages name it.
        read: returns the addresses at present, ``host:port`` each; asks the resolver where there is a name.
        name: host of the target if it is a name, which certificates are for; None for a list.
    """

    text: str
    read: Callable[[], list[str]]
    name: str | None = None


def several(target: str | Sequence[str]) -> Addresses | None:
    """Return the addresses of a target that stands for several servers; None for one that stands for one.

    Raises:
        TypeError: it is neither a text nor a list of texts.
        ValueError: one of its addresses has no host and port, or there are none.
    """
    if isinstance(target, str):
        if found := _NAME.fullmatch(target):
            return None if is_local(target) else _by_name(target, found["host"], int(found["port"]))
        parts = target.split(",")
        if len(parts) == 1 or ":" not in parts[0] or target.startswith(("ipv4:", "ipv6:", "unix", "dns:")):
            return None
    elif isinstance(target, Sequence) and not isinstance(target, bytes):
        parts = list(target)
    else:
        return None
    if not parts:
        raise ValueError("target is an empty list; give addresses of servers, host:port each")
    addresses = list(dict.fromkeys(check_target(part.strip() if isinstance(part, str) else part) for part in parts))
    return Addresses(",".join(addresses), lambda: addresses)


def _by_name(target: str, host: str, port: int) -> Addresses:
    check_target(target)
    return Addresses(target, lambda: _resolve(target, host, port), host)


def _resolve(target: str, host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as cause:
        raise KubedrillError(
            f"{target} cannot be resolved ({cause}); correct the name, or wait until it has servers",
            code="UNAVAILABLE",
            retryable=True,
        ) from cause
    hosts = {family: [str(address[0]) for kind, *_, address in found if kind == family] for family, *_ in found}
    if socket.AF_INET in hosts:  # a server that has both kinds would be counted twice
        return sorted({f"{ip}:{port}" for ip in hosts[socket.AF_INET]})
    return sorted({f"[{ip}]:{port}" for ip in hosts.get(socket.AF_INET6, [])})
