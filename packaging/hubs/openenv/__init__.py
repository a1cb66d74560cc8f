"""Incidents in Kubernetes as an OpenEnv environment."""

from .client import IncidentEnv

__all__ = ["IncidentEnv"]
