"""Actions of an agent, as protobuf messages."""

from __future__ import annotations

import json
from typing import Any

from google.protobuf import duration_pb2

from .v1 import common_pb2

Action = common_pb2.Action


def tool(name: str, /, *, call_id: str = "", **arguments: Any) -> Action:
    """Return a call of the tool with JSON arguments."""
    return tool_json(name, json.dumps(arguments), call_id=call_id)


def tool_json(name: str, arguments_json: str, *, call_id: str = "") -> Action:
    """Return a call of the tool with the model's own argument string, valid JSON or not."""
    call = common_pb2.ToolCall(name=name, arguments_json=arguments_json)
    return common_pb2.Action(call_id=call_id, tool_call=call)


def kubectl(command: str, stdin: str | None = None, *, call_id: str = "") -> Action:
    """Return a kubectl command line; ``stdin`` is the input of ``-f -``."""
    arguments = {"command": command} if stdin is None else {"command": command, "stdin": stdin}
    return tool("kubectl", call_id=call_id, **arguments)


def wait(seconds: float, *, call_id: str = "") -> Action:
    """Return an action that lets virtual time pass."""
    return common_pb2.Action(call_id=call_id, wait=to_duration(seconds))


def text(raw: str, *, call_id: str = "") -> Action:
    """Return raw model text, which the server parses in the episode's format."""
    return common_pb2.Action(call_id=call_id, text=raw)


def parse_action(raw: str) -> Action:
    """Parse the text of a policy as an action.

    ``{"name": …, "arguments": {…}}`` is a tool call and a line that starts with ``kubectl`` is that command;
    everything else goes to the server as raw text, which answers with what is wrong about it.
    """
    stripped = raw.strip()
    if stripped.startswith("kubectl "):
        return kubectl(stripped)
    call = _parse_tool_call(stripped)
    return text(raw) if call is None else tool_json(*call)


def _parse_tool_call(raw: str) -> tuple[str, str] | None:
    if not raw.startswith("{"):
        return None
    try:
        call = json.loads(raw)
    except ValueError:
        return None
    name = call.get("name")
    arguments = call.get("arguments", {})
    if not isinstance(name, str):
        return None
    return name, arguments if isinstance(arguments, str) else json.dumps(arguments)


def to_duration(seconds: float) -> duration_pb2.Duration:
    """Convert seconds to a protobuf Duration."""
    nanos = round(seconds * 1e9)
    return duration_pb2.Duration(seconds=nanos // 1_000_000_000, nanos=nanos % 1_000_000_000)


def from_duration(duration: duration_pb2.Duration) -> float:
    """Convert a protobuf Duration to seconds."""
    return duration.seconds + duration.nanos / 1e9
