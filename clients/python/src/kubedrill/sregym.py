"""SREArena: its ``Conductor``, which calls agents in this process, on problems under the ids of SREGym.

Source of the calls: the README of SREArena. Agents of SREGym, which are programs, are played by ``kubedrill sregym``.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from .aiopslab_problems import PROBLEMS as AIOPSLAB
from .code_calls import CallError, CodeCall
from .code_session import (
    INSTRUCTIONS,
    MAX_STEPS,
    Agent,
    CodeSession,
    judge_detection,
    judge_localization,
    judge_mitigation,
    open_session,
)
from .session_file import RESULTS, write_session
from .sregym_problems import EARLIER, READY, WAITING
from .target import EMBEDDED

_STAGES = ("Detection", "Localization", "Mitigation")
_TIMES = {"Detection": "TTD", "Localization": "TTL", "Mitigation": "TTM"}
_SUBMIT = """submit(solution)
Submit what the stage asks for, in this order:
1. detection: submit("Yes") if something is wrong, submit("No") if not.
2. localization: submit(["name", …]), the components where the root cause is; submit([]) for none.
3. mitigation: submit() when the repair is done, which ends the problem."""


class ProblemRegistry:
    """Problems by their ids.

    Attributes:
        waiting: problems that cannot be played yet, with the faults that they wait for.
    """

    def __init__(self) -> None:
        self.waiting: dict[str, str] = dict(WAITING)

    def get_problem_ids(self) -> list[str]:
        """Return the ids of the problems that can be played."""
        return list(READY)

    def check(self, problem_id: str) -> str:
        """Return the name of the task: the id itself, or what an earlier id or one of AIOpsLab's stands for.

        Raises:
            ValueError: there is no such problem, or it cannot be played yet.
        """
        theirs = AIOPSLAB.get(problem_id)
        if theirs is not None and not theirs.is_healthy:
            return theirs.task
        if problem_id in EARLIER:
            return EARLIER[problem_id]
        if problem_id in self.waiting:
            raise ValueError(f"problem {problem_id!r} cannot be played yet: it waits for {self.waiting[problem_id]}")
        if problem_id not in READY:
            raise ValueError(f"problem_id is {problem_id!r}; take one of problems.get_problem_ids()")
        return problem_id


class Conductor:
    """A conductor of one problem at a time, in three stages: detection, localization, mitigation.

    Args:
        target: server, ``host:port``; ``"embedded"`` is one of this process's own.
        results_dir: folder of the files of sessions; None: ``data/results``.
        token: bearer token, which must open what spells answers, since verdicts are asked for; None: as found.
        seed: seed of the episode.

    Attributes:
        problems: problems by their ids.
        results: those of the latest problem; see :meth:`start_problem`.
    """

    def __init__(
        self,
        target: str = EMBEDDED,
        *,
        results_dir: str | Path | None = None,
        token: str | None = None,
        seed: int = 1,
    ) -> None:
        self.problems = ProblemRegistry()
        self.results: dict[str, Any] = {}
        self._folder = RESULTS if results_dir is None else Path(results_dir)
        self._target, self._token, self._seed = target, token, seed
        self._agent: Agent | None = None
        self._agent_name = "agent"
        self._session: CodeSession | None = None
        self._stage = 0

    def register_agent(self, agent: Agent, name: str = "agent") -> None:
        """Set the agent of the next problem, and its name in results."""
        self._agent, self._agent_name = agent, name

    def init_problem(self, problem_id: str) -> tuple[str, str, dict[str, str]]:
        """Start a problem, and return its description, the form of answers, and the documentation of each call by name.

        Raises:
            ValueError: there is no such problem, or it cannot be played yet.
            KubedrillError: the server did not start it, or does not let this token see what spells answers.
        """
        self.close()
        task = self.problems.check(problem_id)
        self._session, self._stage = open_session(task, self._target, self._token, self._seed), 0
        self.results = {"problem_id": problem_id, "agent": self._agent_name}
        return self._session.description, INSTRUCTIONS, self._session.apis(_SUBMIT)

    async def start_problem(self, max_steps: int = MAX_STEPS) -> dict[str, Any]:
        """Let the agent play, at most so many actions, return the results, and write a file of the session.

        Returns:
            dict: for each stage that was submitted ``{"success": bool, "submission": …}`` under its name
            (``Detection``, ``Localization``, ``Mitigation``), and its time under ``TTD``, ``TTL``, ``TTM`` (seconds of
            the cluster since the first observation); ``steps``, and ``history`` as messages.

        Raises:
            RuntimeError: no agent was registered, or no problem is open.
        """
        if self._agent is None or self._session is None:
            raise RuntimeError("call register_agent and init_problem before start_problem")
        session, started = self._session, time.time()
        try:
            await session.play(self._agent, max_steps, self._submit)
        finally:
            await asyncio.to_thread(self.close)
        self.results["steps"] = session.steps
        write_session(
            self._folder,
            agent=self._agent_name,
            problem_id=self.results["problem_id"],
            trace=session.history,
            results=self.results,
            started=started,
        )
        self.results["history"] = session.history
        return self.results

    def close(self) -> None:
        """Release the cluster of the open problem; may be repeated."""
        session, self._session = self._session, None
        if session is not None:
            session.episode.close()

    async def _submit(self, call: CodeCall) -> str:
        session = self._session
        assert session is not None
        stage = _STAGES[self._stage]
        said = next(iter((*call.args, *call.kwargs.values())), None)
        if said is None and stage != "Mitigation":
            raise CallError(f"Error: the stage is {stage.lower()}, and submit has no solution.\n{_SUBMIT}")
        if stage == "Detection":
            success: bool | None = await judge_detection(session, said)
        elif stage == "Localization":
            success = await judge_localization(session, said)
        else:
            success = await judge_mitigation(session)
        self.results[stage] = {"success": success, "submission": said}
        self.results[_TIMES[stage]] = session.time_s
        self._stage += 1
        session.is_over = self._stage == len(_STAGES)
        return "Submitted." if session.is_over else f"Submitted. The next stage is {_STAGES[self._stage].lower()}."
