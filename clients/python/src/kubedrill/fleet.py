"""The set of servers that one client plays on: which are ready, and where each episode and group is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Generic, TypeVar

from .errors import KubedrillError, SlotLost
from .placement import place
from .v1 import environment_pb2 as pb

GROUPS_MAX = 65_536
_MUST_EQUAL = {
    "build_digest": "run one version of kubedrill on all of them",
    "runtime": "run them with one version of Node on one kind of processor",
    "task_key_id": "give all of them the same --task-key-file",
}
_C = TypeVar("_C")


@dataclass(eq=False)
class Member(Generic[_C]):
    """A server of the set.

    Attributes:
        id: what it says of itself; its address where it says nothing.
        address: where it answered last.
        connection: the connection to that address; None while another server answers there.
        room: free slots as far as is known.
        is_ready: takes new episodes.
        away_since: time of the first call that it left unanswered, s; None: it answered the last one.
        failed_at: time of the last such call, s: a server of which nobody has asked since may be back.
        episodes: number of episodes that are there.
    """

    id: str
    address: str
    connection: _C | None
    facts: dict[str, str]
    room: int = 0
    is_ready: bool = False
    away_since: float | None = None
    failed_at: float = 0.0
    episodes: int = 0


@dataclass
class _Group:
    server: str
    started: int = 0


@dataclass
class Fleet(Generic[_C]):
    """What a client knows of its servers; it does no I/O. Threads may share it.

    Args:
        text: the target, as messages name it.
        budget_s: time for which a server that is away is waited for.
        is_loss: True: the episodes of one that is away for longer are lost; False: they wait on.
        is_named: True: addresses come and go, and tell nothing of who answers there.
        now: clock, s.
    """

    text: str
    budget_s: float
    is_loss: bool
    is_named: bool
    now: Callable[[], float]
    members: dict[str, Member[_C]] = field(default_factory=dict)
    _homes: dict[str, str | None] = field(default_factory=dict)  # server by episode; None: lost
    _groups: dict[str, _Group] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def note(self, address: str, connection: _C, info: pb.ServerInfo) -> None:
        """Record what a server says of itself."""
        id_ = info.server_id or address
        with self._lock:
            for other in self.members.values():
                if other.address == address and other.id != id_:
                    self.mark_away(other)
                    other.connection = None if self.is_named else connection
            member = self.members.setdefault(id_, Member(id_, address, connection, {}))
            if member.address != address and member.is_ready and member.connection is not None:
                return  # two addresses of one server
            member.address, member.connection = address, connection
            member.facts = {name: getattr(info, name) for name in _MUST_EQUAL}
            member.room = sum(backend.slots_free for backend in info.backends)
            member.is_ready = info.state != pb.ServerInfo.STATE_DRAINING
            member.away_since = None

    def note_silence(self, address: str) -> None:
        """Record that nobody answers at an address."""
        with self._lock:
            for member in self.members.values():
                if member.address == address:
                    self.mark_away(member)

    def keep_only(self, addresses: Iterable[str]) -> list[str]:
        """Forget servers that are away, without episodes, and no more at these addresses; return where they were."""
        with self._lock:
            kept = set(addresses)
            idle = [m for m in self.members.values() if m.away_since is not None and not m.episodes]
            gone = [member for member in idle if member.address not in kept]
            for member in gone:
                del self.members[member.id]
            return [member.address for member in gone]

    def mark_away(self, member: Member[_C]) -> None:
        """Record that a server left a call unanswered."""
        member.is_ready = False
        member.failed_at = self.now()
        member.away_since = member.failed_at if member.away_since is None else member.away_since

    def ready(self) -> list[Member[_C]]:
        """Return the servers that take new episodes."""
        with self._lock:
            return [member for member in self.members.values() if member.is_ready]

    def check_equal(self) -> None:
        """Compare the servers that are ready.

        Raises:
            KubedrillError: a draw, a group or a seed would not mean the same at two of them.
        """
        by_facts: dict[tuple[str, ...], Member[_C]] = {}
        for member in self.ready():
            by_facts.setdefault(tuple(member.facts.values()), member)
        for one, other in combinations(by_facts.values(), 2):
            name = next(name for name in _MUST_EQUAL if one.facts[name] != other.facts[name])
            raise KubedrillError(
                f"{one.address} and {other.address} differ in {name}: {one.facts[name]!r} and {other.facts[name]!r}; "
                f"{_MUST_EQUAL[name]}",
                code="FAILED_PRECONDITION",
                reason="SERVERS_DIFFER",
            )

    def route(self, request: Any, need: int = 1) -> Member[_C]:
        """Return the server of a request: that of its episode or group, or the one on which it is placed.

        Args:
            need: free slots that a new group wants.

        Raises:
            SlotLost: the server of the episode has been away for too long.
            KubedrillError: no server is ready, or none has this episode.
        """
        with self._lock:
            if isinstance(request, pb.ResetRequest):
                return self._route_reset(request, need)
            episode_id = getattr(request, "episode_id", None)
            if episode_id is None:
                return self._place(request.SerializeToString(deterministic=True).hex(), "")
            if episode_id not in self._homes:
                raise KubedrillError(
                    f"episode {episode_id} is none of this client's, so its server is not known; connect to that one",
                    code="NOT_FOUND",
                    reason="EPISODE_UNKNOWN",
                )
            return self._home(episode_id)

    def accept(self, request: Any, member: Member[_C]) -> bool:
        """Record a request that was answered; False if its group has gone elsewhere meanwhile."""
        with self._lock:
            member.away_since = None
            if isinstance(request, pb.ResetRequest):
                group = self._groups.get(request.group_id)
                if group is not None and group.server != member.id:
                    return False
                if group is not None:
                    group.started += 1
                self._settle(request.episode_id, member)
                self.forget(request.replaces_episode_id)
            elif isinstance(request, pb.ForkRequest):
                for child in request.child_episode_ids:
                    self._settle(child, member)
            elif isinstance(request, pb.CloseRequest):
                self.forget(request.episode_id)
            return True

    def move(self, request: Any, member: Member[_C], *, is_full: bool) -> bool:
        """Return True if a reset that a server did not answer, or has no slot for, may be made elsewhere."""
        if not isinstance(request, pb.ResetRequest):
            return False
        with self._lock:
            group = self._groups.get(request.group_id)
            if group is not None and group.server == member.id and group.started > 0:
                return False  # a group is never split
            if is_full:
                member.room = 0
            others = [other for other in self.ready() if other is not member and (other.room > 0 or not is_full)]
            if not others:
                return False
            self._groups.pop(request.group_id, None)
            return True

    def home_of(self, episode_id: str) -> Member[_C] | None:
        """Return the server of an episode; None where it is lost, or of another client."""
        with self._lock:
            home = self._homes.get(episode_id)
            return None if home is None else self.members.get(home)

    def by_home(self, episode_ids: Iterable[str]) -> dict[_C, list[str]]:
        """Return episodes by the connection to their server; those whose server is away are left out."""
        homes: dict[_C, list[str]] = {}
        for episode_id in episode_ids:
            member = self.home_of(episode_id)
            if member is not None and member.connection is not None and member.away_since is None:
                homes.setdefault(member.connection, []).append(episode_id)
        return homes

    def forget(self, episode_id: str) -> None:
        """Forget an episode that is closed."""
        with self._lock:
            home = self._homes.pop(episode_id, None)
            if home in self.members:
                self.members[home].episodes -= 1

    def _route_reset(self, request: pb.ResetRequest, need: int) -> Member[_C]:
        if request.episode_id in self._homes:
            return self._home(request.episode_id)
        self.check_equal()
        group = self._groups.get(request.group_id)
        if group is not None and group.server in self.members:
            member = self.members[group.server]
            if not self._lose_if_late(member):
                return member
        seed = str(request.seed) if request.HasField("seed") else ""
        is_told = bool(request.task.task_uri and seed)
        task = request.task.task_uri if is_told else request.group_id or request.episode_id
        member = self._place(task, seed if is_told else "", need)
        member.room -= need
        if request.group_id:
            self._groups.pop(request.group_id, None)
            self._groups[request.group_id] = _Group(member.id)
            if len(self._groups) > GROUPS_MAX:
                del self._groups[next(iter(self._groups))]
        return member

    def _place(self, task: str, seed: str, need: int = 1) -> Member[_C]:
        server = place({member.id: member.room for member in self.ready()}, task, seed, need)
        if server is None:
            raise KubedrillError(
                f"no server of {self.text} is ready; start one with `kubedrill serve`, or correct the addresses",
                code="UNAVAILABLE",
                retryable=True,
            )
        return self.members[server]

    def _home(self, episode_id: str) -> Member[_C]:
        home = self._homes[episode_id]
        member = None if home is None else self.members.get(home)
        if member is None or self._lose_if_late(member):
            raise SlotLost(
                f"the server of episode {episode_id} was away for more than {self.budget_s:g} s; discard the sample",
                code="DATA_LOSS",
                reason="SLOT_LOST",
            )
        return member

    def _lose_if_late(self, member: Member[_C]) -> bool:
        if not self.is_loss or member.away_since is None or member.failed_at - member.away_since <= self.budget_s:
            return False
        for episode_id in [episode_id for episode_id, home in self._homes.items() if home == member.id]:
            self._homes[episode_id] = None
        for group_id in [group_id for group_id, group in self._groups.items() if group.server == member.id]:
            del self._groups[group_id]
        member.episodes = 0
        return True

    def _settle(self, episode_id: str, member: Member[_C]) -> None:
        if self._homes.get(episode_id) != member.id:
            self._homes[episode_id] = member.id
            member.episodes += 1
