"""Groups of episodes with one task and seed, played by batches of resets and steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from candidates import Candidate, candidates_of
from features import Matrix, features_of
from looks import LOOKS, Scene

import kubedrill

SUBMIT = '{"name": "submit_mitigation", "arguments": {}}'
Choose = Callable[[Matrix], int]


@dataclass(frozen=True)
class Rollout:
    """A played episode.

    Attributes:
        group: the group's id: its members have the same task and seed, and see the same before they choose.
        matrix: features of the candidates.
        chosen: number of the chosen one.
        remedy: the chosen one.
        score: reward of the episode; None where the sample is invalid.
        success: the fault is repaired and nothing else is damaged.
    """

    group: str
    matrix: Matrix
    chosen: int
    remedy: Candidate
    score: float | None
    success: bool


class Player:
    """Plays episodes: looks around, chooses a remedy, submits.

    Args:
        client: client of a server.
        options: parameters of the problems of all episodes.

    Attributes:
        environment_s: seconds that were spent in calls of the environment.
        episodes: number of episodes that were played.
    """

    def __init__(self, client: kubedrill.Client, options: Mapping[str, object]) -> None:
        self._client = client
        self._options = options
        self.environment_s = 0.0
        self.episodes = 0

    def play(self, draws: Sequence[kubedrill.Draw], choose: Choose) -> list[Rollout]:
        """Play one episode of each draw; the states of a group are equal, so each is read once."""
        options = [
            kubedrill.ResetOptions.of_draw(
                draw,
                reward_weights={"mitigation": 1.0},
                limits={"max_observation_bytes": 65536},
                views=("status",),
                options=self._options,
            )
            for draw in draws
        ]
        with self._timed():
            episodes = list(map(kubedrill.unwrap, self._client.reset_batch(options)))
            seen = list(map(kubedrill.unwrap, self._client.step_batch([(one, LOOKS) for one in episodes])))
        states: dict[str, tuple[list[Candidate], Matrix]] = {}
        for draw, look in zip(draws, seen, strict=True):
            if draw.group_id not in states:
                scene = Scene([part.content for part in look.results])
                candidates = candidates_of(scene)
                states[draw.group_id] = candidates, features_of(scene, candidates)
        chosen = [choose(states[draw.group_id][1]) for draw in draws]
        remedies = [states[draw.group_id][0][at] for draw, at in zip(draws, chosen, strict=True)]
        with self._timed():
            results = self._client.step_batch(
                [(episode, [remedy.action, SUBMIT]) for episode, remedy in zip(episodes, remedies, strict=True)]
            )
            self._client.close_batch(episodes)
        self.episodes += len(draws)
        return [
            Rollout(draw.group_id, states[draw.group_id][1], at, remedy, *_grade(result))
            for draw, at, remedy, result in zip(draws, chosen, remedies, results, strict=True)
        ]

    @contextmanager
    def _timed(self) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.environment_s += time.perf_counter() - began


def _grade(result: kubedrill.StepResult | kubedrill.KubedrillError) -> tuple[float | None, bool]:
    if isinstance(result, kubedrill.KubedrillError) or result.ending is None or not result.ending.sample_valid:
        return None, False
    return result.reward.return_so_far, bool(result.ending.success)


def advantages(rollouts: Sequence[Rollout]) -> np.ndarray:
    """Return each score less its group's mean, in standard deviations of the group; 0 for invalid samples."""
    result = np.zeros(len(rollouts))
    for group in {rollout.group for rollout in rollouts}:
        members = [at for at, one in enumerate(rollouts) if one.group == group and one.score is not None]
        scores = np.array([rollouts[at].score for at in members], dtype=float)
        if len(members) > 1 and scores.std() > 0:
            result[members] = (scores - scores.mean()) / scores.std()
    return result
