"""The connection of the asyncio client."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from typing import Any

import grpc
import grpc.aio

from .batch import Batch
from .channel import ChannelOptions
from .close_all import close_all_at_exit
from .errors import KubedrillError, from_rpc_error
from .reach import reach_aio
from .retry import Patience, RetryRule, call_timeout, name_unanswered
from .v1 import environment_pb2 as pb
from .v1.environment_pb2_grpc import EnvironmentServiceStub


class AsyncConnection:
    """A channel to a server for one event loop, made at the first call; its methods are those of ``Connection``."""

    def __init__(
        self, options: ChannelOptions, timeout_s: float, patience: Patience | None = None, *, is_reached: bool = False
    ) -> None:
        self.options = options
        self._timeout_s = timeout_s
        self._patience = patience or Patience.of(options.target, timeout_s)
        self._is_reached = is_reached
        self._pid = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channel: grpc.aio.Channel | None = None
        self._stub: EnvironmentServiceStub | None = None

    @property
    def is_open(self) -> bool:
        """Return True if there is a channel of this process's own.

        Raises:
            RuntimeError: it is that of another event loop.
        """
        if self._channel is None or self._pid != os.getpid():
            return False
        if self._loop is not asyncio.get_running_loop():
            raise RuntimeError(
                "this client is used in a second event loop, and belongs to the one of its first call; close it there "
                "(async with), or make a client for each loop, such as kubedrill.connect_aio in what asyncio.run runs"
            )
        return True

    def stub(self) -> EnvironmentServiceStub:
        """Return the calls of the service, which are tried once."""
        if not self.is_open or self._stub is None:
            self._channel = self.options.open_aio()
            self._stub = EnvironmentServiceStub(self._channel)
            self._pid, self._loop = os.getpid(), asyncio.get_running_loop()
        return self._stub

    async def channel(self) -> grpc.aio.Channel:
        """Return the channel, once a server has answered over it."""
        self.stub()
        channel = self._channel
        assert channel is not None
        if not self._is_reached:
            await reach_aio(channel, self.options.address(), self._timeout_s)
            self._is_reached = True
        return channel

    async def call(self, method: str, request: Any, most_s: float | None = None) -> Any:
        """Return the reply to a call, which is repeated as the protocol allows; ``most_s`` shortens its deadline."""
        rule, timeout_s = RetryRule(self._patience), most_s or call_timeout(method, self._timeout_s)
        await self.channel()
        may_renew = True
        while True:
            metadata = self.options.metadata()
            try:
                call = getattr(self.stub(), method)
                return await call(request, timeout=timeout_s, metadata=metadata)
            except grpc.RpcError as cause:
                error = from_rpc_error(cause)
                if may_renew and self.options.renew(error, metadata):
                    may_renew = False
                    continue
                delay = rule.delay_after(error)
                if delay is None:
                    raise name_unanswered(error, method, timeout_s) from cause
                await asyncio.sleep(delay)

    async def call_batch(self, method: str, request_type: Any, requests: Sequence[Any]) -> list[Any]:
        """Return a reply or an error per request."""
        batch = Batch(requests, self._patience)
        while chunk := batch.chunk():
            try:
                reply = await self.call(method, request_type(items=batch.requests(chunk)))
            except KubedrillError as error:
                batch.fail(chunk, error)
                continue
            if delay := batch.take(chunk, reply.items):
                await asyncio.sleep(delay)
        return batch.answers

    def server_of(self, _: str) -> str:
        """Return the address of the server."""
        return self.options.address()

    async def any(self) -> AsyncConnection:
        """Return the connection itself, as that of several servers returns one of its own."""
        return self

    async def renew(self, episode_ids: Sequence[str]) -> list[Any]:
        """Return the leases of episodes, renewed; none if they cannot be, since the next beat tries again."""
        try:
            return list((await self.call("Heartbeat", pb.HeartbeatRequest(episode_ids=episode_ids))).leases)
        except KubedrillError:
            return []

    def close_at_exit(self, requests: list[pb.CloseRequest]) -> None:
        """Close episodes from an exit hook, when no event loop may be there."""
        close_all_at_exit(self.options, requests)

    async def close(self) -> None:
        """Close the channel."""
        channel, self._channel, self._stub = self._channel, None, None
        if channel is not None:
            await channel.close()
