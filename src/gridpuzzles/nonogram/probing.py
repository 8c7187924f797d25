"""Probing, compiled: every unknown cell is tried with each of its values.

A trial depends on nothing but the lines that it looks at. So its outcome stands as long as none of them changes, and a
cell is tried again only when one has changed: that is what the *notes* are for.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import jit
from gridpuzzles.jit import argument, inner, kernel
from gridpuzzles.nonogram import bits
from gridpuzzles.nonogram.bits import ZERO, Words, has
from gridpuzzles.nonogram.fixpoint import (
    Domains,
    add,
    all_due,
    clear_lines,
    close,
    copy_domains,
    drop,
    has_one_value,
    join_domains,
    meet_domains,
)
from gridpuzzles.nonogram.lines import LINE, Clues, Scratch

DONE, UNFINISHED, CONTRADICTION = (argument(k) for k in (1, 0, -1))
NO_LIMIT, AT_ONCE = argument(-1), argument(True)


class Notes(NamedTuple):
    """What earlier trials say.

    Attributes
    ----------
    stale
        uint8 (rows, columns): 1 where a cell must be tried, or tried again.
    visited
        uint64 (rows, columns, 2, words): the lines that the cell's trials looked at.
    gains
        int64 (rows, columns, 2): over the trials of a cell that end without contradiction, the smallest and the
        largest number of values that a trial removes.
    """

    stale: NDArray[np.uint8]
    visited: Words
    gains: NDArray[np.int64]


@kernel
def make_notes(clues: Clues) -> Notes:
    """Return empty notes."""
    rows, cols = clues.sides
    words = bits.words_for(max(rows, cols))
    return Notes(
        np.ones((rows, cols), np.uint8),
        np.zeros((rows, cols, 2, words), np.uint64),
        np.zeros((rows, cols, 2), np.int64),
    )


@inner
def copy_notes(notes: Notes) -> Notes:
    """Return a copy."""
    return Notes(notes.stale.copy(), notes.visited.copy(), notes.gains.copy())


@kernel
def restrict(domains: Domains, row: int, col: int, value: int) -> None:
    """Leave one value of a cell."""
    jit.stand_alone()
    for other in range(domains.shape[1]):
        if other != value:
            drop(domains[0, other, row], col)
            drop(domains[1, other, col], row)


@inner
def count_values(clues: Clues, domains: Domains) -> int:
    """Return the number of values in all domains."""
    jit.stand_alone()
    total = 0
    for value in range(domains.shape[1]):
        for row in range(clues.sides[0]):
            for word in range(domains.shape[3]):
                total += int(jit.ones(domains[0, value, row, word]))
    return total


@inner
def probe_cell(
    clues: Clues, domains: Domains, row: int, col: int, trial: Domains, union: Domains, notes: Notes, scratch: Scratch
) -> bool:
    """Try a cell with each of its values; ``union`` gets what at least one trial leaves.

    Returns
    -------
    False if every trial ends in a contradiction.
    """
    jit.stand_alone()
    due = np.zeros_like(scratch.visited)
    clear_lines(scratch.visited)
    before = count_values(clues, domains)
    least, most = 1 << 62, -1
    for value in range(domains.shape[1]):
        if not has(domains[0, value, row], col):
            continue
        copy_domains(trial, domains)
        restrict(trial, row, col, value)
        clear_lines(due)
        add(due[0], row)
        add(due[1], col)
        if not close(clues, trial, due, LINE, scratch):
            continue
        gain = before - count_values(clues, trial)
        if most < 0:
            copy_domains(union, trial)
        else:
            join_domains(union, trial)
        least, most = min(least, gain), max(most, gain)
    notes.stale[row, col] = 0
    for axis in range(2):
        for word in range(scratch.visited.shape[1]):
            notes.visited[row, col, axis, word] = scratch.visited[axis, word]
    notes.gains[row, col, 0], notes.gains[row, col, 1] = least, most
    return most >= 0


@inner
def take_over(clues: Clues, domains: Domains, smaller: Domains, due: Words) -> bool:
    """Replace the domains by smaller ones and make the changed lines due; return whether there was a change."""
    jit.stand_alone()
    changed = False
    for axis in range(2):
        for line in range(clues.sides[axis]):
            for value in range(domains.shape[1]):
                for word in range(domains.shape[3]):
                    if domains[axis, value, line, word] != smaller[axis, value, line, word]:
                        domains[axis, value, line, word] = smaller[axis, value, line, word]
                        add(due[axis], line)
                        changed = True
    return changed


@kernel
def make_stale(notes: Notes, changed: Words) -> None:
    """Mark the cells whose trials looked at one of the changed lines."""
    jit.stand_alone()
    rows, cols = notes.stale.shape
    for row in range(rows):
        for col in range(cols):
            for axis in range(2):
                for word in range(changed.shape[1]):
                    if notes.visited[row, col, axis, word] & changed[axis, word] != ZERO:
                        notes.stale[row, col] = 1


@kernel
def changed_lines(clues: Clues, before: Domains, after: Domains) -> Words:
    """Return the lines, uint64 (2, words), whose domains differ."""
    jit.stand_alone()
    changed = np.zeros((2, before.shape[3]), np.uint64)
    for axis in range(2):
        for line in range(clues.sides[axis]):
            for value in range(before.shape[1]):
                for word in range(before.shape[3]):
                    if before[axis, value, line, word] != after[axis, value, line, word]:
                        add(changed[axis], line)
    return changed


@inner
def probe(
    clues: Clues, domains: Domains, due: Words, notes: Notes, scratch: Scratch, trials: int, at_once: bool
) -> int:
    """Try unknown cells, in the order of the board; the domains are closed under ``line`` before.

    Parameters
    ----------
    due
        uint64 (2, words), empty: gets the lines whose domains changed and that were not looked at since.
    trials
        How many cells are tried at most; negative for no limit. After UNFINISHED, call again with the same notes.
    at_once
        If true, what a cell's trials say is written down and followed up before the next cell, and this goes on until
        nothing changes. If false, each stale cell is tried once on the domains as they were found, and everything is
        written down at the end, without following it up.

    Returns
    -------
    DONE, UNFINISHED or CONTRADICTION.
    """
    jit.stand_alone()
    rows, cols = notes.stale.shape
    trial, union, before = np.empty_like(domains), np.empty_like(domains), np.empty_like(domains)
    copy_domains(before, domains)
    again = True
    while again:
        again = False
        for row in range(rows):
            for col in range(cols):
                if notes.stale[row, col] == 0 or has_one_value(domains, row, col):
                    continue
                if trials == 0:
                    return UNFINISHED
                trials -= 1
                if not probe_cell(clues, domains, row, col, trial, union, notes, scratch):
                    return CONTRADICTION
                if not at_once:
                    meet_domains(before, union)
                    continue
                again = True
                copy_domains(before, domains)
                if take_over(clues, domains, union, due):
                    if not close(clues, domains, due, LINE, scratch):
                        return CONTRADICTION
                    make_stale(notes, changed_lines(clues, before, domains))
    if not at_once:
        take_over(clues, domains, before, due)
    return DONE


@kernel
def probe_domains(
    clues: Clues, domains: Domains, due: Words, notes: Notes, scratch: Scratch, trials: int, at_once: bool
) -> int:
    """`probe`, called from Python: the kernels that use it hold it, and need no compiled one."""
    return probe(clues, domains, due, notes, scratch, trials, at_once)


@inner
def probe_to_the_end(clues: Clues, domains: Domains, scratch: Scratch) -> int:
    """Probe domains that are closed under ``line`` until nothing changes."""
    return probe(clues, domains, all_due(clues), make_notes(clues), scratch, NO_LIMIT, AT_ONCE)


@kernel
def best_cell(clues: Clues, domains: Domains, notes: Notes) -> int:
    """Return the unknown cell, row * columns + column, whose trials determine most, or -1 if all are determined.

    The cell whose less fruitful trial removes most values comes first, then the more fruitful one, then the order of
    the cells.
    """
    jit.stand_alone()
    best, least, most = -1, -1, -1
    for row in range(clues.sides[0]):
        for col in range(clues.sides[1]):
            if not has_one_value(domains, row, col):
                low, high = notes.gains[row, col, 0], notes.gains[row, col, 1]
                if low > least or (low == least and high > most):
                    best, least, most = row * clues.sides[1] + col, low, high
    return best


@kernel
def tightest_cell(clues: Clues, domains: Domains) -> int:
    """Return the unknown cell, row * columns + column, whose row and column have fewest unknown cells, or -1.

    The choice of a search that does not probe.
    """
    jit.stand_alone()
    rows, cols = clues.sides
    open_rows, open_cols = np.zeros(rows, np.int64), np.zeros(cols, np.int64)
    for row in range(rows):
        for col in range(cols):
            if not has_one_value(domains, row, col):
                open_rows[row] += 1
                open_cols[col] += 1
    best, fewest = -1, 1 << 62
    for row in range(rows):
        for col in range(cols):
            if open_rows[row] + open_cols[col] < fewest and not has_one_value(domains, row, col):
                best, fewest = row * cols + col, open_rows[row] + open_cols[col]
    return best
