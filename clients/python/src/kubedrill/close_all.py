"""Closing of many episodes at once, as clients do when they leave."""

from __future__ import annotations

from .channel import ChannelOptions
from .v1 import environment_pb2 as pb
from .v1.environment_pb2_grpc import EnvironmentServiceStub

CLOSE_TIMEOUT_S = 5.0


def close_all(stub: EnvironmentServiceStub, episode_ids: list[str], metadata: list[tuple[str, str]]) -> None:
    """Close many episodes at once; what fails is left to the lease."""
    calls = [
        stub.Close.future(pb.CloseRequest(episode_id=id_), timeout=CLOSE_TIMEOUT_S, metadata=metadata)
        for id_ in episode_ids
    ]
    for call in calls:
        call.exception()  # waits


def close_all_at_exit(options: ChannelOptions, episode_ids: list[str]) -> None:
    """Close many episodes by a channel of its own, since a signal may come while a call holds the locks of another."""
    if episode_ids:
        with options.open() as channel:
            close_all(EnvironmentServiceStub(channel), episode_ids, options.metadata())
