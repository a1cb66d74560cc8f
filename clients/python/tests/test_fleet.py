"""One client of several real servers: where episodes go, and what becomes of them when a server does."""

import asyncio
import os
import random
import socket
import threading
from collections import Counter

import pytest

import kubedrill

from .fleets import start_fleet, target_of

# `KUBEDRILL_TEST_KILLS=20 pytest tests/test_fleet.py -k kill` takes some minutes.
KILLS = int(os.environ.get("KUBEDRILL_TEST_KILLS", "2"))
TOKEN = "0123456789abcdef0123"
TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard"
COMMANDS = ("kubectl get pods", "kubectl get events", "kubectl scale deployment/search --replicas=2")


@pytest.fixture(scope="module")
def four(serve, tmp_path_factory):
    """Four servers that share their names."""
    return start_fleet(serve, tmp_path_factory.mktemp("four"), 4)


@pytest.fixture(scope="module")
def three(four):
    """Three of them, which are killed and started again."""
    return four[:3]


def members_of(groups, repeats, run):
    """Return the options of groups of one task, which is booted once, with a seed for each group."""
    return [
        kubedrill.ResetOptions(task=TASK, seed=seed, group_id=f"{run}-{seed}")
        for seed in range(groups)
        for _ in range(repeats)
    ]


def start_groups(client, groups, repeats, run):
    return [kubedrill.unwrap(item) for item in client.reset_batch(members_of(groups, repeats, run))]


def restart(server):
    server.kill()
    server.start()


def servers_by_group(client, episodes):
    found = {}
    for episode in episodes:
        found.setdefault(episode.start.group_id, set()).add(client.server_of(episode.id))
    return found


@pytest.mark.parametrize("count", [1, 2, 4])
def test_groups_are_whole_wherever_they_are_and_a_batch_comes_back_as_one(four, count):
    with kubedrill.connect([server.address for server in four[:count]]) as client:
        episodes = start_groups(client, 8, 3, f"of-{count}")
        by_group = servers_by_group(client, episodes)
        assert len(by_group) == 8
        assert all(len(servers) == 1 for servers in by_group.values())
        assert len(set.union(*by_group.values())) > min(count, 2) - 1
        for group in by_group:
            assert len({e.start.state_digest for e in episodes if e.start.group_id == group}) == 1
        results = client.step_batch([(episode, "kubectl get pods") for episode in episodes])
        assert [result.step_index for result in results] == [0] * 24
        assert [episode.next_step_index for episode in episodes] == [1] * 24
        (child, *_) = episodes[0].fork(1)
        assert client.server_of(child.id) == client.server_of(episodes[0].id)
        leases = client.heartbeat([episode.id for episode in episodes]).leases
        assert {lease.episode_id for lease in leases} == {episode.id for episode in episodes}
        client.close_batch([*episodes, child])
    for server in four[:count]:
        with kubedrill.connect(server.address) as client:
            assert client.server_info().backends[0].slots_free == 1024


def test_the_same_draws_and_the_same_starts_come_from_every_server(four):
    alone = [kubedrill.connect(server.address, token="") for server in four[:2]]
    one, other = (client.sample_tasks(1, seed=5).draws for client in alone)
    assert one == other  # sealed names of one key
    starts = [client.reset(kubedrill.ResetOptions.of_draw(one[0])) for client in alone]
    assert starts[0].start.state_digest == starts[1].start.state_digest
    for client in alone:
        client.close()


def test_an_asyncio_client_places_them_alike(four):
    target = target_of(four)

    async def play():
        async with kubedrill.connect_aio(target) as client:
            items = await client.reset_batch(members_of(6, 2, "aio"))
            episodes = [kubedrill.unwrap(item) for item in items]
            placed = [client.server_of(episode.id) for episode in episodes]
            results = await client.step_batch([(episode, "kubectl get pods") for episode in episodes])
            assert [result.step_index for result in results] == [0] * 12
            await client.close_batch(episodes)
            return placed

    with kubedrill.connect(target) as client:
        episodes = start_groups(client, 6, 2, "blocking")
        assert [client.server_of(episode.id) for episode in episodes] == asyncio.run(play())


def test_an_episode_replaces_one_of_another_server(four):
    with kubedrill.connect(target_of(four)) as client:
        episode = client.reset(TASK, seed=1)
        first = client.server_of(episode.id)
        for seed in range(2, 40):
            episode = client.reset(TASK, seed=seed, replaces_episode_id=episode.id)
            if client.server_of(episode.id) != first:
                break
        else:
            pytest.fail("all went to one server")
        free = []
        for server in four:
            with kubedrill.connect(server.address) as alone:
                free.append(alone.server_info().backends[0].slots_free)
        assert sorted(free) == [1023, 1024, 1024, 1024]


