"""Tool calls as models' libraries hand them on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .v1 import common_pb2

# OpenAI's chats nest the call; its responses, Anthropic, MCP, LangChain and Gemini do not, and name the arguments
# differently.
_NESTS = ("function", "function_call", "functionCall")
_ARGUMENTS = ("arguments", "args", "input")
_IDS = ("call_id", "id")


@dataclass(frozen=True)
class ToolCall:
    """A model's call of a tool; ``arguments`` are JSON as the model wrote it, valid or not."""

    id: str
    name: str
    arguments: str

    @classmethod
    def of(cls, call: Mapping[str, Any], position: int = 0) -> ToolCall:
        """Return a call in any of the usual forms; one without an id gets that of its position."""
        return cls.read(call, f"a{position}")

    @classmethod
    def read(cls, call: Mapping[str, Any], id_: str = "") -> ToolCall:
        """Return a call in any of the usual forms.

        Args:
            call: what a model's library gave.
            id_: the id of one that has none.

        Raises:
            TypeError: it names no tool, or has arguments that are no JSON.
        """
        inner = next((call[nest] for nest in _NESTS if isinstance(call.get(nest), Mapping)), call)
        name = inner.get("name")
        if not isinstance(name, str):
            raise TypeError("a tool call has a name")
        arguments = next((inner[key] for key in _ARGUMENTS if key in inner), None)
        known = next((call[key] for key in _IDS if call.get(key)), id_)
        return cls(str(known), name, _to_json(arguments))

    def to_action(self) -> common_pb2.Action:
        """Return the call as an action of a step."""
        call = common_pb2.ToolCall(name=to_unicode(self.name), arguments_json=to_unicode(self.arguments))
        return common_pb2.Action(call_id=to_unicode(self.id), tool_call=call)


def to_unicode(text: str) -> str:
    """Return the text without halves of characters (surrogates), which a model's JSON may hold and no wire takes."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _to_json(arguments: Any) -> str:
    """Return arguments as JSON; none at all, as some libraries say it, are an empty object."""
    if isinstance(arguments, str):
        return arguments or "{}"
    try:
        return json.dumps({} if arguments is None else arguments, allow_nan=False)
    except (TypeError, ValueError) as cause:
        raise TypeError(f"the arguments of a tool call are JSON ({cause})") from cause
