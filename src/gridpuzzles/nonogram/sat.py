"""Puzzles as propositional formulas, for the SAT solver that takes over when a search gives up.

Variables
---------
cell (r, c) has value v
    for each value in the cell's domain; exactly one of them holds.
block j of a line begins at or before cell p
    an order encoding: it implies the same for p + 1, and the next block follows at its distance.
block j of a line begins at cell p
    "at or before p" without "at or before p - 1"; it implies the colour of the cells it covers. A coloured cell is
    covered by some block of its line.

Order encodings of integer variables: N. Tamura, A. Taga, S. Kitagawa and M. Banbara, "Compiling finite linear CSP
into SAT", Constraints 14 (2009).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations, count
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.model import EMPTY, Clue, Grid, Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

Literals = list[int]
CellVariables = Mapping[tuple[int, int], Mapping[int, int]]
"""For each cell, the variable of each value in its domain."""


def solutions_by_sat(
    puzzle: Puzzle, values: NDArray[np.bool_], max_solutions: int, conflicts: int
) -> tuple[tuple[Grid, ...], Literal["", "solutions", "conflicts"]]:
    """Return up to ``max_solutions`` solutions within ``values``, and what stopped the solver ("" if they are all).

    Parameters
    ----------
    values
        bool (rows, columns, colours + 1): the domains.
    conflicts
        The budget for each solution.
    """
    try:
        from pysat.solvers import Glucose4  # type: ignore[import-untyped]
    except ImportError:
        raise InputError("sat: the SAT solver needs the package python-sat, which is not installed") from None
    fresh = count(1)
    cells = {
        (int(row), int(col)): {int(value): next(fresh) for value in np.flatnonzero(values[row, col])}
        for row, col in np.ndindex(puzzle.shape)
    }
    found: list[Grid] = []
    with Glucose4(bootstrap_with=clauses(puzzle, cells, fresh)) as solver:
        while True:
            solver.conf_budget(conflicts)
            verdict = solver.solve_limited()
            if verdict is None:
                return tuple(found), "conflicts"
            if verdict is False:
                return tuple(found), ""
            if len(found) == max_solutions:
                return tuple(found), "solutions"
            found.append(_grid(solver, cells, puzzle.shape))
            solver.add_clause([-domain[int(found[-1][cell])] for cell, domain in cells.items()])


def _grid(solver: Any, cells: CellVariables, shape: tuple[int, int]) -> Grid:
    true = {literal for literal in solver.get_model() if literal > 0}
    grid = np.zeros(shape, np.int8)
    for cell, domain in cells.items():
        grid[cell] = next(value for value, variable in domain.items() if variable in true)
    return grid


def clauses(puzzle: Puzzle, cells: CellVariables, fresh: Iterator[int]) -> Iterator[Literals]:
    """Yield the clauses of a puzzle."""
    for domain in cells.values():
        variables = list(domain.values())
        yield variables
        yield from ([-one, -other] for one, other in combinations(variables, 2))
    rows, cols = puzzle.shape
    for row, clue in enumerate(puzzle.rows):
        yield from line_clauses(clue, [cells[row, col] for col in range(cols)], fresh)
    for col, clue in enumerate(puzzle.cols):
        yield from line_clauses(clue, [cells[row, col] for row in range(rows)], fresh)


def line_clauses(clue: Clue, line: "Sequence[Mapping[int, int]]", fresh: Iterator[int]) -> Iterator[Literals]:
    """Yield the clauses of one line, given the variables of its cells."""
    covering: dict[tuple[int, int], Literals] = defaultdict(list)
    ranges = first_and_last_starts(clue, len(line))
    by = [{p: next(fresh) for p in range(first, last)} for first, last in ranges]
    for j, block in enumerate(clue):
        first, last = ranges[j]
        for p in range(first, last + 1):
            at_or_before = [by[j][p]] if p < last else []
            before = [by[j][p - 1]] if p > first else []
            begins = next(fresh)
            yield from ([-begins, variable] for variable in at_or_before)
            yield from ([-begins, -variable] for variable in before)
            yield [begins, *(-variable for variable in at_or_before), *before]
            yield from ([-variable, *at_or_before] for variable in before if at_or_before)
            for cell in range(p, p + block.length):
                if block.colour in line[cell]:
                    yield [-begins, line[cell][block.colour]]
                    covering[cell, block.colour].append(begins)
                else:
                    yield [-begins]
        if j > 0:
            yield from _distances(clue, j, ranges, by)
    for cell, domain in enumerate(line):
        for value, variable in domain.items():
            if value != EMPTY:
                yield [-variable, *covering[cell, value]]


def _distances(
    clue: Clue, j: int, ranges: "Sequence[tuple[int, int]]", by: "Sequence[Mapping[int, int]]"
) -> Iterator[Literals]:
    """Yield: if block j begins at or before p, block j - 1 begins at or before p - its length - the gap."""
    distance = clue[j - 1].length + (clue[j - 1].colour == clue[j].colour)
    first, last = ranges[j]
    for p in range(first, last):
        earlier = p - distance
        if earlier < ranges[j - 1][0]:
            yield [-by[j][p]]
        elif earlier < ranges[j - 1][1]:
            yield [-by[j][p], by[j - 1][earlier]]
    if last - distance < ranges[j - 1][1]:
        yield [by[j - 1][last - distance]]


def first_and_last_starts(clue: Clue, size: int) -> list[tuple[int, int]]:
    """Return for each block its leftmost and its rightmost first cell on an unknown line.

    Examples
    --------
    >>> from gridpuzzles.nonogram.model import Block
    >>> first_and_last_starts((Block(2), Block(1)), 6)
    [(0, 2), (3, 5)]
    """
    firsts, at = [], 0
    for j, block in enumerate(clue):
        at += 1 if j and clue[j - 1].colour == block.colour else 0
        firsts.append(at)
        at += block.length
    return [(first, first + size - at) for first in firsts]
