"""Client of the environment."""

from openenv import GenericEnvClient


class IncidentEnv(GenericEnvClient):
    """Plays incidents on a Space or on any server of `kubedrill.openenv`; observations and actions are dictionaries."""
