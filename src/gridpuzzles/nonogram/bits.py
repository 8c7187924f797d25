"""Sets of cells and of boundaries as bits: the moves that the line kernels are made of.

Vocabulary
----------
set of cells
    Bit i stands for cell i of a line of ``size`` cells.
boundary
    Boundary i lies before cell i; boundary ``size`` lies after the last cell. A set of boundaries has ``size + 1``
    bits. A block that begins at cell i and has l cells lies between the boundaries i and i + l.
flood
    From each boundary of a set on over neighbouring cells that may be empty, upwards or downwards.

Functions named ``…_1`` work on one word, a line of at most 63 cells. The others work on a table of sets, uint64
(sets, words), one set a row, lowest word first, and name sets by their row. (A table with row numbers instead of many
small arrays makes compilation several times faster.)
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import argument, highest, inner, stand_alone, trailing_zeros

Word: TypeAlias = Any
"""A uint64 in compiled code."""
Words: TypeAlias = NDArray[np.uint64]
Sets: TypeAlias = NDArray[np.uint64]

ONE: Word = np.uint64(1)
ZERO: Word = np.uint64(0)
WORD: Word = np.uint64(64)
TOP: Word = np.uint64(63)
FULL: Word = np.uint64(0xFFFFFFFFFFFFFFFF)


UNIT = argument(1)


@inner
def words_for(size: int) -> int:
    """Return the number of words that hold a line's boundaries."""
    return size // 64 + 1


@inner
def span_1(first: Word, end: Word) -> Word:
    """Return the bits ``first`` .. ``end - 1`` (at most 63 of them)."""
    return ((ONE << (end - first)) - ONE) << first


@inner
def flood_up_1(boundaries: Word, empty: Word) -> Word:
    """Return the boundaries reached upwards: the carry of one addition runs through each run of empty cells."""
    return (((boundaries & empty) + empty) ^ empty) | boundaries


@inner
def runs_1(empty: Word) -> tuple[Word, Word, Word, Word, Word, Word]:
    """Return the cells that begin 1, 2, 4, 8, 16, 32 cells of the set in a row, as `flood_down_1` needs them."""
    two = empty & (empty >> ONE)
    four = two & (two >> np.uint64(2))
    eight = four & (four >> np.uint64(4))
    sixteen = eight & (eight >> np.uint64(8))
    return empty, two, four, eight, sixteen, sixteen & (sixteen >> np.uint64(16))


@inner
def flood_down_1(boundaries: Word, runs: tuple[Word, Word, Word, Word, Word, Word]) -> Word:
    """Return the boundaries reached downwards, by steps of 1, 2, 4, … cells (a parallel prefix)."""
    reached = boundaries | (runs[0] & (boundaries >> ONE))
    reached |= runs[1] & (reached >> np.uint64(2))
    reached |= runs[2] & (reached >> np.uint64(4))
    reached |= runs[3] & (reached >> np.uint64(8))
    reached |= runs[4] & (reached >> np.uint64(16))
    if runs[5] != ZERO:
        reached |= runs[5] & (reached >> np.uint64(32))
    return reached


@inner
def starts_1(cells: Word, length: Word) -> Word:
    """Return the cells that begin ``length`` cells of the set in a row."""
    have = ONE
    while have + have <= length:
        cells &= cells >> have
        have += have
    if have < length:
        cells &= cells >> (length - have)
    return cells


@inner
def covered_1(starts: Word, length: Word) -> Word:
    """Return the cells that blocks of ``length`` cells cover, one at each start."""
    have = ONE
    while have + have <= length:
        starts |= starts << have
        have += have
    if have < length:
        starts |= starts << (length - have)
    return starts


@inner
def has(words: Words, bit: int) -> bool:
    """Return whether a set has a bit."""
    return (words[bit >> 6] >> np.uint64(bit & 63)) & ONE == ONE  # type: ignore[no-any-return]


@inner
def clear(sets: Sets, out: int) -> None:
    """Make a set empty."""
    for k in range(sets.shape[1]):
        sets[out, k] = ZERO


@inner
def copy(sets: Sets, out: int, source: int) -> None:
    """Copy a set."""
    for k in range(sets.shape[1]):
        sets[out, k] = sets[source, k]


