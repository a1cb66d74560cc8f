"""Two agents on an incident: one finds the cause, the other repairs it, and what did not help is undone.

The first may only look. The second may change one object at a time, each of which is kept as it was. Alerts and pods,
which any operator sees, say whether a repair helped; where it did not, all of it is undone and tried again.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent import Agent
from endpoint import Endpoint
from health import Health
from undo import UndoLog, is_read

import kubedrill
from kubedrill.chat import Chat, Message, ToolCall

ATTEMPTS_MAX = 3
SETTLE_S = 150  # alerts lag behind by a minute or two
LOOKS = frozenset({"get_alerts", "get_overview", "get_services", "get_dependency_graph", "get_traces", "query_logs"})
LOCALISE = """You find the cause of an incident in a Kubernetes cluster. You may look at everything, and change nothing.
When you know the cause, submit it as a diagnosis; then say in a few sentences what is wrong and where, for the engineer
who will repair it."""
MITIGATE = """You repair an incident in a Kubernetes cluster whose cause was found. Change one object with each command.
What you change is undone if it does not help. Say in a sentence what you did when you are done."""


@dataclass(frozen=True)
class Outcome:
    """How an incident ended.

    Attributes:
        score: None when the sample is invalid.
        success: passed all that the reward profile asks.
        attempts: repairs that were tried.
        undone: objects that were restored.
    """

    score: float | None
    success: bool
    attempts: int
    undone: tuple[str, ...]


class Incident:
    """An episode that two agents share, each with messages of its own."""

    def __init__(self, client: kubedrill.Client, options: kubedrill.ResetOptions) -> None:
        self.chat = Chat(client, options)
        self.brief = str(self.chat.messages[-1]["content"])
        self.log = UndoLog(lambda command, **given: self.tool("kubectl", {"command": command, **given}))

    def tool(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Call a tool for the system itself, which no agent sees."""
        return self.chat.episode.step(kubedrill.tool(name, **arguments)).results[0].content

    def look(self, calls: Sequence[ToolCall]) -> list[Message]:
        """Run calls of an agent that may change nothing."""
        return self._run(calls, lambda command, _: None if is_read(command) else "You may look, and change nothing.")

    def repair(self, calls: Sequence[ToolCall]) -> list[Message]:
        """Run calls of an agent whose changes are kept in the log."""
        return self._run(calls, self.log.record)

    def _run(self, calls: Sequence[ToolCall], refusal: Callable[[str, str], str | None]) -> list[Message]:
        refused: list[Message] = []
        allowed: list[ToolCall] = []
        for call in calls:
            reason = refusal(*_command(call)) if call.name == "kubectl" else None
            if reason is None:
                allowed.append(call)
            else:
                refused.append({"role": "tool", "tool_call_id": call.id, "name": call.name, "content": reason})
        return [*refused, *self.chat.call(allowed)]


def play(client: kubedrill.Client, endpoint: Endpoint, options: kubedrill.ResetOptions) -> Outcome:
    """Play an incident to its end, and return how it ended."""
    incident = Incident(client, options)
    try:
        cause = Agent(endpoint, LOCALISE, LOOKS | {"kubectl", "submit_diagnosis"}).work(
            incident.brief, incident.chat.tools, incident.look
        )
        attempts, undone = _mitigate(incident, Agent(endpoint, MITIGATE, LOOKS | {"kubectl"}), cause)
        incident.chat.call([ToolCall("end", "submit_mitigation", "{}")])
        score, ending = incident.chat.score(), incident.chat.episode.ending
        return Outcome(score, ending is not None and bool(ending.success), attempts, tuple(undone))
    finally:
        incident.chat.close()


def _mitigate(incident: Incident, agent: Agent, cause: str) -> tuple[int, list[str]]:
    """Try repairs until the cluster looks well; return how many, and what was undone of them."""
    undone: list[str] = []
    brief = f"{incident.brief}\n\nThe cause, as a colleague found it:\n{cause}"
    for attempt in range(1, ATTEMPTS_MAX + 1):
        did = agent.work(brief, incident.chat.tools, incident.repair)
        if incident.chat.is_over:
            return attempt, undone
        incident.tool("wait", {"seconds": SETTLE_S})
        health = Health.look(incident.tool)
        if health.is_good:
            return attempt, undone
        undone += incident.log.undo()
        brief += f"\n\nThis was tried, did not help, and was undone:\n{did}\nStill wrong after it:\n{health}"
    return ATTEMPTS_MAX, undone


def _command(call: ToolCall) -> tuple[str, str]:
    """Return a kubectl call's command line and standard input, empty where the server will say what is wrong."""
    try:
        arguments = json.loads(call.arguments)
        return str(arguments["command"]), str(arguments.get("stdin") or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return "", ""


def main() -> None:
    """Play incidents, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default=kubedrill.EMBEDDED, help="host:port of a server; missing: one of its own")
    parser.add_argument("--endpoint", required=True, help="OpenAI-compatible endpoint, up to and with /v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--key-variable", default="OPENAI_API_KEY", help="environment variable with the key, if any")
    parser.add_argument("--task", help="URI of a task; missing: drawn by the server")
    parser.add_argument("--episodes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    endpoint = Endpoint(given.endpoint, given.model, os.environ.get(given.key_variable, ""))
    with kubedrill.connect(given.target) as client:
        for seed in range(given.seed, given.seed + given.episodes):
            print(seed, play(client, endpoint, kubedrill.ResetOptions(task=given.task, seed=seed)))


if __name__ == "__main__":
    main()
