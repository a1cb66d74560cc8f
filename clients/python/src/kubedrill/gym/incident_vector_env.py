"""Many incidents in lock step with batched calls, as a Gymnasium vector environment."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array

from ..actions import Action, Actions
from ..client import DEFAULT_TARGET, Client
from ..episode import Episode
from ..errors import KubedrillError, is_loss
from ..requests import ResetOptions
from .outcome import (
    Outcome,
    draw_seed,
    failed_outcome,
    option_fields,
    reset_info,
    reset_options,
    step_outcome,
    unplayed_outcome,
)
from .prefetch import Prefetch
from .row_arguments import actions_of_rows, masked_rows, seeds_of_rows
from .spaces import action_space, encode, observation_space

_ON_INFRA = ("truncate", "raise")
_Start = tuple[dict[str, Any], dict[str, Any]]  # observation and info, as reset returns them


class IncidentVectorEnv(VectorEnv[dict[str, Any], Sequence[Actions], np.ndarray]):
    """Steps ``num_envs`` incidents with one call each way.

    Args:
        num_envs: number of incidents.
        target: ``host:port`` of the server.
        autoreset_mode: ``DISABLED`` (default: the caller resets ended rows by ``options={"reset_mask": mask}``),
            ``NEXT_STEP`` or ``SAME_STEP``.
        on_infra: ``"truncate"`` or ``"raise"``, as in :class:`IncidentEnv`.
        **options: fields of :class:`kubedrill.ResetOptions` for every reset.
    """

    def __init__(
        self,
        num_envs: int,
        target: str = DEFAULT_TARGET,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.DISABLED,
        on_infra: str = "truncate",
        render_mode: None = None,
        token: str | None = None,
        **options: Any,
    ) -> None:
        if on_infra not in _ON_INFRA:
            raise ValueError(f"on_infra is {on_infra!r}; it is one of {_ON_INFRA}")
        ResetOptions(**options)  # unknown names fail here, not at the first reset
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._client = Client(target, token=token)
        self._options = options
        self._on_infra = on_infra
        self._generators: list[np.random.Generator | None] = [None] * num_envs
        self._episodes: list[Episode | None] = [None] * num_envs
        self._observations: list[dict[str, Any]] = []
        self._over = np.zeros(num_envs, dtype=np.bool_)
        self._prefetch = Prefetch()
        self._failures: dict[int, KubedrillError] = {}  # why a row has no episode
        self._raised: KubedrillError | None = None  # to be raised when all rows have their outcomes

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start episodes in all rows, or in those of ``options["reset_mask"]``.

        Args:
            seed: one per row; an int s gives s, s+1, …; a row without one draws from its own generator.
            options: ``reset_mask`` bool[num_envs], and overrides of the environment's options for this reset.

        Returns:
            Batched observation and info, with ``_key`` masks.

        Raises:
            KubedrillError: an episode could not be started. The others were; a reset of the rows that failed goes on.
        """
        overrides = option_fields(options)
        rows = masked_rows(overrides.pop("reset_mask", None), self.num_envs)
        self._collect()
        for row in rows:
            if (state := self._prefetch.discard(row)) is not None:
                self._generator(row).bit_generator.state = state  # as if the draw had not been made
        starts = self._start(rows, seeds_of_rows(seed, self.num_envs), overrides)
        infos: dict[str, Any] = {}
        for row, (observation, info) in starts.items():
            self._set_observation(row, observation)
            self._over[row] = False
            infos = self._add_info(infos, info, row)
        self._raise_first((self._batched(), infos) if self._observations else None)
        return self._batched(), infos

    def step(
        self, actions: Sequence[Actions]
    ) -> tuple[dict[str, Any], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply one action per row.

        Args:
            actions: one per row, each as :meth:`kubedrill.Episode.step` takes them.

        Returns:
            Batched observation, reward float64[num_envs], terminated bool[num_envs], truncated bool[num_envs], info.

        Raises:
            TypeError: a row has no action; none was played.
            KubedrillError: a call was wrong, or a world was lost and ``on_infra`` is ``"raise"``. Its ``partial`` is
                what would have been returned, with the transitions of the other rows.
        """
        waiting = self._rows_that_ended()
        outcomes = self._act(actions_of_rows(actions, self.num_envs, waiting))
        self._collect()
        fetched = {row: start for row in waiting if (start := self._prefetch.take(row)) is not None}
        missing = [row for row in waiting if row not in fetched]
        for row, start in (fetched | self._start(missing, [None] * self.num_envs, {})).items():
            outcomes[row] = Outcome(start[0], 0.0, False, False, {**start[1], "autoreset": True})
        for row in missing:
            if row not in outcomes:  # not started: it stays over, and the next step tries again
                outcomes[row] = unplayed_outcome(self._observations[row], self._failures[row], truncated=True)
        flags = (
            np.array([getattr(outcomes[row], name) for row in range(self.num_envs)])
            for name in ("terminated", "truncated")
        )
        terminated, truncated = flags
        self._over = terminated | truncated
        infos = self._settle(outcomes)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._fetch_ahead([int(row) for row in np.flatnonzero(self._over)])
        rewards = np.array([outcomes[row].reward for row in range(self.num_envs)], dtype=np.float64)
        result = self._batched(), rewards, terminated, truncated, infos
        self._raise_first(result)
        return result

    def close_extras(self, **_: Any) -> None:
        """Close all episodes and the channel."""
        with contextlib.suppress(KubedrillError):
            self._collect()  # so that the client knows what to close
        self._prefetch.stop()
        self._episodes = [None] * self.num_envs
        self._client.close()

    def _rows_that_ended(self) -> list[int]:
        if not self._observations:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        ended = [int(row) for row in np.flatnonzero(self._over)]
        if ended and self.autoreset_mode is AutoresetMode.DISABLED:
            raise gymnasium.error.ResetNeeded(f"rows {ended} have ended; reset them by options={{'reset_mask': mask}}")
        return ended

    def _act(self, actions: dict[int, list[Action]]) -> dict[int, Outcome]:
        rows = list(actions)
        episodes = [self._episode(row) for row in rows]
        steps = [(episode, actions[row]) for row, episode in zip(rows, episodes, strict=True)]
        replies = self._try_step_batch(steps) if steps else []
        outcomes = {}
        for row, episode, reply in zip(rows, episodes, replies, strict=True):
            outcomes[row] = (
                self._failed(row, episode, reply) if isinstance(reply, KubedrillError) else step_outcome(reply)
            )
        return outcomes

    def _failed(self, row: int, episode: Episode, error: KubedrillError) -> Outcome:
        """Return the outcome of a row whose step failed; what is to be raised waits for the other rows."""
        if self._on_infra == "raise" and is_loss(error):
            self._raised = self._raised or error
        try:
            return failed_outcome(self._client, episode, error)
        except KubedrillError as wrong:
            self._raised = self._raised or wrong
            return unplayed_outcome(self._observations[row], wrong, truncated=False)

    def _raise_first(self, partial: Any) -> None:
        error, self._raised = self._raised, None
        if error is not None:
            error.partial = partial
            raise error

    def _try_step_batch(self, steps: list[tuple[Episode, Any]]) -> list[Any]:
        try:
            return self._client.step_batch(steps)
        except KubedrillError as error:
            return [error] * len(steps)  # the whole call failed, and each row with it

    def _settle(self, outcomes: dict[int, Outcome]) -> dict[str, Any]:
        """Record the outcomes; in SAME_STEP mode replace ended episodes by the next ones."""
        infos: dict[str, Any] = {}
        ended = (
            [int(row) for row in np.flatnonzero(self._over)] if self.autoreset_mode is AutoresetMode.SAME_STEP else []
        )
        starts = self._start(ended, [None] * self.num_envs, {})
        for row in range(self.num_envs):
            observation, info = outcomes[row].observation, outcomes[row].info
            if row in starts:
                infos = self._add_info(infos, {"final_obs": observation, "final_info": info}, row)
                observation, info = starts[row]
                self._over[row] = False
            self._set_observation(row, observation)
            infos = self._add_info(infos, info, row)
        return infos

    def _start(self, rows: list[int], seeds: Sequence[int | None], overrides: dict[str, Any]) -> dict[int, _Start]:
        """Start an episode in each of the rows; the episodes that they replace are closed by the server first."""
        if not rows:
            return {}
        items = self._give_up(rows, seeds, overrides)
        try:
            started = self._client.reset_batch(items)
        except KubedrillError as error:
            started = [error] * len(rows)  # the whole call failed, and each row with it
        return self._seat(rows, started)

    def _give_up(self, rows: list[int], seeds: Sequence[int | None], overrides: dict[str, Any]) -> list[ResetOptions]:
        """Abandon the rows' episodes and return the options of their replacements."""
        items = [self._reset_options(row, seeds[row], overrides) for row in rows]
        for row in rows:
            if (old := self._episodes[row]) is not None:
                self._client.release(old.id)
                self._episodes[row] = None
        return items

    def _seat(self, rows: list[int], started: list[Episode | KubedrillError]) -> dict[int, _Start]:
        for row, episode in zip(rows, started, strict=True):
            if isinstance(episode, KubedrillError):
                self._failures[row] = episode
                if self._on_infra == "raise" or not self._observations or not is_loss(episode):
                    self._raised = self._raised or episode
            else:
                self._episodes[row] = episode
        return {row: self._first(row) for row in rows if self._episodes[row] is not None}

    def _fetch_ahead(self, rows: list[int]) -> None:
        """Start the episodes that the next step will need, while the trainer computes."""
        if rows:
            states = {row: self._generator(row).bit_generator.state for row in rows}
            items = self._give_up(rows, [None] * self.num_envs, {})
            self._prefetch.begin(states, lambda: self._client.reset_batch(items))

    def _collect(self) -> None:
        try:
            reply = self._prefetch.finish()
        except KubedrillError:
            return  # the rows have no start, so the next step asks for one again
        if reply is not None:
            rows, started = reply
            good = [at for at, episode in enumerate(started) if isinstance(episode, Episode)]
            self._prefetch.keep(self._seat([rows[at] for at in good], [started[at] for at in good]))

    def _reset_options(self, row: int, seed: int | None, overrides: dict[str, Any]) -> ResetOptions:
        if seed is not None or self._generators[row] is None:
            self._generators[row], _ = seeding.np_random(seed)
        generator = self._generator(row)
        old = self._episodes[row]
        replaced = {} if old is None else {"replaces_episode_id": old.id}
        return reset_options({**self._options, **replaced}, overrides, draw_seed(generator) if seed is None else seed)

    def _first(self, row: int) -> _Start:
        episode = self._episode(row)
        assert episode.observation is not None
        return encode(episode.observation), reset_info(episode)

    def _generator(self, row: int) -> np.random.Generator:
        generator = self._generators[row]
        assert generator is not None
        return generator

    def _episode(self, row: int) -> Episode:
        episode = self._episodes[row]
        assert episode is not None
        return episode

    def _set_observation(self, row: int, observation: dict[str, Any]) -> None:
        if not self._observations:
            self._observations = [{"text": "", "budget": np.zeros(2, dtype=np.float32)} for _ in range(self.num_envs)]
        self._observations[row] = observation

    def _batched(self) -> dict[str, Any]:
        fresh = create_empty_array(self.single_observation_space, n=self.num_envs, fn=np.zeros)
        return concatenate(self.single_observation_space, self._observations, fresh)
