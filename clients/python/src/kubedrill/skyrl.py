"""SkyRL: incidents as an environment of ``skyrl_gym``, whose models write their tool calls into their text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput, ConversationType

from .client import DEFAULT_TARGET
from .requests import ResetOptions
from .rollout import Grade, Rollout
from .rows import reset_fields
from .shared_clients import shared_client
from .tool_call import ToolCall

_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
_FORMAT = """{system}

Call a tool by writing, once for each call:
<tool_call>
{{"name": …, "arguments": {{…}}}}
</tool_call>

Tools:
{tools}"""


class IncidentEnv(BaseTextEnv):
    """One rollout.

    A turn plays the calls in ``<tool_call>`` tags; a text without any has stopped, which grades the episode.
    The rewards of the turns add up to the graded reward. SkyRL wants a number where there is none: it is 0.0 with
    ``metadata["sample_valid"]`` False, and such samples must be masked.

    Args:
        env_config: ``target``, ``token``, and other fields of ``kubedrill.ResetOptions``.
        extras: of the row: ``seed`` (decimal text), ``group_id`` and ``spoilers`` with ``task_uri``.
    """

    def __init__(self, env_config: Mapping[str, Any] | None = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        config, row = dict(env_config or {}), extras or {}
        client = shared_client(config.pop("target", DEFAULT_TARGET), config.pop("token", None))
        self._rollout = Rollout(client, ResetOptions(**{**reset_fields(row), **config}))
        self._components: dict[str, float] = {}

    def init(self, prompt: ConversationType) -> tuple[ConversationType, dict[str, Any]]:
        """Start the episode, and return the conversation that the model goes on with; the row's prompt comes first."""
        opening, self._components = self._rollout.reset(), {}
        system, user = (message["content"] for message in opening.messages)
        tools = "\n".join(json.dumps(tool["function"], ensure_ascii=False) for tool in opening.tools)
        told = [
            {"role": "system", "content": _FORMAT.format(system=system, tools=tools)},
            {"role": "user", "content": user},
        ]
        return [*prompt, *told], {"group_id": opening.group_id}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Play the calls of a text."""
        self.turns += 1
        turn = self._rollout.play([_read(text, at) for at, text in enumerate(_CALL.findall(action))])
        self._components = {} if turn.grade is None else turn.grade.components
        text = "\n\n".join(f"<tool_response>\n{answer['content']}\n</tool_response>" for answer in turn.answers)
        return BaseTextEnvStepOutput(
            observations=[{"role": "user", "content": text}] if turn.grade is None else [],
            reward=0.0 if turn.reward is None else turn.reward,
            done=turn.grade is not None,
            metadata=_describe(turn.grade),
            postprocessed_action=None,
        )

    def get_metrics(self) -> dict[str, Any]:
        """Return what each component contributed, and the number of turns."""
        return {"turns": self.turns, **self._components}

    def close(self) -> None:
        """Release the slot; may be repeated."""
        self._rollout.close()


def _read(text: str, position: int) -> ToolCall:
    """Return the call in a text; one that is no call goes to the server, which says what is wrong with it."""
    try:
        call = json.loads(text)
        return ToolCall.of({"function": {"name": call["name"], "arguments": call.get("arguments")}}, position)
    except (ValueError, KeyError, TypeError, AttributeError):
        return ToolCall(f"a{position}", "unreadable", text)


def _describe(grade: Grade | None) -> dict[str, Any]:
    if grade is None:
        return {"sample_valid": True}
    return {"sample_valid": grade.is_valid, "end_reason": grade.end_reason, "components": grade.components}
