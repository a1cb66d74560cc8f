"""Gymnasium spaces of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ..replies import Observation
from .any_text import AnyText

TEXT_CHARS_MAX = 1024 * 1024
ACTION_CHARS_MAX = 64 * 1024
STEPS_MAX = 1e6
SECONDS_MAX = 1e7


def observation_space() -> spaces.Dict:
    """Return the space of ``{"text", "budget"}``; budget float32[2] = (steps left, seconds of virtual time left)."""
    return spaces.Dict(
        text=AnyText(TEXT_CHARS_MAX),
        budget=spaces.Box(low=0.0, high=np.array([STEPS_MAX, SECONDS_MAX], dtype=np.float32), dtype=np.float32),
    )


def action_space() -> AnyText:
    """Return the space of a kubectl command line, or of a tool call ``{"name": …, "arguments": {…}}`` as JSON."""
    return AnyText(ACTION_CHARS_MAX)


def encode(observation: Observation) -> dict[str, Any]:
    """Return the element of the observation space; an unlimited budget is the space's bound."""
    steps = STEPS_MAX if observation.steps_left is None else observation.steps_left
    seconds = SECONDS_MAX if observation.virtual_time_left_s is None else observation.virtual_time_left_s
    return {"text": observation.text, "budget": np.array([steps, seconds], dtype=np.float32)}
