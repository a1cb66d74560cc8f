"""Texts in memory that processes share, as ``AsyncVectorEnv`` keeps observations.

Gymnasium's own code for texts reads them once, before the first reset, and writes character by character.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from gymnasium.vector.utils import create_shared_memory, read_from_shared_memory, write_to_shared_memory
from numpy.typing import NDArray

from .any_text import AnyText, from_code_points, to_code_points


class SharedTexts(Sequence[str]):
    """Texts of all rows as they are in the shared memory at the moment; a deep copy is a tuple that stays as it is.

    Args:
        rows: int32[row, 1 + characters]; a row = (count of characters, their code points, what earlier texts left).
    """

    def __init__(self, rows: NDArray[np.int32]) -> None:
        self._rows = rows

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Return the text of a row, or those of some rows."""
        if isinstance(index, slice):
            return tuple(self)[index]
        row = self._rows[index]
        return from_code_points(row[1 : 1 + row[0]])

    def __len__(self) -> int:
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, SharedTexts)) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> tuple[str, ...]:
        return tuple(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)


@create_shared_memory.register(AnyText)
def _create(space: AnyText, n: int = 1, ctx: Any = None) -> Any:
    return ctx.Array(np.dtype(np.int32).char, n * (1 + space.max_length))


@read_from_shared_memory.register(AnyText)
def _read(space: AnyText, shared_memory: Any, n: int = 1) -> SharedTexts:
    return SharedTexts(_rows(space, shared_memory))


@write_to_shared_memory.register(AnyText)
def _write(space: AnyText, index: int, value: str, shared_memory: Any) -> None:
    row = _rows(space, shared_memory)[index]
    row[1 : 1 + len(value)] = to_code_points(value)
    row[0] = len(value)


def _rows(space: AnyText, shared_memory: Any) -> NDArray[np.int32]:
    return np.frombuffer(shared_memory.get_obj(), dtype=np.int32).reshape(-1, 1 + space.max_length)
