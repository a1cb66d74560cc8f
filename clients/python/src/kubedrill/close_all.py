"""Closing of many episodes at once, as clients do when they leave."""

from __future__ import annotations

from collections.abc import Iterable

from .channel import ChannelOptions
from .v1 import environment_pb2 as pb
from .v1.environment_pb2_grpc import EnvironmentServiceStub

CLOSE_TIMEOUT_S = 5.0


class CloseTokens:
    """Tokens without which the episodes of a client cannot be closed."""

    def __init__(self) -> None:
        self._tokens: dict[str, bytes] = {}

    def keep(self, request: pb.ResetRequest) -> pb.ResetRequest:
        """Keep the token of a reset, if it has one."""
        if request.close_token:
            self._tokens[request.episode_id] = request.close_token
        return request

    def request(self, episode_id: str) -> pb.CloseRequest:
        """Return the request to close an episode, with its token."""
        return pb.CloseRequest(episode_id=episode_id, close_token=self._tokens.get(episode_id, b""))

    def requests(self, episode_ids: Iterable[str]) -> list[pb.CloseRequest]:
        """Return the requests to close many episodes."""
        return [self.request(episode_id) for episode_id in episode_ids]

    def discard(self, episode_id: str) -> None:
        """Forget the token of an episode that is closed."""
        self._tokens.pop(episode_id, None)


def close_all(stub: EnvironmentServiceStub, requests: list[pb.CloseRequest], metadata: list[tuple[str, str]]) -> None:
    """Close many episodes at once; what fails is left to the lease."""
    calls = [stub.Close.future(request, timeout=CLOSE_TIMEOUT_S, metadata=metadata) for request in requests]
    for call in calls:
        call.exception()  # waits


def close_all_at_exit(options: ChannelOptions, requests: list[pb.CloseRequest]) -> None:
    """Close many episodes by a channel of its own, since a signal may come while a call holds the locks of another."""
    if requests:
        with options.open() as channel:
            close_all(EnvironmentServiceStub(channel), requests, options.metadata())
