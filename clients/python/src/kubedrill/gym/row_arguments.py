"""What a vector environment is given for its rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from ..actions import Action, Actions, to_actions


def actions_of_rows(actions: Sequence[Actions], count: int, waiting: Collection[int]) -> dict[int, list[Action]]:
    """Return what each row plays; rows that wait for their next episode play nothing, whatever was given.

    Raises:
        TypeError: a row has no action, or there is no list of them.
        ValueError: there are more or fewer than rows.
    """
    if isinstance(actions, (str, bytes, Mapping)) or not isinstance(actions, Iterable):
        raise TypeError(f"actions is {actions!r:.100}; give a list with an action for each of {count} rows")
    given = list(actions)
    if len(given) != count:
        raise ValueError(f"actions has {len(given)} entries; there are {count} rows")
    return {row: to_actions(given[row], f"actions[{row}]") for row in range(count) if row not in waiting}


def masked_rows(mask: np.ndarray | None, count: int) -> list[int]:
    """Return the rows to reset: those of the mask bool[row], or all."""
    if mask is None:
        return list(range(count))
    if not isinstance(mask, np.ndarray) or mask.shape != (count,) or mask.dtype != np.bool_ or not mask.any():
        raise ValueError(f"reset_mask is {mask!r}; it is a bool array of shape ({count},) with at least one True")
    return [int(row) for row in np.flatnonzero(mask)]


def seeds_of_rows(seed: int | Sequence[int | None] | None, count: int) -> Sequence[int | None]:
    """Return the seed of each row; an int s gives s, s+1, …."""
    if seed is None:
        return [None] * count
    if isinstance(seed, int):
        return [seed + row for row in range(count)]
    if len(seed) != count:
        raise ValueError(f"seed has {len(seed)} entries; there are {count} rows")
    return seed
