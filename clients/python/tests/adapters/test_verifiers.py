import asyncio

import pytest

pytest.importorskip("verifiers.v1", reason="verifiers is not installed; `npm run test:adapters` installs it")

import verifiers.v1 as vf
from verifiers.v1.utils.loaders import load_environment, resolve_env_config

import kubedrill
from kubedrill.verifiers import _chats

from ..scripted_endpoint import calls, serve_script


def _play(target, script, rollouts=1, n=1):
    with serve_script(script) as (base_url, requests):
        taskset = {"id": "kubedrill-verifiers", "n": n, "seed": 3, "task": {"target": target}}
        agent = {"runtime": {"type": "subprocess"}}
        env = load_environment(resolve_env_config({"taskset": taskset, "agent": agent}))
        context = vf.ModelContext("scripted", vf.EvalClientConfig(base_url=base_url, api_key_var="NO_KEY"))

        async def run():
            async with env.serving():
                slots = [slot for task in env.taskset for slot in env.slots(task, rollouts)]
                return await asyncio.gather(*(env.run_slot(slot, context) for slot in slots))

        return asyncio.run(run()), requests


def _look_then_submit(messages):
    turn = sum(message["role"] == "assistant" for message in messages)
    if turn == 0:
        return calls(("kubectl", {"command": "get pods"}), ("get_alerts", {}))
    return calls(("submit_mitigation", {}))


def test_a_rollout_plays_the_tools_and_is_rewarded_by_component(target):
    (episode,), requests = _play(target, _look_then_submit)
    assert episode.ok, episode.errors
    (trace,) = episode.traces
    assert [message["role"] for message in requests[1]["messages"]] == ["system", "user", "assistant", "tool", "tool"]
    assert {tool["function"]["name"] for tool in requests[0]["tools"]} >= {"kubectl", "submit_diagnosis"}
    rewards = {name: reward.score for name, reward in trace.rewards.items()}
    assert {"mitigation", "diagnosis", "cost"} <= set(rewards)
    assert trace.reward == pytest.approx(sum(rewards.values()))
    assert trace.metrics["success"] == 0.0
    assert not _chats


def test_rollouts_of_a_task_start_equal_and_models_see_no_spoiler(target):
    episodes, requests = _play(target, _look_then_submit, rollouts=4)
    assert all(episode.ok for episode in episodes)
    openings = [str(request["messages"][:2]) for request in requests]
    assert len(set(openings)) == 1
    (uri,) = {episode.task.data.spoilers["task_uri"] for episode in episodes}
    assert not any(uri in str(request) or "kubedrill://" in str(request) for request in requests)


def test_a_model_that_only_talks_has_stopped(target):
    (episode,), requests = _play(target, lambda _: {"content": "All is well."})
    assert episode.ok
    assert len(requests) == 1
    assert "mitigation" in episode.traces[0].rewards


def test_a_lost_world_is_an_error_and_no_reward(target):
    def lose(messages):
        with kubedrill.connect(target) as client:
            for chat in _chats.values():
                client.close_episode(chat.episode.id)
        return calls(("kubectl", {"command": "get pods"}))

    (episode,), _ = _play(target, lose)
    assert not episode.ok
    (trace,) = episode.traces
    assert not trace.ok
    assert trace.last_error.type == "TaskError"
    assert "lost" in trace.last_error.message
    assert not any(reward is not None for reward in trace.rewards.values())
