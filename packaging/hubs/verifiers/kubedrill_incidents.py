"""Taskset and harness of incidents in Kubernetes, for verifiers and the Environments Hub."""

from kubedrill.verifiers import IncidentHarness, IncidentTaskset

__all__ = ["IncidentHarness", "IncidentTaskset"]
