import asyncio

import pytest

import kubedrill


def test_episodes_run_side_by_side(target, task):
    async def play(client, seed):
        async with await client.reset(task, seed=seed) as episode:
            result = await episode.step("kubectl get pods")
            return result.results[0].status, episode.start.state_digest

    async def run():
        async with kubedrill.connect_aio(target) as client:
            return await asyncio.gather(*(play(client, seed) for seed in (1, 2, 1)))

    first, second, third = asyncio.run(run())
    assert {status for status, _ in (first, second, third)} == {"OK"}
    assert first == third


def test_a_score_is_the_graded_reward(target, task):
    async def run():
        async with kubedrill.connect_aio(target) as client, await client.reset(task, seed=1) as episode:
            return await episode.score(), (await episode.reward()).reward

    score, reward = asyncio.run(run())
    assert score is not None
    assert score == reward


def test_batches_and_draws(target):
    async def run():
        async with kubedrill.connect_aio(target) as client:
            draws = (await client.sample_tasks(2, repeats=2, seed=1)).draws
            episodes = await client.reset_batch([kubedrill.ResetOptions.of_draw(draw) for draw in draws])
            results = await client.step_batch([(episode, "kubectl get pods") for episode in episodes])
            return draws, [result.state_digest for result in results]

    draws, digests = asyncio.run(run())
    assert draws[0] == draws[1]
    assert digests[0] == digests[1]


def test_errors_are_typed(target):
    async def run():
        async with kubedrill.connect_aio(target) as client:
            await client.reset("kubedrill://hotel-reservation/no-such-fault")

    with pytest.raises(kubedrill.KubedrillError, match="TASK_UNKNOWN"):
        asyncio.run(run())


def test_a_client_in_a_second_event_loop_says_so_unless_it_was_closed_in_the_first(target, task):
    client = kubedrill.connect_aio(target)
    episode = asyncio.run(client.reset(task, seed=1))
    for use in (client.server_info, lambda: episode.step("kubectl get pods"), client.close):
        with pytest.raises(RuntimeError, match="second event loop"):
            asyncio.run(use())

    async def play():
        async with client:
            return (await client.server_info()).server_version

    client = kubedrill.connect_aio(target)
    assert asyncio.run(play()) == asyncio.run(play())
