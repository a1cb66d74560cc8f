"""TRL: incidents as the environments of ``GRPOTrainer(environment_factory=…)``.

The tools are methods with the annotations and docstrings from which TRL writes their schemas, and coroutines, since TRL
gathers those of a turn, which makes them one step. Members of a group share task and seed, since they come from one row
of the data set; invalid samples are masked by the reward None.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, Optional

from datasets import Dataset

from .chat import TokenBudget
from .client import DEFAULT_TARGET, Client
from .gathered_calls import GatheredCalls
from .replies import Tool
from .requests import ResetOptions
from .rollout import Rollout
from .rows import reset_fields, to_row

_TYPES: Mapping[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool}


def env_factory(
    target: str = DEFAULT_TARGET,
    *,
    token: str | None = None,
    budget: TokenBudget | None = None,
    owns_reward: bool = True,
    **options: Any,
) -> type[Incident]:
    """Return the environment class for the server at ``host:port``; its instances start an episode at each ``reset``.

    Args:
        target: ``host:port`` of the server.
        token: bearer token.
        budget: bounds of what tools may tell; TRL drops an answer that exceeds ``max_completion_length``.
        owns_reward: True: the class has ``get_reward``, which is the whole reward. False: give ``reward_funcs`` made by
            :func:`component`.
        **options: other fields of :class:`kubedrill.ResetOptions`, such as ``tool_profile`` and ``reward_profile``.
            With ``admission="defer"`` resets do not wait for slots, so that episodes start at the same time; the
            report then comes with the first answer of a tool.
    """
    client, fixed = Client(target, token=token), ResetOptions(**options)
    members: dict[str, Any] = {"_client": client, "_options": fixed, "_budget": budget}
    for tool in client.tool_profile(fixed.tool_profile).tools:
        members[tool.name] = _method(tool)
    if owns_reward:
        members["get_reward"] = lambda self: self._score()
    return type("Incident", (Incident,), members)


def dataset(target: str = DEFAULT_TARGET, n: int = 64, *, token: str | None = None, **sampling: Any) -> Dataset:
    """Return ``n`` drawn tasks as rows for GRPO; TRL repeats each for its group.

    Args:
        target: ``host:port`` of the server.
        n: number of draws.
        token: bearer token.
        **sampling: other arguments of :meth:`kubedrill.Client.sample_tasks`, such as ``split`` and ``seed``.

    Returns:
        Dataset: ``prompt`` with the system message and an empty user message, to which the environment adds the
        instruction; ``seed`` (decimal text) and ``group_id``; ``spoilers`` with what spells the answer.
    """
    with Client(target, token=token) as client:
        prompt = [
            {"role": "system", "content": client.tool_profile().system_prompt},
            {"role": "user", "content": ""},
        ]
        draws = client.sample_tasks(n, **sampling).draws
    return Dataset.from_list([{"prompt": prompt, **to_row(draw)} for draw in draws])


def component(name: str) -> Callable[..., list[float | None]]:
    """Return a reward function for one component of the reward, with a weight of its own in ``reward_weights``."""

    def reward(environments: list[Incident], **_: Any) -> list[float | None]:
        return [environment._contribution(name) for environment in environments]

    reward.__name__ = name
    return reward


class Incident:
    """One rollout at a time, made by :func:`env_factory`; TRL uses the instances of a batch again for the next."""

    _client: Client
    _options: ResetOptions
    _budget: TokenBudget | None

    def __init__(self) -> None:
        self._rollout = Rollout(self._client, self._options, self._budget)
        self._calls = GatheredCalls(lambda calls: asyncio.to_thread(self._rollout.chat.call, calls))

    def reset(self, **row: Any) -> str:
        """Start the episode of a row, and return what the agent is told."""
        return str(self._rollout.reset(**reset_fields(row)).messages[-1]["content"])

    async def _call(self, name: str, arguments: Mapping[str, Any]) -> str:
        given = {key: value for key, value in arguments.items() if value is not None}
        return await self._calls.call(name, json.dumps(given))

    def _score(self) -> float | None:
        return self._rollout.grade().reward

    def _contribution(self, name: str) -> float | None:
        grade = self._rollout.grade()
        return grade.components.get(name, 0.0) if grade.is_valid else None


def _method(tool: Tool) -> Callable[..., Awaitable[str]]:
    """Return a method that calls the tool, annotated from its schema; the server's text is data, never code."""
    properties: Mapping[str, Mapping[str, Any]] = tool.input_schema.get("properties", {})
    required = set(tool.input_schema.get("required", ()))
    names = sorted(properties, key=lambda name: name not in required)
    hints = {name: _hint(properties[name], name in required) for name in names}

    async def method(self: Incident, **arguments: Any) -> str:
        return await self._call(tool.name, arguments)

    method.__name__ = tool.name
    method.__doc__ = _docstring(tool, {name: properties[name] for name in names})
    method.__annotations__ = {**hints, "return": str}
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    for name in names:
        default = inspect.Parameter.empty if name in required else None
        kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(name, kind, default=default, annotation=hints[name]))
    method.__signature__ = inspect.Signature(parameters, return_annotation=str)  # type: ignore[attr-defined]
    return method


def _hint(schema: Mapping[str, Any], is_required: bool) -> Any:
    hint = _plain_hint(schema)
    return hint if is_required else Optional[hint]  # noqa: UP045 (a union of values made at run time)


def _plain_hint(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    kind = schema.get("type")
    if kind == "array":
        return list[_plain_hint(schema.get("items", {}))]  # type: ignore[misc]
    return dict if kind == "object" else _TYPES.get(str(kind), Any)


def _docstring(tool: Tool, properties: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a docstring in Google's form; schemas of nested objects, which no annotation holds, follow the text."""
    text = " ".join(tool.description.split())
    arguments = "".join(f"    {name}: {_describe(schema)}\n" for name, schema in properties.items())
    return f"{text}\n\nArgs:\n{arguments}" if arguments else text


def _describe(schema: Mapping[str, Any]) -> str:
    text = " ".join(str(schema.get("description", "")).split())
    nested = schema if schema.get("type") == "object" else schema.get("items", {})
    return f"{text} JSON Schema: {json.dumps(nested)}" if nested.get("properties") else text
