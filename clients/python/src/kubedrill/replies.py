"""Replies of the server as plain frozen data, with "unset" told apart from zero."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class View:
    """One view of the world: text, or JSON as text, cut at the view's limit."""

    name: str
    media_type: str
    body: str
    truncated: bool
    original_bytes: int
    digest: str

    def json(self) -> Any:
        """Return the parsed body of a JSON view."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Observation:
    """Observation after ``step_index`` steps.

    Attributes:
        views: views by name, in the order of the request.
        step_index: number of steps done; 0 after reset.
        virtual_time_s: seconds of the world's time since the start of the episode.
        steps_left: steps before the limit, None when unlimited.
        virtual_time_left_s: seconds of virtual time before the limit, None when unlimited.
    """

    views: Mapping[str, View]
    step_index: int
    virtual_time_s: float
    steps_left: int | None
    virtual_time_left_s: float | None

    @property
    def text(self) -> str:
        """Return the text for a language model; empty when the view ``text`` was not requested."""
        view = self.views.get("text")
        return "" if view is None else view.body


@dataclass(frozen=True)
class ActionResult:
    """Result of one action; a failed tool is a result, never an exception."""

    call_id: str
    status: str
    content: str
    error_code: str
    had_effect: bool | None
    truncated: bool
    virtual_cost_s: float


@dataclass(frozen=True)
class Component:
    """One component of the reward; ``value`` and ``contribution`` are None when it was not scored."""

    name: str
    value: float | None
    weight: float
    contribution: float | None
    status: str
    kind: str
    detail: str


@dataclass(frozen=True)
class Reward:
    """A reward report: deltas in a step, sums since reset elsewhere.

    Attributes:
        reward: None when no valid score exists; that is not 0.
        return_so_far: sum since reset, None when no valid score exists.
    """

    reward: float | None
    components: Mapping[str, Component]
    return_so_far: float | None
    profile: str
    profile_digest: str

    def contributions(self) -> dict[str, float]:
        """Return what each component contributed, by name; those that were not scored or weigh nothing are left out."""
        parts = self.components.values()
        return {part.name: float(part.contribution) for part in parts if part.contribution is not None and part.weight}


@dataclass(frozen=True)
class Ending:
    """Ending of an episode: ``terminated`` when it was graded, ``truncated`` when not; exactly one is True.

    Attributes:
        success: passed all that the reward profile asks, with nothing damaged beyond a bound; None: not judged.
    """

    terminated: bool
    truncated: bool
    end_reason: str
    sample_valid: bool
    success: bool | None
    blame: str
    failure_reason: str


@dataclass(frozen=True)
class StepResult:
    """The reply to a step."""

    step_index: int
    observation: Observation
    results: tuple[ActionResult, ...]
    reward: Reward
    ending: Ending | None
    state_digest: str
    allowed_tools: tuple[str, ...]
    replayed: bool


@dataclass(frozen=True)
class Tool:
    """A tool of the agent; ``input_schema`` is JSON Schema.

    Attributes:
        content_max_bytes: size of its answers under the limits that it came with; several answers of one step share it.
    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    mutating: bool
    content_max_bytes: int = 0

    def to_openai(self) -> dict[str, Any]:
        """Return the tool as an entry of ``tools`` of a chat completion, as OpenAI's API and chat templates want it."""
        function = {"name": self.name, "description": self.description, "parameters": dict(self.input_schema)}
        return {"type": "function", "function": function}


@dataclass(frozen=True)
class ToolProfile:
    """What an agent is told in every episode with a tool profile; the prompt of its task comes with the reset.

    Attributes:
        name: empty for the profile of all tools.
        system_prompt: first message of a chat.
        limits: limits of tasks that have none of their own, durations in seconds with the suffix ``_s``.
        digest: digest of the tools and the system prompt.
    """

    name: str
    tools: tuple[Tool, ...]
    system_prompt: str
    limits: Mapping[str, Any]
    digest: str


@dataclass(frozen=True)
class Spoilers:
    """What spells the answer of a task; never to be shown to an agent."""

    uri: str
    title: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Task:
    """A task of the catalogue; only its ``instruction`` may be shown to an agent.

    Without the scope of its split its names and its digest are empty.
    """

    public_id: str
    split: str
    difficulty: int
    instruction: str
    digest: str
    spoilers: Spoilers


@dataclass(frozen=True)
class Start:
    """The reply to a reset."""

    episode_id: str
    state: str
    task: Task
    observation: Observation | None
    tools: tuple[Tool, ...]
    seed: int
    state_digest: str
    queue_position: int | None
    replayed: bool
    group_id: str = ""
    limits: Mapping[str, Any] = field(default_factory=dict)
    agent_access: AgentAccess | None = None


@dataclass(frozen=True)
class DrawSpoilers:
    """What spells the answer of a draw; never to be shown to an agent."""

    task_uri: str


@dataclass(frozen=True)
class Draw:
    """A seeded draw of the task sampler."""

    seed: int
    group_id: str
    probability: float
    spoilers: DrawSpoilers


@dataclass(frozen=True)
class Draws:
    """Draws, and the cursor of the next ones: the same seed and cursor give the same draws."""

    draws: tuple[Draw, ...]
    cursor: str
    seed: int


@dataclass(frozen=True)
class AgentAccess:
    """Addresses for the agent of one episode; None for what the server does not offer.

    Attributes:
        token: bearer token of all addresses.
        mcp_url: tools of the episode over MCP (streamable HTTP): each call is a step.
        kube_api_url: address of the cluster's Kubernetes API.
        kubeconfig: kubeconfig for it, YAML.
        prometheus_url: address of Prometheus' HTTP API.
        loki_url: address of Loki's.
        jaeger_url: address of Jaeger's.
    """

    token: str
    mcp_url: str | None
    kube_api_url: str | None
    kubeconfig: str | None
    prometheus_url: str | None
    loki_url: str | None
    jaeger_url: str | None
