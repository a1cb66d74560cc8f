"""Ray Data: episodes that many servers play at once, as the rows of a data set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import ray

from .client import Client
from .errors import KubedrillError
from .trajectories import GeneratedRow

PARTS_OF_SERVER = 2
"""Streams at once of a server, which has room for some more."""


def read_incidents(
    addresses: str | Sequence[str],
    episodes: int,
    *,
    token: str | None = None,
    parts: int | None = None,
    **options: Any,
) -> Any:
    """Return a Ray data set of the rows of episodes that servers play, each a share, while the data set is read.

    The rows are those of :meth:`kubedrill.Client.generate_trajectories` with the same options, wherever they are
    played, with a column ``split``; a field that only some have is None in the others. What a server leaves unfinished
    is played by the next one.

    Args:
        addresses: where servers with one key are, such as ``Servers.addresses()``.
        episodes: number of episodes.
        token: bearer token with scope ``train``.
        parts: number of shares; None: two for each server, which play at once.
        **options: other fields of ``GenerateOptions``, such as ``policies``, ``format`` and ``seed``.
    """
    places = addresses.split(",") if isinstance(addresses, str) else list(addresses)
    group = max(1, len(options.get("policies", ()))) * options.get("repeats", 1)
    bounds = _bounds(episodes, group, parts or PARTS_OF_SERVER * len(places))
    shares = [{"at": at, "begin": begin, "end": end} for at, (begin, end) in enumerate(pairwise(bounds)) if begin < end]

    def play(share: dict[str, Any]) -> Iterator[dict[str, Any]]:
        turn = share["at"] % len(places)
        own = [*places[turn:], *places[:turn]]
        yield from _play_part(own, token, {**options, "episodes": episodes}, share["begin"], share["end"])

    source = ray.data.from_items(shares, override_num_blocks=len(shares))
    at_once = ray.data.TaskPoolStrategy(size=min(len(shares), PARTS_OF_SERVER * len(places)))
    return source.flat_map(play, num_cpus=0.1, compute=at_once)


def _bounds(episodes: int, group: int, parts: int) -> list[int]:
    """Return where the parts of a number of episodes begin and end, so that no group is divided."""
    groups = -(-episodes // group)
    return [min(groups * at // parts * group, episodes) for at in range(parts + 1)]


def _play_part(
    addresses: Sequence[str], token: str | None, plan: dict[str, Any], begin: int, end: int
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a part, from the first server that plays them and from the next where one breaks off."""
    for address in addresses:
        try:
            with Client(address, token=token) as client:
                for rows, next_offset in _groups(client.generate_trajectories(offset=begin, **plan)):
                    if next_offset > end:  # groups without rows were the last ones of this part
                        return
                    yield from rows
                    begin = next_offset
                    if begin == end:
                        return
            return
        except KubedrillError as error:
            if not error.retryable or address == addresses[-1]:
                raise


def _groups(rows: Iterator[GeneratedRow]) -> Iterator[tuple[list[dict[str, Any]], int]]:
    """Yield the rows of each group together, with the offset after it."""
    group: list[dict[str, Any]] = []
    for row in rows:
        group.append({**row.row, "split": row.split})
        if row.next_offset is not None:
            yield group, row.next_offset
            group = []
