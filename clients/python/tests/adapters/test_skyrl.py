import pytest

pytest.importorskip("skyrl_gym", reason="skyrl-gym is not installed; `npm run test:adapters` installs it")

import skyrl_gym

import kubedrill

skyrl_gym.register(id="incident", entry_point="kubedrill.skyrl:IncidentEnv")
PODS = 'I look.\n<tool_call>\n{"name": "kubectl", "arguments": {"command": "get pods"}}\n</tool_call>'
SUBMIT = '<tool_call>{"name": "submit_mitigation", "arguments": {}}</tool_call>'


@pytest.fixture
def env(target, task):
    row = {"seed": "7", "group_id": "skyrl", "spoilers": {"task_uri": task}}
    made = skyrl_gym.make("incident", env_config={"target": target}, extras=row)
    yield made
    made.close()


def test_an_episode_is_played_by_text_for_the_native_reward(env, client, task):
    conversation, metadata = env.init([])
    assert metadata == {"group_id": "skyrl"}
    assert [message["role"] for message in conversation] == ["system", "user"]
    assert '"name": "submit_diagnosis"' in conversation[0]["content"]
    assert "kubedrill://" not in str(conversation)
    look, end = env.step(PODS), env.step(SUBMIT)
    assert "frontend" in look["observations"][0]["content"]
    assert (look["done"], end["done"]) == (False, True)
    with client.reset(task, seed=7) as episode:
        episode.step("kubectl get pods")
        episode.step('{"name": "submit_mitigation", "arguments": {}}')
        native = episode.score()
    assert look["reward"] + end["reward"] == pytest.approx(native)
    assert end["metadata"]["sample_valid"]
    assert env.get_metrics()["turns"] == 2


def test_a_text_without_calls_has_stopped(env):
    env.init([])
    end = env.step("All is well.")
    assert end["done"]
    assert end["metadata"]["end_reason"] == "AGENT_STOPPED"


def test_a_call_that_cannot_be_read_is_answered(env):
    env.init([])
    answer = env.step("<tool_call>{nonsense}</tool_call>")
    assert not answer["done"]
    assert "unreadable" in answer["observations"][0]["content"]


def test_a_lost_world_is_marked(env, client, monkeypatch):
    id_ = kubedrill.mint_episode_id()
    monkeypatch.setattr("kubedrill.requests.mint_episode_id", lambda: id_)
    env.init([])
    client.close_episode(id_)
    end = env.step(PODS)
    assert (end["done"], end["reward"], end["metadata"]["sample_valid"]) == (True, 0.0, False)
