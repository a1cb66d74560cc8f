import pytest

pytest.importorskip("ray", reason="ray is not installed; `npm run test:adapters` installs it")

import ray

import kubedrill
from kubedrill.ray import actor

from ..scripted_endpoint import calls


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_actors_play_a_group_and_score_it_by_component(cluster, target, task):
    actors = [actor(target, task=task) for _ in range(2)]
    openings = ray.get([one.reset.remote(seed=7, group_id="ray") for one in actors])
    assert openings[0] == openings[1]
    assert openings[0].group_id == "ray"
    turn = {"role": "assistant", **calls(("kubectl", {"command": "get pods"}), ("submit_mitigation", {}))}
    played, _ = ray.get([one.turn.remote(turn) for one in actors])
    assert [answer["role"] for answer in played.answers] == ["tool", "tool"]
    first, second = ray.get([one.grade.remote() for one in actors])
    assert played.grade == first
    assert played.reward == pytest.approx(first.reward)
    assert first == second
    assert sum(first.components.values()) == pytest.approx(first.reward)


def test_an_error_keeps_its_reason_on_its_way_out_of_an_actor(cluster, target):
    with pytest.raises(kubedrill.KubedrillError) as caught:
        ray.get(actor(target, task="kubedrill://x/y").reset.remote())
    assert caught.value.reason == "TASK_UNKNOWN"


def test_a_lost_world_has_no_reward(cluster, target, task, client):
    one = actor(target, task=task)
    ray.get(one.reset.remote(episode_id=(id_ := kubedrill.mint_episode_id())))
    client.close_episode(id_)
    assert ray.get(one.grade.remote()).reward is None
