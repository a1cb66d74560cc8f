"""Gymnasium environments: importing this registers ``kubedrill/Incident-v0`` and ``kubedrill/IncidentTyped-v0``."""

import gymnasium as _gymnasium

from .any_text import AnyText
from .incident_env import IncidentEnv
from .incident_vector_env import IncidentVectorEnv
from .shared_texts import SharedTexts
from .typed_incident import TypedIncident

__all__ = ["AnyText", "IncidentEnv", "IncidentVectorEnv", "SharedTexts", "TypedIncident"]

_gymnasium.register(
    id="kubedrill/Incident-v0",
    entry_point="kubedrill.gym.incident_env:IncidentEnv",
    vector_entry_point="kubedrill.gym.incident_vector_env:IncidentVectorEnv",
)
_gymnasium.register(id="kubedrill/IncidentTyped-v0", entry_point="kubedrill.gym.typed_incident:make_typed")
