"""Incidents for learners with numbers: arrays as observations, and a list of candidate actions to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..replies import Observation
from .incident_env import IncidentEnv

WORKLOADS_MAX = 64
COLUMNS = ("present", "wanted", "ready", "restarts", "rps", "error_ratio", "p95_s", "firing")
LOG_MAX = 20.0
CANDIDATES = ('{"name": "wait", "arguments": {"seconds": 60}}', '{"name": "submit_mitigation", "arguments": {}}')
CANDIDATES_BY_WORKLOAD = (
    "kubectl rollout undo {workload}",
    "kubectl rollout restart {workload}",
    "kubectl scale {workload} --replicas=1",
)


class TypedIncident(gymnasium.Wrapper[dict[str, Any], int, dict[str, Any], str]):
    """Shows the workloads of an incident as numbers, and plays one of the actions that fit them.

    Observation:
        workloads: float32[workload, column], rows in the order of names, zeros after the last one; column =
            (1 for a row in use, ln(1 + wanted replicas), ln(1 + ready ones), ln(1 + restarts), ln(1 + requests/s),
            error ratio 0..1, ln(1 + 95th percentile of durations in s), ln(1 + firing alerts that name it)).
        budget: float32[2] = shares of steps and of virtual time that are left, 0..1.
        action_mask: int8[action], 1 for the actions that have a workload.

    Args:
        env: the environment that takes texts.
        candidates: actions of every incident: command lines of kubectl or tool calls as JSON.
        candidates_by_workload: actions of each workload: ``{workload}`` is its kind/name, ``{name}`` its name.
        workloads_max: rows; what an application has beyond them is neither seen nor touched.

    An action is the number of a candidate: the general ones first, then those of row 0, of row 1, …. A number without a
    workload counts on from the first one, so that learners without masks choose something too.
    """

    def __init__(
        self,
        env: IncidentEnv,
        candidates: Sequence[str] = CANDIDATES,
        candidates_by_workload: Sequence[str] = CANDIDATES_BY_WORKLOAD,
        workloads_max: int = WORKLOADS_MAX,
    ) -> None:
        super().__init__(env)
        self._incident = env
        self._candidates = tuple(candidates)
        self._by_workload = tuple(candidates_by_workload)
        self._rows = workloads_max
        actions = len(self._candidates) + workloads_max * len(self._by_workload)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            workloads=spaces.Box(0.0, LOG_MAX, (workloads_max, len(COLUMNS)), np.float32),
            budget=spaces.Box(0.0, 1.0, (2,), np.float32),
            action_mask=spaces.MultiBinary(actions),
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode; see :meth:`IncidentEnv.reset`."""
        _, info = self._incident.reset(seed=seed, options=options)
        return self._encode(), info

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play a candidate; ``info["action"]`` is its text."""
        text = self.action_text(int(action))
        _, reward, terminated, truncated, info = self._incident.step(text)
        return self._encode(), reward, terminated, truncated, {**info, "action": text}

    def action_text(self, action: int) -> str:
        """Return the candidate of that number in the present state."""
        names = self._names()
        valid = action % (len(self._candidates) + len(names) * len(self._by_workload))
        if valid < len(self._candidates):
            return self._candidates[valid]
        row, template = divmod(valid - len(self._candidates), len(self._by_workload))
        _, _, name = names[row].partition("/")
        return self._by_workload[template].replace("{workload}", names[row]).replace("{name}", name)

    def action_masks(self) -> NDArray[np.int8]:
        """Return 1 for each action that has a workload; sb3-contrib's MaskablePPO calls this."""
        mask = np.zeros(int(self.action_space.n), dtype=np.int8)  # type: ignore[attr-defined]
        mask[: len(self._candidates) + len(self._names()) * len(self._by_workload)] = 1
        return mask

    def _names(self) -> list[str]:
        return [row["workload"] for row in self._workloads()]

    def _workloads(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self._seen().views["workloads"].json()
        return rows[: self._rows]

    def _seen(self) -> Observation:
        episode = self._incident.episode
        if episode is None or episode.observation is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return episode.observation

    def _encode(self) -> dict[str, Any]:
        workloads = np.zeros((self._rows, len(COLUMNS)), dtype=np.float32)
        for at, row in enumerate(self._workloads()):
            counts = (row["wanted"], row["ready"], row["restarts"], row["rps"])
            rest = (row["p95_ms"] / 1000, row["firing"])
            workloads[at] = (1.0, *np.log1p(counts), row["error_ratio"], *np.log1p(rest))
        return {
            "workloads": np.clip(workloads, 0.0, LOG_MAX),
            "budget": self._budget(),
            "action_mask": self.action_masks(),
        }

    def _budget(self) -> NDArray[np.float32]:
        seen, episode = self._seen(), self._incident.episode
        assert episode is not None
        pairs = (
            (seen.steps_left, episode.limits.get("max_steps")),
            (seen.virtual_time_left_s, episode.limits.get("max_virtual_time_s")),
        )
        shares = [1.0 if left is None or not most else left / most for left, most in pairs]
        return np.clip(np.array(shares, dtype=np.float32), 0.0, 1.0)


def make_typed(
    candidates: Sequence[str] = CANDIDATES,
    candidates_by_workload: Sequence[str] = CANDIDATES_BY_WORKLOAD,
    workloads_max: int = WORKLOADS_MAX,
    **options: Any,
) -> TypedIncident:
    """Return a :class:`TypedIncident` around an :class:`IncidentEnv` with these options, as ``gym.make`` does."""
    env = IncidentEnv(views=("workloads",), **options)
    return TypedIncident(env, candidates, candidates_by_workload, workloads_max)
