"""The connection of the asyncio client to several servers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from .addresses import Addresses
from .channel import ChannelOptions
from .close_all import close_all_at_exit
from .connection_aio import AsyncConnection
from .dispatch import Dispatch
from .errors import KubedrillError, unwrap
from .fleet import Fleet
from .fleet_options import LOOK_TIMEOUT_S, LOOKS_AT_ONCE, FleetOptions, look_again_s, unreached
from .reach import REACH_S
from .retry import Patience
from .v1 import environment_pb2 as pb

_Send = Callable[[AsyncConnection, "list[Any]"], Awaitable["list[Any]"]]


class AsyncFleetConnection:
    """Connections to the servers of a set for one event loop; its methods are those of ``FleetConnection``."""

    def __init__(
        self, addresses: Addresses, open_options: Callable[[str], ChannelOptions], options: FleetOptions
    ) -> None:
        self.fleet: Fleet[AsyncConnection] = Fleet(
            addresses.text, options.budget_s, options.is_loss, addresses.name is not None, time.monotonic
        )
        self._addresses = addresses
        self._open_options = open_options
        self._timeout_s = options.timeout_s
        self._patience = Patience(addresses.text, options.budget_s)
        self._connections: dict[str, AsyncConnection] = {}
        self._look: asyncio.Task[KubedrillError | None] | None = None
        self._looked_at: float | None = None

    @property
    def is_open(self) -> bool:
        """Return True if there is a channel of this process's own."""
        return any(connection.is_open for connection in self._connections.values())

    async def call(self, method: str, request: Any) -> Any:
        """Return the reply to a call, which is repeated as the protocol allows, at another server if it may."""
        if isinstance(request, pb.HeartbeatRequest):
            return pb.HeartbeatResponse(leases=await self.renew(request.episode_ids))

        async def send(connection: AsyncConnection, requests: list[Any]) -> list[Any]:
            return [await _caught(connection.call(method, one)) for one in requests]

        return unwrap((await self._dispatch([request], send))[0])

    async def call_batch(self, method: str, request_type: Any, requests: Sequence[Any]) -> list[Any]:
        """Return a reply or an error per request, in the order of the requests."""

        async def send(connection: AsyncConnection, own: list[Any]) -> list[Any]:
            answers = await _caught(connection.call_batch(method, request_type, own))
            return [answers] * len(own) if isinstance(answers, KubedrillError) else answers

        return await self._dispatch(requests, send)

    def server_of(self, episode_id: str) -> str | None:
        """Return the address of the server of an episode; None where it is lost, or of another client."""
        home = self.fleet.home_of(episode_id)
        return None if home is None else home.address

    async def any(self) -> AsyncConnection:
        """Return the connection to a server that is ready."""
        await self._refresh()
        connection = self.fleet.route(pb.GetServerInfoRequest()).connection
        assert connection is not None
        return connection

    async def renew(self, episode_ids: Sequence[str]) -> list[Any]:
        """Return the leases of episodes, renewed; those of a server that is away are left out."""
        homes = self.fleet.by_home(episode_ids)
        renewed = await asyncio.gather(*(connection.renew(ids) for connection, ids in homes.items()))
        return [lease for leases in renewed for lease in leases]

    def close_at_exit(self, requests: list[pb.CloseRequest]) -> None:
        """Close episodes from an exit hook."""
        by_id = {request.episode_id: request for request in requests}
        for connection, ids in self.fleet.by_home(list(by_id)).items():
            close_all_at_exit(connection.options, [by_id[id_] for id_ in ids])

    async def close(self) -> None:
        """Close the channels."""
        if self._look is not None:
            self._look.cancel()
        connections, self._connections, self._look, self._looked_at = self._connections, {}, None, None
        self.fleet.members.clear()
        await asyncio.gather(*(connection.close() for connection in connections.values()))

    async def _dispatch(self, requests: Sequence[Any], send: _Send) -> list[Any]:
        dispatch: Dispatch[AsyncConnection] = Dispatch(self.fleet, self._patience, requests)
        while not dispatch.is_over:
            await self._refresh()
            plan = dispatch.plan()
            replaced = [id_ for member, _, indexes in plan for id_ in dispatch.replaced(member, indexes)]
            await asyncio.gather(*(_caught(self.call("Close", pb.CloseRequest(episode_id=id_))) for id_ in replaced))
            own = (send(connection, dispatch.requests(member, indexes)) for member, connection, indexes in plan)
            for (member, _, indexes), answers in zip(plan, await asyncio.gather(*own), strict=True):
                dispatch.take(member, indexes, answers)
            if not dispatch.is_over and dispatch.delay_s:
                await asyncio.sleep(dispatch.delay_s)
        return dispatch.answers

    async def _refresh(self) -> None:
        """Look at the servers again if it is time, in the background while some of them are ready."""
        if self._looked_at is None:
            await self._reach()
            return
        if time.monotonic() - self._looked_at < look_again_s(list(self.fleet.members.values())):
            return
        look = self._start_look()
        if not self.fleet.ready():
            await asyncio.shield(look)

    async def _reach(self) -> None:
        """Look until a server answers, for as long as one may start; raise as ``FleetConnection`` does."""
        end = time.monotonic() + min(REACH_S, self._timeout_s)
        while True:
            failure = await asyncio.shield(self._start_look())
            if self.fleet.members:
                return
            self._looked_at = None
            if (failure is not None and failure.code == "UNAUTHENTICATED") or time.monotonic() > end:
                raise unreached(self.fleet.text, failure)
            await asyncio.sleep(0.1)

    def _start_look(self) -> asyncio.Task[KubedrillError | None]:
        if self._look is None or self._look.done():
            self._look = asyncio.get_running_loop().create_task(self._look_around(), name="kubedrill-look")
        return self._look

    async def _look_around(self) -> KubedrillError | None:
        """Ask all addresses who is there; return the failure of one of them, if any."""
        try:
            addresses = await asyncio.to_thread(self._addresses.read)
        except KubedrillError as error:
            self._looked_at = time.monotonic()
            return error
        turns = asyncio.Semaphore(LOOKS_AT_ONCE)
        failures = await asyncio.gather(*(self._look_at(address, turns) for address in addresses))
        self._looked_at = time.monotonic()
        for address in self.fleet.keep_only(addresses):
            if (connection := self._connections.pop(address, None)) is not None:
                await connection.close()
        return next(filter(None, failures), None)

    async def _look_at(self, address: str, turns: asyncio.Semaphore) -> KubedrillError | None:
        connection = self._connections.get(address)
        if connection is None:
            connection = self._connections[address] = AsyncConnection(
                self._open_options(address), self._timeout_s, Patience(address, 0.0), is_reached=True
            )
        async with turns:
            info = await _caught(connection.call("GetServerInfo", pb.GetServerInfoRequest(), LOOK_TIMEOUT_S))
        if isinstance(info, KubedrillError):
            self.fleet.note_silence(address)
            return info
        self.fleet.note(address, connection, info)
        return None


async def _caught(call: Awaitable[Any]) -> Any:
    try:
        return await call
    except KubedrillError as error:
        return error
