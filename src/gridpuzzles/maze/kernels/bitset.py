"""A set of small whole numbers that finds its first member at once.

The lowest level holds a bit a number; each level above holds a bit a word of the level below that is not empty. Every
operation touches one word a level, and there is one level for every factor of 64.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, trailing_zeros
from gridpuzzles.maze.kernels.types import signed


@inner
def level_starts(size: int) -> NDArray[np.int64]:
    """Return where each level begins, and at last where all end: int64 (levels + 1,), for numbers below ``size``."""
    starts = np.zeros(8, dtype=np.int64)
    levels = 0
    while True:
        size = (size + 63) >> 6
        starts[levels + 1] = starts[levels] + size
        levels += 1
        if size == 1:
            return starts[: levels + 1].copy()


@inner
def insert(words: NDArray[np.uint64], starts: NDArray[np.int64], number: int) -> None:
    """Put a number into the set."""
    for level in range(len(starts) - 1):
        place = starts[level] + (number >> 6)
        before = words[place]
        words[place] = before | np.uint64(1) << np.uint64(number & 63)
        if before != np.uint64(0):
            return
        number >>= 6


@inner
def remove(words: NDArray[np.uint64], starts: NDArray[np.int64], number: int) -> None:
    """Take a number out of the set; it may be missing."""
    for level in range(len(starts) - 1):
        place = starts[level] + (number >> 6)
        words[place] &= ~(np.uint64(1) << np.uint64(number & 63))
        if words[place] != np.uint64(0):
            return
        number >>= 6


@inner
def first_from(words: NDArray[np.uint64], starts: NDArray[np.int64], number: int) -> int:
    """Return the smallest member that is not below ``number``, or -1."""
    level = 0
    while level < len(starts) - 1:
        place = starts[level] + (number >> 6)
        if place >= starts[level + 1]:
            return -1
        ahead = words[place] >> np.uint64(number & 63)
        if ahead != np.uint64(0):
            number += signed(trailing_zeros(ahead))
            while level > 0:
                level -= 1
                number = number * 64 + signed(trailing_zeros(words[starts[level] + number]))
            return number
        number = (number >> 6) + 1
        level += 1
    return -1
