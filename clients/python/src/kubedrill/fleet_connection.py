"""The connection of the blocking client to several servers."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from .addresses import Addresses
from .channel import ChannelOptions
from .connection import Connection
from .dispatch import Dispatch
from .errors import KubedrillError, unwrap
from .fleet import Fleet
from .fleet_options import LOOK_TIMEOUT_S, LOOKS_AT_ONCE, FleetOptions, look_again_s, unreached
from .reach import REACH_S
from .retry import Patience
from .v1 import environment_pb2 as pb

_In = TypeVar("_In")
_Out = TypeVar("_Out")


class FleetConnection:
    """Connections to the servers of a set, with the methods of ``Connection``: each call goes where it belongs.

    Args:
        addresses: where the servers are.
        open_options: returns how to reach the server at an address.
        options: treatment of servers that are away, and deadlines.
    """

    def __init__(
        self, addresses: Addresses, open_options: Callable[[str], ChannelOptions], options: FleetOptions
    ) -> None:
        self.fleet: Fleet[Connection] = Fleet(
            addresses.text, options.budget_s, options.is_loss, addresses.name is not None, time.monotonic
        )
        self._addresses = addresses
        self._open_options = open_options
        self._timeout_s = options.timeout_s
        self._patience = Patience(addresses.text, options.budget_s)
        self._connections: dict[str, Connection] = {}
        self._lock = threading.RLock()
        self._looking: threading.Lock = threading.Lock()
        self._looked_at: float | None = None
        self._pid = os.getpid()

    @property
    def is_open(self) -> bool:
        """Return True if there is a channel of this process's own."""
        return any(connection.is_open for connection in list(self._connections.values()))

    def call(self, method: str, request: Any) -> Any:
        """Return the reply to a call, which is repeated as the protocol allows, at another server if it may."""
        if isinstance(request, pb.HeartbeatRequest):
            return pb.HeartbeatResponse(leases=self.renew(request.episode_ids))

        def send(connection: Connection, requests: list[Any]) -> list[Any]:
            return [_caught(partial(connection.call, method, one)) for one in requests]

        return unwrap(self._dispatch([request], send)[0])

    def call_batch(self, method: str, request_type: Any, requests: Sequence[Any]) -> list[Any]:
        """Return a reply or an error per request, in the order of the requests."""

        def send(connection: Connection, own: list[Any]) -> list[Any]:
            answers = _caught(lambda: connection.call_batch(method, request_type, own))
            return [answers] * len(own) if isinstance(answers, KubedrillError) else answers

        return self._dispatch(requests, send)

    def server_of(self, episode_id: str) -> str | None:
        """Return the address of the server of an episode; None where it is lost, or of another client."""
        home = self.fleet.home_of(episode_id)
        return None if home is None else home.address

    def any(self) -> Connection:
        """Return the connection to a server that is ready."""
        self._refresh()
        connection = self.fleet.route(pb.GetServerInfoRequest()).connection
        assert connection is not None
        return connection

    def renew(self, episode_ids: Sequence[str]) -> list[Any]:
        """Return the leases of episodes, renewed; those of a server that is away are left out."""
        renewed = _each(lambda part: part[0].renew(part[1]), list(self.fleet.by_home(episode_ids).items()))
        return [lease for leases in renewed for lease in leases]

    def close_episodes(self, requests: list[pb.CloseRequest]) -> None:
        """Close many episodes at once; what fails is left to the lease."""
        _each(lambda part: part[0].close_episodes(part[1]), list(self._by_home(requests).items()))
        for request in requests:
            self.fleet.forget(request.episode_id)

    def close_at_exit(self, requests: list[pb.CloseRequest]) -> None:
        """Close episodes from an exit hook, in which no thread can be started."""
        for connection, own in self._by_home(requests).items():
            connection.close_at_exit(own)

    def close(self, requests: list[pb.CloseRequest]) -> None:
        """Close episodes and the channels."""
        own = self._by_home(requests)
        with self._lock:
            connections, self._connections = list(self._connections.values()), {}
            self.fleet.members.clear()
            self._looked_at = None
        _each(lambda connection: connection.close(own.get(connection, [])), connections)

    def _by_home(self, requests: Sequence[pb.CloseRequest]) -> dict[Connection, list[pb.CloseRequest]]:
        by_id = {request.episode_id: request for request in requests}
        homes = self.fleet.by_home(list(by_id))
        return {connection: [by_id[id_] for id_ in ids] for connection, ids in homes.items()}

    def _dispatch(self, requests: Sequence[Any], send: Callable[[Connection, list[Any]], list[Any]]) -> list[Any]:
        dispatch: Dispatch[Connection] = Dispatch(self.fleet, self._patience, requests)
        while not dispatch.is_over:
            self._refresh()
            plan = dispatch.plan()
            for member, _, indexes in plan:
                for episode_id in dispatch.replaced(member, indexes):
                    self.close_episodes([pb.CloseRequest(episode_id=episode_id)])
            answers = _each(lambda part: send(part[1], dispatch.requests(part[0], part[2])), plan)
            for (member, _, indexes), own in zip(plan, answers, strict=True):
                dispatch.take(member, indexes, own)
            if not dispatch.is_over and dispatch.delay_s:
                threading.Event().wait(dispatch.delay_s)
        return dispatch.answers

    def _refresh(self) -> None:
        """Look at the servers again if it is time, in the background while some of them are ready."""
        if self._pid != os.getpid():  # threads do not survive a fork
            self._pid, self._looking = os.getpid(), threading.Lock()
        if self._looked_at is None:
            self._reach()
            return
        if time.monotonic() - self._looked_at < look_again_s(list(self.fleet.members.values())):
            return
        if not self.fleet.ready():
            self._look()
        elif self._looking.acquire(blocking=False):
            self._looking.release()
            threading.Thread(target=self._look, name="kubedrill-look", daemon=True).start()

    def _reach(self) -> None:
        """Look until a server answers, for as long as one may start.

        Raises:
            KubedrillError: none does.
        """
        end = time.monotonic() + min(REACH_S, self._timeout_s)
        while True:
            failure = self._look()
            if self.fleet.members:
                return
            self._looked_at = None
            if (failure is not None and failure.code == "UNAUTHENTICATED") or time.monotonic() > end:
                raise unreached(self.fleet.text, failure)
            threading.Event().wait(0.1)

    def _look(self) -> KubedrillError | None:
        """Ask all addresses who is there; return the failure of one of them, if any."""
        with self._looking:
            try:
                addresses = self._addresses.read()
            except KubedrillError as error:
                self._looked_at = time.monotonic()
                return error
            failures = _each(self._look_at, addresses, LOOKS_AT_ONCE)
            self._looked_at = time.monotonic()
            for address in self.fleet.keep_only(addresses):
                if (connection := self._connections.pop(address, None)) is not None:
                    connection.close([])
            return next(filter(None, failures), None)

    def _look_at(self, address: str) -> KubedrillError | None:
        with self._lock:
            connection = self._connections.get(address)
            if connection is None:
                connection = Connection(
                    self._open_options(address), self._timeout_s, Patience(address, 0.0), is_reached=True
                )
                self._connections[address] = connection
        try:
            info = connection.call("GetServerInfo", pb.GetServerInfoRequest(), LOOK_TIMEOUT_S)
        except KubedrillError as error:
            self.fleet.note_silence(address)
            return error
        self.fleet.note(address, connection, info)
        return None


def _caught(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except KubedrillError as error:
        return error


def _each(run: Callable[[_In], _Out], items: Sequence[_In], at_once: int | None = None) -> list[_Out]:
    """Run a function for all items side by side, and return the results in their order."""
    if len(items) < 2 or sys.is_finalizing():  # no thread starts while the interpreter ends
        return [run(item) for item in items]
    with ThreadPoolExecutor(max_workers=min(len(items), at_once or len(items))) as pool:
        return list(pool.map(run, items))
