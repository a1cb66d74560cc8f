"""The look around: what the policy sees before it decides, and which objects it sees there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LOOKS = (
    "kubectl get deployments -o wide",
    "kubectl get pods",
    "kubectl get services -o wide",
    "kubectl get endpoints",
    "kubectl get networkpolicies",
    "kubectl get nodes -o custom-columns="
    "NAME:.metadata.name,READY:.status.conditions[-1].status,TAINTS:.spec.taints[*].key",
    "kubectl get events --field-selector type=Warning",
    "kubectl get events --field-selector reason=ScalingReplicaSet",
    '{"name": "get_alerts", "arguments": {}}',
)
DEPLOYMENTS, PODS, SERVICES, ENDPOINTS, POLICIES, NODES, WARNINGS, SCALINGS, ALERTS = range(len(LOOKS))

_SEPARATORS = re.compile(r"[\s/=:,;\"'()\[\]]+")
_POD = re.compile(r"^(.+)-[0-9a-f]{5,10}-[a-z0-9]{5}$")
_REPLICA_SET = re.compile(r"^(.+)-[0-9a-f]{5,10}$")


@dataclass(frozen=True)
class Line:
    """A line of an answer: which look, its words, and the names of objects among them."""

    look: int
    words: tuple[str, ...]
    names: frozenset[str]


class Scene:
    """What was seen in one look around.

    Attributes:
        rows: the rows of the tables by look, as columns.
        lines: all lines.
    """

    def __init__(self, answers: Sequence[str]) -> None:
        self.rows = [[row.split() for row in answer.splitlines()[1:] if row.strip()] for answer in answers]
        tables = (DEPLOYMENTS, SERVICES, POLICIES, NODES)
        self.known = frozenset(row[0] for look in tables for row in self.rows[look])
        texts = [(look, text) for look, answer in enumerate(answers) for text in answer.splitlines()]
        self.lines = [self._read(look, text) for look, text in texts]

    def names(self, look: int) -> list[str]:
        """Return the first column of a look's table."""
        return [row[0] for row in self.rows[look]]

    def about(self, name: str) -> list[Line]:
        """Return the lines that mention an object."""
        return [line for line in self.lines if name in line.names]

    def _read(self, look: int, text: str) -> Line:
        words = tuple(word for word in _SEPARATORS.split(text) if word)
        names = frozenset(name for word in words if (name := self._name_of(word)) is not None)
        return Line(look, words, names)

    def _name_of(self, word: str) -> str | None:
        """Return the object that a word names: itself, a pod's Deployment, an address's Service."""
        owners = [match.group(1) for pattern in (_POD, _REPLICA_SET) if (match := pattern.match(word))]
        return next((name for name in (word, *owners, word.split(".")[0]) if name in self.known), None)
