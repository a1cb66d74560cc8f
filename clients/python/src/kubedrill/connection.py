"""The connection of the blocking client."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Any

import grpc

from .batch import Batch
from .channel import ChannelOptions
from .close_all import CLOSE_TIMEOUT_S, close_all, close_all_at_exit
from .errors import KubedrillError, from_rpc_error
from .reach import reach
from .retry import Patience, RetryRule, call_timeout, name_unanswered
from .v1 import environment_pb2 as pb
from .v1.environment_pb2_grpc import EnvironmentServiceStub


class Connection:
    """A channel to a server, made at the first call and again after a fork. Threads may share it.

    Args:
        options: the server, and how to reach it.
        timeout_s: deadline of one attempt of a call.
        patience: for how long calls are repeated; None: by the timeout.
        is_reached: True: who opens it knows that there is a server.
    """

    def __init__(
        self, options: ChannelOptions, timeout_s: float, patience: Patience | None = None, *, is_reached: bool = False
    ) -> None:
        self.options = options
        self._timeout_s = timeout_s
        self._patience = patience or Patience.of(options.target, timeout_s)
        self._is_reached = is_reached  # a server has answered once: if it is away now, then to come back
        self._lock = threading.RLock()  # a signal may close the client while its thread holds it
        self._pid = 0
        self._channel: grpc.Channel | None = None
        self._stub: EnvironmentServiceStub | None = None

    @property
    def is_open(self) -> bool:
        """Return True if there is a channel of this process's own."""
        return self._channel is not None and self._pid == os.getpid()

    def stub(self) -> EnvironmentServiceStub:
        """Return the calls of the service, which are tried once."""
        with self._lock:
            if self._stub is None or not self.is_open:
                self._channel = self.options.open()
                self._stub = EnvironmentServiceStub(self._channel)
                self._pid = os.getpid()
            return self._stub

    def channel(self) -> grpc.Channel:
        """Return the channel, once a server has answered over it.

        Raises:
            KubedrillError: none does.
        """
        self.stub()
        channel = self._channel
        assert channel is not None
        if not self._is_reached:
            reach(channel, self.options.address(), self._timeout_s)
            self._is_reached = True
        return channel

    def call(self, method: str, request: Any, most_s: float | None = None) -> Any:
        """Return the reply to a call, which is repeated as the protocol allows; ``most_s`` shortens its deadline."""
        rule, timeout_s = RetryRule(self._patience), most_s or call_timeout(method, self._timeout_s)
        self.channel()
        may_renew = True
        while True:
            metadata = self.options.metadata()
            try:
                call = getattr(self.stub(), method)
                return call(request, timeout=timeout_s, metadata=metadata)
            except grpc.RpcError as cause:
                error = from_rpc_error(cause)
                if may_renew and self.options.renew(error, metadata):
                    may_renew = False
                    continue
                delay = rule.delay_after(error)
                if delay is None:
                    raise name_unanswered(error, method, timeout_s) from cause
                threading.Event().wait(delay)

    def call_batch(self, method: str, request_type: Any, requests: Sequence[Any]) -> list[Any]:
        """Return a reply or an error per request."""
        batch = Batch(requests, self._patience)
        while chunk := batch.chunk():
            try:
                reply = self.call(method, request_type(items=batch.requests(chunk)))
            except KubedrillError as error:
                batch.fail(chunk, error)
                continue
            if delay := batch.take(chunk, reply.items):
                threading.Event().wait(delay)
        return batch.answers

    def server_of(self, _: str) -> str:
        """Return the address of the server."""
        return self.options.address()

    def any(self) -> Connection:
        """Return the connection itself, as that of several servers returns one of its own."""
        return self

    def renew(self, episode_ids: Sequence[str]) -> list[Any]:
        """Return the leases of episodes, renewed; none if the server does not answer at once."""
        request, metadata = pb.HeartbeatRequest(episode_ids=episode_ids), self.options.metadata()
        try:
            return list(self.stub().Heartbeat(request, timeout=CLOSE_TIMEOUT_S, metadata=metadata).leases)
        except grpc.RpcError:
            return []  # the next beat tries again; leases outlast several of them

    def close_episodes(self, requests: list[pb.CloseRequest]) -> None:
        """Close many episodes at once; what fails is left to the lease."""
        close_all(self.stub(), requests, self.options.metadata())

    def close_at_exit(self, requests: list[pb.CloseRequest]) -> None:
        """Close episodes from an exit hook."""
        close_all_at_exit(self.options, requests)

    def close(self, requests: list[pb.CloseRequest]) -> None:
        """Close episodes and the channel; what a parent process opened is the parent's."""
        with self._lock:
            channel, stub, is_open = self._channel, self._stub, self.is_open
            self._channel = self._stub = None
        if is_open and channel is not None and stub is not None:
            close_all(stub, requests, self.options.metadata())
            channel.close()
