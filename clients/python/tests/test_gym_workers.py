"""Gymnasium's own vector environments and wrappers around an incident."""

import functools
import subprocess
import sys

import gymnasium
import pytest
from gymnasium import wrappers
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import kubedrill
import kubedrill.gym as kg

PODS = ("kubectl get pods", "kubectl get svc")

# Runs in an interpreter of its own, as a trainer's script does: in a process whose threads use gRPC already,
# a fork may copy a lock of gRPC's core that nobody will ever open again.
TRAINER = """
import sys

import gymnasium
from gymnasium.vector import AsyncVectorEnv

import kubedrill.gym as kg

target, task, context, shown = sys.argv[1:]
env = AsyncVectorEnv([lambda: kg.IncidentEnv(target, task=task)] * 2, context=context)
first, _ = env.reset(seed=3)
env.step([f"kubectl create configmap shown --from-literal=text='{shown}'"] * 2)
second, _, terminated, _, info = env.step(["kubectl get configmap shown -o jsonpath={.data.text}", "kubectl get svc"])
assert first in env.observation_space and second in env.observation_space
assert all("Alerts" in text for text in first["text"]), first
assert second["text"][0].startswith(shown), second
assert second["text"][1].startswith("NAME"), second
assert not terminated.any()
assert info["sample_valid"].all()
env.close()
"""


@pytest.mark.parametrize("context", ["fork", "spawn", "forkserver"])
def test_async_vector_env_shows_any_text_with_its_defaults(target, task, context):
    shown = "\xd7 ä 中 \U0001f600 \U0010fffd \x7f"
    subprocess.run([sys.executable, "-c", TRAINER, target, task, context, shown], check=True, timeout=120)


def test_async_vector_env_sees_what_the_sync_one_sees(target, task):
    def trace(make, **options):
        env = make([lambda: kg.IncidentEnv(target, task=task)] * 2, **options)
        seen = [env.reset(seed=[5, 6])[0], *(env.step(pair)[0] for pair in [PODS, PODS[::-1]])]
        texts = [tuple(observation["text"]) for observation in seen]
        env.close()
        return texts

    wanted = trace(SyncVectorEnv)
    spawned = functools.partial(AsyncVectorEnv, context="spawn")
    assert trace(spawned) == wanted
    assert trace(spawned, copy=False)[-1] == wanted[-1]
    assert trace(spawned, shared_memory=False) == wanted
    assert trace(spawned, observation_mode="different") == wanted


WRAPPERS = {
    "flat": wrappers.FlattenObservation,
    "stacked": functools.partial(wrappers.FrameStackObservation, stack_size=3, padding_type="zero"),
    "delayed": functools.partial(wrappers.DelayObservation, delay=1),
    "filtered": functools.partial(wrappers.FilterObservation, filter_keys=["text"]),
    "counted": wrappers.RecordEpisodeStatistics,
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS.keys())
def test_gymnasiums_wrappers_take_its_texts(target, task, wrap):
    env = wrap(gymnasium.make("kubedrill/Incident-v0", target=target, task=task))
    observations = [env.reset(seed=1)[0], env.step(PODS[0])[0]]
    assert all(observation in env.observation_space for observation in observations)
    env.close()


@pytest.mark.filterwarnings("ignore")  # it tells of the failure in so many lines
def test_async_vector_env_raises_what_a_worker_met(task):
    env = AsyncVectorEnv([lambda: kg.IncidentEnv("127.0.0.1:1", task=task)] * 2, context="spawn")
    with pytest.raises(kubedrill.KubedrillError, match="no server was reached at") as caught:
        env.reset(seed=1)
    assert (caught.value.code, caught.value.retryable) == ("UNAVAILABLE", True)
    env.close()
