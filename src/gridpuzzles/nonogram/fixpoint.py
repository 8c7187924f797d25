"""The state of an analysis, and its closure under looks at lines.

State
-----
domains
    uint64 (2, colours + 1, lines, words). ``domains[axis, value, line]`` is the set of cells of a line that may have
    the value; axis 0 are the rows, axis 1 the columns, value 0 is empty. Both axes say the same.
due
    uint64 (2, words): the lines whose domains have become smaller since they were looked at.

A look at a line is idempotent, since all consistent placements keep to what it finds; so a line is due again only when
a line across it has changed one of its cells.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import jit
from gridpuzzles.jit import argument, inner, kernel, trailing_zeros
from gridpuzzles.nonogram import bits
from gridpuzzles.nonogram.bits import ONE, ZERO, Word, Words, has
from gridpuzzles.nonogram.lines import LINE_AT, Clues, Scratch, look_black, look_coloured

Domains: TypeAlias = NDArray[np.uint64]

EMPTY, BLACK, FIRST, AFTER = (argument(k) for k in (0, 1, 0, 1))


@kernel
def first_domains(clues: Clues, colours: int) -> Domains:
    """Return the first domains: empty, and the colours that stand in the clues of both row and column."""
    jit.stand_alone()
    words = bits.words_for(max(clues.sides[0], clues.sides[1]))
    holders = np.zeros((2, colours + 1, words), np.uint64)
    for axis in range(2):
        bits.add_span(holders[axis], EMPTY, FIRST, clues.sides[axis])
        for line in range(clues.sides[axis]):
            for j in range(clues.counts[axis, line]):
                add(holders[axis, clues.colours[axis, line, j]], line)
    domains = np.zeros((2, colours + 1, max(clues.sides[0], clues.sides[1]), words), np.uint64)
    for axis in range(2):
        for line in range(clues.sides[axis]):
            for word in range(words):
                domains[axis, 0, line, word] = holders[1 - axis, 0, word]
                for j in range(clues.counts[axis, line]):
                    colour = clues.colours[axis, line, j]
                    domains[axis, colour, line, word] = holders[1 - axis, colour, word]
    return domains


@inner
def drop(words: Words, bit: int) -> None:
    """Take a bit out of a set."""
    words[bit >> 6] &= ~(ONE << np.uint64(bit & 63))


@inner
def add(words: Words, bit: int) -> None:
    """Put a bit into a set."""
    words[bit >> 6] |= ONE << np.uint64(bit & 63)


@kernel
def all_due(clues: Clues) -> Words:
    """Return the set of all lines."""
    due = np.zeros((2, bits.words_for(max(clues.sides[0], clues.sides[1]))), np.uint64)
    for axis in range(2):
        bits.add_span(due, axis, FIRST, clues.sides[axis])
    return due


@inner
def remove(domains: Domains, due: Words, axis: int, value: int, line: int, word: int, gone: Word) -> None:
    """Take a value from the domains of the cells ``gone``, of one word of a line, and make the lines across due."""
    jit.stand_alone()
    domains[axis, value, line, word] &= ~gone
    due[1 - axis, word] |= gone
    keep, at = ~(ONE << np.uint64(line & 63)), line >> 6
    while gone != ZERO:
        domains[1 - axis, value, (word << 6) + int(trailing_zeros(gone)), at] &= keep
        gone &= gone - ONE


@inner
def look(clues: Clues, domains: Domains, axis: int, line: int, level: int, due: Words, scratch: Scratch) -> bool:
    """Look at one line and write down what follows; return whether it has a consistent placement."""
    jit.stand_alone()
    scratch.looks[0] += 1
    size, count = clues.sides[1 - axis], clues.counts[axis, line]
    if domains.shape[1] == 2 and domains.shape[3] == 1:
        black, empty = domains[axis, 1, line, 0], domains[axis, 0, line, 0]
        may_be_black, may_be_empty = look_black(
            level, size, count, clues.lengths[axis, line], black, empty, scratch.sets
        )
        if may_be_black | may_be_empty == ZERO:
            return False
        if may_be_black != black:
            remove(domains, due, axis, BLACK, line, FIRST, black & ~may_be_black)
        if may_be_empty != empty:
            remove(domains, due, axis, EMPTY, line, FIRST, empty & ~may_be_empty)
        return True
    values, words, sets = domains.shape[1], domains.shape[3], scratch.sets
    for value in range(values):
        for word in range(words):
            sets[LINE_AT + value, word] = domains[axis, value, line, word]
    if not look_coloured(level, size, count, clues.lengths[axis, line], clues.colours[axis, line], values, sets):
        return False
    for value in range(values):
        for word in range(words):
            gone = domains[axis, value, line, word] & ~sets[LINE_AT + values + value, word]
            if gone != ZERO:
                remove(domains, due, axis, value, line, word, gone)
    return True


@inner
def close(clues: Clues, domains: Domains, due: Words, level: int, scratch: Scratch) -> bool:
    """Look at due lines until none is due; return False at the first line without consistent placement.

    ``scratch.visited`` gets the lines that were looked at.
    """
    jit.stand_alone()
    axis, idle = FIRST, FIRST
    while idle < 2:
        idle += 1
        for word in range(due.shape[1]):
            while due[axis, word] != ZERO:
                idle = 0
                lowest = due[axis, word] & (~due[axis, word] + ONE)
                due[axis, word] ^= lowest
                scratch.visited[axis, word] |= lowest
                line = (word << 6) + int(trailing_zeros(lowest))
                if not look(clues, domains, axis, line, level, due, scratch):
                    return False
        axis = AFTER - axis
    return True


@kernel
def close_domains(clues: Clues, domains: Domains, due: Words, level: int, scratch: Scratch) -> bool:
    """`close`, called from Python: the kernels that use it hold it, and need no compiled one."""
    return close(clues, domains, due, level, scratch)


@kernel
def close_in_rounds(
    clues: Clues, domains: Domains, due: Words, level: int, scratch: Scratch, order: NDArray[np.int32], rounds: int
) -> int:
    """Look at due lines in rounds: within a round, every line sees the domains as the round found them.

    Parameters
    ----------
    order
        int32 (rows, columns), 0 where a cell is unknown: gets the number of the round that determines the cell.
    rounds
        The number of rounds that went before.

    Returns
    -------
    The number of rounds at the end, or -1 - (that number) for a contradiction. A last round that finds nothing does not
    count.
    """
    jit.stand_alone()
    by_rows, by_cols = np.empty_like(domains), np.empty_like(domains)
    found = np.zeros_like(due)
    while any_due(due):
        copy_domains(by_rows, domains)
        copy_domains(by_cols, domains)
        clear_lines(found)
        for axis in range(2):
            side = by_rows if axis == 0 else by_cols
            for line in range(clues.sides[axis]):
                if has(due[axis], line):
                    add(scratch.visited[axis], line)
                    if not look(clues, side, axis, line, level, found, scratch):
                        return -1 - rounds
        copy_domains(domains, by_rows)
        meet_domains(domains, by_cols)
        for axis in range(2):
            for word in range(due.shape[1]):
                due[axis, word] = found[axis, word]
        if any_due(due):
            rounds += 1
            note_determined(domains, order, rounds)
    return rounds


@inner
def any_due(due: Words) -> bool:
    """Return whether a line is due."""
    some = ZERO
    for axis in range(2):
        for word in range(due.shape[1]):
            some |= due[axis, word]
    return bool(some != ZERO)


@inner
def clear_lines(lines: Words) -> None:
    """Make a set of lines, uint64 (2, words), empty."""
    for axis in range(2):
        bits.clear(lines, axis)


@inner
def copy_domains(out: Domains, domains: Domains) -> None:
    """Set ``out`` to the domains."""
    jit.stand_alone()
    for axis in range(2):
        for value in range(domains.shape[1]):
            for line in range(domains.shape[2]):
                for word in range(domains.shape[3]):
                    out[axis, value, line, word] = domains[axis, value, line, word]


@inner
def meet_domains(out: Domains, domains: Domains) -> None:
    """Keep in ``out`` what is in both."""
    jit.stand_alone()
    for axis in range(2):
        for value in range(domains.shape[1]):
            for line in range(domains.shape[2]):
                for word in range(domains.shape[3]):
                    out[axis, value, line, word] &= domains[axis, value, line, word]


@inner
def join_domains(out: Domains, domains: Domains) -> None:
    """Keep in ``out`` what is in either."""
    jit.stand_alone()
    for axis in range(2):
        for value in range(domains.shape[1]):
            for line in range(domains.shape[2]):
                for word in range(domains.shape[3]):
                    out[axis, value, line, word] |= domains[axis, value, line, word]


@inner
def determined(domains: Domains, row: int, word: int) -> Word:
    """Return the cells of one word of a row that have one value left."""
    once, twice = ZERO, ZERO
    for value in range(domains.shape[1]):
        cells = domains[0, value, row, word]
        twice |= once & cells
        once |= cells
    return once & ~twice


@inner
def count_determined(clues: Clues, domains: Domains) -> int:
    """Return the number of determined cells."""
    total = 0
    for row in range(clues.sides[0]):
        for word in range(domains.shape[3]):
            total += int(jit.ones(determined(domains, row, word)))
    return total


@kernel
def note_determined(domains: Domains, order: NDArray[np.int32], number: int) -> None:
    """Write ``number`` at the cells that are determined and have none yet."""
    jit.stand_alone()
    for row in range(order.shape[0]):
        for col in range(order.shape[1]):
            if order[row, col] == 0 and has_one_value(domains, row, col):
                order[row, col] = number


@inner
def has_one_value(domains: Domains, row: int, col: int) -> bool:
    """Return whether a cell is determined."""
    count = 0
    for value in range(domains.shape[1]):
        if has(domains[0, value, row], col):
            count += 1
    return count == 1
