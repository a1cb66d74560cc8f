import contextlib
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys

import pytest

pytest.importorskip("ray", reason="ray is not installed; `npm run test:adapters` installs it")

import ray
from ray.cluster_utils import Cluster

import kubedrill
from kubedrill.ray import Servers, actor, read_incidents

from ..conftest import COMMAND, NODE, ROOT
from ..scripted_endpoint import calls

EXAMPLE = ROOT / "examples" / "ray" / "grpo_on_ray.py"
PLAN = {"repeats": 2, "seed": 3, "max_steps": 1, "problem_ids": ["service-selector-mismatch"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Folder in which temporary files of servers are."""
    return tmp_path_factory.mktemp("ray")


@pytest.fixture(scope="module")
def cluster(folder):
    """Two nodes of a cluster, both on this machine."""
    if not NODE.exists():
        pytest.skip("there is no node_modules; run `npm start` or `npm test` once")
    node = {"num_cpus": 1, "include_dashboard": False}
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("KUBEDRILL_COMMAND", shlex.join(COMMAND))
        environment.setenv("TMPDIR", str(folder))
        made = Cluster(initialize_head=True, head_node_args=node)
        made.add_node(**node)
        ray.init(address=made.address, log_to_driver=False)
        yield made
        ray.shutdown()
        made.shutdown()


@pytest.fixture(scope="module")
def servers(cluster):
    """A server on each of them; the nodes are at an address that others reach."""
    with Servers("--threads", "1", "--insecure") as made:
        yield made


def start_groups(client, task, run, groups=8, repeats=2):
    """Start episodes in groups, each of another seed."""
    options = [
        kubedrill.ResetOptions(task=task, seed=seed, group_id=f"{run}-{seed}")
        for seed in range(groups)
        for _ in range(repeats)
    ]
    return [kubedrill.unwrap(item) for item in client.reset_batch(options)]


def servers_by_group(client, episodes):
    found = {}
    for episode in episodes:
        found.setdefault(episode.start.group_id, set()).add(client.server_of(episode.id))
    return found


def pid_of(address, folder):
    """Return the process of the server at an address."""
    (told,) = [path for path in folder.glob("kubedrill-ray-*/*/address") if path.read_text() == address]
    return json.loads((told.parent / "journal" / "owner.json").read_text())["pid"]


def test_actors_play_a_group_and_score_it_by_component(cluster, target, task):
    actors = [actor(target, task=task) for _ in range(2)]
    openings = ray.get([one.reset.remote(seed=7, group_id="ray") for one in actors])
    assert openings[0] == openings[1]
    assert openings[0].group_id == "ray"
    turn = {"role": "assistant", **calls(("kubectl", {"command": "get pods"}), ("submit_mitigation", {}))}
    played, _ = ray.get([one.turn.remote(turn) for one in actors])
    assert [answer["role"] for answer in played.answers] == ["tool", "tool"]
    first, second = ray.get([one.grade.remote() for one in actors])
    assert played.grade == first
    assert played.reward == pytest.approx(first.reward)
    assert first == second
    assert sum(first.components.values()) == pytest.approx(first.reward)


def test_an_error_keeps_its_reason_on_its_way_out_of_an_actor(cluster, target):
    with pytest.raises(kubedrill.KubedrillError) as caught:
        ray.get(actor(target, task="kubedrill://x/y").reset.remote())
    assert caught.value.reason == "TASK_UNKNOWN"


def test_a_lost_world_has_no_reward(cluster, target, task, client):
    one = actor(target, task=task)
    ray.get(one.reset.remote(episode_id=(id_ := kubedrill.mint_episode_id())))
    client.close_episode(id_)
    assert ray.get(one.grade.remote()).reward is None


def test_a_server_on_each_node_plays_whole_groups_with_names_that_mean_the_same(servers, task):
    assert len(servers.addresses()) == len(set(servers.addresses())) == 2
    draws = []
    for address in servers.addresses():
        with kubedrill.connect(address, token=servers.token) as alone:
            draws.append(alone.sample_tasks(2, seed=5).draws)
    assert draws[0] == draws[1]
    with servers.connect() as client:
        by_group = servers_by_group(client, start_groups(client, task, "two", groups=16))
        assert all(len(where) == 1 for where in by_group.values())
        assert set.union(*by_group.values()) == set(servers.addresses())
    assert servers.refresh() == servers.addresses()


def test_servers_that_others_would_reach_in_plain_text_start_only_if_told_to(cluster, folder):
    if ray.util.get_node_ip_address().startswith("127."):
        pytest.skip("this machine has no other address than loopback")
    before = set(folder.glob("kubedrill-ray-*"))
    with pytest.raises(kubedrill.KubedrillError, match="give tlsCertificate and tlsKey, or say insecure"):
        Servers("--threads", "1")
    assert set(folder.glob("kubedrill-ray-*")) == before


def test_servers_for_processes_of_their_own_node_listen_on_loopback_and_are_no_set_of_several_nodes(cluster):
    with Servers("--threads", "1", is_reachable=False) as made:
        assert {address.rpartition(":")[0] for address in made.addresses()} == {"127.0.0.1"}
        with pytest.raises(kubedrill.KubedrillError, match="make Servers anew, with is_reachable=True"):
            made.refresh()


def test_rows_of_a_data_set_are_those_of_one_server_whoever_played_them(servers):
    rows = read_incidents(servers.addresses(), 6, token=servers.token, parts=3, **PLAN).take_all()
    with kubedrill.connect(servers.addresses()[0], token=servers.token) as alone:
        direct = [{**one.row, "split": one.split} for one in alone.generate_trajectories(6, **PLAN)]
    assert sorted(map(as_text, rows)) == sorted(map(as_text, direct))
    assert len({row["episode_id"] for row in rows}) == 6


def test_episodes_go_on_when_their_server_was_killed_and_comes_back_at_its_address(servers, task, folder):
    with servers.connect(retry_budget_s=300) as client:
        episodes = start_groups(client, task, "killed")
        kubedrill.unwrap(client.step_batch([(episode, "kubectl get pods") for episode in episodes])[0])
        killed = servers.addresses()[0]
        before = pid_of(killed, folder)
        os.kill(before, signal.SIGKILL)
        results = client.step_batch([(episode, "kubectl get events") for episode in episodes])
        assert [result.step_index for result in results] == [1] * len(episodes)
        assert servers.refresh() == servers.addresses()
        assert killed in servers.addresses()
        assert pid_of(killed, folder) != before


def test_two_workers_learn_of_whole_groups(cluster):
    command = [sys.executable, str(EXAMPLE), "--address", cluster.address, "--updates", "2"]
    run = subprocess.run([*command, "--", "--threads", "1", "--insecure"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    means = [float(found) for found in re.findall(r"mean reward (\S+) of 32 episodes", run.stdout)]
    assert len(means) == 2
    groups = re.findall(r"^(\d+) groups at (\S+)$", run.stdout, re.MULTILINE)  # one server each
    assert sum(int(count) for count, _ in groups) == 8
    assert "0 samples were lost" in run.stdout


def test_episodes_of_a_node_that_is_gone_are_lost_by_option_and_a_new_node_gets_a_server(cluster, task):
    node = cluster.add_node(num_cpus=1, include_dashboard=False)
    with (
        Servers("--threads", "1", "--insecure") as made,
        made.connect(retry_budget_s=10, when_away="invalid") as client,
    ):
        assert len(made.addresses()) == 3
        episodes = start_groups(client, task, "gone", groups=16)
        homes = [client.server_of(episode.id) for episode in episodes]
        before = made.addresses()
        cluster.remove_node(node)
        left = made.refresh()
        (gone,) = set(before) - set(left)
        wait_until_closed(gone)
        results = client.step_batch([(episode, "kubectl get pods") for episode in episodes])
        lost = [isinstance(result, kubedrill.SlotLost) for result in results]
        assert lost == [home == gone for home in homes]
        assert any(lost)
        again = start_groups(client, task, "again", groups=16)
        assert {client.server_of(episode.id) for episode in again} == set(left)
        cluster.add_node(num_cpus=1, include_dashboard=False)
        assert len(made.refresh()) == 3
        assert set(left) < set(made.addresses())


def wait_until_closed(address):
    """Wait until a server that loses its node has stopped."""
    host, port = address.split(":")
    with contextlib.suppress(ConnectionError), socket.create_connection((host, int(port)), timeout=120) as connection:
        while connection.recv(4096):
            pass


def as_text(row):
    """Return a row as text, without the fields that others have."""
    return json.dumps(_without_none(row), sort_keys=True)


def _without_none(value):
    if isinstance(value, dict):
        return {name: _without_none(part) for name, part in value.items() if part is not None}
    return [_without_none(part) for part in value] if isinstance(value, list) else value
