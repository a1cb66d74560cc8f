import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kubedrill.gym as kg

ID = "kubedrill/IncidentTyped-v0"


@pytest.fixture
def task():
    """An outage behind the frontend, so that requests flow and some of them fail."""
    return "kubedrill://hotel-reservation/scale-to-zero?target=deployment/search&variant=standard"


@pytest.fixture
def env(target, task):
    made = gymnasium.make(ID, target=target, task=task, reward_profile="mitigation-only", disable_env_checker=True)
    yield made.env  # without the wrapper of gym.make
    made.close()


def test_gymnasiums_own_checker_passes_with_numbers(env):
    assert isinstance(env, kg.TypedIncident)
    check_env(env, skip_render_check=True)


def test_rows_are_workloads_and_the_mask_fits_them(env):
    observation, _ = env.reset(seed=3)
    rows = int(observation["workloads"][:, 0].sum())
    assert rows > 10
    assert not observation["workloads"][rows:].any()
    assert observation["action_mask"].sum() == 2 + 3 * rows
    assert np.array_equal(observation["action_mask"], env.action_masks())
    ready, rps = observation["workloads"][:, 2], observation["workloads"][:, 4]
    assert ready.max() > 0
    assert rps.max() > 0
    assert observation["budget"].tolist() == [1.0, 1.0]


def test_an_outage_is_seen_in_the_numbers(env):
    observation, _ = env.reset(seed=3)
    assert observation["workloads"][:, 5].max() > 0
    assert observation["workloads"][:, 7].sum() > 0


def test_an_action_is_a_candidate_with_a_name_from_the_observation(env):
    env.reset(seed=3)
    actions = int(env.action_masks().sum())
    texts = [env.action_text(action) for action in range(actions)]
    assert len(set(texts)) == actions
    assert "kubectl rollout undo deployment/frontend" in texts
    assert env.action_text(actions) == texts[0]  # without a workload, numbers count on from the first
    _, reward, terminated, _, info = env.step(1)
    assert info["action"] == '{"name": "submit_mitigation", "arguments": {}}'
    assert terminated
    assert reward <= 0.0
    assert info["sample_valid"]


def test_candidates_can_be_ones_own(target, task):
    own = ["kubectl get pods"]
    env = gymnasium.make(
        ID, target=target, task=task, candidates=own, candidates_by_workload=[], disable_env_checker=True
    )
    assert env.action_space.n == 1
    env.reset(seed=3)
    assert env.step(0)[4]["action"] == "kubectl get pods"
    env.close()
