"""Calls that a framework makes one by one and awaits together: those of one turn, and so one step."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from .chat import Message
from .tool_call import ToolCall


class GatheredCalls:
    """Joins calls that are gathered in one event loop.

    Args:
        play: plays the calls of a turn, and returns a message for each.
    """

    def __init__(self, play: Callable[[Sequence[ToolCall]], Awaitable[list[Message]]]) -> None:
        self._play = play
        self._calls: list[ToolCall] = []
        self._answers: asyncio.Task[list[Message]] | None = None

    async def call(self, name: str, arguments: str) -> str:
        """Return the answer to a call, whose arguments are JSON."""
        at = len(self._calls)
        self._calls.append(ToolCall(f"a{at}", name, arguments))
        if at == 0:
            self._answers = asyncio.create_task(self._play_all())  # runs when the other calls have joined
        assert self._answers is not None
        return str((await self._answers)[at]["content"])

    async def _play_all(self) -> list[Message]:
        calls, self._calls = self._calls, []
        return await self._play(calls)
