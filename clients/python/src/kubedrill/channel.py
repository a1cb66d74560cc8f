"""Channels: opened at the first call, so that an object created before a fork works after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import grpc.aio

from .embedded import resolve_target
from .errors import KubedrillError
from .target import check_target, is_local
from .token_file import TokenSource

MESSAGE_BYTES_MAX = 16 * 1024 * 1024


@dataclass(frozen=True)
class ChannelOptions:
    """Options of a connection to a server.

    Attributes:
        target: ``host:port`` or any grpc target; ``"embedded"`` is a server of this process's own.
        token: bearer token, sent with every call; an empty one is none. None: that of a file.
        token_file: file with the token. None: where a server of this user on this machine has written its own, if
            one has.
        certified_name: host that the server's certificate is for; None: that of the target.
        credentials: TLS credentials; None means plain text, which servers offer on loopback only.
        keepalive_s: interval of pings on idle connections, at least 60 s where proxies enforce a floor.
    """

    target: str
    token: str | None = field(default=None, repr=False)
    credentials: grpc.ChannelCredentials | None = None
    keepalive_s: float = 60.0
    token_file: str | Path | None = None
    certified_name: str | None = None
    _tokens: TokenSource = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_target(self.target)
        object.__setattr__(self, "_tokens", TokenSource(self.target, self.token, self.token_file))

    def metadata(self) -> list[tuple[str, str]]:
        """Return the call metadata that authenticates this client."""
        token = self._tokens.token(self.address())
        return [] if token is None else [("authorization", f"Bearer {token}")]

    def renew(self, error: KubedrillError, metadata: Sequence[tuple[str, str]]) -> bool:
        """Return True if a call that was refused for its token may be sent once more, with what the file holds now."""
        refused = metadata[0][1].removeprefix("Bearer ") if metadata else None
        return error.code == "UNAUTHENTICATED" and self._tokens.renew(refused)

    def address(self) -> str:
        """Return the address of the server, which is started first if it is this process's own."""
        return resolve_target(self.target)

    def open(self) -> grpc.Channel:
        """Open a blocking channel."""
        target = self.address()
        if self.credentials is None:
            return grpc.insecure_channel(target, options=self._arguments(target))
        return grpc.secure_channel(target, self.credentials, options=self._arguments(target))

    def open_aio(self) -> grpc.aio.Channel:
        """Open an asyncio channel; call it inside the loop that uses it."""
        target = self.address()
        if self.credentials is None:
            return grpc.aio.insecure_channel(target, options=self._arguments(target))
        return grpc.aio.secure_channel(target, self.credentials, options=self._arguments(target))

    def _arguments(self, target: str) -> list[tuple[str, int | str]]:
        name = self.certified_name
        return [
            *([] if name is None or self.credentials is None else [("grpc.ssl_target_name_override", name)]),
            ("grpc.max_send_message_length", MESSAGE_BYTES_MAX),
            ("grpc.max_receive_message_length", MESSAGE_BYTES_MAX),
            ("grpc.keepalive_time_ms", int(self.keepalive_s * 1000)),
            ("grpc.keepalive_permit_without_calls", 1),
            # A restarted server is found within a second; the default backs off to two minutes.
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 1000),
            ("grpc.max_reconnect_backoff_ms", 1000),
            # Clients of one process that were forked or reopened must not share a broken connection.
            ("grpc.use_local_subchannel_pool", 1),
            # A proxy of the environment does not reach this machine, as all programs but gRPC take for granted.
            ("grpc.enable_http_proxy", int(not is_local(target))),
        ]
