"""Sessions of agents that answer with a call a turn: the loop, the calls, and what the server's verdicts say.

Sources: the READMEs of SREArena and AIOpsLab (github.com/microsoft/AIOpsLab), whose agents have ``async get_action``.
"""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from .actions import OneAction, kubectl, tool
from .code_calls import CallError, CodeCall, read_code_call
from .code_telemetry import TelemetryFiles
from .episode import Episode
from .errors import EpisodeEnded, KubedrillError
from .replies import StepResult
from .shared_clients import shared_client

NEXT_ACTION = "Please take the next action"
PUBLISHED_FORM = "variant=standard&noise=none&decoys=none&twins=none"
MAX_STEPS = 500
LIMITS = {"max_steps": MAX_STEPS, "max_virtual_time_s": 6 * 3600.0}
INSTRUCTIONS = """Answer with one call a turn, in one Markdown code block, for example:

```
exec_shell("kubectl get pods -A")
```

Arguments are literals. The calls are those of the list that comes with this text. End with submit."""
_KUBECTL = r"\bkubectl(?:\s+-\S+(?:\s+[^-\s|;&]\S*)?)*\s+"  # with options before the verb
_REFUSED = (
    (rf"{_KUBECTL}edit\b", "kubectl edit", "there is no editor; use kubectl patch or kubectl apply -f -"),
    (rf"{_KUBECTL}port-forward\b", "kubectl port-forward", "it does not end; use get_metrics, get_logs or kubectl"),
    (
        rf"(?:{_KUBECTL}|\bdocker\s+)logs\b[^|;&\n]*\s(?:-f|--follow(?:=true)?)(?=[\s|;&]|$)",
        "logs -f",
        "it does not end; leave -f out",
    ),
)


class Agent(Protocol):
    """An agent of SREArena or AIOpsLab. ``in_tokens`` and ``out_tokens``, numbers, are read where it has them."""

    async def get_action(self, state: str) -> str:
        """Return the next action for the environment's answer to the one before."""


Submit = Callable[[CodeCall], Awaitable[str]]


class CodeSession:
    """One session: an episode that is played by calls.

    Attributes:
        episode: the episode.
        history: ``{"role": "assistant" | "env", "content": text}``, in order.
        steps: number of the agent's answers.
        is_over: no further action is asked for.
    """

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.history: list[dict[str, str]] = []
        self.steps = 0
        self.is_over = False
        self._files = TelemetryFiles(self.step)
        self._calls: dict[str, Callable[..., Awaitable[str]]] = {
            "exec_shell": self._exec_shell,
            "get_logs": self._files.get_logs,
            "get_metrics": self._files.get_metrics,
            "get_traces": self._files.get_traces,
            "read_metrics": self._files.read_metrics,
            "read_traces": self._files.read_traces,
        }

    @property
    def description(self) -> str:
        """Return the instruction without the lines on tools that such agents do not have."""
        return "\n".join(line for line in self.episode.prompt.splitlines() if "submit_" not in line)

    @property
    def time_s(self) -> float:
        """Return the cluster's time since the start of the episode, s."""
        return 0.0 if self.episode.observation is None else self.episode.observation.virtual_time_s

    def apis(self, submit: str) -> dict[str, str]:
        """Return the documentation of each call by its name, with that of ``submit``."""
        documented = {name: f"{name}{_signature(call)}\n{inspect.getdoc(call)}" for name, call in self._calls.items()}
        return {**documented, "submit": submit}

    async def play(self, agent: Agent, max_steps: int, submit: Submit) -> str:
        """Ask the agent for actions until the session is over, or so many were taken, and return the last answer."""
        answer, state = "", NEXT_ACTION
        while self.steps < max_steps and not self.is_over:
            said = await agent.get_action(state)
            self.steps += 1
            answer = await self._answer(said, submit)
            self.history += [{"role": "assistant", "content": said}, {"role": "env", "content": answer}]
            state = f"{answer}\n{NEXT_ACTION}"
        return answer

    async def step(self, actions: Sequence[OneAction]) -> StepResult:
        """Play actions as one step, beside the event loop."""
        result = await asyncio.to_thread(self.episode.step, list(actions))
        self.is_over = self.is_over or result.ending is not None
        return result

    async def _answer(self, said: str, submit: Submit) -> str:
        try:
            call = read_code_call(said)
            run = self._calls.get(call.name)
            if call.name == "submit":
                return await submit(call)
            if run is None:
                raise CallError(
                    f"Error: there is no call {call.name!r}; there are {', '.join(self._calls)} and submit."
                )
            try:
                inspect.signature(run).bind(*call.args, **call.kwargs)
            except TypeError as error:
                raise CallError(f"Error: {call.name}: {error}; it is called as {call.name}{_signature(run)}.") from None
            return await run(*call.args, **call.kwargs)
        except CallError as error:
            return str(error)
        except EpisodeEnded:
            self.is_over = True
            return "The episode is over; nothing more can be done."

    async def _exec_shell(self, command: str, timeout: float = 30) -> str:
        """Run a command line, such as kubectl with pipes, and return what it writes.

        ``kubectl edit``, ``kubectl port-forward`` and ``logs -f`` are refused. Commands take the cluster's time, so
        that ``timeout`` (s) is not needed.
        """
        text = str(command)
        for pattern, name, hint in _REFUSED:
            if re.search(pattern, text):
                raise CallError(f"Error: {name} is refused: {hint}.")
        result = await self.step([kubectl(text)])
        return result.results[0].content.rstrip() or "(no output)"


