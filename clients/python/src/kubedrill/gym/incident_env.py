"""One incident at a time as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium

from ..actions import Actions
from ..client import DEFAULT_TARGET, Client
from ..episode import Episode
from ..errors import KubedrillError, is_loss
from ..requests import ResetOptions
from .outcome import draw_seed, failed_outcome, reset_info, reset_options, step_outcome
from .spaces import action_space, encode, observation_space

_ON_INFRA = ("truncate", "raise")


class IncidentEnv(gymnasium.Env[dict[str, Any], Actions]):
    """Resets and steps incidents on a server.

    The action is a kubectl command line or a tool call, as JSON or as the dict that a model's library gives; any other
    text gives an observation that says what is wrong with it. The server ends episodes at their limits, graded
    (``terminated``) or, with the option ``time_limit="truncated"``, ungraded (``truncated``), so the spec has no
    ``max_episode_steps``.

    Args:
        target: ``host:port`` of the server.
        on_infra: behaviour when the world is lost. ``"truncate"`` ends the episode with reward 0.0 and
            ``info["sample_valid"] = False``, which must be read; ``"raise"`` raises ``KubedrillError``.
        **options: fields of :class:`kubedrill.ResetOptions` for every reset (``task``, ``split``, ``backend``,
            ``reward_profile``, ``limits`` …); ``reset(options=…)`` overrides them.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (Gymnasium's own declaration)

    def __init__(
        self,
        target: str = DEFAULT_TARGET,
        *,
        on_infra: str = "truncate",
        render_mode: None = None,
        token: str | None = None,
        **options: Any,
    ) -> None:
        if on_infra not in _ON_INFRA:
            raise ValueError(f"on_infra is {on_infra!r}; it is one of {_ON_INFRA}")
        ResetOptions(**options)  # unknown names fail here, not at the first reset
        self.observation_space = observation_space()
        self.action_space = action_space()
        self.render_mode = render_mode
        self._client = Client(target, token=token)
        self._options = options
        self._on_infra = on_infra
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode.

        Args:
            seed: the episode's seed. Without it one is drawn from the generator of the last seed.
            options: overrides of the environment's options for this reset.

        Returns:
            The first observation and its info (``episode_id``, ``public_id``, ``instruction``, ``effective_seed``, …).
            ``info["spoilers"]`` (task URI, title, tags; empty without the server's token) spells the answer: never show
            it to a policy.

        Raises:
            KubedrillError: no episode could be started.
        """
        super().reset(seed=seed)
        episode_seed = draw_seed(self.np_random) if seed is None else seed
        replaced = {} if self._episode is None else {"replaces_episode_id": self._episode.id}
        wishes = reset_options({**self._options, **replaced}, options, episode_seed)
        self._forget()
        self._episode = self._client.reset_with(wishes)
        assert self._episode.observation is not None
        return encode(self._episode.observation), reset_info(self._episode)

    def step(self, action: Actions) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Apply one action.

        Args:
            action: what a step takes, see :meth:`kubedrill.Episode.step`; in the action space are the texts alone.

        Returns:
            observation, reward (the delta of this step), terminated, truncated, info (``reward_components`` holds
            contributions by name, ``sample_valid`` is False when the sample must not be used for training, ``success``
            is there once it was judged).

        Raises:
            TypeError: it is no action; nothing was played.
            KubedrillError: the call was wrong, or the world was lost and ``on_infra`` is ``"raise"``.
        """
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        try:
            return step_outcome(self._client.step(self._episode, action))
        except KubedrillError as error:
            if self._on_infra == "raise" and is_loss(error):
                raise
            return failed_outcome(self._client, self._episode, error)

    @property
    def episode(self) -> Episode | None:
        """Return the episode that is played; None before the first reset and after close."""
        return self._episode

    def close(self) -> None:
        """Close the episode and the channel; safe to repeat."""
        self._episode = None
        self._client.close()

    def _forget(self) -> None:
        """Leave the last episode to the server, which closes it before the next one starts."""
        if self._episode is not None:
            self._client.release(self._episode.id)
            self._episode = None
