# ruff: noqa: N802 (methods have the names of calls)
"""Every field of the requests about starts, steps, draws and datasets is reached by an argument of the client.

The protocol's own descriptors are walked, so that a field that is added there and forgotten here fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent import futures
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

import kubedrill
from kubedrill.v1 import common_pb2, dataset_pb2, dataset_pb2_grpc, environment_pb2, environment_pb2_grpc

TASK = "kubedrill://toy/one"
SAMPLER: dict[str, Any] = {
    "kind": "weighted",
    "seed": 5,
    "cursor": "c",
    "weights": {"app:x": 2.0},
    "curriculum_id": "l",
}
FILTER: dict[str, Any] = {
    "tags_all": ["a"],
    "tags_none": ["b"],
    "difficulty_min": 2,
    "difficulty_max": 4,
    "problem_ids": ["p"],
    "backend": "kind",
}

Call = tuple[str, dict[str, Any]]


def reset(**options: Any) -> Call:
    return "Reset", options


def step(*, actions: Any = "kubectl get pods", **options: Any) -> Call:
    return "Step", {"actions": actions, **options}


def drawn(prefix: str, filter_at: str, sampler_at: str, call: Callable[..., Call]) -> dict[str, Call]:
    """Return a call for each field of a filter and a sampler that are keywords."""
    rows = {f"{prefix}.{filter_at}.{name}": call(**{name: value}) for name, value in FILTER.items()}
    rows |= {f"{prefix}.{sampler_at}.{name}": call(**{name: value}) for name, value in SAMPLER.items()}
    return rows | {f"{prefix}.{filter_at}.splits": call(split="eval")}


def sample(**options: Any) -> Call:
    return "SampleTasks", options


def generate(**options: Any) -> Call:
    return "GenerateTrajectories", options


LIMITS = {
    "max_steps": {"max_steps": 3},
    "max_virtual_time": {"max_virtual_time_s": 2.5},
    "max_wall_clock": {"max_wall_clock_s": 2.5},
    "step_timeout": {"step_timeout_s": 2.5},
    "max_step_timeouts": {"max_step_timeouts": 2},
    "max_invalid_actions": {"max_invalid_actions": 2},
    "max_observation_bytes": {"max_observation_bytes": 4096},
    "step_latency": {"step_latency_s": 2.5},
}

VIEWS = {
    "name": ["alerts"],
    "max_bytes": [kubedrill.ViewRequest("text", max_bytes=99)],
    "params_json": [("text", {"a": 1})],
}

TOOL = kubedrill.tool_json("kubectl", '{"command": "x"}', call_id="c")

# A call for each field, by its path.
CALLS: dict[str, Call] = {
    "ResetRequest.episode_id": reset(episode_id="mine"),
    "ResetRequest.task.task_uri": reset(task=TASK),
    "ResetRequest.seed": reset(seed=7),
    **{f"ResetRequest.limits.{name}": reset(limits=limits) for name, limits in LIMITS.items()},
    "ResetRequest.lease_ttl": reset(lease_ttl_s=20),
    "ResetRequest.group_id": reset(group_id="g"),
    "ResetRequest.reward_profile": reset(reward_profile="sparse"),
    **{f"ResetRequest.views.{name}": reset(views=views) for name, views in VIEWS.items()},
    "ResetRequest.admission.mode": reset(admission="fail_fast"),
    "ResetRequest.admission.queue_timeout": reset(queue_timeout_s=3),
    "ResetRequest.admission.priority": reset(priority=9),
    "ResetRequest.close_token": reset(close_token=b"0123456789abcdef"),
    "ResetRequest.replaces_episode_id": reset(replaces_episode_id="old"),
    "ResetRequest.backend": reset(task=TASK, backend="kind"),
    "ResetRequest.tool_profile": reset(tool_profile="kubectl"),
    "ResetRequest.agent_access.mcp": reset(agent_access=["mcp"]),
    "ResetRequest.agent_access.kube_api": reset(agent_access=["kube_api"]),
    "ResetRequest.agent_access.telemetry": reset(agent_access=["telemetry"]),
    "ResetRequest.labels": reset(labels={"run": "1"}),
    "ResetRequest.options_json": reset(options={"target": "service/x"}),
    "ResetRequest.reward_weights": reset(reward_weights={"mitigation": 1.0}),
    "ResetRequest.time_limit": reset(time_limit="truncated"),
    "ResetRequest.lead_time": reset(lead_time_s=60),
    **drawn("ResetRequest", "task.draw.filter", "-", reset),
    **{
        f"ResetRequest.task.draw.sampler.{name}": reset(sampler=kubedrill.Sampler(**{name: value}))
        for name, value in SAMPLER.items()
    },
    "StepRequest.episode_id": step(),
    "StepRequest.step_index": step(),
    "StepRequest.actions.call_id": step(actions=TOOL),
    "StepRequest.actions.tool_call.name": step(actions=TOOL),
    "StepRequest.actions.tool_call.arguments_json": step(actions=TOOL),
    "StepRequest.actions.text": step(actions=kubedrill.text("look")),
    "StepRequest.actions.discrete.indices": step(actions=common_pb2.Action(discrete={"indices": [1]})),
    "StepRequest.actions.wait": step(actions=kubedrill.wait(2)),
    "StepRequest.actions.timeout": step(actions=common_pb2.Action(text="x", timeout={"seconds": 2})),
    "StepRequest.actions.behavior_logprob": step(actions=common_pb2.Action(text="x", behavior_logprob=-1.5)),
    **{f"StepRequest.views.{name}": step(views=views) for name, views in VIEWS.items()},
    "StepRequest.timeout": step(timeout_s=3),
    **drawn("SampleTasksRequest", "filter", "sampler", sample),
    "SampleTasksRequest.n": sample(n=2),
    "SampleTasksRequest.repeats": sample(repeats=2),
    **drawn("GenerateTrajectoriesRequest", "filter", "sampler", generate),
    "GenerateTrajectoriesRequest.episodes": generate(episodes=2),
    "GenerateTrajectoriesRequest.policies": generate(policies=["heuristic"]),
    "GenerateTrajectoriesRequest.repeats": generate(repeats=2),
    "GenerateTrajectoriesRequest.format": generate(format="sft"),
    "GenerateTrajectoriesRequest.offset": generate(offset=2),
    "GenerateTrajectoriesRequest.reward_profile": generate(reward_profile="sparse"),
    "GenerateTrajectoriesRequest.max_steps": generate(max_steps=3),
    "GenerateTrajectoriesRequest.advantages": generate(advantages=2),
    "GenerateTrajectoriesRequest.reference": generate(reference="random"),
}
CALLS = {path: call for path, call in CALLS.items() if ".-." not in path}

REQUESTS = [
    environment_pb2.ResetRequest,
    environment_pb2.StepRequest,
    environment_pb2.SampleTasksRequest,
    dataset_pb2.GenerateTrajectoriesRequest,
]


def walk(descriptor: Any, prefix: str) -> Iterator[str]:
    """Yield the paths of the fields that hold no message of ours."""
    for field in descriptor.fields:
        path = f"{prefix}.{field.name}"
        ours = field.message_type is not None and field.message_type.file.package == "kubedrill.v1"
        if ours and not field.message_type.GetOptions().map_entry:
            yield from walk(field.message_type, path)
        else:
            yield path


def find(message: Message, path: list[str]) -> list[str]:
    """Return the values that a message has at a path, in all of its items."""
    held = {field.name: value for field, value in message.ListFields()}.get(path[0])
    if held is None:
        return []
    if len(path) == 1:
        return [repr(held)]
    return [value for item in ([held] if isinstance(held, Message) else held) for value in find(item, path[1:])]


class Recorder(environment_pb2_grpc.EnvironmentServiceServicer, dataset_pb2_grpc.DatasetServiceServicer):
    """A server that keeps what arrives, and answers nothing in particular."""

    def __init__(self) -> None:
        self.arrived: list[Message] = []

    def _keep(self, request: Message, reply: Any) -> Any:
        self.arrived.append(request)
        return reply

    def Reset(self, request, context):
        episode = {"episode_id": request.episode_id}
        return self._keep(request, environment_pb2.ResetResponse(episode=episode))

    def Step(self, request, context):
        return self._keep(request, environment_pb2.StepResponse(step_index=request.step_index))

    def SampleTasks(self, request, context):
        return self._keep(request, environment_pb2.SampleTasksResponse())

    def Close(self, request, context):
        return environment_pb2.CloseResponse()

    def GenerateTrajectories(self, request, context):
        self.arrived.append(request)
        return iter(())


@pytest.fixture(scope="module")
def recorder() -> Iterator[tuple[Recorder, str]]:
    made = Recorder()
    server = grpc.server(futures.ThreadPoolExecutor(2))
    environment_pb2_grpc.add_EnvironmentServiceServicer_to_server(made, server)
    dataset_pb2_grpc.add_DatasetServiceServicer_to_server(made, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield made, f"127.0.0.1:{port}"
    server.stop(None)


def play(client: kubedrill.Client, call: Call) -> None:
    name, options = call
    if name == "Reset":
        client.reset_with(kubedrill.ResetOptions(**options))
    elif name == "Step":
        client.reset().step(options["actions"], **{key: value for key, value in options.items() if key != "actions"})
    elif name == "SampleTasks":
        client.sample_tasks(**options)
    else:
        list(client.generate_trajectories(**options))


async def play_aio(client: kubedrill.AsyncClient, call: Call) -> None:
    name, options = call
    if name == "Reset":
        await client.reset_with(kubedrill.ResetOptions(**options))
    elif name == "Step":
        episode = await client.reset()
        await episode.step(options["actions"], **{key: value for key, value in options.items() if key != "actions"})
    elif name == "SampleTasks":
        await client.sample_tasks(**options)
    else:
        async for _ in client.generate_trajectories(**options):
            pass


def play_in_loop(target: str, call: Call) -> None:
    async def run() -> None:
        async with kubedrill.connect_aio(target) as client:
            await play_aio(client, call)

    asyncio.run(run())


def play_here(target: str, call: Call) -> None:
    with kubedrill.connect(target) as client:
        play(client, call)


# What a call without options sends, for fields that are always set.
PLAIN: dict[str, Call] = {
    "ResetRequest": reset(),
    "StepRequest": step(actions=[]),
    "SampleTasksRequest": sample(),
    "GenerateTrajectoriesRequest": generate(),
}
ALWAYS_NEW = {"StepRequest.episode_id", "StepRequest.step_index"}


def test_there_is_a_call_for_each_field():
    paths = {path for request in REQUESTS for path in walk(request.DESCRIPTOR, request.DESCRIPTOR.name)}
    assert set(CALLS) == paths
    assert len(paths) > 90


@pytest.mark.parametrize("way", [play_here, play_in_loop])
def test_each_field_arrives(recorder, way):
    kept, target = recorder

    def arrival(call: Call, path: str) -> list[str]:
        kept.arrived.clear()
        way(target, call)
        message = kept.arrived[-1]
        assert message.DESCRIPTOR.name == path.split(".")[0]
        return find(message, path.split(".")[1:])

    assert arrival(CALLS["ResetRequest.episode_id"], "ResetRequest.episode_id") == ["'mine'"]  # one is made otherwise
    lost = []
    for path, call in CALLS.items():
        with_it = arrival(call, path)
        without = [] if path in ALWAYS_NEW else arrival(PLAIN[path.split(".")[0]], path)
        if with_it == [] or with_it == without:
            lost.append((path, with_it))
    assert lost == []
