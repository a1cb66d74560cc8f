"""Converts protobuf messages to replies; the only place that knows how "unset" is encoded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .actions import from_duration
from .replies import (
    ActionResult,
    AgentAccess,
    Component,
    Draw,
    Draws,
    DrawSpoilers,
    Ending,
    Observation,
    Reward,
    Spoilers,
    Start,
    StepResult,
    Task,
    Tool,
    ToolProfile,
    View,
)
from .v1 import common_pb2, environment_pb2


def decode_start(reply: environment_pb2.ResetResponse) -> Start:
    """Return the plain form of a reply to Reset."""
    return Start(
        episode_id=reply.episode.episode_id,
        state=_enum(common_pb2.EpisodeState, reply.episode.state, "EPISODE_STATE_"),
        task=decode_task(reply.task),
        observation=decode_observation(reply.observation) if reply.HasField("observation") else None,
        tools=tuple(_decode_tool(tool) for tool in reply.tools),
        seed=reply.effective_seed,
        state_digest=reply.state_digest,
        queue_position=_optional(reply, "queue_position"),
        replayed=reply.replayed,
        group_id=reply.episode.group_id,
        limits=_decode_limits(reply.limits),
        agent_access=decode_agent_access(reply.agent_access) if reply.HasField("agent_access") else None,
    )


def decode_task(task: common_pb2.Task) -> Task:
    """Return the plain form of a task."""
    return Task(
        public_id=task.public_id,
        split=task.split,
        difficulty=task.difficulty,
        instruction=task.instruction,
        digest=task.digest,
        spoilers=Spoilers(task.spoilers.uri, task.spoilers.title, tuple(task.spoilers.tags)),
    )


def decode_observation(observation: common_pb2.Observation) -> Observation:
    """Return the plain form of an observation."""
    left = observation.virtual_time_left if observation.HasField("virtual_time_left") else None
    return Observation(
        views={view.name: _decode_view(view) for view in observation.views},
        step_index=observation.step_index,
        virtual_time_s=from_duration(observation.virtual_time),
        steps_left=_optional(observation, "steps_left"),
        virtual_time_left_s=None if left is None else from_duration(left),
    )


def decode_step(reply: environment_pb2.StepResponse) -> StepResult:
    """Return the plain form of a reply to Step."""
    return StepResult(
        step_index=reply.step_index,
        observation=decode_observation(reply.observation),
        results=tuple(_decode_result(result) for result in reply.results),
        reward=decode_reward(reply.reward),
        ending=decode_ending(reply),
        state_digest=reply.state_digest,
        allowed_tools=tuple(reply.allowed_tools),
        replayed=reply.replayed,
    )


def decode_reward(report: common_pb2.RewardReport) -> Reward:
    """Return the plain form of a reward report."""
    return Reward(
        reward=_optional(report, "reward"),
        components={component.name: _decode_component(component) for component in report.components},
        return_so_far=_optional(report, "return_so_far"),
        profile=report.profile,
        profile_digest=report.profile_digest,
    )


def decode_agent_access(wire: Any) -> AgentAccess:
    """Return the addresses for the agent of an episode."""
    return AgentAccess(
        token=wire.token,
        mcp_url=wire.mcp_url or None,
        kube_api_url=wire.kube_api_url or None,
        kubeconfig=wire.kubeconfig or None,
        prometheus_url=wire.prometheus_url or None,
        loki_url=wire.loki_url or None,
        jaeger_url=wire.jaeger_url or None,
    )


def decode_ending(reply: Any) -> Ending | None:
    """Return the ending that a reply carries, or None while the episode runs."""
    if not reply.HasField("ending"):
        return None
    ending = reply.ending
    return Ending(
        terminated=ending.terminated,
        truncated=ending.truncated,
        end_reason=_enum(common_pb2.EndReason, ending.end_reason, "END_REASON_"),
        sample_valid=ending.sample_valid,
        success=_optional(ending, "success"),
        blame=_enum(common_pb2.Blame, ending.blame, "BLAME_"),
        failure_reason=ending.failure_reason,
    )


def decode_fork(parent: Start, child: environment_pb2.ForkChild) -> Start:
    """Return the start of a copy: the parent's, under its own id and digest."""
    return replace(
        parent,
        episode_id=child.episode.episode_id,
        state=_enum(common_pb2.EpisodeState, child.episode.state, "EPISODE_STATE_"),
        state_digest=child.state_digest,
        group_id=child.episode.group_id,
        replayed=False,
    )


def decode_tool_profile(reply: environment_pb2.ToolProfile) -> ToolProfile:
    """Return the plain form of a tool profile."""
    tools = tuple(_decode_tool(tool) for tool in reply.tools)
    return ToolProfile(reply.name, tools, reply.system_prompt, _decode_limits(reply.limits), reply.digest)


def decode_draws(reply: environment_pb2.SampleTasksResponse) -> Draws:
    """Return the plain form of a reply to SampleTasks."""
    draws = (Draw(draw.seed, draw.group_id, draw.probability, DrawSpoilers(draw.task_uri)) for draw in reply.draws)
    return Draws(tuple(draws), reply.cursor, reply.seed)


def _decode_view(view: common_pb2.ObservationView) -> View:
    kind = view.WhichOneof("body")
    return View(
        name=view.name,
        media_type=view.media_type,
        body=getattr(view, kind) if kind in ("text", "json") else "",
        truncated=view.truncated,
        original_bytes=view.original_bytes,
        digest=view.digest,
    )


def _decode_result(result: common_pb2.ActionResult) -> ActionResult:
    return ActionResult(
        call_id=result.call_id,
        status=_enum(common_pb2.ActionResult.Status, result.status, "STATUS_"),
        content=result.content,
        error_code=result.error_code,
        had_effect=_optional(result, "had_effect"),
        truncated=result.truncated,
        virtual_cost_s=from_duration(result.virtual_cost),
    )


def _decode_component(component: common_pb2.RewardComponent) -> Component:
    return Component(
        name=component.name,
        value=_optional(component, "value"),
        weight=component.weight,
        contribution=_optional(component, "contribution"),
        status=_enum(common_pb2.RewardComponent.Status, component.status, "STATUS_"),
        kind=_enum(common_pb2.RewardComponent.Kind, component.kind, "KIND_"),
        detail=component.detail,
    )


def _decode_tool(tool: common_pb2.ToolSpec) -> Tool:
    schema = json.loads(tool.input_schema_json or "{}")
    return Tool(tool.name, tool.description, schema, tool.mutating, tool.content_max_bytes)


def _decode_limits(limits: common_pb2.Limits) -> Mapping[str, Any]:
    """Return limits in their plain units: counts as they are, durations as seconds with the suffix ``_s``."""
    plain: dict[str, Any] = {}
    for field_, value in limits.ListFields():
        is_duration = field_.message_type is not None
        plain[f"{field_.name}_s" if is_duration else field_.name] = from_duration(value) if is_duration else value
    return plain


def _enum(kind: Any, value: int, prefix: str) -> str:
    return kind.Name(value).removeprefix(prefix)


def _optional(message: Any, name: str) -> Any:
    return getattr(message, name) if message.HasField(name) else None
