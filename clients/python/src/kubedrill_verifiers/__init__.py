"""Plug-in ``kubedrill-verifiers`` of verifiers, which looks for plug-ins by the names of top-level modules."""

from kubedrill.verifiers import IncidentHarness, IncidentTaskset

__all__ = ["IncidentHarness", "IncidentTaskset"]
