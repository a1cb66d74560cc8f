"""The asyncio client: the same calls as :mod:`kubedrill.client`, awaited."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import grpc

from .actions import Actions, to_actions
from .async_episode import AsyncEpisode
from .client import CALL_TIMEOUT_S, DEFAULT_TARGET
from .close_all import CloseTokens
from .connection_aio import AsyncConnection
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
from .errors import KubedrillError, from_status
from .exit_hooks import close_at_exit
from .fleet_connection_aio import AsyncFleetConnection
from .fleet_options import WhenAway
from .heartbeat import INTERVAL_S, OVER_STATES, batches
from .ids import mint_episode_id
from .reach_options import ReachOptions, open_connection_aio
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
from .trajectories import GeneratedRow, GenerateOptions, stream_rows_aio
from .v1 import environment_pb2 as pb

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncClient:
    """A connection to one server or several for one event loop; channels are made at the first call.

    Leave it by ``async with`` or ``await client.close()``; what is open when the process ends is closed as well.
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
        reach = ReachOptions(target, token, token_file, credentials, timeout_s, keepalive_s, retry_budget_s, when_away)
        self._server: AsyncConnection | AsyncFleetConnection = open_connection_aio(reach)
        self._heartbeat_s = heartbeat_s
        self._pid = 0  # process of the episodes
        self._episode_ids: set[str] = set()
        self._beat: asyncio.Task[None] | None = None
        self._cleanups: set[asyncio.Task[None]] = set()
        self._close_tokens = CloseTokens()
        close_at_exit(self)

    async def server_info(self) -> pb.ServerInfo:
        """Return versions, capabilities, limits, pools and views of the server."""
        return await self._server.call("GetServerInfo", pb.GetServerInfoRequest())

    def server_of(self, episode_id: str) -> str | None:
        """Return the address of the server of an episode; None where it is lost, or of another client."""
        return self._server.server_of(episode_id)

    async def tool_profile(self, name: str = "") -> ToolProfile:
        """Return the tools, system prompt and usual limits of a profile (empty: all tools), without an episode."""
        return decode_tool_profile(await self._server.call("GetToolProfile", pb.GetToolProfileRequest(name=name)))

    async def list_tools(self, profile: str = "") -> list[dict[str, Any]]:
        """Return the tools of a profile (empty: all) as OpenAI's functions, nested schemas and all."""
        return [tool.to_openai() for tool in (await self.tool_profile(profile)).tools]

    async def list_tasks(self, split: str | None = None, **conditions: Unpack[FilterOptions]) -> AsyncIterator[Task]:
        """Yield the tasks of a split (``train`` when None, ``all`` for every one) that match all conditions."""
        request = pb.ListTasksRequest(filter=build_filter(split, **conditions), page_size=1000)
        while True:
            reply = await self._server.call("ListTasks", request)
            for task in reply.tasks:
                yield decode_task(task)
            if not reply.next_page_token:
                return
            request.page_token = reply.next_page_token

    async def sample_tasks(self, n: int = 1, *, repeats: int = 1, **drawn: Unpack[DrawOptions]) -> Draws:
        """Return n seeded draws, each repeated for a group of that size; same seed and cursor, same draws."""
        return decode_draws(await self._server.call("SampleTasks", build_sample(n, repeats, drawn)))

    async def generate_trajectories(self, episodes: int = 1, **options: Any) -> AsyncGenerator[GeneratedRow, None]:
        """Yield the rows of episodes that the server plays, as they come; see :class:`kubedrill.GenerateOptions`."""
        plan, server = GenerateOptions(episodes, **options), await self._server.any()
        if server.options.metadata():
            # A stream is not begun again, so its token is renewed before.
            await server.call("GetServerInfo", pb.GetServerInfoRequest())
        stream = stream_rows_aio(await server.channel(), plan, server.options.metadata())
        async with contextlib.aclosing(stream) as rows:
            async for row in rows:
                yield row

    async def reset(
        self, task: str | ResetOptions | None = None, *, seed: int | None = None, **options: Any
    ) -> AsyncEpisode:
        """Start an episode; see :meth:`kubedrill.Client.reset`."""
        return await self.reset_with(to_reset_options(task, seed=seed, **options))

    async def reset_with(self, options: ResetOptions) -> AsyncEpisode:
        """Start an episode from a ``ResetOptions``."""
        request = self._close_tokens.keep(check_reset_options(options, "options").to_request())
        try:
            return self._adopt(decode_start(await self._server.call("Reset", request)))
        except asyncio.CancelledError:
            # The server may have started it already: nobody will ever play it.
            task = asyncio.get_running_loop().create_task(self._close_quietly(request.episode_id))
            self._cleanups.add(task)
            task.add_done_callback(self._cleanups.discard)
            raise

    async def reset_batch(self, items: Sequence[ResetOptions]) -> list[AsyncEpisode | KubedrillError]:
        """Start many episodes at once; a failed item is its error, in place."""
        options = [check_reset_options(item, f"items[{at}]") for at, item in enumerate(items)]
        requests = [self._close_tokens.keep(one.to_request()) for one in options]
        replies = await self._server.call_batch("ResetBatch", pb.ResetBatchRequest, requests)
        return [reply if isinstance(reply, KubedrillError) else self._adopt(decode_start(reply)) for reply in replies]

    async def step(
        self, episode: AsyncEpisode, actions: Actions, *, views: Views = (), timeout_s: float | None = None
    ) -> StepResult:
        """Apply actions to one episode; see :meth:`kubedrill.Episode.step`."""
        wanted = to_actions(actions)
        try:
            reply = await self._server.call("Step", episode.step_request(wanted, views, timeout_s))
        except KubedrillError as error:
            if not episode.resync(error):
                raise
            reply = await self._server.call("Step", episode.step_request(wanted, views, timeout_s))
        return self._absorb(episode, reply)

    async def step_batch(self, steps: Sequence[tuple[AsyncEpisode, Actions]]) -> list[StepResult | KubedrillError]:
        """Step many episodes at once; a failed item is its error, in place."""
        wanted = [(episode, to_actions(actions, f"steps[{at}][1]")) for at, (episode, actions) in enumerate(steps)]
        requests = [episode.step_request(actions) for episode, actions in wanted]
        replies = await self._server.call_batch("StepBatch", pb.StepBatchRequest, requests)
        again = [
            at for at, reply in enumerate(replies) if isinstance(reply, KubedrillError) and steps[at][0].resync(reply)
        ]
        requests = [wanted[at][0].step_request(wanted[at][1]) for at in again]
        for at, reply in zip(
            again, await self._server.call_batch("StepBatch", pb.StepBatchRequest, requests), strict=True
        ):
            replies[at] = reply
        return [
            reply if isinstance(reply, KubedrillError) else self._absorb(episode, reply)
            for (episode, _), reply in zip(steps, replies, strict=True)
        ]

    async def observe(self, episode_id: str, views: Views = ()) -> Observation:
        """Return views of an episode; no time passes and nothing is scored."""
        reply = await self._server.call("Observe", pb.ObserveRequest(episode_id=episode_id, views=build_views(views)))
        return decode_observation(reply.observation)

    async def reward(self, episode: AsyncEpisode, *, finalize: bool = False, judge: bool = False) -> Reward:
        """Return the sums since reset; see :meth:`Episode.reward`."""
        reply = await self._server.call(
            "Reward", pb.RewardRequest(episode_id=episode.id, finalize=finalize, judge=judge)
        )
        return episode.absorb_reward(decode_reward(reply.report), decode_ending(reply))

    async def fork(self, episode: AsyncEpisode, count: int = 1, *, reseed: int | None = None) -> list[AsyncEpisode]:
        """Return copies of a running episode at its current state."""
        request = pb.ForkRequest(
            episode_id=episode.id, child_episode_ids=[mint_episode_id() for _ in range(count)], reseed=reseed
        )
        reply = await self._server.call("Fork", request)
        children = []
        for child in reply.children:
            if child.HasField("status") and child.status.code != 0:
                raise from_status(child.status)
            copy = self._adopt(decode_fork(episode.start, child))
            children.append(copy.continue_from(episode, child.episode.next_step_index))
        return children

    async def kubeconfig(self, episode_id: str) -> str:
        """Return a kubeconfig for the cluster of a running episode, as YAML, with the agent's rights."""
        return (await self._server.call("GetKubeconfig", pb.GetKubeconfigRequest(episode_id=episode_id))).kubeconfig

    async def agent_access(self, episode_id: str) -> AgentAccess:
        """Return the addresses of all that the agent of a running episode can reach by itself."""
        return decode_agent_access(
            await self._server.call("GetAgentAccess", pb.GetAgentAccessRequest(episode_id=episode_id))
        )

    async def heartbeat(self, episode_ids: Sequence[str]) -> pb.HeartbeatResponse:
        """Renew leases now; a task does so for every episode of this client anyway."""
        return await self._server.call("Heartbeat", pb.HeartbeatRequest(episode_ids=episode_ids))

    def release(self, episode_id: str) -> None:
        """Stop renewing an episode's lease, for example because the next reset replaces it."""
        self._episode_ids.discard(episode_id)

    async def close_episode(self, episode_id: str) -> None:
        """Release an episode's slot; never grades and may be repeated."""
        self.release(episode_id)
        await self._server.call("Close", self._close_tokens.request(episode_id))
        self._close_tokens.discard(episode_id)

    async def close_batch(self, episodes: Iterable[AsyncEpisode]) -> None:
        """Release the slots of many episodes; what cannot be closed now ends with its lease."""
        await asyncio.gather(*(self.close_episode(episode.id) for episode in episodes), return_exceptions=True)

    async def close(self) -> None:
        """Close all episodes that are open and the channel; safe to repeat."""
        if not self._server.is_open:
            return
        if self._beat is not None:
            self._beat.cancel()
        open_ids, self._beat = sorted(self._episode_ids), None
        await asyncio.gather(*self._cleanups)
        await asyncio.gather(*(self.close_episode(episode_id) for episode_id in open_ids), return_exceptions=True)
        await self._server.close()

    def close_at_exit(self) -> None:
        """Close the episodes from an exit hook, when no event loop may be there."""
        if self._pid == os.getpid():
            open_ids, self._episode_ids = sorted(self._episode_ids), set()
            self._server.close_at_exit(self._close_tokens.requests(open_ids))

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _close_quietly(self, episode_id: str) -> None:
        with contextlib.suppress(KubedrillError):
            await self.close_episode(episode_id)

    def _absorb(self, episode: AsyncEpisode, reply: pb.StepResponse) -> StepResult:
        result = episode.absorb(decode_step(reply))
        if result.ending is not None:
            self.release(episode.id)
        return result

    def _adopt(self, start: Start) -> AsyncEpisode:
        if self._pid != os.getpid():  # those of a parent process are its own
            self._pid, self._episode_ids, self._beat = os.getpid(), set(), None
        self._episode_ids.add(start.episode_id)
        if self._beat is None:
            self._beat = asyncio.get_running_loop().create_task(self._renew_forever(), name="kubedrill-heartbeat")
        return AsyncEpisode(self, start)

    async def _renew_forever(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat_s)
            for batch in batches(sorted(self._episode_ids)):
                for lease in await self._server.renew(batch):
                    if lease.state in OVER_STATES:
                        self.release(lease.episode_id)


def connect_aio(target: str | Sequence[str] = DEFAULT_TARGET, **options: Any) -> AsyncClient:
    """Return an asyncio client of a server or several; the arguments are those of :class:`kubedrill.Client`."""
    return AsyncClient(target, **options)
