"""Gymnasium environments: importing this registers ``kubedrill/Incident-v0`` and ``kubedrill/IncidentTyped-v0``."""

import gymnasium as _gymnasium

from .incident_env import IncidentEnv
from .incident_vector_env import IncidentVectorEnv
from .spaces import AnyText
from .typed_incident import TypedIncident

__all__ = ["AnyText", "IncidentEnv", "IncidentVectorEnv", "TypedIncident"]

_gymnasium.register(
    id="kubedrill/Incident-v0",
    entry_point="kubedrill.gym.incident_env:IncidentEnv",
    vector_entry_point="kubedrill.gym.incident_vector_env:IncidentVectorEnv",
)
_gymnasium.register(id="kubedrill/IncidentTyped-v0", entry_point="kubedrill.gym.typed_incident:make_typed")
