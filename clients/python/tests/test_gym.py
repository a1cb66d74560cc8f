import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import kubedrill
import kubedrill.gym as kg

ACTIONS = ("kubectl get pods", "kubectl get svc", '{"name": "submit_mitigation", "arguments": {}}')


def make(target, task, **options):
    return gymnasium.make("kubedrill/Incident-v0", target=target, task=task, disable_env_checker=True, **options)


def test_gymnasiums_own_checker_passes(target, task):
    env = make(target, task)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version.*")
        check_env(env.unwrapped, skip_render_check=True)


def test_an_episode_ends_with_components(target, task):
    env = make(target, task)
    observation, info = env.reset(seed=7)
    assert observation in env.observation_space
    assert info["effective_seed"] == "7"
    _, _, terminated, truncated, info = env.step(ACTIONS[-1])
    assert (terminated, truncated) == (True, False)
    assert info["sample_valid"]
    assert "mitigation" in info["reward_components"]
    env.close()


def test_a_reset_without_a_seed_goes_on_from_the_last_one(target, task):
    env = make(target, task)

    def seeds():
        return [env.reset(seed=7)[1]["effective_seed"], *(env.reset()[1]["effective_seed"] for _ in range(2))]

    assert seeds() == seeds()
    env.close()


def test_unknown_options_fail_at_once(target):
    with pytest.raises(TypeError):
        kg.IncidentEnv(target, speed=3)
    with pytest.raises(ValueError, match="on_infra"):
        kg.IncidentEnv(target, on_infra="ignore")


def test_what_spells_the_answer_has_a_key_that_says_so_and_needs_the_token(server, task):
    blind = gymnasium.make("kubedrill/Incident-v0", target=server.address, token="")
    _, info = blind.reset(seed=7)
    assert info["spoilers"] == {"task_uri": "", "title": "", "tags": ()}
    blind.close()
    env = gymnasium.make("kubedrill/Incident-v0", target=server.address, task=task, token=server.token)
    _, info = env.reset(seed=7)
    spoilers = info.pop("spoilers")
    assert spoilers["task_uri"].startswith(task.split("?")[0])
    assert spoilers["title"]
    assert spoilers["tags"]
    assert info["public_id"]
    told = repr(info)
    assert not any(secret in told for secret in (spoilers["task_uri"], spoilers["title"], *spoilers["tags"]))
    env.close()


@pytest.mark.parametrize("time_limit", ["graded", "truncated"])
def test_a_limit_of_steps_is_graded_or_a_truncation_without_a_grade(target, task, time_limit):
    env = gymnasium.make(
        "kubedrill/Incident-v0", target=target, task=task, limits={"max_steps": 2}, time_limit=time_limit
    )
    env.reset(seed=7)
    env.step(ACTIONS[0])
    _, _, terminated, truncated, info = env.step(ACTIONS[0])
    is_graded = time_limit == "graded"
    assert (terminated, truncated) == (is_graded, not is_graded)
    assert (info["end_reason"], info["sample_valid"], "success" in info) == ("MAX_STEPS", True, is_graded)
    env.close()


class LostClient(kubedrill.Client):
    """Loses every world at its first step."""

    def step(self, episode, actions, *, views=()):
        raise kubedrill.SlotLost("the slot is gone", code="DATA_LOSS", reason="SLOT_LOST")

    def step_batch(self, steps):
        return [kubedrill.SlotLost("the slot is gone", code="DATA_LOSS", reason="SLOT_LOST") for _ in steps]


def test_a_lost_world_is_no_zero_to_learn_from(target, task):
    env = kg.IncidentEnv(target, task=task)
    env._client = LostClient(target)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step("kubectl get pods")
    assert (reward, terminated, truncated, info["sample_valid"], info["end_reason"]) == (
        0.0,
        False,
        True,
        False,
        "SLOT_LOST",
    )
    env.close()


def test_a_lost_world_can_be_raised_instead(target, task):
    env = kg.IncidentEnv(target, task=task, on_infra="raise")
    env._client = LostClient(target)
    env.reset(seed=1)
    with pytest.raises(kubedrill.SlotLost):
        env.step("kubectl get pods")
    env.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_vector_env_goes_through_what_single_ones_go_through(target, task, mode):
    def trace(env):
        seen = [env.reset(seed=[5, 6])]
        # Row 0 ends at the third step, row 1 at the second.
        plan = [(ACTIONS[0], ACTIONS[1]), (ACTIONS[1], ACTIONS[2]), (ACTIONS[2], ACTIONS[0]), (ACTIONS[0], ACTIONS[1])]
        seen += [env.step(actions) for actions in plan]
        env.close()
        return seen

    ours = trace(kg.IncidentVectorEnv(2, target, task=task, autoreset_mode=mode))
    theirs = trace(SyncVectorEnv([lambda: kg.IncidentEnv(target, task=task)] * 2, autoreset_mode=mode))
    for (observation, *flags, info), (wanted, *wanted_flags, wanted_info) in zip(ours, theirs, strict=True):
        assert observation["text"] == wanted["text"]
        np.testing.assert_array_equal(observation["budget"], wanted["budget"])
        for flag, wanted_flag in zip(flags, wanted_flags, strict=True):
            np.testing.assert_array_equal(flag, wanted_flag)
        np.testing.assert_array_equal(info["state_digest"], wanted_info["state_digest"])
        assert set(wanted_info) <= set(info)


