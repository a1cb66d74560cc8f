"""One environment, without a server of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .target import EMBEDDED

if TYPE_CHECKING:
    from .gym.incident_env import IncidentEnv


def make(task: str = "", *, target: str = EMBEDDED, **options: Any) -> IncidentEnv:
    """Return a Gymnasium environment; its server is started with the first one and stops with the process.

    A line on stderr tells of the start, once; ``KUBEDRILL_QUIET=1`` hides it.

    Args:
        task: URI of a task; empty draws one with each reset.
        target: ``host:port`` of a server that runs already.
        **options: as of :class:`kubedrill.gym.IncidentEnv`.

    Raises:
        ImportError: Gymnasium is missing; the message says what to install.
    """
    try:
        from .gym.incident_env import IncidentEnv
    except ModuleNotFoundError as missing:
        raise ImportError(f"kubedrill.make needs {missing.name}: pip install 'kubedrill[gym]'") from missing
    return IncidentEnv(target, task=task, **options)
