"""GRPO on Ray, tiny: two workers collect groups of episodes from a server on each node, and one policy learns of them.

The policy is a table: for each turn a score of each of ten tool calls, which knows nothing of what was observed. It
shows how episodes get to a learner and what becomes of lost ones; put your model in its place.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import Counter
from dataclasses import dataclass, field

import ray

import kubedrill
from kubedrill.ray import Servers

TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard"
SUBMIT = kubedrill.tool("submit_mitigation")


def _select(**labels: str) -> str:
    patch = [{"op": "replace", "path": "/spec/selector", "value": labels}]
    return f"patch service frontend --type=json -p '{json.dumps(patch)}'"


COMMANDS = [
    _select(**{"io.kompose.service": "frontend"}),
    _select(**{"io.kompose.service": "search"}),
    "get pods",
    "get endpoints frontend",
    "describe service frontend",
    "rollout restart deployment frontend",
    "scale deployment frontend --replicas=2",
    "delete service frontend",
]
CALLS = [*map(kubedrill.kubectl, COMMANDS), kubedrill.tool("wait", seconds=30), SUBMIT]
NAMES = [*COMMANDS, "wait", "submit_mitigation"]


@dataclass(frozen=True)
class Settings:
    """Settings of a run."""

    updates: int = 30
    workers: int = 2
    groups: int = 2  # of each worker in each update
    size: int = 8
    turns: int = 2
    incidents: int = 8
    learning_rate: float = 0.7
    seed: int = 0


@dataclass(frozen=True)
class Group:
    """Episodes of one incident: calls and reward of each, None where it is lost, and the servers they were at."""

    calls: list[list[int]]
    rewards: list[float | None]
    servers: set[str]


@dataclass
class Policy:
    """Scores of the calls, by turn."""

    scores: list[list[float]]

    def chances(self, turn: int) -> list[float]:
        """Return the probability of each call."""
        weights = [math.exp(score - max(self.scores[turn])) for score in self.scores[turn]]
        return [weight / sum(weights) for weight in weights]

    def learn(self, groups: list[Group], rate: float) -> None:
        """Follow the policy gradient, with rewards normalised within each group; lost samples are left out."""
        samples = [sample for group in groups for sample in _advantages(group)]
        slopes = [[0.0] * len(CALLS) for _ in self.scores]
        for calls, advantage in samples:
            for turn, call in enumerate(calls):
                for other, chance in enumerate(self.chances(turn)):
                    slopes[turn][other] += advantage * ((call == other) - chance) / len(samples)
        self.scores = [
            [score + rate * slope for score, slope in zip(*rows, strict=True)]
            for rows in zip(self.scores, slopes, strict=True)
        ]


def _advantages(group: Group) -> list[tuple[list[int], float]]:
    valid = [(calls, reward) for calls, reward in zip(group.calls, group.rewards, strict=True) if reward is not None]
    mean = sum(reward for _, reward in valid) / max(1, len(valid))
    deviation = math.sqrt(sum((reward - mean) ** 2 for _, reward in valid) / max(1, len(valid)))
    return [(calls, (reward - mean) / (deviation + 1e-4)) for calls, reward in valid]


@ray.remote(num_cpus=0.5)
class Worker:
    """Plays groups with the policy that it is given, on all servers."""

    def __init__(self, servers: list[str], token: str) -> None:
        # What is lost with a server is left out, and the next groups are played by the others.
        self._client = kubedrill.connect(servers, token=token, when_away="invalid")

    def collect(self, policy: Policy, name: str, seeds: list[int], settings: Settings) -> list[Group]:
        """Play a group for each of the seeds, all at once."""
        rng = random.Random(f"{settings.seed} {name}")
        options = [
            kubedrill.ResetOptions(task=TASK, seed=seed, group_id=f"{name}-{at}", tool_profile="kubectl")
            for at, seed in enumerate(seeds)
            for _ in range(settings.size)
        ]
        episodes = self._client.reset_batch(options)
        chances = [policy.chances(turn) for turn in range(settings.turns)]
        calls = [[rng.choices(range(len(CALLS)), chance)[0] for chance in chances] for _ in episodes]
        for turn in range(settings.turns + 1):
            running = [at for at, episode in enumerate(episodes) if not _is_over(episode)]
            actions = [CALLS[calls[at][turn]] if turn < settings.turns else SUBMIT for at in running]
            results = self._client.step_batch([(episodes[at], one) for at, one in zip(running, actions, strict=True)])
            for at, result in zip(running, results, strict=True):
                if isinstance(result, kubedrill.KubedrillError):
                    episodes[at] = result
        rewards = [None if isinstance(one, kubedrill.KubedrillError) else one.score() for one in episodes]
        servers = [
            "" if isinstance(one, kubedrill.KubedrillError) else self._client.server_of(one.id) or ""
            for one in episodes
        ]
        self._client.close_batch([one for one in episodes if not isinstance(one, kubedrill.KubedrillError)])
        parts = [slice(at, at + settings.size) for at in range(0, len(episodes), settings.size)]
        return [Group(calls[part], rewards[part], set(servers[part]) - {""}) for part in parts]


def _is_over(episode: kubedrill.Episode | kubedrill.KubedrillError) -> bool:
    return isinstance(episode, kubedrill.KubedrillError) or episode.ending is not None


@dataclass
class Run:
    """What a run has brought: mean rewards by update, groups by their servers, and the number of lost samples."""

    means: list[float] = field(default_factory=list)
    groups: Counter[frozenset[str]] = field(default_factory=Counter)
    lost: int = 0


def train(servers: Servers, settings: Settings = Settings()) -> tuple[Policy, Run]:
    """Train on the servers, and return the policy with what the run has brought."""
    workers = [Worker.remote(servers.addresses(), servers.token) for _ in range(settings.workers)]
    policy, run = Policy([[0.0] * len(CALLS) for _ in range(settings.turns)]), Run()
    for update in range(settings.updates):
        collected = []
        for at, worker in enumerate(workers):
            first = (update * settings.workers + at) * settings.groups
            seeds = [(first + group) % settings.incidents for group in range(settings.groups)]
            collected.append(worker.collect.remote(policy, f"update-{update}-{at}", seeds, settings))
        groups = [group for part in ray.get(collected) for group in part]
        policy.learn(groups, settings.learning_rate)
        rewards = [reward for group in groups for reward in group.rewards if reward is not None]
        run.means.append(sum(rewards) / max(1, len(rewards)))
        run.groups.update(frozenset(group.servers) for group in groups)
        run.lost += sum(len(group.rewards) for group in groups) - len(rewards)
        print(f"update {update}: mean reward {run.means[-1]:.2f} of {len(rewards)} episodes", flush=True)
    return policy, run


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=Settings.updates)
    parser.add_argument("--address", help="of a Ray cluster, such as auto; missing: one of this machine's own")
    parser.add_argument("serve", nargs="*", help="arguments of kubedrill serve, after --")
    arguments = parser.parse_args()
    ray.init(address=arguments.address, log_to_driver=False)
    with Servers(*arguments.serve) as servers:
        policy, run = train(servers, Settings(updates=arguments.updates))
    for turn in range(len(policy.scores)):
        chance, name = max(zip(policy.chances(turn), NAMES, strict=True))
        print(f"turn {turn}: {chance:.2f} {name}")
    for group, count in run.groups.items():
        print(f"{count} groups at {', '.join(sorted(group)) or 'no server'}")
    print(f"{run.lost} samples were lost")


if __name__ == "__main__":
    main()
