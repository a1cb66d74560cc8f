"""Chats: episodes as messages and tool calls, which is how trainers of language models play them.

Messages, tools and tool calls have the form of OpenAI's chat completions. The answers of the tools are sent once: the
episode asks for the view ``status`` (alerts and budget) instead of ``text``, which would repeat them. An episode whose
reset did not wait for a slot (``admission="defer"``) tells its report with the first answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from .aio import AsyncClient
from .async_episode import AsyncEpisode
from .client import Client
from .episode import Episode, EpisodeState
from .errors import KubedrillError, is_loss
from .replies import Reward, StepResult, ToolProfile
from .requests import ResetOptions
from .tool_call import ToolCall

Message: TypeAlias = dict[str, Any]
CHARS_PER_TOKEN = 4
OVER = "The episode is over; nothing more can be done."
_STATUS = "status"
_INSTRUCTION = "instruction"
_OMITTED = "\n[… {} characters left out; ask for less …]\n"


def estimate_tokens(text: str) -> int:
    """Return the usual estimate of a text's tokens: one for four characters."""
    return -(-len(text) // CHARS_PER_TOKEN)


@dataclass(frozen=True)
class TokenBudget:
    """Bounds of what the tools may tell a model; answers beyond them are cut in the middle.

    Attributes:
        per_turn: tokens of the answers to one turn, shared by its calls; None: no bound but the episode's.
        total: tokens of all answers of the chat, after which it is over; None: no bound.
        count: counts the tokens of a text.
    """

    per_turn: int | None = None
    total: int | None = None
    count: Callable[[str], int] = estimate_tokens


def read_calls(message: Mapping[str, Any]) -> list[ToolCall]:
    """Return the tool calls of an assistant message, none for one that only talks."""
    return to_calls(message.get("tool_calls") or ())


def to_calls(calls: Sequence[ToolCall | Mapping[str, Any]]) -> list[ToolCall]:
    """Return the calls of a turn, each read if it is still as a model's library gave it."""
    return [call if isinstance(call, ToolCall) else ToolCall.of(call, at) for at, call in enumerate(calls)]


class ChatState:
    """State of a chat.

    Attributes:
        episode: the episode that is played.
        tools: the agent's tools as OpenAI's functions.
        messages: all messages so far, those of the model included when they were given to ``turn``.
        step_reward: reward of the latest step or of the end; None when no valid one exists.
        reward: the graded reward with its components; None before ``score``, or when no valid one exists.
        is_over: no further call has an effect.
    """

    def __init__(self, episode: EpisodeState, profile: ToolProfile, budget: TokenBudget) -> None:
        self._state = episode
        self._budget = budget
        self._tokens_left = budget.total
        self.tools = [tool.to_openai() for tool in profile.tools]
        self.messages: list[Message] = [
            {"role": "system", "content": profile.system_prompt},
            {"role": "user", "content": opening(episode)},
        ]
        self.step_reward: float | None = 0.0
        self.reward: Reward | None = None
        self.is_over = False
        self._is_untold = episode.observation is None  # it waits for a slot, so what is there to see comes later

    @property
    def group_id(self) -> str:
        """Return the group of rollouts with the same task and seed; empty: none."""
        return self._state.start.group_id

    @property
    def is_valid(self) -> bool:
        """Return False when the sample must be masked; meaningful once the chat was scored."""
        return self.reward is not None

    def components(self) -> dict[str, float]:
        """Return what each component contributed to the graded reward; empty when there is no valid one."""
        return {} if self.reward is None else self.reward.contributions()

    def _views(self) -> tuple[str, ...]:
        """Return the views of the next step, empty for those of the reset."""
        return (_INSTRUCTION, _STATUS) if self._is_untold else ()

    def _take(self, calls: Sequence[ToolCall], result: StepResult) -> list[Message]:
        self.is_over, self.step_reward = result.ending is not None, result.reward.reward
        status = result.observation.views[_STATUS].body.strip()
        texts = self._fit([part.content.rstrip() or "(no output)" for part in result.results])
        texts[-1] = f"{texts[-1]}\n\n{OVER if self.is_over else status}"
        if self._is_untold:
            self._is_untold = False
            texts[0] = f"{result.observation.views[_INSTRUCTION].body.strip()}\n\n{texts[0]}"
        return [_answer(call, text) for call, text in zip(calls, texts, strict=True)]

    def _fit(self, texts: Sequence[str]) -> list[str]:
        """Cut the answers of a turn to their shares of the budget."""
        bounds = [bound for bound in (self._budget.per_turn, self._tokens_left) if bound is not None]
        fitted = list(texts) if not bounds else _share(texts, min(bounds), self._budget.count)
        if self._tokens_left is not None:
            self._tokens_left = max(0, self._tokens_left - sum(map(self._budget.count, fitted)))
            self.is_over = self.is_over or self._tokens_left == 0
        return fitted

    def _pass(self, calls: Sequence[ToolCall]) -> list[Message]:
        """Answer calls that nobody runs."""
        self.step_reward = 0.0
        return [_answer(call, OVER) for call in calls]

    def _lose(self, calls: Sequence[ToolCall], error: KubedrillError) -> list[Message]:
        """Answer calls that came after the end, or whose world was lost; raise what is the caller's fault."""
        if error.reason != "EPISODE_ENDED" and not is_loss(error):
            raise error
        self.is_over, self.step_reward = True, None
        return [_answer(call, OVER) for call in calls]

    def _settle(self, before: float | None, score: float | None, reward: Reward | None) -> float | None:
        self.is_over, self.reward = True, None if score is None else reward
        self.step_reward = None if score is None or before is None else score - before
        return score


class Chat(ChatState):
    """A chat of a blocking client.

    Args:
        client: where the episode is started.
        options: the reset; its views are the chat's own.
        budget: bounds of what the tools tell.
    """

    def __init__(self, client: Client, options: ResetOptions | None = None, budget: TokenBudget | None = None) -> None:
        options = options or ResetOptions()
        profile = client.tool_profile(options.tool_profile)
        self.episode: Episode = client.reset_with(replace(options, views=(_STATUS,)))
        super().__init__(self.episode, profile, budget or TokenBudget())

    def turn(self, message: Mapping[str, Any]) -> list[Message]:
        """Play an assistant message, keep it with its answers in ``messages``, and return the answers."""
        answers = self.call(read_calls(message))
        self.messages += [dict(message), *answers]
        return answers

    def call(self, calls: Sequence[ToolCall | Mapping[str, Any]]) -> list[Message]:
        """Run the tool calls of one turn, in order, and return a message for each; one step of the episode."""
        calls = to_calls(calls)
        if not calls or self.is_over:
            return self._pass(calls)
        try:
            return self._take(calls, self.episode.step([call.to_action() for call in calls], views=self._views()))
        except KubedrillError as error:
            return self._lose(calls, error)

    def score(self) -> float | None:
        """Return the graded reward, ending the episode if it runs; None: mask the sample."""
        before = self.episode.return_so_far
        score = self.episode.score()
        return self._settle(before, score, None if score is None else self.episode.reward())

    def close(self) -> None:
        """Release the slot; never grades and may be repeated."""
        self.episode.close()


class AsyncChat(ChatState):
    """A chat of an asyncio client; made by :meth:`start`."""

    def __init__(self, episode: AsyncEpisode, profile: ToolProfile, budget: TokenBudget) -> None:
        self.episode = episode
        super().__init__(episode, profile, budget)

    @classmethod
    async def start(
        cls, client: AsyncClient, options: ResetOptions | None = None, budget: TokenBudget | None = None
    ) -> AsyncChat:
        """Start an episode and its chat; see :class:`Chat`."""
        options = options or ResetOptions()
        profile = await client.tool_profile(options.tool_profile)
        episode = await client.reset_with(replace(options, views=(_STATUS,)))
        return cls(episode, profile, budget or TokenBudget())

    async def turn(self, message: Mapping[str, Any]) -> list[Message]:
        """Play an assistant message; see :meth:`Chat.turn`."""
        answers = await self.call(read_calls(message))
        self.messages += [dict(message), *answers]
        return answers

    async def call(self, calls: Sequence[ToolCall | Mapping[str, Any]]) -> list[Message]:
        """Run the tool calls of one turn; see :meth:`Chat.call`."""
        calls = to_calls(calls)
        if not calls or self.is_over:
            return self._pass(calls)
        try:
            return self._take(calls, await self.episode.step([call.to_action() for call in calls], views=self._views()))
        except KubedrillError as error:
            return self._lose(calls, error)

    async def score(self) -> float | None:
        """Return the graded reward, ending the episode if it runs; None: mask the sample."""
        before = self.episode.return_so_far
        score = await self.episode.score()
        return self._settle(before, score, None if score is None else await self.episode.reward())

    async def close(self) -> None:
        """Release the slot; never grades and may be repeated."""
        await self.episode.close()


def opening(episode: EpisodeState) -> str:
    """Return the first message of a user: the instruction, and what can be seen at once."""
    views = {} if episode.observation is None else episode.observation.views
    status = views[_STATUS].body.strip() if _STATUS in views else ""
    return f"{episode.prompt}\n\n{status}".strip()


def _answer(call: ToolCall, content: str) -> Message:
    return {"role": "tool", "tool_call_id": call.id, "name": call.name, "content": content}


def _share(texts: Sequence[str], tokens: int, count: Callable[[str], int]) -> list[str]:
    """Give each text its part of the tokens; what short ones leave goes to the longer ones."""
    fitted = list(texts)
    by_size = sorted(range(len(texts)), key=lambda at: count(texts[at]))
    for done, at in enumerate(by_size):
        fitted[at] = _cut(texts[at], tokens // (len(texts) - done), count)
        tokens -= min(tokens, count(fitted[at]))
    return fitted


def _cut(text: str, tokens: int, count: Callable[[str], int]) -> str:
    """Return the text with its middle left out, so that it has at most so many tokens; empty when nothing fits."""
    keep = len(text)
    while keep > 0:
        kept = text if keep == len(text) else _halves(text, keep)
        size = count(kept)
        if size <= tokens:
            return kept
        keep = min(keep - 1, keep * max(tokens, 1) // size)
    return ""


def _halves(text: str, keep: int) -> str:
    head = text[: keep // 2]
    tail = text[len(text) - (keep - keep // 2) :]
    return head + _OMITTED.format(len(text) - keep) + tail
