"""A Gymnasium space of texts of any characters, and its flat form."""

from __future__ import annotations

import string
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.spaces.utils import flatten, flatten_space, unflatten
from gymnasium.vector.utils import batch_differing_spaces
from numpy.typing import NDArray

SAMPLE_CHARS_MAX = 64
NO_CHARACTER = 0x110000
"""First number that is no code point of Unicode: what a flat text has after its end."""


class AnyText(spaces.Text):
    """Text of any characters up to a length; samples are short and printable.

    Its flat form is int32[max_length]: the code points of the characters, then ``NO_CHARACTER``. Gymnasium's own form
    numbers the characters of a set, and fails at those which are not in it.

    Args:
        max_length: the most characters.
        min_length: the fewest.
        charset: the characters of samples.
        seed: the seed of samples.
    """

    def __init__(
        self,
        max_length: int,
        *,
        min_length: int = 0,
        charset: frozenset[str] | str = string.printable,
        seed: int | np.random.Generator | None = None,
    ) -> None:
        super().__init__(max_length, min_length=min_length, charset=charset, seed=seed)

    def contains(self, x: Any) -> bool:
        """Return True if x is a text within the lengths."""
        return isinstance(x, str) and self.min_length <= len(x) <= self.max_length

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a short random text, since a longer one would be no better a sample."""
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        longest = min(self.max_length, max(self.min_length, SAMPLE_CHARS_MAX))
        length = int(self.np_random.integers(self.min_length, longest + 1))
        return "".join(self.np_random.choice(self.character_list, size=length))

    def __repr__(self) -> str:
        return f"AnyText({self.min_length}, {self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyText) and super().__eq__(other)


def to_code_points(text: str) -> NDArray[np.int32]:
    """Return the code points of a text, int32[character]; lone surrogates too, which a model's JSON may hold."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<i4")


def from_code_points(code_points: NDArray[Any]) -> str:
    """Return the text of code points, number[character]."""
    return code_points.astype("<i4").tobytes().decode("utf-32-le", "surrogatepass")


@flatten.register(AnyText)
def _flatten(space: AnyText, x: str) -> NDArray[np.int32]:
    flat = np.full(space.max_length, NO_CHARACTER, dtype=np.int32)
    flat[: len(x)] = to_code_points(x)
    return flat


@unflatten.register(AnyText)
def _unflatten(space: AnyText, x: NDArray[Any]) -> str:
    return from_code_points(x[x < NO_CHARACTER])


@flatten_space.register(AnyText)
def _flatten_space(space: AnyText) -> spaces.Box:
    return spaces.Box(0, NO_CHARACTER, shape=(space.max_length,), dtype=np.int32)


batch_differing_spaces.register(AnyText)(batch_differing_spaces.dispatch(spaces.Text))  # looks up the very class
