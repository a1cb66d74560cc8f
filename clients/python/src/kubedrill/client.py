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
from .channel import ChannelOptions
from .close_all import CLOSE_TIMEOUT_S, CloseTokens, close_all, close_all_at_exit
from .connection import Connection
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
from .heartbeat import INTERVAL_S, Heartbeat
from .ids import mint_episode_id
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
from .token_file import token_path
from .trajectories import GeneratedRow, GenerateOptions, stream_rows
from .v1 import environment_pb2 as pb

if TYPE_CHECKING:
    from typing_extensions import Unpack

DEFAULT_TARGET = "localhost:50051"
CALL_TIMEOUT_S = 300.0


class Client:
    """A connection to a server. Threads may share it; its channel is made at the first call and again after a fork.

    Episodes that are still open when the client is deleted, or the process ends, are closed.
    """

    def __init__(
        self,
        target: str = DEFAULT_TARGET,
        *,
        token: str | None = None,
        token_file: str | Path | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        timeout_s: float = CALL_TIMEOUT_S,
        heartbeat_s: float = INTERVAL_S,
        keepalive_s: float = 60.0,
    ) -> None:
        options = ChannelOptions(target, token, credentials, keepalive_s, token_file)
        self._server = Connection(options, timeout_s)
        self._timeout_s = timeout_s
        self._heartbeat_s = heartbeat_s
        self._lock = threading.RLock()  # a signal may close the client while its thread holds it
        self._heartbeat: Heartbeat | None = None
        self._close_tokens = CloseTokens()
        close_at_exit(self)

    def server_info(self) -> pb.ServerInfo:
        """Return versions, capabilities, limits, pools and views of the server."""
        return self._server.call("GetServerInfo", pb.GetServerInfoRequest())

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
        plan = GenerateOptions(episodes, **options)
        if self._server.options.metadata():
            self.server_info()  # a stream is not begun again, so its token is renewed before
        return stream_rows(self._server.channel(), plan, self._server.options.metadata())

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

    def reward(self, episode: Episode, *, finalize: bool = False) -> Reward:
        """Return the sums since reset; ``finalize`` grades and ends the episode."""
        reply = self._server.call("Reward", pb.RewardRequest(episode_id=episode.id, finalize=finalize))
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
        close_all(self._server.stub(), self._close_tokens.requests(ids), self._server.options.metadata())

    def close(self) -> None:
        """Close all episodes that are open and the channel; safe to repeat."""
        with self._lock:
            heartbeat, self._heartbeat = self._own_heartbeat(), None
        self._server.close(self._close_tokens.requests([] if heartbeat is None else heartbeat.take_all()))

    def close_at_exit(self) -> None:
        """Close the episodes from an exit hook."""
        if (heartbeat := self._own_heartbeat()) is not None:
            close_all_at_exit(self._server.options, self._close_tokens.requests(heartbeat.take_all()))

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
        options = self._server.options
        if options.credentials is not None:
            raise TypeError("a client with TLS credentials cannot be pickled; make it in the process that uses it")
        return {
            "target": options.target,
            "token": options.token,
            "token_file": token_path(options.token_file),
            "timeout_s": self._timeout_s,
            "heartbeat_s": self._heartbeat_s,
        }

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
        try:
            reply = self._server.stub().Heartbeat(
                pb.HeartbeatRequest(episode_ids=episode_ids),
                timeout=CLOSE_TIMEOUT_S,
                metadata=self._server.options.metadata(),
            )
        except grpc.RpcError:
            return  # the next beat tries again; leases outlast several of them
        heartbeat.note(reply.leases)


def connect(target: str = DEFAULT_TARGET, **options: Any) -> Client:
    """Return a client of a server, ``host:port`` or ``"embedded"``; nothing is sent before the first call."""
    return Client(target, **options)
