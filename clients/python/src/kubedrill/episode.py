"""Episodes: the state that the sync and the asyncio class share, and the sync class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from .actions import Action, Actions
from .errors import RESYNC_REASONS, UNANSWERED_CODES, KubedrillError, is_loss
from .replies import Ending, Observation, Reward, Start, StepResult, Task, Tool
from .requests import Views, build_step
from .v1 import environment_pb2

if TYPE_CHECKING:
    from .client import Client

_State = TypeVar("_State", bound="EpisodeState")


class EpisodeState:
    """State of an episode.

    Attributes:
        start: the reply to reset.
        observation: the latest one; None while the episode is queued.
        ending: its ending, None while it runs.
        next_step_index: index of the next step.
        return_so_far: sum of rewards, None when no valid score exists.
    """

    def __init__(self, start: Start) -> None:
        self.start = start
        self.observation: Observation | None = start.observation
        self.ending: Ending | None = None
        self.next_step_index = 0
        self.return_so_far: float | None = 0.0
        self._has_unanswered_step = False  # a step is under way, or its reply never came
        self._was_unanswered = False  # the same, before the latest step was sent

    @property
    def id(self) -> str:
        """Return the episode id, which must not be shown to an agent."""
        return self.start.episode_id

    @property
    def task(self) -> Task:
        """Return the task; only its ``instruction`` may be shown to an agent."""
        return self.start.task

    @property
    def prompt(self) -> str:
        """Return the instruction, which is what an agent is told."""
        return self.start.task.instruction

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Return the tools of the agent."""
        return self.start.tools

    @property
    def limits(self) -> Mapping[str, Any]:
        """Return the limits in force."""
        return self.start.limits

    @property
    def seed(self) -> int:
        """Return the effective seed."""
        return self.start.seed

    def step_request(
        self, actions: Sequence[Action], views: Views = (), timeout_s: float | None = None
    ) -> environment_pb2.StepRequest:
        """Return the request of the next step."""
        request = build_step(self.id, self.next_step_index, actions, views, timeout_s)
        self._was_unanswered, self._has_unanswered_step = self._has_unanswered_step, True
        return request

    def resync(self, error: KubedrillError) -> bool:
        """Go on from where the server says, when an earlier step was cancelled or lost its reply and was made.

        Returns:
            True when the step that failed with this error can be sent again; False when it failed for another reason,
            such as a second writer.
        """
        was_unanswered = self._was_unanswered
        self._has_unanswered_step = error.code in UNANSWERED_CODES
        if not was_unanswered or error.reason not in RESYNC_REASONS or "next_step_index" not in error.metadata:
            return False
        self.next_step_index = int(error.metadata["next_step_index"])
        return True

    def continue_from(self: _State, parent: EpisodeState, next_step_index: int) -> _State:
        """Take over the state of the parent of a copy, which others may have stepped as well."""
        self.observation, self.return_so_far = parent.observation, parent.return_so_far
        self.next_step_index = next_step_index
        return self

    def absorb(self, result: StepResult) -> StepResult:
        """Record the reply to a step."""
        self._has_unanswered_step = False
        self.next_step_index = result.step_index + 1
        self.observation = result.observation
        self.ending = result.ending
        self.return_so_far = result.reward.return_so_far
        return result

    def catch_up(self, observation: Observation) -> Observation:
        """Go on after the steps that others made, such as an agent over MCP."""
        self.next_step_index = max(self.next_step_index, observation.step_index)
        return observation

    def absorb_reward(self, reward: Reward, ending: Ending | None) -> Reward:
        """Record a reward report."""
        self.ending = ending or self.ending
        self.return_so_far = reward.reward
        return reward

    def score_of_lost(self, error: KubedrillError) -> None:
        """Return None for an episode that was lost ungraded; raise when a grade cannot be read any more."""
        was_graded = self.ending is not None and self.ending.sample_valid
        if was_graded or not is_loss(error):
            raise error

    def valid_score(self, reward: Reward) -> float | None:
        """Return the reward to train on, None where the ending says that the sample is invalid."""
        return None if self.ending is None or not self.ending.sample_valid else reward.reward


class Episode(EpisodeState):
    """An episode of a :class:`kubedrill.Client`; a context manager that closes itself."""

    def __init__(self, client: Client, start: Start) -> None:
        super().__init__(start)
        self._client = client

    def step(self, actions: Actions, *, views: Views = (), timeout_s: float | None = None) -> StepResult:
        """Apply actions and return what changed.

        Args:
            actions: one or more actions, run in order; text is a kubectl command line or a tool call as JSON, and a
                dict a tool call as models' libraries give it.
            views: views of this reply, instead of those requested at reset.
            timeout_s: longest wait for the reply; the step is made all the same.

        Returns:
            StepResult: observation, one result per action, the reward as the delta of this step
            (``reward.reward`` is None when no valid score exists) and the ending, if any.

        Raises:
            TypeError: something else was given; nothing was sent.
            EpisodeEnded: the episode was over before this call.
            SlotLost: the world is gone; discard the sample.
        """
        return self._client.step(self, actions, views=views, timeout_s=timeout_s)

    def observe(self, views: Views = ()) -> Observation:
        """Return views of the current state; no time passes and nothing is scored.

        The next step follows those that an agent made by itself.
        """
        return self.catch_up(self._client.observe(self.id, views))

    def reward(self, *, finalize: bool = False, judge: bool = False) -> Reward:
        """Return the sums since reset.

        Args:
            finalize: the agent stopped, which grades and ends the episode.
            judge: with a component ``judge``, what the server's model says of the diagnosis of an ended episode: a
                value without weight, and its answers as JSON in ``detail``; no value where there is no verdict. Needs
                the scope of the split, and a server with ``--judge-url``.
        """
        return self._client.reward(self, finalize=finalize, judge=judge)

    def score(self) -> float | None:
        """Return the graded sum, ending the episode if it runs; None where the sample is invalid."""
        try:
            return self.valid_score(self.reward(finalize=True))
        except KubedrillError as error:
            return self.score_of_lost(error)

    def fork(self, count: int = 1, *, reseed: int | None = None) -> list[Episode]:
        """Return copies of this running episode at its current state, each with a lease of its own."""
        return self._client.fork(self, count, reseed=reseed)

    def close(self) -> None:
        """Release the slot; never grades and may be repeated."""
        self._client.close_episode(self.id)

    def __enter__(self) -> Episode:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
