import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("openenv.core", reason="openenv is not installed; `npm run test:adapters` installs it")

import uvicorn
from openenv import GenericEnvClient
from openenv.cli._cli_utils import validate_env_structure
from openenv.cli._validation import validate_multi_mode_deployment, validate_running_environment

import kubedrill
from kubedrill.openenv import app

HUB = Path(__file__).parents[4] / "packaging/hubs/openenv"
PODS = {"calls": [{"name": "kubectl", "arguments": {"command": "get pods"}}]}
SUBMIT = {"calls": [{"name": "submit_mitigation"}]}


@pytest.fixture(scope="module")
def url(target):
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app(target), log_level="warning"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def env(url):
    with GenericEnvClient(base_url=url).sync() as made:
        yield made


def test_openenvs_client_plays_an_episode_for_the_native_reward(env, client, task):
    first = env.reset(seed=7, task=task, group_id="openenv")
    assert [message["role"] for message in first.observation["messages"]] == ["system", "user"]
    assert first.observation["tools"] == client.list_tools()
    assert first.observation["group_id"] == "openenv"
    steps = [env.step(action) for action in (PODS, SUBMIT)]
    assert [step.done for step in steps] == [False, True]
    assert "frontend" in steps[0].observation["messages"][0]["content"]
    end = steps[1].observation
    assert (end["sample_valid"], end["success"], end["end_reason"]) == (True, False, "AGENT_SUBMITTED")
    with client.reset(task, seed=7) as episode:
        episode.step("kubectl get pods")
        episode.step('{"name": "submit_mitigation", "arguments": {}}')
        native = episode.score()
    assert sum(step.reward for step in steps) == pytest.approx(native)
    assert sum(end["components"].values()) == pytest.approx(native)


def test_it_describes_itself(url):
    with urllib.request.urlopen(f"{url}/metadata") as answer:
        described = json.load(answer)
    assert described["name"] == "kubedrill"
    assert described["version"] == kubedrill.__version__
    assert "submit_diagnosis" in described["readme_content"]


def test_openenv_takes_the_folder_for_its_hub():
    assert validate_env_structure(HUB) == ["Recommended directory missing: outputs/"]
    # A lock is made where the packages are.
    assert [issue for issue in validate_multi_mode_deployment(HUB)[1] if "uv.lock" not in issue] == []


def test_a_turn_without_calls_has_stopped(env, task):
    env.reset(seed=7, task=task)
    end = env.step({"calls": []})
    assert end.done
    assert end.observation["end_reason"] == "AGENT_STOPPED"


def test_a_lost_world_has_no_reward_and_says_so(env, task, client):
    env.reset(seed=7, task=task, episode_id=(id_ := kubedrill.mint_episode_id()))
    client.close_episode(id_)
    end = env.step(PODS)
    assert end.done
    assert end.reward is None
    assert end.observation["sample_valid"] is False


def test_sessions_do_not_see_each_other(env, url, task):
    env.reset(seed=7, task=task)
    with GenericEnvClient(base_url=url).sync() as other:
        other.reset(seed=8, task=task)
        other.step(SUBMIT)
        assert not env.step(PODS).done


def test_the_command_line_serves_what_openenvs_validator_and_client_accept(target, task):
    command = [
        sys.executable,
        "-m",
        "kubedrill.openenv",
        "--target",
        target,
        "--port",
        "0",
        "--tool-profile",
        "kubectl",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as served:
        try:
            lines = iter(served.stderr.readline, "")
            url = next(found[0] for line in lines if (found := re.findall(r"running on (http://\S+)", line)))
            threading.Thread(target=served.stderr.read, daemon=True).start()  # so that its log is never full
            report = validate_running_environment(url)
            assert report["passed"], json.dumps(report, indent=1)
            with GenericEnvClient(base_url=url).sync() as env:
                tools = env.reset(seed=7, task=task).observation["tools"]
                end = env.step(SUBMIT)
            assert "kubectl" in {tool["function"]["name"] for tool in tools}
            assert end.observation["sample_valid"] is True
            assert sum(end.observation["components"].values()) == pytest.approx(end.reward)
        finally:
            served.send_signal(signal.SIGINT)
    assert served.returncode in (0, -signal.SIGINT)
