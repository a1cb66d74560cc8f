"""Gymnasium environments; importing this module registers ``kubedrill/Incident-v0``."""

import gymnasium as _gymnasium

from .incident_env import IncidentEnv
from .incident_vector_env import IncidentVectorEnv
from .spaces import AnyText

__all__ = ["AnyText", "IncidentEnv", "IncidentVectorEnv"]

_gymnasium.register(
    id="kubedrill/Incident-v0",
    entry_point="kubedrill.gym.incident_env:IncidentEnv",
    vector_entry_point="kubedrill.gym.incident_vector_env:IncidentVectorEnv",
)
