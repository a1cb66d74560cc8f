"""verifiers v1: incidents as a taskset with a harness of its own, which plays an episode's tools by its chat.

Its plug-in id is ``kubedrill-verifiers``. Rewards are recorded by component. An invalid sample is an error of its task,
so that its trace is not ``ok``; it never has the reward 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from openai import APIStatusError, AsyncOpenAI
from pydantic import Field

from .chat import AsyncChat
from .client import DEFAULT_TARGET, Client
from .requests import ResetOptions
from .rows import reset_fields, to_row
from .shared_clients import shared_async_client

__all__ = ["IncidentHarness", "IncidentTaskset"]

_chats: dict[str, AsyncChat] = {}  # by trace


class IncidentData(vf.TaskData):
    """One draw; what is in it is recorded with the trace, and no model sees it."""

    seed: str
    group_id: str
    spoilers: dict[str, str]


class IncidentTaskConfig(vf.TaskConfig):
    """Where and how episodes are started."""

    target: str = DEFAULT_TARGET
    """``host:port`` of the server."""
    token: str | None = None
    """Bearer token, for splits that need one."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Other fields of ``kubedrill.ResetOptions``."""


class IncidentsConfig(vf.TasksetConfig):
    """The draws that make up the taskset."""

    n: int = 64
    """Number of tasks."""
    split: str | None = None
    """``train`` (default), ``eval`` or ``holdout``."""
    seed: int = 0
    """Seed of the draws."""
    task: IncidentTaskConfig = IncidentTaskConfig()


class IncidentTask(vf.Task[IncidentData, vf.State, IncidentTaskConfig]):
    """Starts the episode of a rollout, and grades it."""

    async def setup(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Start the episode; the rollouts of a task start equal."""
        options = ResetOptions(**reset_fields(vars(self.data)), **self.config.options)
        client = shared_async_client(self.config.target, self.config.token)
        _chats[trace.id] = await AsyncChat.start(client, options)

    @vf.reward
    async def kubedrill(self, trace: vf.Trace) -> dict[str, float]:
        """Return what each component contributed."""
        chat = _chats[trace.id]
        if await chat.score() is None:
            raise RuntimeError("the sample is invalid: its world was lost")
        return chat.components()

    @vf.metric
    async def success(self, trace: vf.Trace) -> float:
        """Return 1 for an episode that passed all that its reward profile asks."""
        chat = _chats[trace.id]
        await chat.score()
        return float(chat.episode.ending is not None and bool(chat.episode.ending.success))


class IncidentHarness(vf.Harness[vf.HarnessConfig]):
    """Lets the model call the tools of the episode until it stops or the episode is over; runs in this process."""

    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Play the chat of the trace."""
        async with AsyncOpenAI(base_url=endpoint, api_key=secret) as model:
            await self._play(_chats[trace.id], model, ctx.model, trace)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")

    async def cleanup(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Release the slot of the rollout."""
        chat = _chats.pop(trace.id, None)
        if chat is not None:
            await chat.close()

    async def _play(self, chat: AsyncChat, model: AsyncOpenAI, name: str, trace: vf.Trace) -> None:
        while not chat.is_over:
            messages: Any = chat.messages
            tools: Any = chat.tools
            try:
                completion = await model.chat.completions.create(model=name, messages=messages, tools=tools)
            except APIStatusError:
                if trace.stop_condition is not None:
                    return  # a limit of the rollout refused the turn
                raise
            message = completion.choices[0].message.model_dump(exclude_none=True)
            if not await chat.turn(message):
                return  # the model has stopped


class IncidentTaskset(vf.Taskset[IncidentTask, IncidentsConfig]):
    """Draws of the server's catalogue."""

    def load(self) -> Iterator[IncidentTask]:
        """Yield a task for each draw."""
        config = self.config
        with Client(config.task.target, token=config.task.token) as client:
            draws = client.sample_tasks(config.n, split=config.split, seed=config.seed).draws
        for draw in draws:
            data = IncidentData(
                name=draw.group_id,
                prompt="An incident.",  # the harness opens with what the episode says
                **to_row(draw),
            )
            yield IncidentTask(data, config.task)
