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

from gridpuzzles import jit
from gridpuzzles.jit import argument, inner, kernel, trailing_zeros
from gridpuzzles.nonogram import bits
from gridpuzzles.nonogram.bits import ONE, UNIT, ZERO, Sets, Word, Words

BOXES, EMPTINESS, LINE, PROBE = (argument(k) for k in range(4))
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
    sets
        uint64 (sets, words), a table of sets: first seven for passing use; from ``LINE_AT`` the domains of the line
        under work, a set a value; then its domains after the look; then for each block three sets: its positions, the
        boundaries reached before it over at least one empty cell, and all boundaries at which it may begin.
    visited
        uint64 (2, words): the lines that were looked at since this was cleared.
    looks
        int64 (1,): how many looks at a line there were.
    """

    sets: Sets
    visited: Words
    looks: NDArray[np.int64]


TAIL, ENDS, PAINTED, SPAN, MAY_BE_EMPTY, SPARE, OTHER, LINE_AT = (argument(k) for k in range(8))


@kernel
def make_scratch(clues: Clues, colours: int) -> Scratch:
    """Return working memory for a puzzle."""
    words = bits.words_for(max(clues.sides[0], clues.sides[1]))
    sets = LINE_AT + 2 * (colours + 1) + 3 * (clues.lengths.shape[2] + 1)
    return Scratch(np.zeros((sets, words), np.uint64), np.zeros((2, words), np.uint64), np.zeros(1, np.int64))


@inner
def look_black(
    level: int,
    size: int,
    count: int,
    lengths: NDArray[np.uint64],
    black: Word,
    empty: Word,
    sets: Sets,
) -> tuple[Word, Word]:
    """Look at a black-and-white line of at most 63 cells.

    Parameters
    ----------
    count, lengths
        Number of blocks; their lengths.
    black, empty
        The cells that may be black, that may be empty.
    sets
        uint64, at least (2 * ``count``, 1): working memory.

    Returns
    -------
    The cells that may be black and those that may be empty afterwards; (0, 0) is a contradiction.
    """
    jit.stand_alone()
    end = ONE << np.uint64(size)
    reach = bits.flood_up_1(ONE, empty)
    if count == 0:
        return (ZERO, empty) if reach & end else (ZERO, ZERO)
    for j in range(count):
        length = lengths[j]
        sets[2 * j, 0] = reach
        start = reach & bits.starts_1(black, length)
        if start == ZERO:
            return ZERO, ZERO
        sets[2 * j + 1, 0] = start
        reach = bits.flood_up_1(((start << length) & empty) << ONE, empty)
    runs = bits.runs_1(empty)
    tail = bits.flood_down_1(end, runs)
    may_be_empty = (reach & tail) >> ONE
    ends = tail
    may_be_black, painted, span = ZERO, ZERO, ZERO
    for j in range(count - 1, -1, -1):
        length = lengths[j]
        start = sets[2 * j + 1, 0] & (ends >> length)
        if start == ZERO:
            return ZERO, ZERO
        may_be_black |= bits.covered_1(start, length)
        if level < LINE:
            first, last = trailing_zeros(start), jit.highest(start)
            if last < first + length:
                painted |= bits.span_1(last, first + length)
            span |= bits.span_1(first, last + length)
        tail = bits.flood_down_1(start, runs)
        may_be_empty |= (sets[2 * j, 0] & tail) >> ONE
        ends = (tail >> ONE) & empty
    if level == LINE:
        return may_be_black, may_be_empty
    return (black & span if level == BOXES else may_be_black), empty & ~painted


@inner
def look_coloured(
    level: int, size: int, count: int, lengths: NDArray[np.uint64], colours: NDArray[np.int64], values: int, sets: Sets
) -> bool:
    """Look at a line of any length and any number of colours.

    Parameters
    ----------
    count, lengths, colours
        Number of blocks; their lengths and colours.
    values
        Number of colours + 1.
    sets
        The table of `Scratch`: the sets from ``LINE_AT`` on hold the line's domains, the next ``values`` sets get
        the domains afterwards.

    Returns
    -------
    Whether there is a consistent placement.
    """
    jit.stand_alone()
    result = LINE_AT + values
    first = result + values
    if not _sweep_forward(size, count, lengths, colours, sets, first):
        return False
    for k in range(values):
        bits.clear(sets, result + k)
    for k in range(LINE_AT):
        bits.clear(sets, k)
    bits.add_span(sets, TAIL, size, size + 1)
    bits.flood_down(sets, TAIL, LINE_AT)
    _meet_between(sets, first + 3 * count + 1)
    for j in range(count - 1, -1, -1):
        length, start = int(lengths[j]), first + 3 * j
        bits.copy(sets, ENDS, TAIL)
        if j < count - 1 and colours[j] == colours[j + 1]:
            bits.shift_down(sets, ENDS, ENDS, UNIT)
            bits.meet(sets, ENDS, LINE_AT)
        bits.shift_down(sets, ENDS, ENDS, length)
        if not bits.meet(sets, start, ENDS):
            return False
        bits.copy(sets, SPARE, start)
        bits.cover(sets, SPARE, length, OTHER)
        bits.join(sets, result + colours[j], SPARE)
        if level < LINE:
            leftmost, rightmost = bits.lowest_of(sets, start), bits.highest_of(sets, start)
            bits.add_span(sets, PAINTED, rightmost, leftmost + length)
            bits.add_span(sets, SPAN, leftmost, rightmost + length)
        bits.copy(sets, TAIL, start)
        bits.flood_down(sets, TAIL, LINE_AT)
        _meet_between(sets, start + 1)
    _conclude(level, values, sets)
    return True


@inner
def _sweep_forward(
    size: int, count: int, lengths: NDArray[np.uint64], colours: NDArray[np.int64], sets: Sets, first: int
) -> bool:
    """Fill the three sets of each block; return whether the end of the line is reached.

    The two last sets of the block ``count``, which does not exist, say what is reached behind the last block.
    """
    jit.stand_alone()
    bits.clear(sets, first + 1)
    sets[first + 1, 0] = ONE
    bits.flood_up(sets, first + 1, LINE_AT)
    bits.copy(sets, first + 2, first + 1)
    for j in range(count):
        length, start = int(lengths[j]), first + 3 * j
        bits.copy(sets, start, LINE_AT + colours[j])
        bits.starts(sets, start, length, SPARE)
        if not bits.meet(sets, start, start + 2):
            return False
        gapped, reached = start + 4, start + 5
        bits.shift_up(sets, ENDS, start, length)
        bits.copy(sets, gapped, ENDS)
        bits.meet(sets, gapped, LINE_AT)
        bits.shift_up(sets, gapped, gapped, UNIT)
        bits.flood_up(sets, gapped, LINE_AT)
        bits.copy(sets, reached, gapped)
        if j + 1 == count or colours[j] != colours[j + 1]:
            bits.join(sets, reached, ENDS)
    return bits.has(sets[first + 3 * count + 2], size)


@inner
def _meet_between(sets: Sets, gapped: int) -> None:
    """Add to the cells that may be empty those before a boundary that both sweeps reach."""
    bits.copy(sets, SPARE, gapped)
    bits.meet(sets, SPARE, TAIL)
    bits.shift_down(sets, SPARE, SPARE, UNIT)
    bits.join(sets, MAY_BE_EMPTY, SPARE)


@inner
def _conclude(level: int, values: int, sets: Sets) -> None:
    """Turn the cells that each colour's blocks cover into the domains that the level leaves."""
    result = LINE_AT + values
    for k in range(sets.shape[1]):
        painted = sets[PAINTED, k]
        sets[result, k] = sets[MAY_BE_EMPTY, k] if level >= LINE else sets[LINE_AT, k] & ~painted
        if level == BOXES:
            for colour in range(1, values):
                within = sets[LINE_AT + colour, k] & sets[SPAN, k]
                sets[result + colour, k] = within & (sets[result + colour, k] | ~painted)
