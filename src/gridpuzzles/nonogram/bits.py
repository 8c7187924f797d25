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

Functions named ``…_1`` work on one word, a line of at most 63 cells. The others work on arrays of words, lowest first.
"""

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from gridpuzzles.jit import kernel

ONE = np.uint64(1)
ZERO = np.uint64(0)
WORD = np.uint64(64)
TOP = np.uint64(63)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)

Words = NDArray[np.uint64]


@intrinsic
def _ctlz(_typing, _word):  # type: ignore[no-untyped-def]
    def codegen(_context, builder, _signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen


@intrinsic
def _ctpop(_typing, _word):  # type: ignore[no-untyped-def]
    def codegen(_context, builder, _signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), codegen


@kernel
def highest(word: int) -> int:
    """Return the number of the highest set bit of a uint64 that is not zero.

    Examples
    --------
    >>> int(highest(40))
    5
    """
    return TOP - _ctlz(numba.uint64(word))  # type: ignore[call-arg, no-any-return]


@kernel
def ones(word: int) -> int:
    """Return the number of set bits of a uint64.

    Examples
    --------
    >>> int(ones(41))
    3
    """
    return _ctpop(numba.uint64(word))  # type: ignore[call-arg]


@kernel
def words_for(size: int) -> int:
    """Return the number of words that hold a line's boundaries."""
    return size // 64 + 1


@kernel
def span_1(first: int, end: int) -> int:
    """Return the bits ``first`` .. ``end - 1`` (at most 63 of them)."""
    return ((ONE << (end - first)) - ONE) << first


@kernel
def flood_up_1(boundaries: int, empty: int) -> int:
    """Return the boundaries reached upwards: the carry of one addition runs through each run of empty cells."""
    return (((boundaries & empty) + empty) ^ empty) | boundaries


@kernel
def flood_down_1(boundaries: int, empty: int) -> int:
    """Return the boundaries reached downwards, by steps of 1, 2, 4, … cells (a parallel prefix)."""
    reached = boundaries
    passable = empty
    reached |= passable & (reached >> ONE)
    passable &= passable >> ONE
    reached |= passable & (reached >> np.uint64(2))
    passable &= passable >> np.uint64(2)
    reached |= passable & (reached >> np.uint64(4))
    passable &= passable >> np.uint64(4)
    reached |= passable & (reached >> np.uint64(8))
    passable &= passable >> np.uint64(8)
    reached |= passable & (reached >> np.uint64(16))
    passable &= passable >> np.uint64(16)
    return reached | (passable & (reached >> np.uint64(32)))


@kernel
def starts_1(cells: int, length: int) -> int:
    """Return the cells that begin ``length`` cells of the set in a row."""
    have = ONE
    while have + have <= length:
        cells &= cells >> have
        have += have
    if have < length:
        cells &= cells >> (length - have)
    return cells


@kernel
def covered_1(starts: int, length: int) -> int:
    """Return the cells that blocks of ``length`` cells cover, one at each start."""
    have = ONE
    while have + have <= length:
        starts |= starts << have
        have += have
    if have < length:
        starts |= starts << (length - have)
    return starts


@kernel
def shift_up(out: Words, words: Words, distance: int, count: int) -> None:
    """Set ``out`` to the set moved up by ``distance``; ``out`` may be ``words``."""
    whole, part = distance // 64, np.uint64(distance % 64)
    for k in range(count - 1, -1, -1):
        value = words[k - whole] << part if k >= whole else ZERO
        if part > ZERO and k > whole:
            value |= words[k - whole - 1] >> (WORD - part)
        out[k] = value


@kernel
def shift_down(out: Words, words: Words, distance: int, count: int) -> None:
    """Set ``out`` to the set moved down by ``distance``; ``out`` may be ``words``."""
    whole, part = distance // 64, np.uint64(distance % 64)
    for k in range(count):
        value = words[k + whole] >> part if k + whole < count else ZERO
        if part > ZERO and k + whole + 1 < count:
            value |= words[k + whole + 1] << (WORD - part)
        out[k] = value


@kernel
def flood_up(out: Words, boundaries: Words, empty: Words, count: int) -> None:
    """Set ``out`` to the boundaries reached upwards; ``out`` may be ``boundaries``."""
    carry = ZERO
    for k in range(count):
        seeds = boundaries[k]
        half = (seeds & empty[k]) + empty[k]
        total = half + carry
        carry = ONE if half < empty[k] or total < half else ZERO
        out[k] = (total ^ empty[k]) | seeds


@kernel
def flood_down(out: Words, boundaries: Words, empty: Words, count: int) -> None:
    """Set ``out`` to the boundaries reached downwards; ``out`` may be ``boundaries``."""
    above = ZERO
    for k in range(count - 1, -1, -1):
        seeds = boundaries[k] | ((above & ONE) << TOP) & empty[k]
        above = flood_down_1(seeds, empty[k])
        out[k] = above


@kernel
def starts(out: Words, cells: Words, length: int, spare: Words, count: int) -> None:
    """Set ``out`` to the cells that begin ``length`` cells of the set in a row."""
    out[:count] = cells[:count]
    have = 1
    while have < length:
        step = min(have, length - have)
        shift_down(spare, out, step, count)
        for k in range(count):
            out[k] &= spare[k]
        have += step


@kernel
def cover(out: Words, first: Words, length: int, spare: Words, count: int) -> None:
    """Set ``out`` to the cells that blocks of ``length`` cells cover, one at each of ``first``."""
    out[:count] = first[:count]
    have = 1
    while have < length:
        step = min(have, length - have)
        shift_up(spare, out, step, count)
        for k in range(count):
            out[k] |= spare[k]
        have += step


@kernel
def add_span(out: Words, first: int, end: int) -> None:
    """Add the bits ``first`` .. ``end - 1`` to ``out``."""
    for k in range(first // 64, (end + 63) // 64):
        low, high = max(first - 64 * k, 0), min(end - 64 * k, 64)
        if high > low:
            out[k] |= (FULL >> np.uint64(64 - (high - low))) << np.uint64(low)
