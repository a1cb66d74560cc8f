"""What a training run needs of the client and a real server."""

import asyncio
import signal
import subprocess
import sys
import threading

import pytest

import kubedrill

SUBMIT = '{"name": "submit_mitigation", "arguments": {}}'


def test_a_trainer_that_closes_nothing_plays_more_episodes_than_there_are_slots(serve, task):
    with kubedrill.connect(serve("--slots", "2").address, timeout_s=20) as client:
        for seed in range(5):
            episode = client.reset(task, seed=seed)
            assert episode.step(SUBMIT).ending is not None
            assert episode.reward().reward is not None


def test_a_pool_full_of_running_episodes_says_what_to_do(serve, task):
    with kubedrill.connect(serve("--slots", "1").address, timeout_s=5) as client:
        client.reset(task, seed=1)
        with pytest.raises(kubedrill.KubedrillError, match="Close episodes") as caught:
            client.reset(task, seed=2)
    assert caught.value.reason == "POOL_FULL"


def test_a_batch_larger_than_a_message_is_answered_whole(client, task):
    options = [
        kubedrill.ResetOptions(task=task, seed=3, group_id="large", limits={"max_observation_bytes": 65536})
        for _ in range(320)
    ]
    episodes = client.reset_batch(options)
    wordy = [kubedrill.kubectl("get pods -o yaml"), kubedrill.kubectl("get deployments -o yaml")]
    results = client.step_batch([(episode, wordy) for episode in episodes])
    assert [type(result) for result in results] == [kubedrill.StepResult] * len(options)
    size = sum(len(part.content) for result in results for part in result.results)
    assert size > 16 * 2**20
    client.close_batch(episodes)
    states = {lease.state for lease in client.heartbeat([episode.id for episode in episodes]).leases}
    assert states == {4}  # closed


def test_an_episode_goes_on_when_its_server_comes_back(serve, task):
    server = serve()
    with kubedrill.connect(server.address) as client, client.reset(task, seed=1) as episode:
        before = episode.step("kubectl get pods")
        server.kill()
        starting = threading.Thread(target=server.start)
        starting.start()
        after = episode.step("kubectl get pods")
        starting.join()
        assert (before.step_index, after.step_index) == (0, 1)


def test_a_cancelled_step_does_not_wedge_its_episode(target, task):
    async def run():
        async with kubedrill.connect_aio(target) as client, await client.reset(task, seed=1) as episode:
            await episode.step("kubectl get pods")
            slow = asyncio.create_task(episode.step(kubedrill.wait(1200)))
            while not (await client.heartbeat([episode.id])).leases:
                await asyncio.sleep(0)
            slow.cancel()
            with pytest.raises(asyncio.CancelledError):
                await slow
            result = await episode.step("kubectl get services")
            return result.results[0].status, result.step_index, episode.next_step_index

    status, index, following = asyncio.run(run())
    assert (status, following) == ("OK", index + 1)
    assert index == 2


def test_a_second_writer_is_told(client, task):
    with client.reset(task, seed=1) as episode:
        episode.step("kubectl get pods")
        episode.next_step_index = 0  # as another process that does not know of the step
        with pytest.raises(kubedrill.KubedrillError, match=r"STEP_BODY_CONFLICT: .* call observe\(\)"):
            episode.step("kubectl get services")
        episode.observe()
        assert episode.step("kubectl get services").step_index == 1


def test_a_cancelled_reset_leaves_no_episode(serve, task):
    async def run():
        async with kubedrill.connect_aio(serve("--slots", "1").address, timeout_s=30) as client:
            starting = asyncio.create_task(client.reset(task, seed=1))
            await client.server_info()
            starting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await starting
            async with await client.reset(task, seed=2) as episode:
                return episode.seed

    assert asyncio.run(run()) == 2


TRAINER = """
import asyncio, sys, time
import kubedrill

target, task, kind = sys.argv[1:]
if kind == "sync":
    episode = kubedrill.connect(target).reset(task, seed=1)
    print(episode.id, flush=True)
    time.sleep(600)
else:
    async def main():
        episode = await kubedrill.connect_aio(target).reset(task, seed=1)
        print(episode.id, flush=True)
        await asyncio.sleep(600)
    asyncio.run(main())
"""


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_trainer_that_is_terminated_frees_its_leases(client, target, task, kind):
    command = [sys.executable, "-c", TRAINER, target, task, kind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as trainer:
        assert trainer.stdout is not None
        episode_id = trainer.stdout.readline().strip()
        trainer.terminate()
        assert trainer.wait(30) == -signal.SIGTERM
    assert client.heartbeat([episode_id]).leases[0].state == 4  # closed


SIGNALLED_IN_A_CALL = """
import signal, sys, threading
import kubedrill

class Held(threading.Condition):  # a channel has one
    armed = False

    def __enter__(self):
        entered = super().__enter__()
        if Held.armed and threading.current_thread() is threading.main_thread():
            Held.armed = False
            signal.raise_signal(signal.SIGTERM)
        return entered

threading.Condition = Held
episode = kubedrill.connect(sys.argv[1]).reset(sys.argv[2], seed=1)
print(episode.id, flush=True)
Held.armed = True
episode.step("kubectl get pods")
"""


def test_a_trainer_that_is_terminated_within_a_call_frees_its_leases(client, target, task):
    command = [sys.executable, "-c", SIGNALLED_IN_A_CALL, target, task]
    trainer = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert trainer.returncode == -signal.SIGTERM
    assert client.heartbeat([trainer.stdout.strip()]).leases[0].state == 4  # closed
