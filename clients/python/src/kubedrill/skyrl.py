"""SkyRL: incidents as an environment of ``skyrl_gym``, whose models write their tool calls into their text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput, ConversationType

from .chat import Chat, ToolCall
from .client import DEFAULT_TARGET, Client
from .requests import ResetOptions

_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
_FORMAT = """{system}

Call a tool by writing, once for each call:
<tool_call>
{{"name": …, "arguments": {{…}}}}
</tool_call>

Tools:
{tools}"""
_clients: dict[tuple[str, str | None], Client] = {}


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
        config, row = dict(env_config or {}), dict(extras or {})
        self._client = _client(config.pop("target", DEFAULT_TARGET), config.pop("token", None))
        seed = row.get("seed")
        drawn = {
            "task": (row.get("spoilers") or {}).get("task_uri"),
            "seed": None if seed is None else int(seed),
            "group_id": row.get("group_id", ""),
        }
        self._options = ResetOptions(**{**drawn, **config})
        self._chat: Chat | None = None

    def init(self, prompt: ConversationType) -> tuple[ConversationType, dict[str, Any]]:
        """Start the episode, and return the conversation that the model goes on with; the row's prompt comes first."""
        self.close()
        self._chat = chat = Chat(self._client, self._options)
        system, user = (message["content"] for message in chat.messages)
        tools = "\n".join(json.dumps(tool["function"], ensure_ascii=False) for tool in chat.tools)
        opening = [
            {"role": "system", "content": _FORMAT.format(system=system, tools=tools)},
            {"role": "user", "content": user},
        ]
        return [*prompt, *opening], {"group_id": chat.group_id}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Play the calls of a text."""
        chat = self._playing()
        self.turns += 1
        calls = [_read(text, at) for at, text in enumerate(_CALL.findall(action))]
        answers = chat.call(calls)
        gained = chat.step_reward
        if not calls or chat.is_over:
            return self._finish(chat, answers, gained)
        return self._output(answers, gained, False, {"sample_valid": True})

    def get_metrics(self) -> dict[str, Any]:
        """Return what each component contributed, and the number of turns."""
        return {"turns": self.turns, **({} if self._chat is None else self._chat.components())}

    def close(self) -> None:
        """Release the slot; may be repeated."""
        if self._chat is not None:
            self._chat.close()

    def _finish(self, chat: Chat, answers: list[dict[str, Any]], gained: float | None) -> BaseTextEnvStepOutput:
        score, ending, rest = chat.score(), chat.episode.ending, chat.step_reward
        metadata = {
            "sample_valid": chat.is_valid,
            "end_reason": "" if ending is None else ending.end_reason,
            "components": chat.components(),
        }
        total = None if score is None or gained is None or rest is None else gained + rest
        return self._output(answers, total, True, metadata)

    def _output(
        self, answers: list[dict[str, Any]], reward: float | None, done: bool, metadata: dict[str, Any]
    ) -> BaseTextEnvStepOutput:
        text = "\n\n".join(f"<tool_response>\n{answer['content']}\n</tool_response>" for answer in answers)
        observations = [{"role": "user", "content": text}] if answers and not done else []
        return BaseTextEnvStepOutput(
            observations=observations,
            reward=0.0 if reward is None else reward,
            done=done,
            metadata=metadata,
            postprocessed_action=None,
        )

    def _playing(self) -> Chat:
        if self._chat is None:
            raise RuntimeError("call init() first")
        return self._chat


def _read(text: str, position: int) -> ToolCall:
    """Return the call in a text; one that is no call goes to the server, which says what is wrong with it."""
    try:
        call = json.loads(text)
        return ToolCall.of({"function": {"name": call["name"], "arguments": call.get("arguments")}}, position)
    except (ValueError, KeyError, TypeError, AttributeError):
        return ToolCall(f"a{position}", "unreadable", text)


def _client(target: str, token: str | None) -> Client:
    """Return the client that all environments of this process share."""
    return _clients.setdefault((target, token), Client(target, token=token))
