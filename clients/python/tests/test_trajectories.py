import json

import pytest

import kubedrill

PLAN = {"policies": ["expert"], "repeats": 2, "seed": 3, "max_steps": 6}


def test_the_server_generates_rows_that_go_on_at_an_offset_and_keep_answers_to_themselves(client):
    rows = list(client.generate_trajectories(4, **PLAN))
    assert [row.next_offset for row in rows] == [None, 2, None, 4]
    assert {row.split for row in rows} == {"train"}
    assert all(isinstance(row.row["return"], float) for row in rows)
    assert "kubedrill://" not in json.dumps([row.row["task"] for row in rows])
    assert list(client.generate_trajectories(4, offset=2, **PLAN)) == rows[2:]


def test_a_plan_that_is_wrong_is_refused_by_field(client):
    with pytest.raises(kubedrill.KubedrillError) as refusal:
        next(client.generate_trajectories(1, format="csv"))
    assert refusal.value.reason == "FIELD_INVALID"
    assert "format" in str(refusal.value)