def test_servers_of_different_keys_are_an_error_that_says_which_and_what_to_do(serve, four):
    stranger = serve("--threads", "1")
    with (
        kubedrill.connect(target_of([four[0], stranger])) as client,
        pytest.raises(kubedrill.KubedrillError) as raised,
    ):
        client.reset(seed=1)
    assert raised.value.reason == "SERVERS_DIFFER"
    said = raised.value.message
    assert four[0].address in said
    assert stranger.address in said
    assert "differ in task_key_id" in said
    assert said.endswith("give all of them the same --task-key-file")
    stranger.stop()


def test_no_server_at_all_is_told_soon():
    with pytest.raises(kubedrill.KubedrillError, match=r"no server was reached at 127\.0\.0\.1:1,127\.0\.0\.1:2"):
        kubedrill.connect("127.0.0.1:1,127.0.0.1:2", timeout_s=1).server_info()


def test_kill_one_of_three_under_load_loses_no_acknowledged_step_and_splits_no_group(three):
    rng = random.Random(3)
    with kubedrill.connect(target_of(three), retry_budget_s=120) as client:
        for kill in range(KILLS):
            episodes = start_groups(client, 6, 3, f"kill-{kill}")
            home = client.server_of(rng.choice(episodes).id)
            again = threading.Thread(target=restart, args=[server for server in three if server.address == home])
            moment = rng.randrange(1, 4)
            for step in range(6):
                if step == moment:
                    again.start()
                for episode, result in zip(
                    episodes, client.step_batch([(e, rng.choice(COMMANDS)) for e in episodes]), strict=True
                ):
                    assert kubedrill.unwrap(result).step_index == step
                    assert episode.next_step_index == step + 1
            again.join()
            for episode in episodes:
                assert episode.observe().step_index == 6
            assert all(len(servers) == 1 for servers in servers_by_group(client, episodes).values())
            client.close_batch(episodes)


def test_episodes_of_a_server_that_stays_away_are_invalid_by_option_and_new_ones_go_elsewhere(three):
    with kubedrill.connect(target_of(three), retry_budget_s=1, when_away="invalid") as client:
        episodes = start_groups(client, 6, 2, "away")
        victim = next(server for server in three if server.address == client.server_of(episodes[0].id))
        homes = [client.server_of(episode.id) for episode in episodes]
        victim.kill()
        results = client.step_batch([(episode, "kubectl get pods") for episode in episodes])
        lost = [isinstance(result, kubedrill.SlotLost) for result in results]
        assert lost == [home == victim.address for home in homes]
        assert [episode.score() is None for episode, is_lost in zip(episodes, lost, strict=True) if is_lost] == [
            True
        ] * sum(lost)
        fresh = start_groups(client, 6, 2, "away")  # the same groups, whose homes are gone
        placed = Counter(client.server_of(episode.id) for episode in fresh)
        assert victim.address not in placed
        assert all(len(servers) == 1 for servers in servers_by_group(client, fresh).values())
        victim.start()
        client.close_batch(episodes)


def test_servers_come_and_go_by_a_name_and_episodes_follow_their_journal(serve, tmp_path, monkeypatch):
    probe = serve("--threads", "1")
    port = probe.address.rpartition(":")[2]
    probe.stop()
    hosts = ["127.0.0.2"]

    def resolve(host, *_, **__):
        assert host == "kubedrill.example"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, int(port))) for ip in hosts]

    monkeypatch.setattr("kubedrill.addresses.socket.getaddrinfo", resolve)
    (one,) = start_fleet(lambda *arguments: serve(*arguments, listen=f"127.0.0.2:{port}"), tmp_path, 1)
    target = f"dns:///kubedrill.example:{port}"
    with kubedrill.connect(target, token=TOKEN, retry_budget_s=120) as client:
        episode = client.reset(TASK, seed=1)
        episode.step("kubectl get pods")
        one.kill()
        hosts[:] = ["127.0.0.3", "127.0.0.4"]
        one.address = f"127.0.0.3:{port}"
        one.start()
        (two,) = start_fleet(lambda *arguments: serve(*arguments, listen=f"127.0.0.4:{port}"), tmp_path, 1)
        assert episode.step("kubectl get pods").step_index == 1
        assert client.server_of(episode.id) == one.address
        used = {client.server_of(client.reset(TASK, seed=seed).id) for seed in range(20)}
        assert used == {one.address, two.address}
