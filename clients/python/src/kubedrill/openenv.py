"""OpenEnv: incidents behind its server, for its own clients. Its wire drops metadata, so all is in observations."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import BaseModel, Field

from . import __version__
from .chat import TokenBudget
from .client import DEFAULT_TARGET, Client
from .requests import ResetOptions
from .rollout import Rollout
from .token_file import read_token
from .tool_call import ToolCall


class Call(BaseModel):
    """A call of a tool."""

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class IncidentAction(Action):
    """The tool calls of one turn, in order; none means that the agent has stopped, which grades the episode."""

    calls: list[Call] = Field(default_factory=list)


class IncidentObservation(Observation):
    """What a turn has brought; ``reward`` is its delta, and null when no valid one exists."""

    messages: list[dict[str, Any]] = Field(default_factory=list)
    """The system prompt and the instruction after a reset, an answer for each call after a turn."""
    tools: list[dict[str, Any]] = Field(default_factory=list)
    """The tools as OpenAI's functions; after a reset only."""
    components: dict[str, float] = Field(default_factory=dict)
    """What each component contributed to the graded reward; at the end only."""
    sample_valid: bool = True
    """False: the world was lost, mask the sample."""
    success: bool | None = None
    end_reason: str = ""
    group_id: str = ""


class IncidentEnvironment(Environment[IncidentAction, IncidentObservation, State]):
    """One session: an episode at a time. ``reset`` takes fields of ``kubedrill.ResetOptions``, such as ``task``."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, client: Client, options: ResetOptions, budget: TokenBudget | None = None) -> None:
        super().__init__()
        self._rollout = Rollout(client, options, budget)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> IncidentObservation:
        """Start an episode."""
        opening = self._rollout.reset(**options, seed=seed, episode_id=episode_id)
        return IncidentObservation(messages=opening.messages, tools=opening.tools, group_id=opening.group_id)

    def step(self, action: IncidentAction, timeout_s: float | None = None, **_: Any) -> IncidentObservation:
        """Play a turn; the last one is graded."""
        calls = [ToolCall(f"a{at}", call.name, json.dumps(call.arguments)) for at, call in enumerate(action.calls)]
        turn = self._rollout.play(calls)
        observation = IncidentObservation(
            messages=turn.answers, reward=turn.reward, group_id=self._rollout.chat.group_id
        )
        if turn.grade is not None:
            observation.done = True
            observation.components = turn.grade.components
            observation.sample_valid = turn.grade.is_valid
            observation.success = turn.grade.success
            observation.end_reason = turn.grade.end_reason
        return observation

    @property
    def state(self) -> State:
        """Return the episode's id and the number of its steps."""
        episode = self._rollout.episode
        return State() if episode is None else State(episode_id=episode.id, step_count=episode.next_step_index)

    def get_metadata(self) -> EnvironmentMetadata:
        """Describe the environment, for ``/metadata`` and OpenEnv's web page."""
        return EnvironmentMetadata(
            name="kubedrill",
            description="Incidents in Kubernetes: look, diagnose, repair; what holds afterwards is graded.",
            readme_content=README,
            version=__version__,
        )

    def close(self) -> None:
        """Release the slot; may be repeated."""
        self._rollout.close()


README = """# kubedrill

An application in a Kubernetes cluster, and something that is wrong with it, or nothing.

- `reset` draws an incident: `task` names one, `seed` repeats one, and `group_id` gives several sessions the same start.
  The observation has the `messages` to begin with and the `tools`, as OpenAI's functions.
- `step` makes the `calls` of one turn, in order, and answers each with a message. Without calls the agent has stopped.
- The last turn, after `submit_diagnosis` and `submit_mitigation`, is graded: `reward`, its `components` and `success`.
  Where `sample_valid` is false the world was lost: there is no reward, and the sample is to be masked.
"""


def app(
    target: str = DEFAULT_TARGET,
    *,
    token: str | None = None,
    budget: TokenBudget | None = None,
    sessions_max: int = 256,
    **options: Any,
) -> FastAPI:
    """Return an OpenEnv server in front of the server at ``host:port``; each of its sessions plays its own episodes.

    With ``ENABLE_WEB_INTERFACE=true`` in its environment it has OpenEnv's web page at ``/web``, which needs gradio.

    Args:
        target: ``host:port`` of the kubedrill server.
        token: bearer token.
        budget: bounds of what the tools tell.
        sessions_max: sessions at once.
        **options: other fields of :class:`kubedrill.ResetOptions` for every reset.
    """
    client, fixed = Client(target, token=token), ResetOptions(**options)
    return create_app(
        lambda: IncidentEnvironment(client, fixed, budget),
        IncidentAction,
        IncidentObservation,
        max_concurrent_envs=sessions_max,
        env_name="kubedrill",
    )


def main() -> None:
    """Serve until a signal comes; the command line is ``python -m kubedrill.openenv``."""
    parser = argparse.ArgumentParser(prog="python -m kubedrill.openenv", description="An OpenEnv server of incidents.")
    parser.add_argument("--target", default=DEFAULT_TARGET, help='host:port of the kubedrill server, or "embedded"')
    parser.add_argument("--token-file", type=Path, help="file with a bearer token for that server")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; OpenEnv asks its clients for no token"
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen on; 0: any free one")
    parser.add_argument("--sessions-max", type=int, default=256, help="sessions at once")
    parser.add_argument("--tool-profile", default="", help="tools of the agents; missing: all")
    parser.add_argument("--reward-profile", default="", help="reward of the episodes; missing: the task's")
    given = parser.parse_args()
    server = app(
        given.target,
        token=read_token(given.token_file),
        sessions_max=given.sessions_max,
        tool_profile=given.tool_profile,
        reward_profile=given.reward_profile,
    )
    uvicorn.run(server, host=given.host, port=given.port)


if __name__ == "__main__":
    main()
