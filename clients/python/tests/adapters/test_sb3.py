import numpy as np
import pytest

pytest.importorskip(
    "stable_baselines3", reason="stable-baselines3 is not installed; `npm run test:adapters` installs it"
)

import gymnasium as gym
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env

import kubedrill.gym  # noqa: F401 (registers the environments)

ID = "kubedrill/IncidentTyped-v0"


def _make(target, **options):
    return gym.make(ID, target=target, reward_profile="mitigation-only", limits={"max_steps": 8}, **options)


def test_stable_baselines3_accepts_the_spaces(target, task):
    check_env(_make(target, task=task, disable_env_checker=True), warn=False)


def test_ppo_learns_steps_of_real_episodes(target, task):
    env = _make(target, task=task)
    model = PPO("MultiInputPolicy", env, n_steps=16, batch_size=16, n_epochs=1, seed=1, device="cpu")
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(32)
    assert model.num_timesteps == 32
    assert len(model.ep_info_buffer) > 0
    assert any(not old.equal(new) for old, new in zip(before, model.policy.parameters(), strict=True))
    observation, _ = env.reset(seed=1)
    action, _ = model.predict(observation)
    assert env.action_space.contains(np.int64(action))
