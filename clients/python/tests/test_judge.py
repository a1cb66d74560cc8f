"""Verdicts of a server's judge."""

import asyncio

import pytest

import kubedrill


def test_a_server_without_a_judge_says_so_to_who_asks_for_its_verdict(client, target, task):
    async def ask():
        async with kubedrill.connect_aio(target) as other, await other.reset(task, seed=1) as episode:
            await episode.reward(judge=True)

    with client.reset(task, seed=1) as episode, pytest.raises(kubedrill.KubedrillError) as refused:
        episode.reward(judge=True)
    with pytest.raises(kubedrill.KubedrillError) as refused_too:
        asyncio.run(ask())
    assert refused.value.reason == refused_too.value.reason == "CAPABILITY_MISSING"
