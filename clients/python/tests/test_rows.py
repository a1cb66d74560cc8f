"""Rows play the draws that they were made of."""

import pytest

import kubedrill
from kubedrill.replies import Draw, DrawSpoilers
from kubedrill.rows import reset_fields, to_row

DRAW = Draw(seed=2**64 - 1, group_id="g", probability=0.5, spoilers=DrawSpoilers("kubedrill://toy/one"))


def test_a_row_plays_its_draw():
    assert kubedrill.ResetOptions(**reset_fields(to_row(DRAW))) == kubedrill.ResetOptions.of_draw(DRAW)


def test_a_row_that_has_lost_its_task_is_refused():
    row = to_row(DRAW)
    del row["spoilers"]
    with pytest.raises(ValueError, match="another task than its own"):
        reset_fields(row)


def test_a_row_without_a_draw_leaves_the_task_to_the_server():
    assert reset_fields({"seed": "3"}) == {"seed": 3}