def open_session(task: str, target: str, token: str | None, seed: int, *, is_repaired: bool = True) -> CodeSession:
    """Start the episode of a task in its published form, and return its session.

    Args:
        task: URI or public id.
        target: server.
        token: bearer token; None: as found.
        seed: seed of the episode.
        is_repaired: the success of the episode is that of a repair; False: of a diagnosis.

    Raises:
        KubedrillError: the server did not start it, or does not let this token see what spells answers.
    """
    uri = f"{task}{'&' if '?' in task else '?'}{PUBLISHED_FORM}"
    profile = "mitigation-only" if is_repaired else "diagnosis-only"
    episode = shared_client(target, token).reset(uri, seed=seed, limits=LIMITS, reward_profile=profile)
    if episode.task.spoilers.uri:
        return CodeSession(episode)
    episode.close()
    message = "the token does not open the names of tasks, by which answers are judged; give the operator's token"
    raise KubedrillError(message, code="PERMISSION_DENIED")


async def judge_detection(session: CodeSession, said: object) -> bool:
    """Return whether Yes or No is right, by the server's verdict on the statement that nothing is wrong."""
    answer = str(said).strip().lower()
    is_healthy = await _value(session, []) == 1.0
    return answer == ("no" if is_healthy else "yes")


async def judge_localization(session: CodeSession, said: object) -> bool:
    """Return whether the names are exactly those of what is faulty, by the server's verdict.

    The names are submitted with the true type of the fault, so that the verdict is on the place alone. A bare name may
    be a workload's or a Service's; ``kind/name`` is what it says.
    """
    names = [said] if isinstance(said, str) else said
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        return False
    types = _types_by_name(session.episode.task.spoilers.uri)
    for kind in ("deployment", "service"):
        pairs = [
            {"resource": name if "/" in name else f"{kind}/{name}", "fault_type": fault}
            for name in dict.fromkeys(names)
            for fault in types.get(name.rpartition("/")[2], types[""])
        ]
        if await _value(session, pairs) == 1.0:
            return True
    return False


async def judge_mitigation(session: CodeSession) -> bool | None:
    """Return whether the repair is right, which ends the episode; None where there is no valid verdict."""
    if session.episode.ending is None:
        await session.step([tool("submit_mitigation")])
    ending = session.episode.ending
    return None if ending is None or not ending.sample_valid else ending.success


async def _value(session: CodeSession, root_causes: Sequence[object]) -> float | None:
    """Return the server's value of a diagnosis, 0 … 1, asked of a copy, so that the episode goes on as it is."""
    (copy,) = await asyncio.to_thread(session.episode.fork)
    try:
        result = await asyncio.to_thread(copy.step, tool("submit_diagnosis", root_causes=root_causes))
        return result.reward.components["diagnosis"].value
    finally:
        await asyncio.to_thread(copy.close)


def _types_by_name(uri: str) -> dict[str, list[str]]:
    """Return the types of the faults by the name of their target, and all of them by the empty name."""
    parts = urlsplit(uri)
    faults = parts.path.strip("/").split("+")
    targets = [target.rpartition("/")[2] for target in parse_qs(parts.query).get("target", [])]
    types: dict[str, list[str]] = {"": faults}
    if len(targets) == len(faults):
        for target, fault in zip(targets, faults, strict=True):
            types.setdefault(target, []).append(fault)
    return types


def _signature(call: Callable[..., Any]) -> str:
    parameters = inspect.signature(call).parameters.values()
    return f"({', '.join(p.name if p.default is p.empty else f'{p.name}={p.default!r}' for p in parameters)})"
