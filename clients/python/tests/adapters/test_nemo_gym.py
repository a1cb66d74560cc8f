import asyncio
import json
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("nemo_gym", reason="nemo-gym is not installed; `npm run test:nemo-gym` installs it")

import uvicorn
import yaml
from fastapi import FastAPI
from nemo_gym.config_types import BaseServerConfig
from nemo_gym.server_utils import (
    GlobalAIOHTTPAsyncClientConfig,
    ServerClient,
    global_aiohttp_client_exit,
    set_global_aiohttp_client,
)
from omegaconf import OmegaConf
from responses_api_agents.gymnasium_agent.app import GymnasiumAgent, GymnasiumAgentConfig, GymnasiumAgentRunRequest
from starlette.requests import Request

import kubedrill
from kubedrill.nemo_gym import IncidentServer, IncidentServerConfig, write_server
from kubedrill.token_file import read_token


@contextmanager
def _serving(app):
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    yield {"host": "127.0.0.1", "port": listener.getsockname()[1]}
    server.should_exit = True
    thread.join()


def _model(script, requests):
    """A model server that says what a script tells it to, by the number of the turn."""
    app = FastAPI()

    @app.post("/v1/responses")
    async def respond(body: dict):
        requests.append(body)
        turn = sum(item.get("type") == "function_call_output" for item in body["input"])
        return {
            "id": "r",
            "created_at": 0,
            "model": "scripted",
            "object": "response",
            "output": script(turn),
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
        }

    return app


def _call(name, **arguments):
    return {"type": "function_call", "call_id": f"c-{name}", "name": name, "arguments": json.dumps(arguments)}


def _run(target, folder, script):
    """Play the first row with NeMo Gym's own agent and client, over HTTP."""
    configuration = yaml.safe_load(write_server(target, 1, folder=folder, sampling={"seed": 3}).read_text())
    config = configuration["kubedrill"]["resources_servers"]["kubedrill"]
    (row,) = map(json.loads, (folder / "resources_servers/kubedrill/data/train.jsonl").read_text().splitlines())
    head = BaseServerConfig(host="127.0.0.1", port=1)
    requests: list = []
    own = IncidentServerConfig.model_validate({"host": "", "port": 0, "name": "kubedrill", **config})
    alone = ServerClient(head_server_config=head, global_config_dict=OmegaConf.create({}))
    resources = IncidentServer(config=own, server_client=alone)
    with _serving(resources.setup_webserver()) as at, _serving(_model(script, requests)) as model_at:
        servers = {
            "kubedrill": {"resources_servers": {"kubedrill": {**config, **at}}},
            "policy_model": {"responses_api_models": {"scripted": {"entrypoint": "app.py", **model_at}}},
        }
        agent = configuration["kubedrill_agent"]["responses_api_agents"]["gymnasium_agent"]
        agent_config = GymnasiumAgentConfig.model_validate({"host": "", "port": 0, "name": "agent", **agent})
        client = ServerClient(head_server_config=head, global_config_dict=OmegaConf.create(servers))
        player = GymnasiumAgent(config=agent_config, server_client=client)

        async def run():
            set_global_aiohttp_client(GlobalAIOHTTPAsyncClientConfig())  # of this event loop
            request = Request({"type": "http", "headers": []})
            return await player.run(request, GymnasiumAgentRunRequest.model_validate(row))

        try:
            played = asyncio.run(run())
        finally:
            global_aiohttp_client_exit()
    assert not resources.session_state
    return played, requests, row


def test_nemo_gyms_agent_plays_a_row_for_the_native_reward(target, client, tmp_path):
    turns = [[_call("kubectl", command="get pods")], [_call("submit_mitigation")]]
    played, requests, row = _run(target, tmp_path, lambda turn: turns[turn])
    assert [item["role"] for item in requests[0]["input"]] == ["system", "user"]
    assert {tool["name"] for tool in requests[0]["tools"]} >= {"kubectl", "submit_diagnosis"}
    assert "Step 1 done" in requests[1]["input"][-1]["output"]
    assert (played.terminated, played.info["mask_sample"], played.info["end_reason"]) == (
        True,
        False,
        "AGENT_SUBMITTED",
    )
    with client.reset(row["spoilers"]["task_uri"], seed=int(row["seed"])) as episode:
        episode.step("kubectl get pods")
        episode.step('{"name": "submit_mitigation", "arguments": {}}')
        native = episode.score()
    assert played.reward == pytest.approx(native)
    assert sum(played.info["reward_components"].values()) == pytest.approx(native)
    assert not any("kubedrill://" in json.dumps(request) for request in requests)


def test_the_written_server_finds_the_same_token_and_client_from_its_own_folder(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("token").write_text(server.token)
    written = yaml.safe_load(write_server(server.address, 1, token_file="token").read_text())
    own = written["kubedrill"]["resources_servers"]["kubedrill"]
    monkeypatch.chdir("resources_servers/kubedrill")
    assert read_token(own["token_file"]) == server.token
    assert Path("requirements.txt").read_text() == f"kubedrill[nemo-gym]=={kubedrill.__version__}\n"


def test_a_response_without_calls_has_stopped(target, tmp_path):
    said = {
        "type": "message",
        "id": "m",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "All is well.", "annotations": []}],
    }
    played, requests, _ = _run(target, tmp_path, lambda _: [said])
    assert len(requests) == 1
    assert played.info["end_reason"] == "AGENT_STOPPED"


def test_a_lost_world_is_masked(target, client, tmp_path, monkeypatch):
    id_ = kubedrill.mint_episode_id()
    monkeypatch.setattr("kubedrill.requests.mint_episode_id", lambda: id_)

    def lose(_):
        client.close_episode(id_)
        return [_call("kubectl", command="get pods")]

    played, _, _ = _run(target, tmp_path, lose)
    assert (played.reward, played.info["mask_sample"]) == (0.0, True)
