"""Calls to the servers of a set: where each goes, and what becomes of those that were not answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from .errors import KubedrillError, SlotLost
from .fleet import Fleet, Member
from .retry import Patience, RetryRule
from .v1 import environment_pb2 as pb

_GOING = frozenset({"", "DRAINING"})  # reasons of a server that is not there, or soon will not be
_MOVES_MAX = 64  # rounds in which requests are sent elsewhere without a pause
_C = TypeVar("_C")


class Dispatch(Generic[_C]):
    """Requests that fan out to their servers and come back as one; whoever owns the connections sends them.

    Attributes:
        answers: reply or error by request, once :attr:`is_over`.
        delay_s: time before the next round, s.
    """

    def __init__(self, fleet: Fleet[_C], patience: Patience, requests: Sequence[Any]) -> None:
        self._fleet = fleet
        self._requests = requests
        self._rule = RetryRule(patience)
        self._waiting = list(range(len(requests)))
        self._moves = 0
        self.answers: list[Any] = [None] * len(requests)
        self.delay_s = 0.0

    @property
    def is_over(self) -> bool:
        """Return True when every request has its answer."""
        return not self._waiting

    def plan(self) -> list[tuple[Member[_C], _C, list[int]]]:
        """Return who is sent which requests, by their indexes; what nobody can answer now is decided on."""
        sizes = Counter(getattr(self._requests[index], "group_id", "") or index for index in self._waiting)
        plan: dict[str, tuple[Member[_C], _C, list[int]]] = {}
        failed: list[tuple[int, KubedrillError]] = []
        for index in self._waiting:
            request = self._requests[index]
            try:
                member = self._fleet.route(request, sizes[getattr(request, "group_id", "") or index])
            except KubedrillError as error:
                failed.append((index, error))
                continue
            if member.connection is None:
                failed.append((index, _away(member)))
            else:
                plan.setdefault(member.id, (member, member.connection, []))[2].append(index)
        self._waiting, self.delay_s, self._moves = [], 0.0, self._moves + 1
        self._repeat(failed)
        return list(plan.values())

    def requests(self, member: Member[_C], indexes: Sequence[int]) -> list[Any]:
        """Return the requests that a server is sent; an episode that one replaces elsewhere is left out of it."""
        return [self._without_strange(self._requests[index], member) for index in indexes]

    def replaced(self, member: Member[_C], indexes: Sequence[int]) -> list[str]:
        """Return the episodes at other servers that requests to this one replace, to be closed there."""
        ids = (getattr(self._requests[index], "replaces_episode_id", "") for index in indexes)
        return [id_ for id_ in ids if id_ and self._fleet.home_of(id_) not in (None, member)]

    def take(self, member: Member[_C], indexes: Sequence[int], answers: Sequence[Any]) -> None:
        """Record the answers of a server."""
        failed: list[tuple[int, KubedrillError]] = []
        for index, answer in zip(indexes, answers, strict=True):
            request = self._requests[index]
            if not isinstance(answer, KubedrillError):
                if self._fleet.accept(request, member):
                    self.answers[index] = answer
                else:
                    self._waiting.append(index)
                continue
            is_away = answer.code == "UNAVAILABLE" and answer.reason in _GOING
            if is_away:
                self._fleet.mark_away(member)
            is_full = answer.reason == "POOL_FULL"
            may_move = (is_away or is_full) and self._moves <= _MOVES_MAX
            if may_move and self._fleet.move(request, member, is_full=is_full):
                self._waiting.append(index)
            else:
                failed.append((index, answer))
        self._repeat(failed)

    def _repeat(self, failed: Sequence[tuple[int, KubedrillError]]) -> None:
        """Leave requests for another round that failed for a passing reason, while there is patience."""
        passing = [error for _, error in failed if error.retryable and error.reason != "POOL_FULL"]
        delay_s = self._rule.delay_after(passing[0]) if passing else None
        for index, error in failed:
            if delay_s is None or error not in passing:
                self.answers[index] = self._loss_of(index) or error
            else:
                self._waiting.append(index)
                self.delay_s = max(self.delay_s, delay_s)

    def _loss_of(self, index: int) -> SlotLost | None:
        """Return that the server of an episode has been away for too long meanwhile; None: it has not."""
        if isinstance(self._requests[index], pb.ResetRequest):
            return None
        try:
            self._fleet.route(self._requests[index])
        except SlotLost as lost:
            return lost
        except KubedrillError:
            return None
        return None

    def _without_strange(self, request: Any, member: Member[_C]) -> Any:
        replaced = getattr(request, "replaces_episode_id", "")
        if not replaced or self._fleet.home_of(replaced) is member:
            return request
        copy = pb.ResetRequest()
        copy.CopyFrom(request)
        copy.replaces_episode_id = ""
        return copy


def _away(member: Member[Any]) -> KubedrillError:
    return KubedrillError(
        f"the server that was at {member.address} is away, and another one answers there",
        code="UNAVAILABLE",
        retryable=True,
    )
