"""A log of what was changed, by which it can be undone: each object as it was before it was first touched."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

Kubectl = Callable[..., str]
"""Runs a command line of kubectl, with standard input if there is any, and returns what it prints."""

_READS = "get|describe|logs|top|explain|events|version|api-resources|cluster-info|auth|diff|rollout (?:status|history)"
_FILTERS = "grep|head|tail|sort|uniq|cut|wc|awk|sed|jq|tr|cat|echo"
_READ = re.compile(rf"(?:(?:kubectl )?(?:{_READS})|{_FILTERS})\b")
_CHANGES = "patch|scale|delete|edit|label|annotate|set \\S+|rollout \\S+|create"
_CHANGE = re.compile(
    rf"(?:kubectl )?(?:{_CHANGES}) (?:-\S+ )*(?P<kind>[a-z][a-z.]*)(?:/| )(?P<name>[a-z0-9][a-z0-9.-]*)"
    r"(?=$| -| \S*=| \S+-(?: |$))"  # no second name
)
_MANIFEST = re.compile(r"(?:kubectl )?(?:apply|create|replace) (?:-\S+ )*-f -(?= |$)")
_SEVERAL = re.compile(r"[|;&`<>]|\$\(|(?:^| )(?:--all|-A|-l|--selector|-n|--namespace)\b")
_PODS = ("pod", "pods", "po")  # their controllers replace them
_KIND = re.compile(r"^\s*[\"']?kind[\"']?:\s*[\"']?(\w+)", re.MULTILINE)
_NAME = re.compile(r"^\s+[\"']?name[\"']?:\s*[\"']?([a-z0-9][a-z0-9.-]*)", re.MULTILINE)
_SERVER_SIDE = ("resourceVersion", "uid", "creationTimestamp", "generation", "managedFields")


class UndoLog:
    """Objects before they were changed. A command whose object is not plain to see is not run.

    Args:
        kubectl: runs command lines that are not recorded.
    """

    def __init__(self, kubectl: Kubectl) -> None:
        self._kubectl = kubectl
        self._before: dict[str, str | None] = {}

    def record(self, command: str, stdin: str = "") -> str | None:
        """Keep the object that a command is about to change; return why it must not be run, None if it may."""
        if is_read(command):
            return None
        words = _without_quotes(command)
        target = None if _SEVERAL.search(words) else _target(words, stdin)
        if target is None:
            return "Only a change of one object by its kind and name can be undone; write one command for each."
        if target not in self._before and target.split("/")[0] not in _PODS:
            found = self._kubectl(f"get {target} -o json --ignore-not-found").strip()
            self._before[target] = found if found.startswith("{") else None
        return None

    def undo(self) -> list[str]:
        """Restore all that was changed, the latest first, and return what was restored."""
        undone = []
        for target, before in reversed(list(self._before.items())):
            exists = self._kubectl(f"get {target} -o name --ignore-not-found").strip() != ""
            if before is not None:
                self._kubectl(f"{'replace' if exists else 'create'} -f -", stdin=_manifest(before))
            elif exists:
                self._kubectl(f"delete {target}")
            undone.append(target)
        self._before.clear()
        return undone


def is_read(command: str) -> bool:
    """Return True for a command line that changes nothing: looks, and filters of what they print."""
    words = _without_quotes(command)
    parts = [part.strip() for part in re.split(r"\|\|?|&&|;", words)]
    return not re.search(r"[`<>]|\$\(", words) and all(_READ.match(part) for part in parts)


def _without_quotes(command: str) -> str:
    """Return the words of a command line; what is quoted is a value."""
    return " ".join(re.sub(r"'[^']*'|\"[^\"]*\"", "''", command).split())


def _target(words: str, stdin: str) -> str | None:
    """Return ``kind/name`` of the only object that a command changes."""
    if _MANIFEST.match(words):
        kinds, names = _KIND.findall(stdin), _NAME.findall(stdin)
        return f"{kinds[0].lower()}/{names[0]}" if len(kinds) == 1 and names else None
    found = _CHANGE.match(words)
    return None if found is None else f"{found['kind']}/{found['name']}"


def _manifest(before: str) -> str:
    """Return the object without what the server sets."""
    found: dict[str, Any] = json.loads(before)
    found.pop("status", None)
    for key in _SERVER_SIDE:
        found["metadata"].pop(key, None)
    return json.dumps(found)
