"""AIOpsLab: its ``Orchestrator``, which calls agents in this process.

Source of the calls: github.com/microsoft/AIOpsLab.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from .aiopslab_problems import PROBLEMS, UNAVAILABLE, Problem
from .code_calls import CallError, CodeCall
from .code_session import (
    INSTRUCTIONS,
    Agent,
    CodeSession,
    judge_detection,
    judge_localization,
    judge_mitigation,
    open_session,
)
from .session_file import RESULTS, write_session
from .target import EMBEDDED

_TIMES = {"detection": "TTD", "localization": "TTL", "analysis": "TTA", "mitigation": "TTM"}
_SUBMIT = {
    "detection": 'submit(solution)\nSubmit whether something is wrong: submit("Yes") or submit("No").',
    "localization": "submit(solution)\n"
    'Submit the components where the root cause is: submit(["name", …]), or submit([]) for none.',
    "analysis": "submit(solution)\n"
    'Submit the root cause: submit({"system_level": …, "fault_type": …}). system_level is Hardware, Operating System, '
    "Virtualization or Application; fault_type is Misconfiguration, Code Defect, Authentication Issue, "
    "Network/Storage Issue, Operation Error or Dependency Problem.",
    "mitigation": "submit()\nSubmit the repair when it is done; it takes no argument.",
}
_ASKED = {
    "detection": "Find out whether something is wrong. Nothing needs to be repaired.",
    "localization": "Find the components where the root cause is. Nothing needs to be repaired.",
    "analysis": "Find the level of the system and the type of the root cause. Nothing needs to be repaired.",
    "mitigation": "Repair what is wrong.",
}


class ProblemRegistry:
    """Problems by their ids.

    Attributes:
        PROBLEM_REGISTRY: problems that can be played, by their ids.
        unavailable: problems of AIOpsLab that cannot be played, with the reason.
    """

    def __init__(self) -> None:
        self.PROBLEM_REGISTRY: dict[str, Problem] = dict(PROBLEMS)  # AIOpsLab's name
        self.unavailable: dict[str, str] = dict(UNAVAILABLE)

    def get_problem_ids(self, task_type: str | None = None) -> list[str]:
        """Return the ids of the problems that can be played, all or those with this task type in their id."""
        return [problem_id for problem_id in PROBLEMS if task_type is None or task_type in problem_id]

    def get_problem_count(self, task_type: str | None = None) -> int:
        """Return the number of :meth:`get_problem_ids`."""
        return len(self.get_problem_ids(task_type))

    def get(self, problem_id: str) -> Problem:
        """Return a problem by its id; without a number, the first.

        Raises:
            ValueError: there is no such problem, or it cannot be played.
        """
        reason = self.unavailable.get(problem_id) or self.unavailable.get(f"{problem_id}-1")
        if reason is not None:
            raise ValueError(f"problem {problem_id!r} cannot be played: {reason}")
        problem = PROBLEMS.get(problem_id) or PROBLEMS.get(f"{problem_id}-1")
        if problem is None:
            raise ValueError(f"problem_id is {problem_id!r}; take one of probs.get_problem_ids()")
        return problem


class Orchestrator:
    """An orchestrator of one problem at a time.

    Args:
        results_dir: folder of the files of sessions; None: ``data/results``.
        target: server, ``host:port``; ``"embedded"`` is one of this process's own.
        token: bearer token, which must open what spells answers, since verdicts are asked for; None: as found.
        seed: seed of the episode.

    Attributes:
        probs: problems by their ids.
    """

    def __init__(
        self,
        results_dir: str | Path | None = None,
        *,
        target: str = EMBEDDED,
        token: str | None = None,
        seed: int = 1,
    ) -> None:
        self.probs = ProblemRegistry()
        self.agent: Agent | None = None
        self.agent_name = "agent"
        self._folder = RESULTS if results_dir is None else Path(results_dir)
        self._target, self._token, self._seed = target, token, seed
        self._session: CodeSession | None = None
        self._problem: Problem | None = None
        self._verdict: dict[str, Any] | None = None

    def register_agent(self, agent: Agent, name: str = "agent") -> None:
        """Set the agent of the next problem, and its name in results."""
        self.agent, self.agent_name = agent, name

    def init_problem(self, problem_id: str) -> tuple[str, str, dict[str, str]]:
        """Start a problem, and return its description, the form of answers, and the documentation of each call by name.

        Raises:
            ValueError: there is no such problem, or it cannot be played.
            KubedrillError: the server did not start it, or does not let this token see what spells answers.
        """
        self.close()
        self._problem, self._verdict = self.probs.get(problem_id), None
        kind = self._problem.task_type
        self._session = open_session(
            self._problem.task, self._target, self._token, self._seed, is_repaired=kind == "mitigation"
        )
        return f"{self._session.description}\n{_ASKED[kind]}", INSTRUCTIONS, self._session.apis(_SUBMIT[kind])

    async def start_problem(self, max_steps: int) -> dict[str, Any]:
        """Let the agent play, at most so many actions, and write a file of the session to the folder of results.

        Returns:
            dict: ``history`` (messages), ``final_state`` (the last answer) and ``results``: ``success``, ``steps``,
            ``in_tokens`` and ``out_tokens`` (None where the agent has no such attribute), and ``TTD``, ``TTL``, ``TTA``
            or ``TTM`` (seconds of the cluster since the first observation); of an analysis also
            ``system_level_correct`` and ``fault_type_correct``. ``success`` is None where no valid verdict exists.

        Raises:
            RuntimeError: no agent was registered, or no problem is open.
        """
        agent, session, problem = self.agent, self._session, self._problem
        if agent is None or session is None or problem is None:
            raise RuntimeError("call register_agent and init_problem before start_problem")
        started = time.time()
        try:
            final_state = await session.play(agent, max_steps, self._submit)
            verdict = self._verdict or {"success": await self._judge_end(session, problem)}
        finally:
            await asyncio.to_thread(self.close)
        results = {
            **verdict,
            _TIMES[problem.task_type]: session.time_s,
            "steps": session.steps,
            "in_tokens": getattr(agent, "in_tokens", None),
            "out_tokens": getattr(agent, "out_tokens", None),
        }
        write_session(
            self._folder,
            agent=self.agent_name,
            problem_id=problem.id,
            trace=session.history,
            results=results,
            started=started,
        )
        return {"history": session.history, "final_state": final_state, "results": results}

    def close(self) -> None:
        """Release the cluster of the open problem; may be repeated."""
        session, self._session = self._session, None
        if session is not None:
            session.episode.close()

    async def _submit(self, call: CodeCall) -> str:
        session, problem = self._session, self._problem
        assert session is not None
        assert problem is not None
        given = [*call.args, *call.kwargs.values()]
        if problem.task_type != "mitigation" and len(given) != 1:
            raise CallError(f"Error: submit has {len(given)} arguments.\n{_SUBMIT[problem.task_type]}")
        self._verdict = await _judge(session, problem, given[0] if given else None)
        session.is_over = True
        return "Submitted."

    async def _judge_end(self, session: CodeSession, problem: Problem) -> bool | None:
        """Return the verdict where nothing was submitted: a repair is judged as it stands."""
        return await judge_mitigation(session) if problem.task_type == "mitigation" else False


async def _judge(session: CodeSession, problem: Problem, said: object) -> dict[str, Any]:
    if problem.task_type == "analysis":
        return _compare(problem, said)
    if problem.task_type == "detection":
        return {"success": await judge_detection(session, said)}
    if problem.task_type == "localization":
        return {"success": await judge_localization(session, said)}
    return {"success": await judge_mitigation(session)}


def _compare(problem: Problem, said: object) -> dict[str, Any]:
    """Compare two labels with AIOpsLab's own; the server has no such labels."""
    labels = said if isinstance(said, dict) else {}
    level = str(labels.get("system_level", "")).strip().lower() == problem.level.lower()
    fault = str(labels.get("fault_type", "")).strip().lower() == problem.fault.lower()
    return {"system_level_correct": level, "fault_type_correct": fault, "success": level and fault}
