"""Protobuf requests from plain values; a missing value stays unset, so that the server's default applies."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypedDict

from .actions import Action, to_duration
from .ids import mint_episode_id
from .replies import Draw
from .v1 import common_pb2, environment_pb2

_LIMIT_DURATIONS = ("max_virtual_time", "max_wall_clock", "step_timeout", "step_latency")


class ViewRequest(NamedTuple):
    """A requested view; a name, or a (name, parameters) pair, is one too.

    Attributes:
        name: its name.
        params: its parameters.
        max_bytes: size to which it is cut; None: that of the episode.
    """

    name: str
    params: Mapping[str, Any] = {}
    max_bytes: int | None = None


Views = Iterable["str | tuple[str, Mapping[str, Any]] | ViewRequest"]


class FilterOptions(TypedDict, total=False):
    """Conditions on tasks, all of which must hold: tags, difficulty (1 … 5), problems, and a backend."""

    tags_all: Sequence[str]
    tags_none: Sequence[str]
    difficulty_min: int | None
    difficulty_max: int | None
    problem_ids: Sequence[str]
    backend: str | None


class DrawOptions(FilterOptions, total=False):
    """Conditions on tasks, their split (``train`` when it is missing), and the attributes of ``Sampler``."""

    split: str | None
    kind: str
    seed: int | None
    cursor: str
    weights: Mapping[str, float]
    curriculum_id: str


@dataclass(frozen=True, kw_only=True)
class Sampler:
    """Order and seed in which tasks are drawn.

    Attributes:
        kind: ``balanced``, ``uniform``, ``shuffled``, ``sequential``, ``weighted`` or ``curriculum``.
        seed: seed of the draws; None lets the server draw it.
        cursor: where to go on, from a former reply.
        weights: weight by tag, for ``weighted``.
        curriculum_id: state of a learner, for ``curriculum``.
    """

    kind: str = "balanced"
    seed: int | None = None
    cursor: str = ""
    weights: Mapping[str, float] = field(default_factory=dict)
    curriculum_id: str = ""

    def to_message(self) -> common_pb2.Sampler:
        """Return the protobuf message."""
        return common_pb2.Sampler(
            kind=f"KIND_{self.kind.upper()}",
            seed=self.seed,
            cursor=self.cursor,
            weights=dict(self.weights),
            curriculum_id=self.curriculum_id,
        )


@dataclass(frozen=True, kw_only=True)
class ResetOptions:
    """Options of a reset; None and empty mean the server's default.

    Attributes:
        task: task URI; None draws one, by the attributes from ``split`` to ``sampler``.
        seed: root seed, 0 … 2**64 - 1; the same task and seed give the same episode. None: drawn by the server.
        split: split to draw from when no task is given: ``train`` (default), ``eval``, ``holdout``, ``all``.
        tags_all: tags that a drawn task must all have.
        tags_none: tags that a drawn task must not have.
        difficulty_min: least difficulty of a drawn task, 1 … 5.
        difficulty_max: greatest difficulty of a drawn task, 1 … 5.
        problem_ids: problems that a drawn task is of.
        sampler: order and seed of the draw; None: balanced, by the episode's seed.
        episode_id: created when None.
        group_id: rollouts that are compared with each other; same task and seed are enforced.
        reward_profile: ``shaped``, ``sparse``, ``diagnosis-only``, ``mitigation-only``.
        reward_weights: component to weight, instead of the profile's.
        views: names of views, (name, parameters) pairs, or ``ViewRequest``.
        limits: ``max_steps``, ``max_virtual_time_s``, ``max_wall_clock_s``, ``step_timeout_s``, ``max_step_timeouts``,
            ``max_invalid_actions``, ``max_observation_bytes``, ``step_latency_s``.
        lease_ttl_s: silence allowed before the server takes the episode back.
        admission: ``wait`` (default), ``fail_fast`` or ``defer``, when no slot is free.
        queue_timeout_s: longest wait for a slot; None: the call's deadline, and with ``defer`` the end of the lease.
        priority: place in the queue, 0 … 9, larger first; None: 5.
        close_token: 16 to 64 bytes without which the episode cannot be closed; the client shows them.
        replaces_episode_id: a finished episode of yours to close first.
        backend: ``sim``, ``namespaces`` or ``kind``, of a drawn task too.
        tool_profile: subset of tools.
        time_limit: ``graded`` (default): limits of steps and time terminate with a grade; ``truncated``: without one.
        lead_time_s: time of the world between the first symptoms and the first observation, 1 s to 30 min; None: drawn.
        agent_access: endpoints for the agent, of ``mcp``, ``kube_api`` and ``telemetry``; see ``Start.agent_access``.
        labels: copied to the record.
        options: problem parameters.
    """

    task: str | None = None
    seed: int | None = None
    split: str | None = None
    tags_all: Sequence[str] = ()
    tags_none: Sequence[str] = ()
    difficulty_min: int | None = None
    difficulty_max: int | None = None
    problem_ids: Sequence[str] = ()
    sampler: Sampler | None = None
    episode_id: str | None = None
    group_id: str = ""
    reward_profile: str = ""
    reward_weights: Mapping[str, float] = field(default_factory=dict)
    views: Sequence[str | tuple[str, Mapping[str, Any]] | ViewRequest] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    lease_ttl_s: float | None = None
    admission: str | None = None
    queue_timeout_s: float | None = None
    priority: int | None = None
    close_token: bytes = b""
    replaces_episode_id: str = ""
    backend: str | None = None
    tool_profile: str = ""
    time_limit: str = ""
    lead_time_s: float | None = None
    agent_access: Sequence[str] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of_draw(cls, draw: Draw, **others: Any) -> ResetOptions:
        """Return the options that play a draw of ``sample_tasks``; ``others`` are further attributes."""
        return cls(task=draw.spoilers.task_uri, seed=draw.seed, group_id=draw.group_id, **others)

    def to_request(self) -> environment_pb2.ResetRequest:
        """Return the protobuf request; creates an episode id when none is given."""
        return environment_pb2.ResetRequest(
            episode_id=self.episode_id or mint_episode_id(),
            seed=self.seed,
            group_id=self.group_id,
            reward_profile=self.reward_profile,
            reward_weights=dict(self.reward_weights),
            views=build_views(self.views),
            limits=_build_limits(self.limits),
            admission=self._admission(),
            close_token=self.close_token,
            agent_access=_build_access(self.agent_access),
            replaces_episode_id=self.replaces_episode_id,
            tool_profile=self.tool_profile,
            time_limit=self.time_limit,
            lead_time=None if self.lead_time_s is None else to_duration(self.lead_time_s),
            labels=dict(self.labels),
            options_json=json.dumps(dict(self.options)) if self.options else "",
            lease_ttl=None if self.lease_ttl_s is None else to_duration(self.lease_ttl_s),
            task=self._selector(),
            backend=f"BACKEND_{(self.backend or 'unspecified').upper()}",
        )

    def _selector(self) -> common_pb2.TaskSelector | None:
        if self.task is not None:
            return common_pb2.TaskSelector(task_uri=self.task)
        task_filter = build_filter(
            self.split,
            self.tags_all,
            self.tags_none,
            difficulty_min=self.difficulty_min,
            difficulty_max=self.difficulty_max,
            problem_ids=self.problem_ids,
            backend=self.backend,
        )
        if self.sampler is None and task_filter == common_pb2.TaskFilter():
            return None
        sampler = None if self.sampler is None else self.sampler.to_message()
        return common_pb2.TaskSelector(draw=common_pb2.TaskDraw(filter=task_filter, sampler=sampler))

    def _admission(self) -> environment_pb2.Admission | None:
        if self.admission is None and self.queue_timeout_s is None and self.priority is None:
            return None
        return environment_pb2.Admission(
            mode=f"MODE_{(self.admission or 'unspecified').upper()}",
            queue_timeout=None if self.queue_timeout_s is None else to_duration(self.queue_timeout_s),
            priority=self.priority,
        )


def to_reset_options(task: str | ResetOptions | None, **fields: Any) -> ResetOptions:
    """Return the options of a reset.

    Args:
        task: task URI, or all options, which ``fields`` override.
        **fields: further attributes; None means that it was not given.

    Raises:
        TypeError: it is neither; the message says what would be right.
    """
    if isinstance(task, ResetOptions):
        return replace(task, **{name: value for name, value in fields.items() if value is not None})
    if task is None or isinstance(task, str):
        return ResetOptions(task=task, **fields)
    raise TypeError(f"task is {task!r:.100}; give a task URI or kubedrill.ResetOptions, which of_draw makes of a draw")


def check_reset_options(options: Any, where: str) -> ResetOptions:
    """Return the options.

    Raises:
        TypeError: they are something else.
    """
    if isinstance(options, ResetOptions):
        return options
    raise TypeError(f"{where} is {options!r:.100}; give kubedrill.ResetOptions, which of_draw makes of a draw")


def build_step(
    episode_id: str, step_index: int, actions: Sequence[Action], views: Views = (), timeout_s: float | None = None
) -> environment_pb2.StepRequest:
    """Return the request of a step."""
    return environment_pb2.StepRequest(
        episode_id=episode_id,
        step_index=step_index,
        actions=actions,
        views=build_views(views),
        timeout=None if timeout_s is None else to_duration(timeout_s),
    )


def build_views(views: Views) -> list[common_pb2.ViewRequest]:
    """Return the requested views."""
    wanted = (ViewRequest(view) if isinstance(view, str) else ViewRequest(*view) for view in views)
    return [
        common_pb2.ViewRequest(name=name, params_json=json.dumps(params) if params else "", max_bytes=max_bytes)
        for name, params, max_bytes in wanted
    ]


def build_filter(
    split: str | None = None,
    tags_all: Sequence[str] = (),
    tags_none: Sequence[str] = (),
    *,
    difficulty_min: int | None = None,
    difficulty_max: int | None = None,
    problem_ids: Sequence[str] = (),
    backend: str | None = None,
) -> common_pb2.TaskFilter:
    """Return a task filter; no split means ``train``, and ``all`` the three together."""
    return common_pb2.TaskFilter(
        splits=[] if split is None else [split],
        tags_all=tags_all,
        tags_none=tags_none,
        difficulty_min=difficulty_min,
        difficulty_max=difficulty_max,
        problem_ids=problem_ids,
        backend=f"BACKEND_{(backend or 'unspecified').upper()}",
    )


def build_sample(n: int, repeats: int, filter_and_sampler: Mapping[str, Any]) -> environment_pb2.SampleTasksRequest:
    """Return a request for draws by the keywords of a filter and of a ``Sampler``."""
    names = {name for name in filter_and_sampler if name in Sampler.__dataclass_fields__}
    sampler = Sampler(**{name: filter_and_sampler[name] for name in names}).to_message()
    task_filter = build_filter(**{name: value for name, value in filter_and_sampler.items() if name not in names})
    return environment_pb2.SampleTasksRequest(filter=task_filter, sampler=sampler, n=n, repeats=repeats)


def _build_access(endpoints: Sequence[str]) -> environment_pb2.AgentAccessRequest | None:
    if not endpoints:
        return None
    return environment_pb2.AgentAccessRequest(**dict.fromkeys(endpoints, True))


def _build_limits(limits: Mapping[str, float]) -> common_pb2.Limits | None:
    if not limits:
        return None
    fields: dict[str, Any] = {}
    for name, value in limits.items():
        is_duration = name.removesuffix("_s") in _LIMIT_DURATIONS
        fields[name.removesuffix("_s") if is_duration else name] = to_duration(value) if is_duration else int(value)
    return common_pb2.Limits(**fields)
