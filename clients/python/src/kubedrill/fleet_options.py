"""Options and bounds of a client of several servers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .errors import KubedrillError

WhenAway = Literal["wait", "invalid"]
LOOK_TIMEOUT_S = 2.0
LOOKS_AT_ONCE = 64
_LOOK_AGAIN_S = 5.0
_LOOK_FOR_AWAY_S = 1.0
_LOOKS_PER_S = 100


@dataclass(frozen=True)
class FleetOptions:
    """Treatment of servers that are away.

    Attributes:
        timeout_s: deadline of one attempt of a call.
        budget_s: time for which calls to a server that is away are repeated.
        when_away: ``wait``: its episodes go on when it is back; ``invalid``: after that time they are lost.
    """

    timeout_s: float
    budget_s: float
    when_away: WhenAway = "wait"

    def __post_init__(self) -> None:
        if self.when_away not in ("wait", "invalid"):
            raise ValueError(f"when_away is {self.when_away!r}; give 'wait' or 'invalid'")

    @property
    def is_loss(self) -> bool:
        """Return True if the episodes of a server that is away for too long are lost."""
        return self.when_away == "invalid"


def look_again_s(members: Sequence[Any]) -> float:
    """Return the time between two looks at all servers, s: sooner while one is away, later where there are many."""
    is_away = any(member.away_since is not None for member in members)
    return max(_LOOK_FOR_AWAY_S if is_away else _LOOK_AGAIN_S, len(members) / _LOOKS_PER_S)


def unreached(target: str, failure: KubedrillError | None) -> KubedrillError:
    """Return the error of a set of which no server has answered, with why one of them has not."""
    if failure is not None and failure.code == "UNAUTHENTICATED":
        return failure
    why = "" if failure is None else f" ({failure.message})"
    return KubedrillError(
        f"no server was reached at {target}{why}; start some with `kubedrill serve`, or correct the addresses",
        code="UNAVAILABLE",
        retryable=True,
    )
