"""One look at a line, compiled: forward and backward sweeps over sets of block positions.

Forward, ``starts[j]`` is the set of cells at which block j may begin so that it and all blocks before it are consistent
with the domains. Backward, it shrinks to those from which the blocks behind it can be placed as well. Then it holds
exactly the positions of block j over all consistent placements, and the three levels read off what they need:

* boxes: the lowest and the highest bit of each set;
* emptiness: the cells that the blocks of a colour cover from the sets of positions;
* line: also the cells that may be empty, between the boundaries that are reached from both sides.

The cost is proportional to the number of blocks (times the number of words of a long line), not to the number of
placements. `gridpuzzles.nonogram.reference.look_at_line` is the definition.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel, trailing_zeros
from gridpuzzles.nonogram import bits
from gridpuzzles.nonogram.bits import ONE, ZERO, Words

BOXES, EMPTINESS, LINE, PROBE = 0, 1, 2, 3
"""The levels, as kernels count them."""


class Clues(NamedTuple):
    """The clues of a puzzle. Axis 0 are the rows, axis 1 the columns.

    Attributes
    ----------
    sides
        int64 (2,): number of rows, number of columns.
    counts
        int64 (2, lines): number of blocks.
    lengths
        uint64 (2, lines, blocks).
    colours
        int64 (2, lines, blocks): from 1.
    """

    sides: NDArray[np.int64]
    counts: NDArray[np.int64]
    lengths: NDArray[np.uint64]
    colours: NDArray[np.int64]


class Scratch(NamedTuple):
    """Working memory of the kernels, and their counters.

    Attributes
    ----------
    starts, gapped, reached
        uint64 (blocks + 1, words): of each block its positions; the boundaries reached behind the block before it over
        at least one empty cell; and all boundaries at which the block may begin.
    result
        uint64 (colours + 1, words): the domains of a line after a look.
    spare
        uint64 (8, words).
    visited
        uint64 (2, words): the lines that were looked at since this was cleared.
    looks
        int64 (1,): how many looks at a line there were.
    """

    starts: Words
    gapped: Words
    reached: Words
    result: Words
    spare: Words
    visited: Words
    looks: NDArray[np.int64]


@kernel
def make_scratch(clues: Clues, colours: int) -> Scratch:
    """Return working memory for a puzzle."""
    words = bits.words_for(max(clues.sides[0], clues.sides[1]))
    blocks = clues.lengths.shape[2] + 1
    return Scratch(
        np.zeros((blocks, words), np.uint64),
        np.zeros((blocks, words), np.uint64),
        np.zeros((blocks, words), np.uint64),
        np.zeros((colours + 1, words), np.uint64),
        np.zeros((8, words), np.uint64),
        np.zeros((2, words), np.uint64),
        np.zeros(1, np.int64),
    )


@kernel
def look_black(
    level: int,
    size: int,
    count: int,
    lengths: NDArray[np.uint64],
    black: int,
    empty: int,
    starts: Words,
    reached: Words,
) -> tuple[int, int]:
    """Look at a black-and-white line of at most 63 cells.

    Parameters
    ----------
    count, lengths
        Number of blocks; their lengths.
    black, empty
        The cells that may be black, that may be empty.
    starts, reached
        uint64, at least ``count`` each: working memory.

    Returns
    -------
    The cells that may be black and those that may be empty afterwards; (0, 0) is a contradiction.
    """
    end = ONE << np.uint64(size)
    reach = bits.flood_up_1(ONE, empty)
    if count == 0:
        return (ZERO, empty) if reach & end else (ZERO, ZERO)
    for j in range(count):
        length = lengths[j]
        reached[j] = reach
        start = reach & bits.starts_1(black, length)
        if start == ZERO:
            return ZERO, ZERO
        starts[j] = start
        reach = bits.flood_up_1(((start << length) & empty) << ONE, empty)
    tail = bits.flood_down_1(end, empty)
    may_be_empty = (reach & tail) >> ONE
    ends = tail
    may_be_black, painted, span = ZERO, ZERO, ZERO
    for j in range(count - 1, -1, -1):
        length = lengths[j]
        start = starts[j] & (ends >> length)
        if start == ZERO:
            return ZERO, ZERO
        may_be_black |= bits.covered_1(start, length)
        if level < LINE:
            first, last = trailing_zeros(start), bits.highest(start)
            if last < first + length:
                painted |= bits.span_1(last, first + length)
            span |= bits.span_1(first, last + length)
        tail = bits.flood_down_1(start, empty)
        may_be_empty |= (reached[j] & tail) >> ONE
        ends = (tail >> ONE) & empty
    if level == LINE:
        return may_be_black, may_be_empty
    return (black & span if level == BOXES else may_be_black), empty & ~painted


@kernel
def look_coloured(
    level: int, size: int, count: int, lengths: NDArray[np.uint64], colours: NDArray[np.int64], line: Words,
    scratch: Scratch,
) -> bool:  # fmt: skip
    """Look at a line of any length and any number of colours.

    Parameters
    ----------
    count, lengths, colours
        Number of blocks; their lengths and colours.
    line
        uint64 (colours + 1, words): the cells that may have each value, empty first.

    Returns
    -------
    Whether there is a consistent placement; the domains afterwards are in ``scratch.result``.
    """
    words = line.shape[1]
    if not _sweep_forward(size, count, lengths, colours, line, scratch, words):
        return False
    spare = scratch.spare
    tail, ends, painted, span, may_be_empty = spare[2], spare[3], spare[4], spare[5], spare[6]
    result = scratch.result
    result[:] = ZERO
    painted[:] = ZERO
    span[:] = ZERO
    tail[:] = ZERO
    may_be_empty[:] = ZERO
    tail[size // 64] = ONE << np.uint64(size % 64)
    bits.flood_down(tail, tail, line[0], words)
    _meet(may_be_empty, scratch.gapped[count], tail, words)
    for j in range(count - 1, -1, -1):
        length = np.int64(lengths[j])
        start = scratch.starts[j]
        ends[:] = tail
        if j < count - 1 and colours[j] == colours[j + 1]:
            bits.shift_down(ends, tail, 1, words)
            for k in range(words):
                ends[k] &= line[0, k]
        bits.shift_down(spare[0], ends, length, words)
        some = ZERO
        for k in range(words):
            start[k] &= spare[0, k]
            some |= start[k]
        if some == ZERO:
            return False
        bits.cover(spare[0], start, length, spare[1], words)
        for k in range(words):
            result[colours[j], k] |= spare[0, k]
        if level < LINE:
            first, last = _lowest(start), _highest(start)
            bits.add_span(painted, last, first + length)
            bits.add_span(span, first, last + length)
        bits.flood_down(tail, start, line[0], words)
        _meet(may_be_empty, scratch.gapped[j], tail, words)
    _conclude(level, line, painted, span, may_be_empty, result, words)
    return True


@kernel
def _sweep_forward(
    size: int, count: int, lengths: NDArray[np.uint64], colours: NDArray[np.int64], line: Words, scratch: Scratch,
    words: int,
) -> bool:  # fmt: skip
    """Fill ``starts``, ``gapped`` and ``reached``; return whether the end of the line is reached."""
    empty, ends, spare = line[0], scratch.spare[0], scratch.spare[1]
    gapped, reached = scratch.gapped, scratch.reached
    gapped[0, :] = ZERO
    gapped[0, 0] = ONE
    bits.flood_up(gapped[0], gapped[0], empty, words)
    reached[0, :] = gapped[0]
    for j in range(count):
        length = np.int64(lengths[j])
        start = scratch.starts[j]
        bits.starts(start, line[colours[j]], length, spare, words)
        some = ZERO
        for k in range(words):
            start[k] &= reached[j, k]
            some |= start[k]
        if some == ZERO:
            return False
        bits.shift_up(ends, start, length, words)
        for k in range(words):
            spare[k] = ends[k] & empty[k]
        bits.shift_up(spare, spare, 1, words)
        bits.flood_up(gapped[j + 1], spare, empty, words)
        touch = j + 1 == count or colours[j] != colours[j + 1]
        for k in range(words):
            reached[j + 1, k] = gapped[j + 1, k] | ends[k] if touch else gapped[j + 1, k]
    return (reached[count, size // 64] >> np.uint64(size % 64)) & ONE == ONE  # type: ignore[no-any-return]


@kernel
def _meet(may_be_empty: Words, gapped: Words, tail: Words, words: int) -> None:
    """Add the cells just before the boundaries that are reached over an empty cell from below, and from above."""
    for k in range(words):
        may_be_empty[k] |= (gapped[k] & tail[k]) >> ONE
        if k > 0:
            may_be_empty[k - 1] |= (gapped[k] & tail[k] & ONE) << bits.TOP


@kernel
def _lowest(words: Words) -> int:
    for k in range(len(words)):
        if words[k] != ZERO:
            return 64 * k + np.int64(trailing_zeros(words[k]))  # type: ignore[return-value]
    return -1


@kernel
def _highest(words: Words) -> int:
    for k in range(len(words) - 1, -1, -1):
        if words[k] != ZERO:
            return 64 * k + np.int64(bits.highest(words[k]))  # type: ignore[return-value]
    return -1


@kernel
def _conclude(
    level: int, line: Words, painted: Words, span: Words, may_be_empty: Words, result: Words, words: int
) -> None:
    """Turn ``result``, the cells that each colour's blocks cover, into the domains that the level leaves."""
    for k in range(words):
        result[0, k] = may_be_empty[k] if level >= LINE else line[0, k] & ~painted[k]
        if level == BOXES:
            for colour in range(1, len(result)):
                result[colour, k] = line[colour, k] & span[k] & (result[colour, k] | ~painted[k])
