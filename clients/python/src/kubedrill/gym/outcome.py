"""Outcomes of resets, steps and losses, shared by the single and the vector environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..client import Client
from ..episode import Episode
from ..errors import KubedrillError, is_loss
from ..replies import Ending, Reward, StepResult
from ..requests import ResetOptions
from .spaces import encode

ENV_ID = "kubedrill/Incident-v0"
TRAIN_SEEDS = 2**63


class Outcome(NamedTuple):
    """Return value of Gymnasium's ``step``."""

    observation: dict[str, Any]
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


def draw_seed(generator: np.random.Generator) -> int:
    """Return the seed of an episode for which the caller gave none; seeds for training have the top bit clear."""
    return int(generator.integers(TRAIN_SEEDS))


def reset_options(defaults: dict[str, Any], overrides: dict[str, Any] | None, seed: int) -> ResetOptions:
    """Return the options of a reset: the environment's, overridden by the call's."""
    known = {**defaults, **option_fields(overrides)}
    views = known.pop("views", ("text",))
    return ResetOptions(seed=seed, views=views, **known)


def option_fields(options: Any) -> dict[str, Any]:
    """Return the options of a Gymnasium reset.

    Raises:
        TypeError: they are no dict.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options is {options!r:.100}; give a dict of fields of ResetOptions, such as {{'task': …}}")
    return dict(options or {})


def reset_info(episode: Episode) -> dict[str, Any]:
    """Return the info of a new episode; what is under ``spoilers`` spells the answer."""
    spoilers = episode.task.spoilers
    return {
        "env_id": ENV_ID,
        "episode_id": episode.id,
        "public_id": episode.task.public_id,
        "instruction": episode.task.instruction,
        "effective_seed": str(episode.seed),
        "state_digest": episode.start.state_digest,
        "tools": tuple(tool.name for tool in episode.tools),
        "reward_components": {},
        "return_so_far": 0.0,
        "end_reason": "",
        "sample_valid": True,
        "spoilers": {"task_uri": spoilers.uri, "title": spoilers.title, "tags": spoilers.tags},
    }


def step_outcome(result: StepResult) -> Outcome:
    """Return the outcome of a step on the server. A missing reward is written as 0.0: read ``info["sample_valid"]``."""
    ending = result.ending
    return Outcome(
        encode(result.observation),
        0.0 if result.reward.reward is None else float(result.reward.reward),
        ending is not None and ending.terminated,
        ending is not None and ending.truncated,
        {
            "state_digest": result.state_digest,
            "action_status": result.results[0].status if result.results else "",
            "reward_components": result.reward.contributions(),
            "return_so_far": 0.0 if result.reward.return_so_far is None else float(result.reward.return_so_far),
            "end_reason": "" if ending is None else ending.end_reason,
            "sample_valid": _is_valid(result.reward, ending),
            **({} if ending is None or ending.success is None else {"success": ending.success}),
        },
    )


def lost_outcome(episode: Episode, error: KubedrillError) -> Outcome:
    """Return the outcome of an episode lost by the infrastructure; errors of the caller are raised instead."""
    if not is_loss(error):
        raise error
    return unplayed_outcome(_last_sight(episode), error, truncated=True)


def unplayed_outcome(observation: dict[str, Any], error: KubedrillError, *, truncated: bool) -> Outcome:
    """Return the outcome of a step that was not played, with the observation from before it; never a sample."""
    info = {
        "state_digest": "",
        "action_status": "SKIPPED",
        "reward_components": {},
        "return_so_far": 0.0,
        "end_reason": error.metadata.get("end_reason") or error.reason or error.code,
        "sample_valid": False,
    }
    return Outcome(observation, 0.0, False, truncated, info)


def ended_outcome(episode: Episode, reward: Reward, ending: Ending, return_before: float) -> Outcome:
    """Return the outcome of a step that came after the server had ended and graded the episode, as by real time."""
    gained = 0.0 if reward.reward is None else float(reward.reward) - return_before
    info = {
        "state_digest": "",
        "action_status": "SKIPPED",
        "reward_components": reward.contributions(),
        "return_so_far": 0.0 if reward.reward is None else float(reward.reward),
        "end_reason": ending.end_reason,
        "sample_valid": _is_valid(reward, ending),
        **({} if ending.success is None else {"success": ending.success}),
    }
    return Outcome(_last_sight(episode), gained, ending.terminated, ending.truncated, info)


def failed_outcome(client: Client, episode: Episode, error: KubedrillError) -> Outcome:
    """Return the outcome of a step that failed; errors of the caller are raised instead."""
    if error.reason != "EPISODE_ENDED" or is_loss(error):
        return lost_outcome(episode, error)
    return_before = episode.return_so_far or 0.0
    reward = client.reward(episode)
    assert episode.ending is not None
    return ended_outcome(episode, reward, episode.ending, return_before)


def _last_sight(episode: Episode) -> dict[str, Any]:
    assert episode.observation is not None
    return encode(episode.observation)


def _is_valid(reward: Reward, ending: Ending | None) -> bool:
    return reward.reward is not None if ending is None else ending.sample_valid
