"""Rollouts: what the environments of trainers that are reset again and again have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .chat import Chat, Message, TokenBudget, read_calls
from .client import Client
from .episode import Episode
from .requests import ResetOptions
from .tool_call import ToolCall


@dataclass(frozen=True)
class Opening:
    """What an agent is told before its first turn, and the group of its rollout (empty: none)."""

    messages: list[Message]
    tools: list[dict[str, Any]]
    group_id: str


@dataclass(frozen=True)
class Grade:
    """A graded rollout.

    Attributes:
        reward: sum of its turns; None for an invalid sample, which must be masked.
        components: what each component of the reward contributed.
        success: passed all that the reward profile asks; None: not judged.
        end_reason: why the episode ended; empty when its world was lost.
    """

    reward: float | None
    components: dict[str, float]
    success: bool | None
    end_reason: str

    @property
    def is_valid(self) -> bool:
        """Return False when the sample must be masked."""
        return self.reward is not None


@dataclass(frozen=True)
class Turn:
    """What a turn has brought.

    Attributes:
        answers: a message for each call.
        reward: reward of this turn, in the last one with that of the end; None when no valid one exists.
        grade: None while the episode goes on.
    """

    answers: list[Message]
    reward: float | None
    grade: Grade | None


class Rollout:
    """An episode at a time, as a chat whose turns are rewarded.

    Args:
        client: where episodes are started.
        options: what all resets have in common.
        budget: bounds of what the tools tell.
    """

    def __init__(self, client: Client, options: ResetOptions | None = None, budget: TokenBudget | None = None) -> None:
        self._client, self._options, self._budget = client, options or ResetOptions(), budget
        self._chat: Chat | None = None

    @property
    def chat(self) -> Chat:
        """Return the chat that is played.

        Raises:
            RuntimeError: there was no reset.
        """
        if self._chat is None:
            raise RuntimeError("call reset() first")
        return self._chat

    @property
    def episode(self) -> Episode | None:
        """Return the episode that is played; None before a reset."""
        return None if self._chat is None else self._chat.episode

    def reset(self, **fields: Any) -> Opening:
        """Start an episode in place of the last one; ``fields`` are those of :class:`kubedrill.ResetOptions`."""
        last, self._chat = self._chat, None
        options = replace(self._options, **fields, replaces_episode_id="" if last is None else last.episode.id)
        try:
            self._chat = chat = Chat(self._client, options, self._budget)
        except BaseException:
            if last is not None:
                last.close()
            raise
        if last is not None:
            self._client.release(last.episode.id)
        return Opening(chat.messages[:], chat.tools, chat.group_id)

    def turn(self, message: Mapping[str, Any]) -> Turn:
        """Play an assistant message; see :meth:`play`."""
        return self.play(read_calls(message))

    def play(self, calls: Sequence[ToolCall]) -> Turn:
        """Play the calls of a turn; none means that the agent has stopped, which grades the episode."""
        chat = self.chat
        answers = chat.call(calls)
        gained = chat.step_reward
        if calls and not chat.is_over:
            return Turn(answers, gained, None)
        grade = self.grade()
        rest = chat.step_reward
        return Turn(answers, None if gained is None or rest is None else gained + rest, grade)

    def grade(self) -> Grade:
        """Return the grade, ending the episode if it runs."""
        chat = self.chat
        reward, ending = chat.score(), chat.episode.ending
        success, end_reason = (None, "") if ending is None else (ending.success, ending.end_reason)
        return Grade(reward, chat.components(), success, end_reason)

    def close(self) -> None:
        """Release the slot; may be repeated."""
        last, self._chat = self._chat, None
        if last is not None:
            last.close()
