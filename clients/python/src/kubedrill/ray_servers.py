"""Servers on the nodes of a Ray cluster, one on each, with one key and one token."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import ActorUnschedulableError, RayActorError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from .client import Client
from .embedded import Server
from .errors import KubedrillError

_GONE = (RayActorError, ActorUnschedulableError)
_TRIES_AT_OLD_ADDRESS = 30
_TRY_AGAIN_S = 1.0


@dataclass(frozen=True)
class _Plan:
    """What the servers of a set have in common."""

    arguments: tuple[str, ...]
    command: Sequence[str] | None
    is_reachable: bool
    name: str
    task_key: str = field(repr=False)
    client_tokens: str = field(repr=False)


class Servers:
    """A ``kubedrill serve`` on each node of the Ray cluster that has CPUs, for clients that use them as one.

    They share a key and a token, so that a draw, a group and a seed mean the same at each. One that ends is started
    again on its node by Ray, at its address and with its journal, so that its episodes go on. They stop with
    :meth:`close`, at the end of a ``with`` block, and with the Ray job.

    Args:
        *arguments: arguments of ``kubedrill serve`` for each, e.g. ``"--threads", "2"``. Other nodes than its own reach
            a server only with ``"--tls-cert"`` and ``"--tls-key"``, or with ``"--insecure"``, which says that the
            network is trusted.
        token: bearer token of all of them; None draws one.
        scopes: what the token opens, as in a file of ``--client-tokens``.
        task_key: 64 hexadecimal digits, the same in runs that shall draw the same; None draws one.
        is_reachable: True: they listen at the address of their node; False: for processes of their node alone. None:
            True if there are several nodes.
        command: as for :class:`kubedrill.Server`.
        resources: options of the actors for Ray; missing: no CPUs, so that each node has room for one.

    Attributes:
        token: the token.

    Raises:
        KubedrillError: a server did not start; the message holds what it wrote.
    """

    def __init__(
        self,
        *arguments: str,
        token: str | None = None,
        scopes: str = "train",
        task_key: str | None = None,
        is_reachable: bool | None = None,
        command: Sequence[str] | None = None,
        resources: Mapping[str, Any] | None = None,
    ) -> None:
        self.token = token or secrets.token_hex(32)
        self._plan = _Plan(
            arguments,
            command,
            len(_nodes()) > 1 if is_reachable is None else is_reachable,
            f"kubedrill-ray-{secrets.token_hex(4)}",
            task_key or secrets.token_hex(32),
            f"ray {self.token} {scopes}",
        )
        self._resources = {"num_cpus": 0, **(resources or {})}
        self._actors: dict[str, Any] = {}  # by the id of their node
        self._addresses: dict[str, str] = {}
        try:
            self.refresh()
        except BaseException:
            self.close()
            raise

    def addresses(self) -> list[str]:
        """Return where the servers are, for :func:`kubedrill.connect`, as the last :meth:`refresh` found them."""
        return list(self._addresses.values())

    def connect(self, **options: Any) -> Client:
        """Return a client of all servers; ``options`` are the other ones of :class:`kubedrill.Client`."""
        return Client(self.addresses(), token=self.token, **options)

    def refresh(self) -> list[str]:
        """Start servers on nodes that have come, forget those of nodes that are gone, and return the addresses.

        A client knows the addresses that it was made with: let those that shall use new servers connect again.

        Raises:
            KubedrillError: a server did not start, or could not be reached from the nodes that have come.
        """
        nodes = _nodes()
        if len(nodes) > 1 and self._actors and not self._plan.is_reachable:
            raise KubedrillError(
                "there are more nodes now, and these servers are for processes of their own; make Servers anew, "
                "with is_reachable=True",
                code="FAILED_PRECONDITION",
            )
        alive = {node: actor for node, actor in self._actors.items() if node in nodes and _is_alive(actor)}
        self._actors = {node: alive.get(node) or self._start(node) for node in nodes}
        try:
            self._addresses = {node: ray.get(actor.address.remote()) for node, actor in self._actors.items()}
        except _GONE as cause:
            raise KubedrillError(f"a server on a Ray node did not start: {cause}", code="UNAVAILABLE") from cause
        return self.addresses()

    def close(self) -> None:
        """Stop the servers; episodes that run are lost. May be repeated."""
        actors, self._actors, self._addresses = list(self._actors.values()), {}, {}
        stopping = [actor.stop.remote() for actor in actors]
        for actor, stopped in zip(actors, stopping, strict=True):
            try:
                ray.get(stopped)
            except _GONE:
                continue
            ray.kill(actor)

    def __enter__(self) -> Servers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self, node: str) -> Any:
        placed = NodeAffinitySchedulingStrategy(node, soft=False)
        lasting = {"max_restarts": -1, "max_task_retries": -1, "scheduling_strategy": placed}
        return ray.remote(_NodeServer).options(**{**lasting, **self._resources}).remote(self._plan)


class _NodeServer:
    """The server of a node, in an actor that ends when it does: Ray then starts both again."""

    def __init__(self, plan: _Plan) -> None:
        self._plan = plan
        self._folder = Path(tempfile.gettempdir()) / plan.name / ray.get_runtime_context().get_node_id()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._server = self._start()
        except KubedrillError:
            self._clean()
            raise
        self._is_stopping = False
        threading.Thread(target=self._end_with_server, name="kubedrill-server", daemon=True).start()

    def address(self) -> str:
        """Return where the server listens."""
        return self._server.address

    def stop(self) -> None:
        """Stop the server, and remove its files."""
        self._is_stopping = True
        self._server.stop()
        self._clean()

    def _start(self) -> Server:
        """Start the server, where its clients know it if it ran before: the old one may need a moment to end."""
        told = self._folder / "address"
        old = [told.read_text()] * _TRIES_AT_OLD_ADDRESS if told.exists() else []
        arguments = self._arguments()
        for listen in old:
            try:
                return Server(*arguments, listen=listen, command=self._plan.command)
            except KubedrillError:
                time.sleep(_TRY_AGAIN_S)
        server = Server(*arguments, listen=self._any_port(), command=self._plan.command)
        told.write_text(server.address)
        return server

    def _arguments(self) -> list[str]:
        secret = {"--task-key-file": self._plan.task_key, "--client-tokens": self._plan.client_tokens}
        arguments = ["--journal", str(self._folder / "journal")]
        for option, text in secret.items():
            path = self._folder / option.strip("-")
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(f"{text}\n")
            arguments += [option, str(path)]
        return [*arguments, *self._plan.arguments]

    def _any_port(self) -> str:
        host = ray.util.get_node_ip_address() if self._plan.is_reachable else "127.0.0.1"
        return f"[{host}]:0" if ":" in host else f"{host}:0"

    def _clean(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        with contextlib.suppress(OSError):  # it has files of another node of this machine
            self._folder.parent.rmdir()

    def _end_with_server(self) -> None:
        self._server.process.wait()
        if not self._is_stopping:
            os._exit(1)


def _nodes() -> list[str]:
    """Return the ids of the nodes that have CPUs."""
    return sorted(node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) > 0)


def _is_alive(actor: Any) -> bool:
    """Return True if the server of an actor runs, once it does so again."""
    try:
        ray.get(actor.address.remote())
    except _GONE:
        return False
    return True
