"""Every grid of a size: its clues, how many grids share them, and what each analyser makes of them.

Vocabulary
----------
clue set
    The clues of all rows and columns of a grid. Its *solutions* are the grids that have it; a grid alone with its clue
    set is a unique puzzle.
group
    The grids whose rows have the same clues, row by row. All grids of a clue set lie in one group, so groups are
    counted one by one, in little memory: a group's grids are listed, and a hash table counts their columns' clues.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import jit
from gridpuzzles.jit import argument, inner, kernel
from gridpuzzles.nonogram import bits
from gridpuzzles.nonogram.bits import Word
from gridpuzzles.nonogram.fixpoint import all_due, close, count_determined, first_domains
from gridpuzzles.nonogram.lines import PROBE, Clues, make_scratch
from gridpuzzles.nonogram.model import clue_of
from gridpuzzles.nonogram.probing import probe_to_the_end

LONGEST = 7
"""Lanes of eight bits hold the columns of a grid while it is put together."""
ONE_COLOUR = argument(1)
CLUE_SETS, SOLVED, DETERMINED = 0, 1, 5
"""Columns of the sums: clue sets; then for each level those solved; then for each level the determined cells."""
MOST_SOLUTIONS = 5040
"""More grids than any clue set on a board of at most 7 x 7 cells has: 7! is attained, by all clues [1]."""


class LineClues(NamedTuple):
    """All clues on lines of one size.

    Attributes
    ----------
    clue
        int64 (2**size,): the number of the clue of each pattern, whose bit i is cell i.
    first, patterns
        int64 (clues + 1,) and (2**size,): the patterns of clue k are ``patterns[first[k]:first[k + 1]]``.
    counts, lengths
        int64 (clues,) and uint64 (clues, blocks).
    """

    clue: NDArray[np.int64]
    first: NDArray[np.int64]
    patterns: NDArray[np.int64]
    counts: NDArray[np.int64]
    lengths: NDArray[np.uint64]


def line_clues(size: int) -> LineClues:
    """Return all clues on black-and-white lines of a size, in the order of their first patterns.

    Examples
    --------
    >>> [len(line_clues(size).counts) for size in range(1, 7)]
    [2, 3, 5, 8, 13, 21]
    """
    clues = [clue_of((pattern >> cell) & 1 for cell in range(size)) for pattern in range(2**size)]
    numbers = {clue: number for number, clue in enumerate(dict.fromkeys(clues))}
    clue = np.array([numbers[one] for one in clues], np.int64)
    patterns = np.argsort(clue, kind="stable")
    lengths = np.zeros((len(numbers), max(1, (size + 1) // 2)), np.uint64)
    for one, number in numbers.items():
        lengths[number, : len(one)] = [block.length for block in one]
    first = np.concatenate([[0], np.cumsum(np.bincount(clue))])
    return LineClues(clue, first, patterns, np.array([len(one) for one in numbers], np.int64), lengths)


def count_group_range(rows: int, cols: int, first: int, end: int, probing: bool) -> NDArray[np.int64]:
    """Count the groups ``first`` .. ``end - 1``.

    A group's number has the clue of row 1 as its highest digit, to the base of the number of clues on a row.

    Returns
    -------
    int64 (rows * cols + 1, most solutions + 1, 9): by number of black cells and of solutions, the sums that
    ``CLUE_SETS``, ``SOLVED`` and ``DETERMINED`` name. Without probing, the sums of ``probe`` repeat those of ``line``.
    """
    if max(rows, cols) > LONGEST:
        raise ValueError(f"{rows}x{cols}: sides of at most {LONGEST} cells can be counted")
    if not 0 <= first <= end <= groups(rows, cols):
        raise ValueError(f"groups: {first} .. {end} are not within 0 .. {groups(rows, cols)}")
    in_rows, in_cols = line_clues(cols), line_clues(rows)
    sums = np.zeros((rows * cols + 1, most_solutions(rows, cols) + 1, 9), np.int64)
    count_groups(rows, cols, in_rows, in_cols, first, end, probing, sums)
    return sums


def most_solutions(rows: int, cols: int) -> int:
    """Return a bound on the number of grids of a clue set: the largest group.

    Examples
    --------
    >>> most_solutions(4, 5)
    1024
    """
    patterns = int(np.bincount(line_clues(cols).clue).max())
    return min(int(patterns**rows), int(np.bincount(line_clues(rows).clue).max() ** cols), MOST_SOLUTIONS)


def groups(rows: int, cols: int) -> int:
    """Return the number of groups."""
    return int(len(line_clues(cols).counts) ** rows)


@kernel
def count_groups(
    rows: int, cols: int, in_rows: LineClues, in_cols: LineClues, first: int, end: int, probing: bool,
    sums: NDArray[np.int64],
) -> None:  # fmt: skip
    """Add the groups ``first`` .. ``end - 1`` to the sums."""
    digits = np.zeros(rows, np.int64)
    table = np.empty((0, 3), np.int64)
    used = np.empty(0, np.int64)
    clues = _empty_clues(rows, cols, in_rows, in_cols)
    for group in range(first, end):
        size, rest = 1, group
        for row in range(rows - 1, -1, -1):
            digits[row] = rest % len(in_rows.counts)
            rest //= len(in_rows.counts)
            size *= in_rows.first[digits[row] + 1] - in_rows.first[digits[row]]
        if len(table) < 2 * size:
            capacity = 4
            while capacity < 2 * size:
                capacity *= 2
            table = np.full((capacity, 3), -1, np.int64)
            used = np.empty(capacity, np.int64)
        distinct = _count_columns(rows, cols, digits, in_rows, in_cols, size, table, used)
        for k in range(distinct):
            slot = used[k]
            _set_clues(clues, digits, table[slot, 0], in_rows, in_cols)
            black, solutions = 0, table[slot, 1]
            for row in range(rows):
                for j in range(clues.counts[0, row]):
                    black += int(clues.lengths[0, row, j])
            _add_clue_set(clues, probing, sums[black, solutions])
            table[slot, 0] = -1


@inner
def _count_columns(
    rows: int, cols: int, digits: NDArray[np.int64], in_rows: LineClues, in_cols: LineClues, size: int,
    table: NDArray[np.int64], used: NDArray[np.int64],
) -> int:  # fmt: skip
    """Count the grids of a group by the clues of their columns.

    ``table`` is a hash table whose slots hold the columns' clues as one number (-1: free) and the count; ``used`` gets
    the slots in the order of finding. Returns how many there are.
    """
    jit.stand_alone()
    distinct = 0
    mask = len(table) - 1
    base = len(in_cols.counts)
    for grid in range(size):
        rest, lanes = grid, bits.ZERO
        for row in range(rows):
            start = in_rows.first[digits[row]]
            choices = in_rows.first[digits[row] + 1] - start
            lanes |= _spread(in_rows.patterns[start + rest % choices]) << np.uint64(row)
            rest //= choices
        key = 0
        for col in range(cols):
            key = key * base + in_cols.clue[int((lanes >> np.uint64(8 * col)) & np.uint64(255))]
        slot = (key * 0x2545F491) & mask
        while table[slot, 0] != -1 and table[slot, 0] != key:
            slot = (slot + 1) & mask
        if table[slot, 0] == -1:
            table[slot, 0], table[slot, 1] = key, 0
            used[distinct] = slot
            distinct += 1
        table[slot, 1] += 1
    return distinct


@inner
def _spread(pattern: int) -> Word:
    """Return a word with bit 8 * i set for each bit i of a pattern of at most seven bits."""
    word = np.uint64(pattern)
    return (word * np.uint64(0x0002040810204081)) & np.uint64(0x0001010101010101)


@inner
def _empty_clues(rows: int, cols: int, in_rows: LineClues, in_cols: LineClues) -> Clues:
    lines = max(rows, cols)
    blocks = max(in_rows.lengths.shape[1], in_cols.lengths.shape[1])
    return Clues(
        np.array([rows, cols]),
        np.zeros((2, lines), np.int64),
        np.zeros((2, lines, blocks), np.uint64),
        np.ones((2, lines, blocks), np.int64),
    )


@inner
def _set_clues(clues: Clues, digits: NDArray[np.int64], key: int, in_rows: LineClues, in_cols: LineClues) -> None:
    """Write a clue set into the arrays of a puzzle."""
    jit.stand_alone()
    for axis in range(2):
        source = in_rows if axis == 0 else in_cols
        for back in range(clues.sides[axis]):
            line = clues.sides[axis] - 1 - back
            number = digits[line] if axis == 0 else key % len(in_cols.counts)
            if axis == 1:
                key //= len(in_cols.counts)
            clues.counts[axis, line] = source.counts[number]
            for j in range(source.counts[number]):
                clues.lengths[axis, line, j] = source.lengths[number, j]


@inner
def _add_clue_set(clues: Clues, probing: bool, sums: NDArray[np.int64]) -> None:
    """Analyse one clue set and add it to its sums."""
    jit.stand_alone()
    scratch = make_scratch(clues, ONE_COLOUR)
    domains = first_domains(clues, ONE_COLOUR)
    cells = clues.sides[0] * clues.sides[1]
    sums[CLUE_SETS] += 1
    found = 0
    for level in range(4):
        if found < cells and level < PROBE:
            close(clues, domains, all_due(clues), level, scratch)
            found = count_determined(clues, domains)
        elif found < cells and probing:
            probe_to_the_end(clues, domains, scratch)
            found = count_determined(clues, domains)
        sums[SOLVED + level] += 1 if found == cells else 0
        sums[DETERMINED + level] += found
