"""What an operator looks at after a repair, without knowing the fault: alerts, and pods that are not ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Tool = Callable[[str, Mapping[str, Any]], str]
"""Calls a tool of the episode, and returns its answer."""

_NOT_READY = (
    'get pods --no-headers | awk \'$3 != "Completed" { split($2, ready, "/"); '
    'if ($3 != "Running" || ready[1] != ready[2]) print $1 }\''
)


@dataclass(frozen=True)
class Health:
    """A look at the cluster.

    Attributes:
        alerts: lines of the alerts that fire.
        not_ready: names of the pods that are not ready.
    """

    alerts: tuple[str, ...]
    not_ready: tuple[str, ...]

    @classmethod
    def look(cls, tool: Tool) -> Health:
        """Return what is to see now."""
        alerts = tool("get_alerts", {"state": "firing"}).strip()
        pods = tool("kubectl", {"command": _NOT_READY}).strip()
        return cls(
            () if alerts.startswith("No alerts") else tuple(alerts.splitlines()),
            () if pods in ("", "(no output)") else tuple(pods.splitlines()),
        )

    @property
    def is_good(self) -> bool:
        """Return True when nothing is left to repair."""
        return not self.alerts and not self.not_ready

    def __str__(self) -> str:
        lines = [*self.alerts, *(f"pod {name} is not ready" for name in self.not_ready)]
        return "\n".join(lines) or "No alert fires, and all pods are ready."
