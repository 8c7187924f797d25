"""The bitset: the same members as a sorted list, on one, two and three levels."""

import bisect

import numba
import numpy as np
import pytest

from gridpuzzles.maze.kernels import bitset

first_from = numba.njit(lambda *arguments: bitset.first_from(*arguments))
insert = numba.njit(lambda *arguments: bitset.insert(*arguments))
level_starts = numba.njit(lambda size: bitset.level_starts(size))
remove = numba.njit(lambda *arguments: bitset.remove(*arguments))


@pytest.mark.parametrize("size", [1, 64, 65, 4096, 5000, 300_000])
def test_bitset_finds_what_a_sorted_list_finds(size):
    random = np.random.default_rng(size)
    starts = level_starts(size)
    words = np.zeros(starts[-1], dtype=np.uint64)
    members = set()
    for number in random.integers(0, size, 400).tolist():
        if random.random() < 0.6:
            insert(words, starts, number)
            members.add(number)
        else:
            remove(words, starts, number)
            members.discard(number)
        listed = sorted(members)
        for probe in (0, number, int(random.integers(0, size)), size - 1):
            place = bisect.bisect_left(listed, probe)
            assert first_from(words, starts, probe) == (listed[place] if place < len(listed) else -1)