def test_the_callers_mask_resets_only_its_rows(target, task):
    env = gymnasium.make_vec("kubedrill/Incident-v0", num_envs=3, target=target, task=task)
    assert env.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    _, first = env.reset(seed=1)
    observation, _, terminated, _, _ = env.step([ACTIONS[0], ACTIONS[2], ACTIONS[0]])
    assert terminated.tolist() == [False, True, False]
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"rows \[1\]"):
        env.step([ACTIONS[0]] * 3)
    again, info = env.reset(options={"reset_mask": terminated})
    assert info["_episode_id"].tolist() == [False, True, False]
    assert info["episode_id"][1] != first["episode_id"][1]
    assert (again["text"][0], again["text"][2]) == (observation["text"][0], observation["text"][2])
    env.step([ACTIONS[0]] * 3)
    env.close()


def test_a_reset_takes_back_what_was_fetched_ahead(target, task):
    def seeds(reset_by_hand):
        env = kg.IncidentVectorEnv(2, target, task=task, autoreset_mode=AutoresetMode.NEXT_STEP)
        env.reset(seed=1)
        _, _, over, _, _ = env.step([ACTIONS[2], ACTIONS[0]])
        _, info = env.reset(options={"reset_mask": over}) if reset_by_hand else env.step([ACTIONS[0]] * 2)[::4]
        env.close()
        return info["effective_seed"][0]

    assert seeds(True) == seeds(False)


class FailingResets(kubedrill.Client):
    """Starts the first row of each batch and no other, as often as ``failures`` says."""

    failures = 1

    def reset_batch(self, items):
        if len(items) == 1 or self.failures == 0:
            return super().reset_batch(items)
        self.failures -= 1
        error = kubedrill.KubedrillError("no symptom", code="UNAVAILABLE", reason="INJECTION_FAILED")
        return [*super().reset_batch(items[:1]), *[error] * (len(items) - 1)]


@pytest.mark.parametrize("on_infra", ["truncate", "raise"])
def test_an_episode_whose_lease_ended_follows_on_infra(target, task, on_infra):
    env = kg.IncidentEnv(target, task=task, on_infra=on_infra)
    _, info = env.reset(seed=1)
    with kubedrill.connect(target) as other:
        other.close_episode(info["episode_id"])  # as a lease that ended, or a server that stopped, closes it
    if on_infra == "raise":
        with pytest.raises(kubedrill.EpisodeEnded):
            env.step(ACTIONS[0])
    else:
        *_, terminated, truncated, info = env.step(ACTIONS[0])
        assert (terminated, truncated, info["sample_valid"], info["end_reason"]) == (
            False,
            True,
            False,
            "CLIENT_CLOSED",
        )
    env.close()


@pytest.mark.parametrize("on_infra", ["truncate", "raise"])
def test_no_other_rows_transition_is_lost_with_a_row(target, task, on_infra):
    env = kg.IncidentVectorEnv(2, target, task=task, on_infra=on_infra)
    _, info = env.reset(seed=1)
    with kubedrill.connect(target) as other:
        other.close_episode(info["episode_id"][0])
    if on_infra == "raise":
        with pytest.raises(kubedrill.EpisodeEnded) as caught:
            env.step([ACTIONS[0]] * 2)
        _, _, _, truncated, info = caught.value.partial
    else:
        _, _, _, truncated, info = env.step([ACTIONS[0]] * 2)
    assert truncated.tolist() == [True, False]
    assert info["sample_valid"].tolist() == [False, True]
    env.reset(options={"reset_mask": truncated})
    _, _, _, truncated, _ = env.step([ACTIONS[0]] * 2)
    assert not truncated.any()
    env.close()


def test_rows_that_failed_to_start_are_started_by_the_next_reset_and_none_is_leaked(target, task):
    env = kg.IncidentVectorEnv(2, target, task=task)
    env._client = FailingResets(target)
    with pytest.raises(kubedrill.KubedrillError, match="no symptom"):
        env.reset(seed=1)
    kept = env._episodes[0]
    env.reset(seed=1)
    with kubedrill.connect(target) as other:
        assert other.heartbeat([kept.id]).leases[0].state == 4  # closed: replaced
    env.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_row_that_cannot_start_again_is_tried_again_by_the_next_step(target, task, mode):
    env = kg.IncidentVectorEnv(2, target, task=task, autoreset_mode=mode)
    env.reset(seed=1)
    env._client = FailingResets(target)
    env.step([ACTIONS[2]] * 2)
    _, _, _, truncated, info = env.step([ACTIONS[0]] * 2)
    _, _, _, truncated, info = env.step([ACTIONS[0]] * 2)
    assert not truncated.any()
    assert info["sample_valid"].all()
    env.close()


def test_a_lost_row_leaves_the_others_alone(target, task):
    env = kg.IncidentVectorEnv(2, target, task=task)
    env._client = LostClient(target)
    env.reset(seed=1)
    _, rewards, terminated, truncated, info = env.step([ACTIONS[0]] * 2)
    assert rewards.tolist() == [0.0, 0.0]
    assert truncated.all()
    assert not terminated.any()
    assert not info["sample_valid"].any()
    env.close()
