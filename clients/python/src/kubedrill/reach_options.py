"""Options by which clients reach their server, or several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import grpc

from .addresses import several
from .channel import ChannelOptions
from .connection import Connection
from .connection_aio import AsyncConnection
from .fleet_connection import FleetConnection
from .fleet_connection_aio import AsyncFleetConnection
from .fleet_options import FleetOptions, WhenAway
from .retry import BUDGET_S, Patience
from .token_file import token_path


@dataclass(frozen=True)
class ReachOptions:
    """A target and how to reach it; the attributes are the arguments of :class:`kubedrill.Client`."""

    target: str | Sequence[str]
    token: str | None = field(repr=False)
    token_file: str | Path | None
    credentials: grpc.ChannelCredentials | None
    timeout_s: float
    keepalive_s: float
    retry_budget_s: float | None
    when_away: WhenAway

    def channel_options(self, address: str, name: str | None = None) -> ChannelOptions:
        """Return how to reach the server at an address; ``name`` is the host that its certificate is for."""
        return ChannelOptions(address, self.token, self.credentials, self.keepalive_s, self.token_file, name)

    def fleet_options(self) -> FleetOptions:
        """Return the treatment of servers that are away."""
        budget_s = min(BUDGET_S, self.timeout_s) if self.retry_budget_s is None else self.retry_budget_s
        return FleetOptions(self.timeout_s, budget_s, self.when_away)

    def patience(self) -> Patience | None:
        """Return for how long the calls to a single server are repeated; None: by its timeout."""
        return None if self.retry_budget_s is None else Patience(str(self.target), self.retry_budget_s)

    def to_state(self) -> dict[str, Any]:
        """Return the arguments by which another process reaches the same servers."""
        if self.credentials is not None:
            raise TypeError("a client with TLS credentials cannot be pickled; make it in the process that uses it")
        return {
            "target": self.target,
            "token": self.token,
            "token_file": token_path(self.token_file),
            "timeout_s": self.timeout_s,
            "keepalive_s": self.keepalive_s,
            "retry_budget_s": self.retry_budget_s,
            "when_away": self.when_away,
        }


def open_connection(reach: ReachOptions) -> Connection | FleetConnection:
    """Return the connection of a blocking client; nothing is sent before the first call."""
    addresses = several(reach.target)
    if addresses is None:
        return Connection(reach.channel_options(cast(str, reach.target)), reach.timeout_s, reach.patience())
    name = addresses.name
    return FleetConnection(addresses, lambda address: reach.channel_options(address, name), reach.fleet_options())


def open_connection_aio(reach: ReachOptions) -> AsyncConnection | AsyncFleetConnection:
    """Return the connection of an asyncio client; nothing is sent before the first call."""
    addresses = several(reach.target)
    if addresses is None:
        return AsyncConnection(reach.channel_options(cast(str, reach.target)), reach.timeout_s, reach.patience())
    name = addresses.name
    return AsyncFleetConnection(addresses, lambda address: reach.channel_options(address, name), reach.fleet_options())
