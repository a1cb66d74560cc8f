"""Trains a linear policy by policy gradients on groups of episodes, and measures it on tasks that it never trains on.

Run a server, then ``python train.py --token-file FILE --out FOLDER``; see README.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from episodes import Choose, Player, Rollout, advantages
from policy import Policy

import kubedrill

FAMILIES = (
    "scale-to-zero",
    "service-selector-mismatch",
    "network-policy-deny",
    "image-reference-nonexistent",
    "node-selector-nonexistent",
    "memory-limit-too-small",
    "taint-untolerated",
)


@dataclass(frozen=True)
class Settings:
    """Settings of a training run; equal ones give equal policies.

    Attributes:
        families: faults to learn, in tasks of one fault each.
        app: application of the tasks.
        other_app: application that is measured on after training, and never trained on.
        updates: number of gradient steps, each on one group for every fault.
        group: episodes of a group.
        starts: number of different tasks and seeds of a fault in training, taken in turn; one that was played before is
            cheap to reset.
        held_out: episodes of a fault in each measurement, in tasks and variants of the split ``eval``.
        every: updates between measurements.
        rate: learning rate.
        quiet: True: nothing but the fault is odd and nobody else works, which is learnt in fewer episodes.
        leash: weight of the divergence from the untrained policy, which keeps it looking where no group has succeeded.
        seed: root of draws and choices.
    """

    families: tuple[str, ...] = FAMILIES
    app: str = "hotel-reservation"
    other_app: str = "social-network"
    updates: int = 40
    group: int = 24
    starts: int = 24
    held_out: int = 12
    every: int = 5
    rate: float = 0.05
    quiet: bool = False
    leash: float = 0.1
    seed: int = 0


@dataclass(frozen=True)
class Measurement:
    """Success on held-out tasks after some updates, with choices drawn as in training; before any they are random.

    Attributes:
        update: number of updates before it.
        episodes: number of training episodes before it.
        seconds: seconds of training before it, measurements left out.
        train: success of the latest training episodes, whose choices are sampled.
        held_out: success on held-out tasks.
        by_family: the same for each fault.
    """

    update: int
    episodes: int
    seconds: float
    train: float
    held_out: float
    by_family: dict[str, float]


@dataclass
class Run:
    """A training run, as it is written to a file.

    Attributes:
        greedy: success on held-out tasks of the trained policy when it always makes its likeliest choice, by fault.
        elsewhere: success of the trained policy on held-out tasks of an application that it has never seen, by fault;
            measured once, at the end.
        environment_share: share of the training's time that was spent in calls of the environment.
        invalid: number of training episodes without a valid score, which were masked.
    """

    settings: Settings
    measurements: list[Measurement] = field(default_factory=list)
    greedy: dict[str, float] = field(default_factory=dict)
    elsewhere: dict[str, float] = field(default_factory=dict)
    environment_share: float = 0.0
    invalid: int = 0


def train(
    client: kubedrill.Client, settings: Settings, report: Callable[[Measurement], None] = lambda _: None
) -> tuple[Policy, Run]:
    """Train a policy and return it with its measurements; the client's token must have scope ``eval`` to measure."""
    policy, run, rng = Policy(settings.rate), Run(settings), np.random.default_rng(settings.seed)
    options = {"noise": "none", "decoys": "none", "twins": "none"} if settings.quiet else {}
    player, measuring = Player(client, options), Player(client, options)
    held_out, elsewhere = (
        {family: _draw(client, settings, family, "eval", settings.held_out, app=app) for family in settings.families}
        for app in (settings.app, settings.other_app)
    )
    seconds, latest = 0.0, 0.0
    for update in range(settings.updates + 1):
        if update % settings.every == 0 or update == settings.updates:
            by_family = _success(measuring, held_out, _sampler(policy, np.random.default_rng(settings.seed)))
            mean = float(np.mean(list(by_family.values())))
            run.measurements.append(Measurement(update, player.episodes, round(seconds, 1), latest, mean, by_family))
            report(run.measurements[-1])
        if update == settings.updates:
            break
        began = time.perf_counter()
        rollouts = player.play(_batch(client, settings, update), _sampler(policy, rng))
        policy.ascend(_gradient(policy, rollouts, settings.leash))
        seconds += time.perf_counter() - began
        latest = float(np.mean([one.success for one in rollouts]))
        run.invalid += sum(one.score is None for one in rollouts)
    run.greedy = _success(measuring, held_out, lambda matrix: int(np.argmax(policy.probabilities(matrix))))
    run.elsewhere = _success(measuring, elsewhere, _sampler(policy, np.random.default_rng(settings.seed)))
    run.environment_share = round(player.environment_s / max(seconds, 1e-9), 3)
    return policy, run


