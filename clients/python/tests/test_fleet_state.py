"""What a client knows of its servers, without any."""

import pytest

from kubedrill import KubedrillError, SlotLost
from kubedrill.fleet import Fleet
from kubedrill.v1 import environment_pb2 as pb


class Clock:
    now_s = 0.0

    def now(self):
        return self.now_s


def make(clock, *, is_loss=True, is_named=False):
    fleet = Fleet("servers", 10.0, is_loss, is_named, clock.now)
    for name in "abc":
        fleet.note(f"{name}:1", f"to {name}", info(name))
    return fleet


def info(name, room=8, key="k"):
    backends = [pb.BackendInfo(slots_free=room)]
    return pb.ServerInfo(build_digest="b", runtime="r", task_key_id=key, server_id=name, backends=backends)


def reset(episode_id, group_id="g", seed=7):
    request = pb.ResetRequest(episode_id=episode_id, group_id=group_id, seed=seed)
    request.task.task_uri = "kubedrill://app/a"
    return request


def test_a_group_stays_where_it_began_though_its_server_fills_up():
    fleet = make(Clock())
    home = fleet.route(reset("e0"), need=2)
    assert fleet.accept(reset("e0"), home)
    home.room = 0
    assert fleet.route(reset("e1")) is home
    assert not fleet.move(reset("e1"), home, is_full=True)


def test_a_reset_that_nobody_answered_goes_elsewhere_with_its_whole_group():
    fleet = make(Clock())
    home = fleet.route(reset("e0"))
    fleet.mark_away(home)
    assert fleet.move(reset("e0"), home, is_full=False)
    other = fleet.route(reset("e0"))
    assert other is not home
    assert fleet.route(reset("e1")) is other
    assert not fleet.accept(reset("e2"), home)  # answered late, of a group that has gone elsewhere


def test_a_server_is_given_up_only_when_it_was_asked_after_the_budget():
    clock = Clock()
    fleet = make(clock)
    home = fleet.route(reset("e0"))
    fleet.accept(reset("e0"), home)
    fleet.mark_away(home)
    clock.now_s = 60.0  # a trainer that was busy elsewhere
    assert fleet.route(pb.StepRequest(episode_id="e0")) is home
    fleet.mark_away(home)
    with pytest.raises(SlotLost, match="away for more than 10 s"):
        fleet.route(pb.StepRequest(episode_id="e0"))
    fleet.note("a:1", "to it", info(home.id))
    with pytest.raises(SlotLost):  # though it is back
        fleet.route(pb.StepRequest(episode_id="e0"))
    assert fleet.home_of("e0") is None


def test_episodes_that_wait_go_on_however_late_and_at_another_address():
    clock = Clock()
    fleet = make(clock, is_loss=False, is_named=True)
    home = fleet.route(reset("e0"))
    fleet.accept(reset("e0"), home)
    clock.now_s = 3600.0
    fleet.note(home.address, "to a stranger", info("stranger"))
    assert fleet.route(pb.StepRequest(episode_id="e0")).connection is None
    fleet.note("new:1", "to it again", info(home.id))
    assert fleet.route(pb.StepRequest(episode_id="e0")).connection == "to it again"


def test_one_server_at_two_addresses_is_one():
    fleet = make(Clock())
    fleet.note("[::1]:1", "again to a", info("a"))
    assert len(fleet.ready()) == 3
    assert fleet.members["a"].address == "a:1"


def test_servers_that_differ_are_named_with_both_values_and_what_to_do():
    fleet = make(Clock())
    fleet.note("d:1", "to d", info("d", key="other"))
    with pytest.raises(KubedrillError, match=r"a:1 and d:1 differ in task_key_id: 'k' and 'other'; give all of them"):
        fleet.route(reset("e0"))


def test_an_episode_of_another_client_has_no_known_server():
    with pytest.raises(KubedrillError, match="episode e9 is none of this client's"):
        make(Clock()).route(pb.StepRequest(episode_id="e9"))


def test_servers_that_went_are_forgotten_once_nothing_of_theirs_is_left():
    fleet = make(Clock())
    home = fleet.route(reset("e0"))
    fleet.accept(reset("e0"), home)
    for member in list(fleet.members.values()):
        fleet.mark_away(member)
    fleet.now = lambda: 1.0
    assert home.address not in fleet.keep_only([])
    fleet.forget("e0")
    assert list(fleet.members) == [home.id]
    assert fleet.keep_only([]) == [home.address]
