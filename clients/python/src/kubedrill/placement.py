"""Placement of groups on servers: a pure function, the same in every client.

Rendezvous hashing: each server has a weight for each start, and the heaviest that has room plays it. So clients agree
without talking to each other, the members of a group meet where their incident is made once, and a server that comes or
goes moves only the starts that it gets or had. ``clients/placements.json`` has placements that all clients agree on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

_WEIGHT_BYTES = 8


def weigh(server: str, task: str, seed: str) -> int:
    """Return the weight of a server for a start, 0 … 2**64 - 1.

    Args:
        server: id of the server.
        task: URI of the task, or a text that stands for the start.
        seed: root seed as a decimal number; empty where ``task`` says it all.
    """
    digest = hashlib.sha256("\0".join((server, task, seed)).encode()).digest()
    return int.from_bytes(digest[:_WEIGHT_BYTES], "big")


def rank(servers: Iterable[str], task: str, seed: str) -> list[str]:
    """Return the ids of servers in the order in which they are asked to play a start."""
    return sorted(servers, key=lambda server: (-weigh(server, task, seed), server))


def place(rooms: Mapping[str, int], task: str, seed: str, need: int = 1) -> str | None:
    """Return the id of the server that plays a start.

    Args:
        rooms: free slots by the id of each server that is ready.
        task: as for :func:`weigh`.
        seed: as for :func:`weigh`.
        need: slots that are wanted together, at least 1.

    Returns:
        The first in rank with that much room; if none has it the first of all, in whose queue it waits; None without
        servers.
    """
    roomy = [server for server, room in rooms.items() if room >= need]
    return next(iter(rank(roomy or rooms, task, seed)), None)
