import pytest

import kubedrill
from kubedrill.chat import Chat
from kubedrill.rollout import Rollout

from .scripted_endpoint import calls

LOOK = calls(("kubectl", {"command": "get pods"}))
SUBMIT = calls(("submit_mitigation", {}))


def _is_running(client, id_):
    (lease,) = client.heartbeat([id_]).leases
    return kubedrill.v1.common_pb2.EpisodeState.Name(lease.state) == "EPISODE_STATE_RUNNING"


def test_a_reset_takes_the_place_of_the_last_episode_even_when_it_fails(client, task):
    rollout = Rollout(client, kubedrill.ResetOptions(task=task))
    assert rollout.episode is None
    rollout.reset(seed=7)
    first = rollout.episode.id
    rollout.reset(seed=8)
    second = rollout.episode.id
    assert (_is_running(client, first), _is_running(client, second)) == (False, True)
    with pytest.raises(kubedrill.KubedrillError, match="TASK_UNKNOWN"):
        rollout.reset(task="kubedrill://x/y")
    assert rollout.episode is None
    assert not _is_running(client, second)


def test_the_rewards_of_the_turns_add_up_to_the_grade(client, task):
    rollout = Rollout(client, kubedrill.ResetOptions(task=task, seed=7))
    opening = rollout.reset()
    assert [message["role"] for message in opening.messages] == ["system", "user"]
    turns = [rollout.turn(message) for message in (LOOK, SUBMIT)]
    assert turns[0].grade is None
    grade = turns[1].grade
    assert grade.end_reason == "AGENT_SUBMITTED"
    assert grade.reward == pytest.approx(sum(turn.reward for turn in turns))
    assert grade.reward == pytest.approx(sum(grade.components.values()))
    rollout.close()


def test_a_turn_without_calls_has_stopped(client, task):
    rollout = Rollout(client, kubedrill.ResetOptions(task=task, seed=7))
    rollout.reset()
    assert rollout.turn({"role": "assistant", "content": "All is well."}).grade.end_reason == "AGENT_STOPPED"


def test_a_lost_world_has_no_reward(client, task):
    rollout = Rollout(client, kubedrill.ResetOptions(task=task, seed=7))
    rollout.reset()
    client.close_episode(rollout.episode.id)
    turn = rollout.turn(LOOK)
    assert (turn.reward, turn.grade.reward, turn.grade.is_valid) == (None, None, False)


def test_a_chat_that_did_not_wait_for_a_slot_tells_its_report_with_the_first_answer(client, task):
    told = str(Chat(client, kubedrill.ResetOptions(task=task, seed=7)).messages[-1]["content"])
    deferred = Chat(client, kubedrill.ResetOptions(task=task, seed=7, admission="defer"))
    assert len(deferred.messages[-1]["content"]) < len(told)
    first, second = (str(deferred.turn(LOOK)[0]["content"]) for _ in range(2))
    report = told.split("\n\n")[0]
    assert first.startswith(report)
    assert report not in second
