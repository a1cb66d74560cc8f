"""Errors of calls: one class with closed reasons, and subclasses for the two that trainers handle differently."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, TypeVar

import grpc
from google.rpc import error_details_pb2, status_pb2


class KubedrillError(Exception):
    """A call that the server refused or could not finish.

    Attributes:
        code: gRPC status name, e.g. ``"FAILED_PRECONDITION"``.
        reason: error code of kubedrill, e.g. ``"STEP_INDEX_GAP"``; empty when the server was not reached.
        retryable: True when the same call with the same ids may succeed later.
        retry_delay_s: delay that the server asks for before a retry, or None.
        metadata: details by name, e.g. ``{"next_step_index": "3"}``.
        field_violations: (field, description) for INVALID_ARGUMENT.
        partial: what the call would have returned otherwise, for calls about many episodes; None when there is nothing.
    """

    def __init__(
        self,
        message: str | KubedrillError,
        *,
        code: str = "UNKNOWN",
        reason: str = "",
        retryable: bool = False,
        retry_delay_s: float | None = None,
        metadata: Mapping[str, str] | None = None,
        field_violations: tuple[tuple[str, str], ...] = (),
    ) -> None:
        if isinstance(message, KubedrillError):  # Gymnasium's AsyncVectorEnv raises a worker's error so
            super().__init__(*message.args)
            self.__dict__.update(message.__dict__)
            return
        super().__init__(f"{reason or code}: {message}")
        self.message = message
        self.code = code
        self.reason = reason
        self.retryable = retryable
        self.retry_delay_s = retry_delay_s
        self.metadata = dict(metadata or {})
        self.field_violations = field_violations
        self.partial: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how another process makes an equal error."""
        facts = {
            "code": self.code,
            "reason": self.reason,
            "retryable": self.retryable,
            "retry_delay_s": self.retry_delay_s,
            "metadata": self.metadata,
            "field_violations": self.field_violations,
        }
        return partial(type(self), **facts), (self.message,)


class EpisodeEnded(KubedrillError):
    """The episode was over, or its id used, before this call."""


class SlotLost(KubedrillError):
    """The world of this episode is gone: discard the sample and start a new episode."""


_Item = TypeVar("_Item")


def unwrap(item: _Item | KubedrillError) -> _Item:
    """Return an item of a batch, and raise it if it is an error."""
    if isinstance(item, KubedrillError):
        raise item
    return item


_LOST_REASONS = frozenset({"SLOT_LOST", "BUG", "BACKEND_DOWN", "INJECTION_FAILED", "EPISODE_UNKNOWN", "DRAINING"})
_LOST_CODES = frozenset({"UNAVAILABLE", "DATA_LOSS", "INTERNAL", "DEADLINE_EXCEEDED"})


def is_loss(error: KubedrillError) -> bool:
    """Return True if the world of an episode was lost, so that its sample is invalid; False if the call was wrong."""
    if error.reason == "EPISODE_ENDED":
        return error.metadata.get("sample_valid") == "false"  # its lease ended, the server stopped, …
    return error.reason in _LOST_REASONS or error.code in _LOST_CODES


RESYNC_REASONS = frozenset({"STEP_BODY_CONFLICT", "STEP_INDEX_STALE"})
UNANSWERED_CODES = frozenset({"CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE", "UNKNOWN"})
RETRYABLE_CODES = frozenset({"UNAVAILABLE", "RESOURCE_EXHAUSTED"})
_CLASS_BY_REASON = {
    "EPISODE_ENDED": EpisodeEnded,
    "EPISODE_ID_SPENT": EpisodeEnded,
    "SLOT_LOST": SlotLost,
}
_DETAILS_KEY = "grpc-status-details-bin"
_RESET = "RST_STREAM"


def from_rpc_error(error: grpc.RpcError) -> KubedrillError:
    """Convert an exception of grpc, with its typed details."""
    status = status_pb2.Status()
    for key, value in error.trailing_metadata() or ():  # type: ignore[attr-defined]
        if key == _DETAILS_KEY:
            status.ParseFromString(value)
    message = error.details() or ""  # type: ignore[attr-defined]
    code: str = error.code().name  # type: ignore[attr-defined]
    # A server that stops resets the streams of the calls under way; what is cancelled here is said in other words.
    return _build("UNAVAILABLE" if code == "CANCELLED" and _RESET in message else code, message, status)


def from_status(status: status_pb2.Status) -> KubedrillError:
    """Convert the status of one item of a batch."""
    names = {code.value[0]: code.name for code in grpc.StatusCode}
    return _build(names.get(status.code, "UNKNOWN"), status.message, status)


def _build(code: str, message: str, status: status_pb2.Status) -> KubedrillError:
    info = error_details_pb2.ErrorInfo()
    retry = error_details_pb2.RetryInfo()
    bad_request = error_details_pb2.BadRequest()
    for detail in status.details:
        for target in (info, retry, bad_request):
            if detail.Is(target.DESCRIPTOR):
                detail.Unpack(target)
    delay = retry.retry_delay
    kind = _CLASS_BY_REASON.get(info.reason, KubedrillError)
    return kind(
        message,
        code=code,
        reason=info.reason,
        retryable=code in RETRYABLE_CODES,
        retry_delay_s=delay.seconds + delay.nanos / 1e9 if retry.HasField("retry_delay") else None,
        metadata=info.metadata,
        field_violations=tuple((violation.field, violation.description) for violation in bad_request.field_violations),
    )
