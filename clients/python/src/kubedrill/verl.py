"""verl: incidents as an agent loop, made of verl's own loop for tools."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml
from datasets import Dataset
from verl.experimental.agent_loop.agent_loop import AgentLoopOutput
from verl.experimental.agent_loop.tool_agent_loop import AgentData, AgentState, ToolAgentLoop
from verl.experimental.agent_loop.tool_parser import FunctionCall
from verl.tools.schemas import ToolResponse

from .chat import AsyncChat
from .client import DEFAULT_TARGET, Client
from .gathered_calls import GatheredCalls
from .requests import ResetOptions
from .rows import reset_fields, to_row
from .shared_clients import shared_async_client
from .token_file import token_path

NAME = "kubedrill"


class IncidentAgentLoop(ToolAgentLoop):  # type: ignore[misc]
    """One rollout; verl makes an instance for each.

    The tokens are those that the model sampled, and the calls of a turn are one step. The reward is the grade of the
    episode. A sample without one keeps no token in its mask, so that it adds nothing to the loss.

    Args:
        target: ``host:port`` of the server.
        token_file: file with a bearer token.
        options: other fields of :class:`kubedrill.ResetOptions`.
    """

    def __init__(
        self,
        *args: Any,
        target: str = DEFAULT_TARGET,
        token_file: str | None = None,
        options: dict[str, Any] | None = None,
        **others: Any,
    ) -> None:
        super().__init__(*args, **others)
        self._target, self._token_file, self._fixed = target, token_file, dict(options or {})
        self._chat: AsyncChat | None = None

    async def run(self, sampling_params: dict[str, Any], priority: int = 0, **row: Any) -> AgentLoopOutput:
        """Play the episode of a row, and grade it."""
        options = ResetOptions(**{**reset_fields(row["extra_info"]), **self._fixed})
        chat = await AsyncChat.start(shared_async_client(self._target, token_file=self._token_file), options)
        self._chat, self._calls = chat, GatheredCalls(chat.call)
        self.tool_schemas = chat.tools
        self.tools = {tool["function"]["name"]: SimpleNamespace(tool_schema=tool) for tool in chat.tools}
        try:
            output = await super().run(sampling_params, priority, **{**row, "raw_prompt": chat.messages[:]})
            score, ending = await chat.score(), chat.episode.ending
        finally:
            await chat.close()
        output.reward_score = 0.0 if score is None else score
        if score is None:
            output.response_mask = [0] * len(output.response_mask)
        output.extra_fields["reward_extra_info"] = {
            "sample_valid": score is not None,
            "success": bool(ending is not None and ending.success),
        }
        output.extra_fields["reward_components"] = chat.components()
        return output

    async def _call_tool(
        self, tool_call: FunctionCall, tools_kwargs: dict[str, Any], agent_data: AgentData
    ) -> tuple[ToolResponse, float, dict[str, Any]]:
        return ToolResponse(text=await self._calls.call(tool_call.name, tool_call.arguments)), 0.0, {}

    async def _handle_processing_tools_state(self, agent_data: AgentData) -> AgentState:
        state: AgentState = await super()._handle_processing_tools_state(agent_data)
        return AgentState.TERMINATED if self._chat is not None and self._chat.is_over else state


def write_inputs(
    target: str = DEFAULT_TARGET,
    n: int = 64,
    *,
    token_file: str | None = None,
    folder: str | Path = ".",
    sampling: dict[str, Any] | None = None,
    **options: Any,
) -> tuple[Path, Path]:
    """Write ``kubedrill.parquet`` and ``agent_loop.yaml``, and return their paths.

    They are for verl's settings ``data.train_files`` and ``actor_rollout_ref.rollout.agent.agent_loop_config_path``.

    Args:
        target: ``host:port`` of the server.
        n: number of draws; verl repeats each for its group.
        token_file: file with a bearer token.
        folder: where they are written.
        sampling: other arguments of :meth:`kubedrill.Client.sample_tasks`, such as ``split`` and ``seed``.
        **options: other fields of :class:`kubedrill.ResetOptions` for every reset.
    """
    with Client(target, token_file=token_file) as client:
        prompt = [{"role": "system", "content": client.tool_profile(options.get("tool_profile", "")).system_prompt}]
        draws = client.sample_tasks(n, **(sampling or {})).draws
    rows = [
        {
            "data_source": NAME,
            "agent_name": NAME,
            "prompt": prompt,
            "reward_model": {"style": NAME, "ground_truth": ""},
            "extra_info": {"index": at, **to_row(draw)},
        }
        for at, draw in enumerate(draws)
    ]
    data, configuration = Path(folder) / f"{NAME}.parquet", Path(folder) / "agent_loop.yaml"
    Dataset.from_list(rows).to_parquet(str(data))
    loop = f"{IncidentAgentLoop.__module__}.{IncidentAgentLoop.__qualname__}"
    own = {"name": NAME, "_target_": loop, "target": target, "token_file": token_path(token_file), "options": options}
    configuration.write_text(yaml.safe_dump([own]))
    return data, configuration
