"""Addresses of servers: which texts are one, and which of them stay on this machine."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from typing import Any

PORT = 50051
EMBEDDED = "embedded"
"""Target that stands for the server of this process; processes that it starts use the same one."""

_HOST_PORT = re.compile(r"(?P<host>\[[^\s\[\]]+\]|[^\s:/?#@\[\],]+):(?P<port>[0-9]{1,5})")
_NAME = re.compile(r"[^\s:/?#@\[\],]+")
_DNS = re.compile(r"(?://[^\s/]*/)?(?P<rest>[^\s/]+)")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://|(?:dns|ipv4|ipv6|unix):", re.IGNORECASE)
_LOCAL_NAMES = ("localhost", "ip6-localhost", "ip6-loopback", "localhost.localdomain")


def check_target(target: Any) -> str:
    """Return the target if it can be one.

    Raises:
        TypeError: it is no text.
        ValueError: it has no host and port; the message says what would be right.
    """
    if isinstance(target, str) and (target == EMBEDDED or _is_target(target)):
        return target
    kind = ValueError if isinstance(target, str) else TypeError
    meant = target.decode(errors="replace") if isinstance(target, bytes) else target
    suggestion = _suggest(str(meant) if isinstance(meant, (str, int)) else "")
    raise kind(f"target is {target!r}; give host:port, such as {suggestion}")


def is_local(target: str) -> bool:
    """Return True if what is sent to the target stays on this machine, so that no proxy may see it."""
    scheme, rest = _split(target)
    if scheme.startswith("unix"):
        return True
    hosts = [_host(address) for address in rest.rpartition("/")[2].split(",")]
    return all(map(_is_local_host, hosts))


def port_of(target: str) -> str | None:
    """Return the port of a target; None for one that names none, or several hosts."""
    found = re.search(r":([0-9]{1,5})$", target)
    return None if found is None or "," in target else found[1]


def _is_target(target: str) -> bool:
    scheme, rest = _split(target)
    return _FORMS[scheme](rest)


def _split(target: str) -> tuple[str, str]:
    """Return the scheme, empty for a plain ``host:port``, and what follows it."""
    scheme, colon, rest = target.partition(":")
    return (scheme, rest) if colon and scheme in _FORMS else ("", target)


def _is_host_port(text: str) -> bool:
    found = _HOST_PORT.fullmatch(text)
    if found is None or not 0 < int(found["port"]) < 65536:
        return False
    return not text.startswith("[") or _address(_host(text), 6) is not None


def _is_dns(rest: str) -> bool:
    found = _DNS.fullmatch(rest)
    return found is not None and (_is_host_port(found["rest"]) or _NAME.fullmatch(found["rest"]) is not None)


def _is_list(version: int) -> Callable[[str], bool]:
    def check(rest: str) -> bool:
        return all(_is_host_port(text) and _address(_host(text), version) is not None for text in rest.split(","))

    return check


def _is_path(rest: str) -> bool:
    return rest.strip("/ ") != ""


_FORMS: dict[str, Callable[[str], bool]] = {
    "": _is_host_port,
    "dns": _is_dns,
    "ipv4": _is_list(4),
    "ipv6": _is_list(6),
    "unix": _is_path,
    "unix-abstract": _is_path,
    "vsock": _is_path,
    "xds": _is_path,
}


def _host(text: str) -> str:
    return text[1 : text.index("]")] if text.startswith("[") and "]" in text else text.partition(":")[0]


def _address(host: str, version: int | None = None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return address if version in (None, address.version) else None


def _is_local_host(host: str) -> bool:
    address = _address(host)
    if address is None:
        name = host.lower().rstrip(".")
        return name in _LOCAL_NAMES or name.endswith(".localhost")
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)


def _suggest(target: str) -> str:
    """Return what was probably meant."""
    bare = _SCHEME.sub("", re.sub(r"\s", "", target), count=1).lstrip("/")
    bare = re.split(r"[/?#]", bare, maxsplit=1)[0].rpartition("@")[2]
    head, _, tail = bare.rpartition(":")
    if _is_host_port(bare):
        return bare
    if re.fullmatch(r":?[0-9]{2,5}", bare) and _is_host_port(f"localhost:{tail}"):
        return f"localhost:{tail}"
    if _address(head, 6) is not None and _is_host_port(f"[{head}]:{tail}"):
        return f"[{head}]:{tail}"
    if (address := _address(bare.strip("[]"), 6)) is not None:
        return f"[{address}]:{PORT}"
    name = _NAME.match(bare)
    return f"{name[0] if name else 'localhost'}:{PORT}"