def _draw(
    client: kubedrill.Client,
    settings: Settings,
    family: str,
    split: str,
    n: int,
    repeats: int = 1,
    seed: int = 0,
    app: str | None = None,
) -> Sequence[kubedrill.Draw]:
    """Draw tasks of one fault; their names stay with the server, and the policy never sees more than an agent does."""
    tags = [f"app:{app or settings.app}", f"fault:{family}"]
    return client.sample_tasks(
        n, repeats=repeats, split=split, tags_all=tags, tags_none=["multi-fault"], seed=seed, kind="shuffled"
    ).draws


def _batch(client: kubedrill.Client, settings: Settings, update: int) -> list[kubedrill.Draw]:
    seed = settings.seed * 1_000 + update % settings.starts
    return [
        draw
        for family in settings.families
        for draw in _draw(client, settings, family, "train", 1, settings.group, seed)
    ]


def _sampler(policy: Policy, rng: np.random.Generator) -> Choose:
    return lambda matrix: int(rng.choice(len(matrix), p=policy.probabilities(matrix)))


def _gradient(policy: Policy, rollouts: Sequence[Rollout], leash: float) -> np.ndarray:
    """Return the gradient of GRPO's objective as the mean over the episodes.

    Choices' log-likelihoods are weighed by their advantages, less the leash times the divergence from the prior.
    """
    gradient = np.zeros_like(policy.weights)
    for rollout, advantage in zip(rollouts, advantages(rollouts), strict=True):
        odds = policy.probabilities(rollout.matrix)
        excess = np.log(odds + 1e-12) - rollout.matrix.prior
        coefficients = -advantage * odds - leash * odds * (excess - (odds * excess).sum())
        coefficients[rollout.chosen] += advantage
        rollout.matrix.add_to(gradient, coefficients)
    return gradient / len(rollouts)


def _success(player: Player, draws: dict[str, Sequence[kubedrill.Draw]], choose: Choose) -> dict[str, float]:
    """Return the share of valid episodes of each fault that succeed."""
    rollouts = iter(player.play([draw for some in draws.values() for draw in some], choose))
    played = {family: [next(rollouts) for _ in some] for family, some in draws.items()}
    return {
        family: float(np.mean([one.success for one in some if one.score is not None]))
        for family, some in played.items()
    }


def _main() -> None:
    parser = argparse.ArgumentParser(description="Trains a small policy on a running kubedrill server.")
    parser.add_argument("--target", default="localhost:50051", help="address of the server")
    parser.add_argument("--token-file", type=Path, required=True, help="file that the server's ready line names")
    parser.add_argument("--out", type=Path, required=True, help="folder for run.json and weights.npy")
    parser.add_argument("--updates", type=int, default=Settings.updates)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    options = parser.parse_args()
    settings = Settings(updates=options.updates, seed=options.seed)
    print(settings)
    with kubedrill.connect(options.target, token=options.token_file.read_text().strip()) as client:
        policy, run = train(client, settings, _print)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "run.json").write_text(json.dumps(asdict(run), indent=2) + "\n")
    np.save(options.out / "weights.npy", policy.weights)
    first, last, greedy = (
        run.measurements[0].held_out,
        run.measurements[-1].held_out,
        np.mean(list(run.greedy.values())),
    )
    print(f"held-out: untrained {first:.2f}, trained {last:.2f}, by its likeliest choice {greedy:.2f}: {run.greedy}")
    print(f"{settings.other_app}: {np.mean(list(run.elsewhere.values())):.2f}: {run.elsewhere}")
    print(f"{100 * run.environment_share:.0f} % of the time in the environment, {run.invalid} invalid episodes")


def _print(one: Measurement) -> None:
    shares = " ".join(f"{family} {share:.2f}" for family, share in one.by_family.items())
    print(
        f"update {one.update}: {one.episodes} episodes, {one.seconds:.0f} s, train {one.train:.2f}, "
        f"held-out {one.held_out:.2f} ({shares})",
        flush=True,
    )


if __name__ == "__main__":
    _main()
