import multiprocessing
from copy import deepcopy

import numpy as np
import pytest
from gymnasium.spaces import Tuple, flatten, flatten_space, unflatten
from gymnasium.vector.utils import create_shared_memory, read_from_shared_memory, write_to_shared_memory

from kubedrill.gym import AnyText

SPACE = AnyText(16)
EDGES = (0x0, 0x7F, 0xD7, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF)
PAIR = Tuple([SPACE, SPACE])
TEXTS = ("", "plain", "\0\0", "".join(map(chr, EDGES)))


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_survives_its_flat_form(text):
    flat = flatten(SPACE, text)
    assert flat in flatten_space(SPACE)
    assert unflatten(SPACE, flat) == unflatten(SPACE, flat.astype(np.float64)) == text


def test_shared_texts_are_those_of_the_moment_and_a_copy_stays_as_it_is():
    memory = create_shared_memory(SPACE, n=2, ctx=multiprocessing)
    texts = read_from_shared_memory(SPACE, memory, n=2)
    assert texts == ("", "")
    for text in TEXTS[::-1]:
        write_to_shared_memory(SPACE, 1, text, memory)
        copy = deepcopy({"text": texts})["text"]
        assert list(texts) == ["", text]
        write_to_shared_memory(SPACE, 1, "later", memory)
        assert copy == ("", text)
        assert (copy in PAIR, texts[-1]) == (True, "later")


def test_only_spaces_of_any_text_are_equal_to_one():
    assert AnyText(16) == SPACE
    assert AnyText(17) != SPACE
