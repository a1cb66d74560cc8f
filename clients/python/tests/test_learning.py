"""The example of learning, in a short form: the reward teaches, and what was learnt holds for what was never played."""

import sys
from pathlib import Path

import numpy as np
import pytest

import kubedrill

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "learn"


@pytest.fixture(scope="module")
def example():
    sys.path.insert(0, str(EXAMPLE))
    import train

    yield train
    sys.path.remove(str(EXAMPLE))


def test_a_small_policy_learns_repairs_that_work_on_held_out_tasks(server, example):
    families = ("service-selector-mismatch",)  # what is learnt first
    settings = example.Settings(
        families=families, updates=12, group=48, starts=3, every=12, held_out=8, rate=0.1, quiet=True
    )
    with kubedrill.connect(server.address, token=server.token) as client:
        policy, run = example.train(client, settings)
    untrained, trained = run.measurements
    assert run.invalid == 0
    assert untrained.held_out <= 0.25
    assert trained.train >= 0.5
    assert trained.held_out >= untrained.held_out + 0.2
    assert np.isfinite(policy.weights).all()


def test_candidates_come_from_what_was_seen_and_untrained_every_remedy_is_as_likely(client, task, example):
    from candidates import candidates_of
    from features import features_of
    from looks import LOOKS, Scene
    from policy import Policy

    with client.reset(task, seed=1, limits={"max_observation_bytes": 65536}) as episode:
        answers = [part.content for part in episode.step(LOOKS).results]
    scene = Scene(answers)
    candidates = candidates_of(scene)
    assert len(candidates) > 50
    assert all(candidate.name in "\n".join(answers) for candidate in candidates)
    odds = Policy().probabilities(features_of(scene, candidates))
    kinds = [candidate.kind for candidate in candidates]
    shares = [sum(odds[at] for at, kind in enumerate(kinds) if kind == one) for one in set(kinds)]
    assert shares == pytest.approx(np.full(len(shares), 1 / len(shares)))
    assert candidates_of(Scene(["" for _ in LOOKS])) == []
