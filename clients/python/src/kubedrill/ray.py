"""Ray: actors that play one rollout at a time, servers on the nodes of a cluster, and data sets that these play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ray

from .chat import TokenBudget
from .client import DEFAULT_TARGET, Client
from .ray_data import read_incidents
from .ray_servers import Servers
from .requests import ResetOptions
from .rollout import Rollout

__all__ = ["Servers", "actor", "read_incidents"]


def actor(
    target: str = DEFAULT_TARGET,
    *,
    token: str | None = None,
    budget: TokenBudget | None = None,
    resources: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Return the handle of a new actor with a :class:`kubedrill.rollout.Rollout`.

    Calls of its methods are ``handle.reset.remote(…)``, ``handle.turn.remote(message)`` and so on.

    Args:
        target: ``host:port`` of the server, as the actor reaches it.
        token: bearer token.
        budget: bounds of what the tools tell.
        resources: options of the actor for Ray; missing: a tenth of a CPU, since it mostly waits.
        **options: other fields of :class:`kubedrill.ResetOptions`.
    """
    remote = ray.remote(Rollout).options(**{"num_cpus": 0.1, **(resources or {})})
    return remote.remote(Client(target, token=token), ResetOptions(**options), budget)
