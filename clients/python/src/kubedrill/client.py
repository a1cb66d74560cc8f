"""The blocking client."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import grpc

from .actions import Actions, to_actions
from .close_all import CloseTokens
from .decode import (
    decode_agent_access,
    decode_draws,
    decode_ending,
    decode_fork,
    decode_observation,
    decode_reward,
    decode_start,
    decode_step,
    decode_task,
    decode_tool_profile,
)
from .episode import Episode
from .errors import KubedrillError, from_status
from .exit_hooks import close_at_exit
from .fleet_options import WhenAway
from .heartbeat import INTERVAL_S, Heartbeat
from .ids import mint_episode_id
from .reach_options import ReachOptions, open_connection
from .replies import AgentAccess, Draws, Observation, Reward, Start, StepResult, Task, ToolProfile
from .requests import (
    DrawOptions,
    FilterOptions,
    ResetOptions,
    Views,
    build_filter,
    build_sample,
    build_views,
    check_reset_options,
    to_reset_options,
)
from .trajectories import GeneratedRow, GenerateOptions, stream_rows
from .v1 import environment_pb2 as pb

if TYPE_CHECKING:
    from typing_extensions import Unpack

DEFAULT_TARGET = "localhost:50051"
CALL_TIMEOUT_S = 300.0


class Client:
    """A connection to one server or several. Threads may share it; it connects at the first call and after a fork.

    Episodes that are still open when the client is deleted, or the process ends, are closed.

    Args:
        target: ``host:port``, or any target of gRPC's. Several servers are one by ``host:port,host:port``, by a list,
            or by a name whose servers come and go (``dns:///name:port``); episodes are placed among them.
        token: bearer token. None: that of the file ``token_file``, else of a server of this user on this machine.
        credentials: TLS credentials; None: plain text.
        timeout_s: deadline of one attempt of a call, s.
        heartbeat_s: interval at which leases are renewed, s.
        keepalive_s: interval of pings on idle connections, s.
        retry_budget_s: time for which a call is repeated while its server is away, s. None: 60, or a shorter timeout.
        when_away: treatment of the episodes of one of several servers that is away for longer. ``wait``: calls fail
            with UNAVAILABLE until it is back; ``invalid``: they raise ``SlotLost`` from then on.
    """

    def __init__(
        self,
        target: str | Sequence[str] = DEFAULT_TARGET,
        *,
        token: str | None = None,
        token_file: str | Path | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        timeout_s: float = CALL_TIMEOUT_S,
        heartbeat_s: float = INTERVAL_S,
        keepalive_s: float = 60.0,
        retry_budget_s: float | None = None,
        when_away: WhenAway = "wait",
    ) -> None:
        self._reach = ReachOptions(
            target, token, token_file, credentials, timeout_s, keepalive_s, retry_budget_s, when_away
        )
        self._server = open_connection(self._reach)
        self._heartbeat_s = heartbeat_s
        self._lock = threading.RLock()  # a signal may close the client while its thread holds it
        self._heartbeat: Heartbeat | None = None
        self._close_tokens = CloseTokens()
        close_at_exit(self)

    def server_info(self) -> pb.ServerInfo:
        """Return versions, capabilities, limits, pools and views of the server."""
        return self._server.call("GetServerInfo", pb.GetServerInfoRequest())

    def server_of(self, episode_id: str) -> str | None:
        """Return the address of the server of an episode; None where it is lost, or of another client."""
        return self._server.server_of(episode_id)

    def tool_profile(self, name: str = "") -> ToolProfile:
        """Return the tools, system prompt and usual limits of a profile (empty: all tools), without an episode."""
        return decode_tool_profile(self._server.call("GetToolProfile", pb.GetToolProfileRequest(name=name)))

    def list_tools(self, profile: str = "") -> list[dict[str, Any]]:
        """Return the tools of a profile (empty: all) as OpenAI's functions, nested schemas and all."""
        return [tool.to_openai() for tool in (self.tool_profile(profile)).tools]

    def list_tasks(self, split: str | None = None, **conditions: Unpack[FilterOptions]) -> Iterator[Task]:
        """Yield the tasks of a split (``train`` when None, ``all`` for every one) that match all conditions."""
        request = pb.ListTasksRequest(filter=build_filter(split, **conditions), page_size=1000)
        while True:
            reply = self._server.call("ListTasks", request)
            yield from map(decode_task, reply.tasks)
            if not reply.next_page_token:
                return
            request.page_token = reply.next_page_token

    def sample_tasks(self, n: int = 1, *, repeats: int = 1, **drawn: Unpack[DrawOptions]) -> Draws:
        """Return n seeded draws, each repeated for a group of that size; same seed and cursor, same draws."""
        return decode_draws(self._server.call("SampleTasks", build_sample(n, repeats, drawn)))

    def generate_trajectories(self, episodes: int = 1, **options: Any) -> Iterator[GeneratedRow]:
        """Return the rows of episodes that the server plays, as they come; ``options`` are those of GenerateOptions."""
        plan, server = GenerateOptions(episodes, **options), self._server.any()
        if server.options.metadata():
            # A stream is not begun again, so its token is renewed before.
            server.call("GetServerInfo", pb.GetServerInfoRequest())
        return stream_rows(server.channel(), plan, server.options.metadata())

    def reset(self, task: str | ResetOptions | None = None, *, seed: int | None = None, **options: Any) -> Episode:
        """Start an episode.

        Args:
            task: task URI, or all the options; None draws one from split ``train``.
            seed: root seed; None lets the server draw it.
            **options: the other fields of :class:`kubedrill.ResetOptions`.

        Raises:
            KubedrillError: no episode was started, or one that ends with its lease.
        """
        return self.reset_with(to_reset_options(task, seed=seed, **options))

    def reset_with(self, options: ResetOptions) -> Episode:
        """Start an episode from a ``ResetOptions``."""
        request = self._close_tokens.keep(check_reset_options(options, "options").to_request())
        return self._adopt(decode_start(self._server.call("Reset", request)))

    def reset_batch(self, items: Sequence[ResetOptions]) -> list[Episode | KubedrillError]:
        """Start many episodes at once; a failed item is its error, in place."""
        options = [check_reset_options(item, f"items[{at}]") for at, item in enumerate(items)]
        requests = [self._close_tokens.keep(one.to_request()) for one in options]
        replies = self._server.call_batch("ResetBatch", pb.ResetBatchRequest, requests)
        return [reply if isinstance(reply, KubedrillError) else self._adopt(decode_start(reply)) for reply in replies]

    def step(
        self, episode: Episode, actions: Actions, *, views: Views = (), timeout_s: float | None = None
    ) -> StepResult:
        """Apply actions to one episode; see :meth:`kubedrill.Episode.step`."""
        wanted = to_actions(actions)
        try:
            reply = self._server.call("Step", episode.step_request(wanted, views, timeout_s))
        except KubedrillError as error:
            if not episode.resync(error):
                raise
            reply = self._server.call("Step", episode.step_request(wanted, views, timeout_s))
        return self._absorb(episode, reply)

    def step_batch(self, steps: Sequence[tuple[Episode, Actions]]) -> list[StepResult | KubedrillError]:
        """Step many episodes at once; a failed item is its error, in place."""
        wanted = [(episode, to_actions(actions, f"steps[{at}][1]")) for at, (episode, actions) in enumerate(steps)]
        requests = [episode.step_request(actions) for episode, actions in wanted]
        replies = self._server.call_batch("StepBatch", pb.StepBatchRequest, requests)
        again = [
            at for at, reply in enumerate(replies) if isinstance(reply, KubedrillError) and steps[at][0].resync(reply)
        ]
        requests = [wanted[at][0].step_request(wanted[at][1]) for at in again]
        for at, reply in zip(again, self._server.call_batch("StepBatch", pb.StepBatchRequest, requests), strict=True):
            replies[at] = reply
        return [
            reply if isinstance(reply, KubedrillError) else self._absorb(episode, reply)
            for (episode, _), reply in zip(steps, replies, strict=True)
        ]

    def observe(self, episode_id: str, views: Views = ()) -> Observation:
        """Return views of an episode; no time passes and nothing is scored."""
        reply = self._server.call("Observe", pb.ObserveRequest(episode_id=episode_id, views=build_views(views)))
        return decode_observation(reply.observation)

    def reward(self, episode: Episode, *, finalize: bool = False, judge: bool = False) -> Reward:
        """Return the sums since reset; see :meth:`Episode.reward`."""
        reply = self._server.call("Reward", pb.RewardRequest(episode_id=episode.id, finalize=finalize, judge=judge))
        return episode.absorb_reward(decode_reward(reply.report), decode_ending(reply))

    def fork(self, episode: Episode, count: int = 1, *, reseed: int | None = None) -> list[Episode]:
        """Return copies of a running episode at its current state."""
        request = pb.ForkRequest(
            episode_id=episode.id, child_episode_ids=[mint_episode_id() for _ in range(count)], reseed=reseed
        )
        reply = self._server.call("Fork", request)
        children = []
        for child in reply.children:
            if child.HasField("status") and child.status.code != 0:
                raise from_status(child.status)
            copy = self._adopt(decode_fork(episode.start, child))
            children.append(copy.continue_from(episode, child.episode.next_step_index))
        return children

    def kubeconfig(self, episode_id: str) -> str:
        """Return a kubeconfig for the cluster of a running episode, as YAML, with the agent's rights."""
        return self._server.call("GetKubeconfig", pb.GetKubeconfigRequest(episode_id=episode_id)).kubeconfig

    def agent_access(self, episode_id: str) -> AgentAccess:
        """Return the addresses of all that the agent of a running episode can reach by itself."""
        return decode_agent_access(self._server.call("GetAgentAccess", pb.GetAgentAccessRequest(episode_id=episode_id)))

    def heartbeat(self, episode_ids: Sequence[str]) -> pb.HeartbeatResponse:
        """Renew leases now; a thread does so for every episode of this client anyway."""
        return self._server.call("Heartbeat", pb.HeartbeatRequest(episode_ids=episode_ids))

    def release(self, episode_id: str) -> None:
        """Stop renewing an episode's lease, for example because the next reset replaces it."""
        if self._heartbeat is not None:
            self._heartbeat.discard(episode_id)

    def close_episode(self, episode_id: str) -> None:
        """Release an episode's slot; never grades and may be repeated."""
        self.release(episode_id)
        self._server.call("Close", self._close_tokens.request(episode_id))
        self._close_tokens.discard(episode_id)

    def close_batch(self, episodes: Iterable[Episode]) -> None:
        """Release the slots of many episodes; what cannot be closed now ends with its lease."""
        ids = [episode.id for episode in episodes]
        for id_ in ids:
            self.release(id_)
        self._server.close_episodes(self._close_tokens.requests(ids))

    def close(self) -> None:
        """Close all episodes that are open and the channel; safe to repeat."""
        with self._lock:
            heartbeat, self._heartbeat = self._own_heartbeat(), None
        self._server.close(self._close_tokens.requests([] if heartbeat is None else heartbeat.take_all()))

    def close_at_exit(self) -> None:
        """Close the episodes from an exit hook."""
        if (heartbeat := self._own_heartbeat()) is not None:
            self._server.close_at_exit(self._close_tokens.requests(heartbeat.take_all()))

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_heartbeat"):  # its address was one
            self.close()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state from which another process connects to the same server."""
        return {**self._reach.to_state(), "heartbeat_s": self._heartbeat_s}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def _absorb(self, episode: Episode, reply: pb.StepResponse) -> StepResult:
        result = episode.absorb(decode_step(reply))
        if result.ending is not None:
            self.release(episode.id)
        return result

    def _adopt(self, start: Start) -> Episode:
        with self._lock:
            self._heartbeat = self._own_heartbeat() or Heartbeat(self._renew, self._heartbeat_s)
            self._heartbeat.add(start.episode_id)
        return Episode(self, start)

    def _own_heartbeat(self) -> Heartbeat | None:
        """Return the heartbeat of this process; the episodes of a parent are its own."""
        heartbeat = self._heartbeat
        return heartbeat if heartbeat is not None and heartbeat.pid == os.getpid() else None

    def _renew(self, episode_ids: list[str]) -> None:
        heartbeat = self._heartbeat
        if heartbeat is None or not self._server.is_open:
            return
        heartbeat.note(self._server.renew(episode_ids))


def connect(target: str | Sequence[str] = DEFAULT_TARGET, **options: Any) -> Client:
    """Return a client of a server, ``"embedded"`` or ``host:port``, or of several; nothing is sent before a call."""
    return Client(target, **options)
