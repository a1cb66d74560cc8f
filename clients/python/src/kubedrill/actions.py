"""Actions of an agent, as protobuf messages."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from google.protobuf import duration_pb2

from .tool_call import ToolCall, to_unicode
from .v1 import common_pb2

Action = common_pb2.Action
OneAction: TypeAlias = Action | str | ToolCall | Mapping[str, Any]
Actions: TypeAlias = OneAction | Sequence[OneAction]
"""What a step takes: text of a policy, tool calls as models' libraries hand them on, and what :func:`tool` returns."""

_ACCEPTED = (
    'an action is text, such as a kubectl command line, a tool call such as {"name": "kubectl", "arguments": '
    '{"command": "get pods"}}, or what kubedrill.tool returns; a step takes one of them or a list'
)


def tool(name: str, /, *, call_id: str = "", **arguments: Any) -> Action:
    """Return a call of the tool with JSON arguments."""
    return tool_json(name, json.dumps(arguments), call_id=call_id)


def tool_json(name: str, arguments_json: str, *, call_id: str = "") -> Action:
    """Return a call of the tool with the model's own argument string, valid JSON or not."""
    return ToolCall(call_id, name, arguments_json).to_action()


def kubectl(command: str, stdin: str | None = None, *, call_id: str = "") -> Action:
    """Return a kubectl command line; ``stdin`` is the input of ``-f -``."""
    arguments = {"command": command} if stdin is None else {"command": command, "stdin": stdin}
    return tool("kubectl", call_id=call_id, **arguments)


def wait(seconds: float, *, call_id: str = "") -> Action:
    """Return an action that lets virtual time pass."""
    return common_pb2.Action(call_id=call_id, wait=to_duration(seconds))


def text(raw: str, *, call_id: str = "") -> Action:
    """Return raw model text, which the server parses in the episode's format."""
    return common_pb2.Action(call_id=call_id, text=to_unicode(raw))


def parse_action(raw: str) -> Action:
    """Parse the text of a policy as an action.

    ``{"name": …, "arguments": {…}}`` is a tool call and a line that starts with ``kubectl`` is that command;
    everything else goes to the server as raw text, which answers with what is wrong about it.
    """
    stripped = raw.strip()
    if stripped.startswith("kubectl "):
        return kubectl(stripped)
    if stripped.startswith("{"):
        with contextlib.suppress(ValueError, TypeError):
            call = ToolCall.read(json.loads(stripped))
            return tool_json(call.name, call.arguments)
    return text(raw)


def to_actions(actions: Actions, where: str = "actions") -> list[Action]:
    """Return the actions of a step.

    Args:
        actions: what the caller gave.
        where: name of it in the message.

    Raises:
        TypeError: it is the caller's mistake, and no action of a policy; the message says what is accepted.
    """
    given = actions.model_dump() if hasattr(actions, "model_dump") else actions  # objects of pydantic's
    if isinstance(given, Action):
        return [given]
    if isinstance(given, str):
        return [parse_action(given)]
    if isinstance(given, ToolCall):
        return [given.to_action()]
    if isinstance(given, Mapping):
        return _read_mapping(given, where)
    if isinstance(given, Iterable) and not isinstance(given, _NOT_LISTS):
        return [one for at, item in enumerate(given) for one in to_actions(item, f"{where}[{at}]")]
    raise TypeError(f"{where} is {given!r:.100}; {_ACCEPTED}")


_NOT_LISTS = (bytes, bytearray, memoryview, set, frozenset)


def _read_mapping(given: Mapping[str, Any], where: str) -> list[Action]:
    """Return a tool call, or those of an assistant's message."""
    if isinstance(calls := given.get("tool_calls"), list) and calls:
        return to_actions(calls, f"{where}.tool_calls")
    try:
        return [ToolCall.read(given).to_action()]
    except TypeError as cause:
        raise TypeError(f"{where} is {given!r:.100}, but {cause}; {_ACCEPTED}") from cause


def to_duration(seconds: float) -> duration_pb2.Duration:
    """Convert seconds to a protobuf Duration."""
    nanos = round(seconds * 1e9)
    return duration_pb2.Duration(seconds=nanos // 1_000_000_000, nanos=nanos % 1_000_000_000)


def from_duration(duration: duration_pb2.Duration) -> float:
    """Convert a protobuf Duration to seconds."""
    return duration.seconds + duration.nanos / 1e9
