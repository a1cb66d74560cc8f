"""The placement of starts on servers: what it keeps, and that all clients agree on it."""

import json
import random
from collections import Counter
from pathlib import Path

from kubedrill.placement import place, rank

GOLDEN = Path(__file__).resolve().parents[2] / "placements.json"


def test_placements_are_those_that_all_clients_agree_on():
    cases = json.loads(GOLDEN.read_text())["placements"]
    assert len(cases) > 30
    for case in cases:
        assert place(case["rooms"], case["task"], case["seed"], case["need"]) == case["server"], case


def fleets(count: int = 200):
    rng = random.Random(7)
    for _ in range(count):
        servers = {f"s{rng.randrange(10**6)}": rng.randrange(4) for _ in range(rng.randrange(1, 12))}
        yield rng, servers, f"kubedrill://app/{rng.randrange(100)}", str(rng.randrange(2**64))


def test_the_order_in_which_servers_are_known_does_not_matter():
    for rng, rooms, task, seed in fleets():
        shuffled = dict(rng.sample(list(rooms.items()), len(rooms)))
        assert place(shuffled, task, seed) == place(rooms, task, seed)
        assert sorted(rank(rooms, task, seed)) == sorted(rooms)


def test_a_server_has_room_wherever_one_has():
    for rng, rooms, task, seed in fleets():
        need = rng.randrange(1, 5)
        chosen = place(rooms, task, seed, need)
        assert rooms[chosen] >= need or max(rooms.values()) < need


def test_without_servers_there_is_no_place():
    assert place({}, "kubedrill://app/a", "1") is None


def test_a_server_that_goes_moves_only_what_it_had_and_one_that_comes_only_what_it_gets():
    for rng, rooms, task, seed in fleets():
        full = dict.fromkeys(rooms, 9)
        gone = rng.choice(list(full))
        before = place(full, task, seed)
        after = place({server: room for server, room in full.items() if server != gone}, task, seed)
        assert after == before if before != gone else after != gone


def test_starts_are_spread_evenly():
    rooms = dict.fromkeys((f"s{i}" for i in range(10)), 10**6)
    counts = Counter(place(rooms, "kubedrill://app/a", str(seed)) for seed in range(5000))
    assert min(counts.values()) > 420  # 500 each; less is chance once in ten thousand runs, and this is one run
    assert max(counts.values()) < 580
