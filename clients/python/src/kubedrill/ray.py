"""Ray: actors that play one rollout at a time, for trainers that spread their rollouts over processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import ray

from .chat import Chat, Message, TokenBudget
from .client import DEFAULT_TARGET, Client
from .requests import ResetOptions


@dataclass(frozen=True)
class Opening:
    """What an agent is told before its first turn, and the group of its rollout (empty: none)."""

    messages: list[Message]
    tools: list[dict[str, Any]]
    group_id: str


@dataclass(frozen=True)
class Score:
    """A graded rollout; ``reward`` is None for an invalid sample, which must be masked."""

    reward: float | None
    components: dict[str, float]
    success: bool


class Rollout:
    """An episode as a chat, in a process of its own. Made by :func:`actor`."""

    def __init__(self, target: str, token: str | None, budget: TokenBudget | None, options: ResetOptions) -> None:
        self._client = Client(target, token=token)
        self._options, self._budget = options, budget
        self._chat: Chat | None = None

    def reset(self, **options: Any) -> Opening:
        """Start an episode; ``options`` are fields of :class:`kubedrill.ResetOptions` beside those of the actor."""
        self.close()
        self._chat = Chat(self._client, replace(self._options, **options), self._budget)
        return Opening(self._chat.messages[:], self._chat.tools, self._chat.group_id)

    def turn(self, message: Mapping[str, Any]) -> tuple[list[Message], bool]:
        """Play an assistant message, and return the answers of its tools and whether the episode is over."""
        chat = self._playing()
        return chat.turn(message), chat.is_over

    def score(self) -> Score:
        """Return the grade, ending the episode if it runs."""
        chat = self._playing()
        reward, ending = chat.score(), chat.episode.ending
        return Score(reward, chat.components(), ending is not None and bool(ending.success))

    def close(self) -> None:
        """Release the slot; may be repeated."""
        if self._chat is not None:
            self._chat.close()
            self._chat = None

    def _playing(self) -> Chat:
        if self._chat is None:
            raise RuntimeError("call reset() first")
        return self._chat


def actor(
    target: str = DEFAULT_TARGET,
    *,
    token: str | None = None,
    budget: TokenBudget | None = None,
    resources: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Return the handle of a new :class:`Rollout` actor; calls of its methods are ``handle.reset.remote(…)``.

    Args:
        target: ``host:port`` of the server, as the actor reaches it.
        token: bearer token.
        budget: bounds of what the tools tell.
        resources: options of the actor for Ray; missing: a tenth of a CPU, since it mostly waits.
        **options: other fields of :class:`kubedrill.ResetOptions`.
    """
    remote = ray.remote(Rollout).options(**{"num_cpus": 0.1, **(resources or {})})
    return remote.remote(target, token, budget, ResetOptions(**options))
