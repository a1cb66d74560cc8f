"""Scalars of a training run for TensorBoard, W&B and their like: means of rewards by component and by fault."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from urllib.parse import urlsplit

from .episode import Episode


class RewardLog:
    """Means over the episodes that ended since the scalars were last taken.

    Invalid samples have no reward: they count in ``episodes/invalid`` and in nothing else.
    """

    def __init__(self) -> None:
        self._reset()

    def add(
        self,
        reward: float | None,
        components: Mapping[str, float],
        *,
        success: bool | None = None,
        task_uri: str = "",
    ) -> None:
        """Add a graded episode.

        Args:
            reward: sum over the episode; None: an invalid sample.
            components: what each component of the reward contributed to it.
            success: passed all that the reward profile asks; None: not judged.
            task_uri: names the fault, for scalars of its own; empty: it has none. It spells the answer.
        """
        self._means["episodes/invalid"].append(float(reward is None))
        if reward is None:
            return
        values = {"total": reward, **components}
        prefixes = ["rewards", *(f"rewards/{fault}" for fault in [_fault_of(task_uri)] if fault)]
        for prefix in prefixes:
            for name, value in values.items():
                self._means[f"{prefix}/{name}"].append(value)
        if success is not None:
            self._means["episodes/success"].append(float(success))

    def add_episode(self, episode: Episode) -> None:
        """Add an episode of :meth:`kubedrill.Client.reset`, grading and ending it if it runs."""
        reward = episode.score()
        ending = episode.ending
        self.add(
            reward,
            {} if reward is None else episode.reward().contributions(),
            success=None if ending is None else ending.success,
            task_uri=episode.task.spoilers.uri,
        )

    def take(self) -> dict[str, float]:
        """Return the scalars by name, sorted, and begin anew.

        Returns:
            dict: ``rewards/total`` and ``rewards/<component>``; the same by fault, ``rewards/<fault>/<component>``,
            where tasks were named; ``episodes/success`` (0..1), ``episodes/invalid`` (0..1), ``episodes/count``.
        """
        means = {name: sum(values) / len(values) for name, values in self._means.items()}
        count = float(len(self._means["episodes/invalid"])) if self._means else 0.0
        self._reset()
        return dict(sorted({**means, "episodes/count": count}.items()))

    def _reset(self) -> None:
        self._means: defaultdict[str, list[float]] = defaultdict(list)


def _fault_of(task_uri: str) -> str:
    return urlsplit(task_uri).path.strip("/")
