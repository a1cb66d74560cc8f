"""Datasets that a server generates: what to ask for, and the rows that come."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio

from .errors import from_rpc_error
from .requests import Sampler, build_filter
from .v1 import dataset_pb2
from .v1.dataset_pb2_grpc import DatasetServiceStub


@dataclass(frozen=True)
class GenerateOptions:
    """Episodes to generate.

    Attributes:
        episodes: number of episodes.
        policies: agents that play each task; none: ``expert``.
        repeats: episodes of each agent with one task and seed.
        format: ``native``, ``sft``, ``prompt-completion``, ``preference``, ``rlds`` or ``atif``.
        offset: number of episodes to leave out: ``next_offset`` of the last row that had one.
        split: split of the tasks; None: ``train``.
        tags_all: tags that a task must all have.
        tags_none: tags that a task must not have.
        seed: root of tasks, episode seeds and the agents' own chance.
        kind: how tasks are drawn.
        difficulty_min: least difficulty of a task, 1 … 5.
        difficulty_max: greatest difficulty of a task, 1 … 5.
        problem_ids: problems that a task is of; none: all.
        backend: backend that can run a task; None: any.
        cursor: where the draws go on, from a former reply.
        weights: weight by tag, for the kind ``weighted``.
        curriculum_id: state of a learner, for the kind ``curriculum``.
        reward_profile: name of a profile; empty: the task's.
        max_steps: steps before an episode is cut off; None: the task's.
        advantages: rollouts from each state, by which steps get advantages; 0: none.
        reference: agent that values states.
    """

    episodes: int = 1
    policies: Sequence[str] = ()
    repeats: int = 1
    format: str = "native"
    offset: int = 0
    split: str | None = None
    tags_all: Sequence[str] = ()
    tags_none: Sequence[str] = ()
    seed: int = 0
    kind: str = "balanced"
    reward_profile: str = ""
    max_steps: int | None = None
    advantages: int = 0
    reference: str = "heuristic"
    difficulty_min: int | None = None
    difficulty_max: int | None = None
    problem_ids: Sequence[str] = ()
    backend: str | None = None
    cursor: str = ""
    weights: Mapping[str, float] = field(default_factory=dict)
    curriculum_id: str = ""

    def to_request(self) -> dataset_pb2.GenerateTrajectoriesRequest:
        """Return the request."""
        return dataset_pb2.GenerateTrajectoriesRequest(
            filter=build_filter(
                self.split,
                self.tags_all,
                self.tags_none,
                difficulty_min=self.difficulty_min,
                difficulty_max=self.difficulty_max,
                problem_ids=self.problem_ids,
                backend=self.backend,
            ),
            sampler=Sampler(
                kind=self.kind,
                seed=self.seed,
                cursor=self.cursor,
                weights=self.weights,
                curriculum_id=self.curriculum_id,
            ).to_message(),
            episodes=self.episodes,
            policies=self.policies,
            repeats=self.repeats,
            format=self.format,
            offset=self.offset,
            reward_profile=self.reward_profile,
            max_steps=self.max_steps,
            advantages=self.advantages,
            reference=self.reference,
        )


@dataclass(frozen=True)
class GeneratedRow:
    """A generated row.

    Attributes:
        row: the row, as ``kubedrill dataset`` writes it.
        split: split of its task.
        next_offset: offset at which another stream goes on after this row; None in the middle of a group of episodes.
    """

    row: dict[str, Any]
    split: str
    next_offset: int | None


def stream_rows(
    channel: grpc.Channel, options: GenerateOptions, metadata: list[tuple[str, str]]
) -> Iterator[GeneratedRow]:
    """Return the rows of a stream in their order; closing the iterator cancels the rest."""
    call = DatasetServiceStub(channel).GenerateTrajectories(options.to_request(), metadata=metadata)
    try:
        for reply in call:
            yield _decode_row(reply)
    except grpc.RpcError as cause:
        raise from_rpc_error(cause) from cause
    finally:
        call.cancel()


async def stream_rows_aio(
    channel: grpc.aio.Channel, options: GenerateOptions, metadata: list[tuple[str, str]]
) -> AsyncGenerator[GeneratedRow, None]:
    """Return the rows of a stream in their order; closing the iterator, or leaving its task, cancels the rest."""
    call = DatasetServiceStub(channel).GenerateTrajectories(options.to_request(), metadata=metadata)
    try:
        async for reply in call:
            yield _decode_row(reply)
    except grpc.RpcError as cause:
        raise from_rpc_error(cause) from cause
    finally:
        call.cancel()


def _decode_row(reply: dataset_pb2.GenerateTrajectoriesResponse) -> GeneratedRow:
    """Return the row of a reply."""
    offset = reply.next_offset if reply.HasField("next_offset") else None
    return GeneratedRow(json.loads(reply.row_json), reply.split, offset)
