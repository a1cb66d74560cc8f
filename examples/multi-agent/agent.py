"""One agent: a prompt, some of the tools, and a loop until it says that it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from endpoint import Endpoint

from kubedrill.chat import Message, ToolCall, read_calls

Run = Callable[[Sequence[ToolCall]], list[Message]]


@dataclass(frozen=True)
class Agent:
    """An agent with a task of its own.

    Attributes:
        endpoint: its model.
        prompt: what it is for.
        tools: names of the tools that it may call.
        turns_max: turns, after which it has to stop.
    """

    endpoint: Endpoint
    prompt: str
    tools: frozenset[str]
    turns_max: int = 20

    def work(self, brief: str, tools: Sequence[dict[str, Any]], run: Run) -> str:
        """Call tools until there is nothing left to do, and return the last words.

        Args:
            brief: the first message of the user.
            tools: all tools of the episode, as OpenAI's functions.
            run: runs the calls of a turn, and returns a message for each.
        """
        offered = [tool for tool in tools if tool["function"]["name"] in self.tools]
        messages: list[Message] = [{"role": "system", "content": self.prompt}, {"role": "user", "content": brief}]
        for _ in range(self.turns_max):
            said = self.endpoint.complete(messages, offered)
            calls = read_calls(said)
            messages.append(said)
            if not calls:
                return str(said.get("content") or "")
            answers = {answer["tool_call_id"]: answer for answer in run([call for call in calls if self._may(call)])}
            messages += [answers.get(call.id) or _refuse(call) for call in calls]
        return "I ran out of turns."

    def _may(self, call: ToolCall) -> bool:
        return call.name in self.tools


def _refuse(call: ToolCall) -> Message:
    return {"role": "tool", "tool_call_id": call.id, "name": call.name, "content": f"{call.name} is no tool of yours."}
