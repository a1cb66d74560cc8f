"""Rows: draws of the server as entries of a data set.

A row has the keys ``seed`` (decimal text, since data frames round large numbers), ``group_id``, and ``spoilers`` with
``task_uri``, which spells the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .replies import Draw


def to_row(draw: Draw) -> dict[str, Any]:
    """Return the row of a draw."""
    return {
        "seed": str(draw.seed),
        "group_id": draw.group_id,
        "spoilers": {"task_uri": draw.spoilers.task_uri},
    }


def reset_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of :class:`kubedrill.ResetOptions` that play a row; what it leaves out is left out.

    Raises:
        ValueError: the row is of a draw that has lost its task, so that any other would be played.
    """
    if row.get("group_id") and row.get("spoilers") is None:
        raise ValueError(
            "the row has a group_id and no spoilers: another task than its own would be played; keep that column"
        )
    fields: dict[str, Any] = {}
    if row.get("spoilers") is not None:
        fields["task"] = row["spoilers"]["task_uri"]
    if row.get("seed") is not None:
        fields["seed"] = int(row["seed"])
    if row.get("group_id"):
        fields["group_id"] = row["group_id"]
    return fields