@inner
def meet(sets: Sets, out: int, source: int) -> bool:
    """Keep in ``out`` what is in both; return whether something is left."""
    some = ZERO
    for k in range(sets.shape[1]):
        sets[out, k] &= sets[source, k]
        some |= sets[out, k]
    return bool(some != ZERO)


@inner
def join(sets: Sets, out: int, source: int) -> None:
    """Keep in ``out`` what is in either."""
    for k in range(sets.shape[1]):
        sets[out, k] |= sets[source, k]


@inner
def shift_up(sets: Sets, out: int, source: int, distance: int) -> None:
    """Set ``out`` to the source moved up by ``distance``; both may be the same."""
    stand_alone()
    whole, part = distance // 64, np.uint64(distance % 64)
    for k in range(sets.shape[1] - 1, -1, -1):
        value = sets[source, k - whole] << part if k >= whole else ZERO
        if part > ZERO and k > whole:
            value |= sets[source, k - whole - 1] >> (WORD - part)
        sets[out, k] = value


@inner
def shift_down(sets: Sets, out: int, source: int, distance: int) -> None:
    """Set ``out`` to the source moved down by ``distance``; both may be the same."""
    stand_alone()
    whole, part = distance // 64, np.uint64(distance % 64)
    words = sets.shape[1]
    for k in range(words):
        value = sets[source, k + whole] >> part if k + whole < words else ZERO
        if part > ZERO and k + whole + 1 < words:
            value |= sets[source, k + whole + 1] << (WORD - part)
        sets[out, k] = value


@inner
def flood_up(sets: Sets, out: int, empty: int) -> None:
    """Add to the boundaries ``out`` those that are reached upwards over the cells ``empty``."""
    stand_alone()
    carry = ZERO
    for k in range(sets.shape[1]):
        seeds, passable = sets[out, k], sets[empty, k]
        half = (seeds & passable) + passable
        total = half + carry
        carry = ONE if half < passable or total < half else ZERO
        sets[out, k] = (total ^ passable) | seeds


@inner
def flood_down(sets: Sets, out: int, empty: int) -> None:
    """Add to the boundaries ``out`` those that are reached downwards over the cells ``empty``."""
    stand_alone()
    above = ZERO
    for k in range(sets.shape[1] - 1, -1, -1):
        passable = sets[empty, k]
        above = flood_down_1(sets[out, k] | (((above & ONE) << TOP) & passable), runs_1(passable))
        sets[out, k] = above


@inner
def starts(sets: Sets, out: int, length: int, spare: int) -> None:
    """Keep in ``out`` the cells that begin ``length`` cells of the set in a row."""
    stand_alone()
    have = 1
    while have < length:
        step = min(have, length - have)
        shift_down(sets, spare, out, step)
        meet(sets, out, spare)
        have += step


@inner
def cover(sets: Sets, out: int, length: int, spare: int) -> None:
    """Add to the cells ``out`` all that blocks of ``length`` cells cover, one at each of them."""
    stand_alone()
    have = 1
    while have < length:
        step = min(have, length - have)
        shift_up(sets, spare, out, step)
        join(sets, out, spare)
        have += step


@inner
def add_span(sets: Sets, out: int, first: int, end: int) -> None:
    """Add the bits ``first`` .. ``end - 1``."""
    stand_alone()
    for k in range(first // 64, (end + 63) // 64):
        low, high = max(first - 64 * k, 0), min(end - 64 * k, 64)
        if high > low:
            sets[out, k] |= (FULL >> np.uint64(64 - (high - low))) << np.uint64(low)


@inner
def lowest_of(sets: Sets, source: int) -> int:
    """Return the lowest bit of a set, or -1."""
    for k in range(sets.shape[1]):
        if sets[source, k] != ZERO:
            return 64 * k + int(trailing_zeros(sets[source, k]))
    return -1


@inner
def highest_of(sets: Sets, source: int) -> int:
    """Return the highest bit of a set, or -1."""
    for k in range(sets.shape[1] - 1, -1, -1):
        if sets[source, k] != ZERO:
            return 64 * k + int(highest(sets[source, k]))
    return -1
