"""Candidate actions, made of the names in what was seen: every remedy for every object, whatever is wrong."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from looks import DEPLOYMENTS, NODES, POLICIES, SCALINGS, SERVICES, Scene

_TO_ZERO = re.compile(r"from (\d+) to 0$")


@dataclass(frozen=True)
class Candidate:
    """A remedy for one object.

    Attributes:
        kind: the remedy; the same for every object.
        name: the object.
        action: what to send.
        others: objects that it affects.
    """

    kind: str
    name: str
    action: str
    others: tuple[str, ...] = ()


def candidates_of(scene: Scene) -> list[Candidate]:
    """Return the remedies for all objects that were seen."""
    return [*_for_deployments(scene), *_for_services(scene), *_for_policies(scene), *_for_nodes(scene)]


def _for_deployments(scene: Scene) -> list[Candidate]:
    remedies = {
        "undo": "kubectl rollout undo deployment/{}",
        "restart": "kubectl rollout restart deployment/{}",
        "limit": "kubectl set resources deployment/{} --limits=memory=512Mi",
        "scale": "kubectl scale deployment/{} --replicas={}",
    }
    return [
        Candidate(kind, name, command.format(name, _replicas_before(scene, name)))
        for name in scene.names(DEPLOYMENTS)
        for kind, command in remedies.items()
    ]


def _replicas_before(scene: Scene, name: str) -> int:
    """Return the replicas from which a Deployment was last scaled down, as an event says; 1 where none does."""
    texts = [" ".join(row) for row in scene.rows[SCALINGS] if f"deployment/{name}" in row]
    counts = [int(match.group(1)) for text in texts if (match := _TO_ZERO.search(text))]
    return max(counts, default=1)


def _for_services(scene: Scene) -> list[Candidate]:
    """Leave a label out of a selector: one that no Deployment selects its pods by."""
    known = {label for *_, selector in scene.rows[DEPLOYMENTS] for label in selector.split(",")}
    made = []
    for name, *_, selector in scene.rows[SERVICES]:
        for label in selector.split(","):
            if "=" in label and label not in known:
                patch = json.dumps({"spec": {"selector": {label.split("=")[0]: None}}})
                made.append(Candidate("unselect", name, f"kubectl patch service {name} --type=merge -p '{patch}'"))
    return made


def _for_policies(scene: Scene) -> list[Candidate]:
    policies = [(row[0], _selected(scene, row[1])) for row in scene.rows[POLICIES] if len(row) > 2]
    return [Candidate("open", name, f"kubectl delete networkpolicy {name}", others) for name, others in policies]


def _selected(scene: Scene, selector: str) -> tuple[str, ...]:
    values = {label.split("=")[-1] for label in selector.split(",")}
    return tuple(name for name in scene.names(DEPLOYMENTS) if name in values)


def _for_nodes(scene: Scene) -> list[Candidate]:
    made = []
    for name in scene.names(NODES):
        call = {"name": "run_on_node", "arguments": {"node": name, "command": "systemctl restart kubelet"}}
        made.append(Candidate("kubelet", name, json.dumps(call)))
    keys = {key for *_, taints in scene.rows[NODES] for key in taints.split(",") if key != "<none>"}
    for key in sorted(keys):
        nodes = [row[0] for row in scene.rows[NODES] if key in row[-1].split(",")]
        made.append(Candidate("untaint", nodes[0], f"kubectl taint nodes {' '.join(nodes)} {key}-", tuple(nodes)))
    return made
