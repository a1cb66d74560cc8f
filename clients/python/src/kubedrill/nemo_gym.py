"""NeMo Gym: incidents as a resources server for its ``gymnasium_agent``, and the folder from which it is launched."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml
from nemo_gym.base_resources_server import BaseResourcesServerConfig
from nemo_gym.openai_utils import NeMoGymResponse
from pydantic import Field, PrivateAttr
from resources_servers.gymnasium import GymnasiumServer

from . import __version__
from .client import DEFAULT_TARGET, Client
from .requests import ResetOptions
from .rollout import Grade, Rollout, Turn
from .rows import reset_fields, to_row
from .token_file import token_path
from .tool_call import ToolCall

NAME = "kubedrill"
_CALLS_MAX = 256  # at once; a call waits for the server, and takes a thread
_APP = """from kubedrill.nemo_gym import IncidentServer

if __name__ == "__main__":
    IncidentServer.run_webserver()
"""


class IncidentServerConfig(BaseResourcesServerConfig):
    """Where and how episodes are started."""

    target: str = DEFAULT_TARGET
    """``host:port`` of the server."""
    token_file: str | None = None
    """File with a bearer token."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Other fields of ``kubedrill.ResetOptions``."""


class IncidentServer(GymnasiumServer):
    """A session is a rollout; a response without function calls has stopped, which grades it.

    NeMo Gym wants a number where there is none: it is 0.0 with ``info["mask_sample"]`` True.
    """

    config: IncidentServerConfig
    _client: Client = PrivateAttr()
    _threads: ThreadPoolExecutor = PrivateAttr()

    def model_post_init(self, context: Any) -> None:
        """Make the client that all sessions share; nothing is sent yet."""
        super().model_post_init(context)
        self._client = Client(self.config.target, token_file=self.config.token_file)
        self._threads = ThreadPoolExecutor(_CALLS_MAX)

    async def reset(self, metadata: dict[str, Any], session_id: str | None = None) -> tuple[str | None, dict[str, Any]]:
        """Start the episode of a row, and return the first message of the user."""
        rollout = self.session_state.get(session_id) or Rollout(self._client, ResetOptions(**self.config.options))
        opening = await self._run(lambda: rollout.reset(**reset_fields(metadata)))
        self.session_state[session_id] = rollout
        return str(opening.messages[-1]["content"]), {"group_id": opening.group_id}

    async def step(
        self, action: NeMoGymResponse, metadata: dict[str, Any], session_id: str | None = None
    ) -> tuple[str | None, float, bool, bool, dict[str, Any]]:
        """Play the function calls of a response; the last turn is graded."""
        rollout: Rollout = self.session_state[session_id]
        calls = [
            ToolCall(item.call_id, item.name, item.arguments) for item in action.output if item.type == "function_call"
        ]
        turn: Turn = await self._run(lambda: rollout.play(calls))
        outputs = [{"call_id": answer["tool_call_id"], "output": answer["content"]} for answer in turn.answers]
        info = {"tool_outputs": outputs, **_describe(turn.grade)}
        reward = 0.0 if turn.reward is None else turn.reward
        return None, reward, turn.grade is not None, False, info

    async def close_session(self, session_id: str | None) -> None:
        """Release the slot of a session."""
        rollout = self.session_state.pop(session_id, None)
        if rollout is not None:
            await self._run(rollout.close)

    async def _run(self, work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def write_server(
    target: str = DEFAULT_TARGET,
    n: int = 64,
    *,
    token_file: str | None = None,
    folder: str | Path = ".",
    max_steps: int = 50,
    sampling: dict[str, Any] | None = None,
    **options: Any,
) -> Path:
    """Write ``resources_servers/kubedrill``, which NeMo Gym launches from there, and return its configuration.

    Args:
        target: ``host:port`` of the server.
        n: number of draws in the data set.
        token_file: file with a bearer token.
        folder: where NeMo Gym is run.
        max_steps: turns of the agent.
        sampling: other arguments of :meth:`kubedrill.Client.sample_tasks`, such as ``split`` and ``seed``.
        **options: other fields of :class:`kubedrill.ResetOptions` for every reset.
    """
    with Client(target, token_file=token_file) as client:
        profile = client.tool_profile(options.get("tool_profile", ""))
        draws = client.sample_tasks(n, **(sampling or {})).draws
    params = {
        "input": [{"role": "system", "content": profile.system_prompt}],
        "tools": [{"strict": False, **tool.to_openai()["function"], "type": "function"} for tool in profile.tools],
    }
    agent = {"type": "responses_api_agents", "name": f"{NAME}_agent"}
    rows = [{"responses_create_params": params, "agent_ref": agent, **to_row(draw)} for draw in draws]
    base = Path(folder) / "resources_servers" / NAME
    data, configuration = base / "data" / "train.jsonl", base / "configs" / f"{NAME}.yaml"
    for path in (data, configuration):
        path.parent.mkdir(parents=True, exist_ok=True)
    data.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (base / "app.py").write_text(_APP)
    (base / "requirements.txt").write_text(f"kubedrill[nemo-gym]=={__version__}\n")
    own = {"target": target, "token_file": token_path(token_file), "options": options}
    configuration.write_text(yaml.safe_dump(_configure(own, data.relative_to(folder).as_posix(), max_steps)))
    return configuration


def _configure(own: dict[str, Any], data: str, max_steps: int) -> dict[str, Any]:
    server = {"entrypoint": "app.py", "domain": "agent", **own}
    agent = {
        "entrypoint": "app.py",
        "resources_server": {"type": "resources_servers", "name": NAME},
        "model_server": {"type": "responses_api_models", "name": "policy_model"},
        "max_steps": max_steps,
        "datasets": [{"name": "train", "type": "train", "jsonl_fpath": data, "license": "Apache 2.0"}],
    }
    return {
        NAME: {"resources_servers": {NAME: server}},
        f"{NAME}_agent": {"responses_api_agents": {"gymnasium_agent": agent}},
    }


def _describe(grade: Grade | None) -> dict[str, Any]:
    if grade is None:
        return {}
    return {
        "mask_sample": not grade.is_valid,
        "success": grade.success,
        "end_reason": grade.end_reason,
        "reward_components": grade.components,
    }
