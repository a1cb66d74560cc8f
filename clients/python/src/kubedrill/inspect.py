"""Inspect AI: incidents as a task, with the tools of the episode and a score by component."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef, ToolParams

from .aio import AsyncClient
from .chat import AsyncChat, TokenBudget
from .client import DEFAULT_TARGET, Client
from .replies import Draw
from .requests import ResetOptions
from .rows import reset_fields, to_row
from .shared_clients import shared_async_client
from .tool_call import ToolCall


def incidents(
    target: str = DEFAULT_TARGET,
    n: int = 20,
    *,
    token: str | None = None,
    split: str | None = None,
    seed: int | None = None,
    budget: TokenBudget | None = None,
    solver: Solver | Sequence[Solver] | None = None,
    **options: Any,
) -> Task:
    """Return a task of ``n`` drawn incidents.

    Each is scored by its return under ``score`` and by ``success``, with the contributions of the components in the
    score's metadata. An invalid sample is left unscored, so that no mean counts it.

    Args:
        target: ``host:port`` of the server.
        n: number of samples.
        token: bearer token, for splits that need one.
        split: ``train`` (default), ``eval`` or ``holdout``.
        seed: seed of the draws; None: drawn by the server.
        budget: bounds of what the tools tell.
        solver: the agent; missing: the model in a loop with the tools until the episode is over.
        **options: other fields of :class:`kubedrill.ResetOptions`.
    """
    with Client(target, token=token) as client:
        draws = client.sample_tasks(n, split=split, seed=seed).draws
    room = _Room(partial(shared_async_client, target, token), options, budget)
    return Task(
        dataset=[_sample(draw) for draw in draws],
        setup=_enter(room),
        solver=solver or _play(room),
        scorer=_graded(room),
        cleanup=room.leave,
        name="kubedrill",
    )


class _Room:
    """Chats that are played now, by the sample that plays them; they cannot be kept in its store, which is logged."""

    def __init__(self, connect: Callable[[], AsyncClient], options: dict[str, Any], budget: TokenBudget | None) -> None:
        # Each evaluation of a task has an event loop of its own, and so a client.
        self._connect, self._options, self._budget = connect, options, budget
        self._chats: dict[str, AsyncChat] = {}

    async def enter(self, state: TaskState) -> AsyncChat:
        options = ResetOptions(**reset_fields(state.metadata), **self._options)
        self._chats[state.uuid] = await AsyncChat.start(self._connect(), options, self._budget)
        return self._chats[state.uuid]

    def chat(self, state: TaskState) -> AsyncChat:
        return self._chats[state.uuid]

    async def leave(self, state: TaskState) -> None:
        chat = self._chats.pop(state.uuid, None)
        if chat is not None:
            await chat.close()


def _sample(draw: Draw) -> Sample:
    return Sample(input="An incident.", id=f"{draw.group_id}-{draw.seed}", metadata=to_row(draw))


@solver
def _enter(room: _Room) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        chat = await room.enter(state)
        system, user = (message["content"] for message in chat.messages)
        state.messages = [ChatMessageSystem(content=system), ChatMessageUser(content=user)]
        state.tools = [_tool(chat, entry["function"]) for entry in chat.tools]
        return state

    return solve


@solver
def _play(room: _Room) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        chat = room.chat(state)
        while not (chat.is_over or state.completed):
            state = await generate(state, tool_calls="single")
            if not state.output.message.tool_calls:
                break  # the agent has stopped
        return state

    return solve


@scorer(metrics={"score": [mean(), stderr()], "success": [mean(), stderr()]})
def _graded(room: _Room) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        chat = room.chat(state)
        value = await chat.score()
        ending = chat.episode.ending
        if value is None or ending is None:
            return Score.unscored(reason="scoring_failed", explanation="the sample is invalid: its world was lost")
        return Score(
            value={"score": value, "success": float(bool(ending.success))},
            explanation=ending.end_reason,
            metadata={"components": chat.components()},
        )

    return score


def _tool(chat: AsyncChat, function: dict[str, Any]) -> Tool:
    async def execute(**arguments: Any) -> str:
        given = {name: value for name, value in arguments.items() if value is not None}
        (answer,) = await chat.call([ToolCall("", function["name"], json.dumps(given))])
        return str(answer["content"])

    schema = {key: value for key, value in function["parameters"].items() if key in ("properties", "required")}
    parameters = ToolParams.model_validate(schema)
    return ToolDef(execute, function["name"], function["description"], parameters, parallel=False).as_tool()
