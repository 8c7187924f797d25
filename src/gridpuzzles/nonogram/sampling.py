"""Random boards, and the sums over many of them that the studies keep.

A random board has an exact number of coloured cells, drawn without replacement (the first steps of a Fisher–Yates
shuffle of all cells); with several colours, each coloured cell then draws its own. Its clues are the puzzle.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import jit
from gridpuzzles.jit import argument, inner, kernel
from gridpuzzles.nonogram import bits
from gridpuzzles.nonogram.fixpoint import all_due, close, count_determined, first_domains
from gridpuzzles.nonogram.lines import LINE, PROBE, Clues, make_scratch
from gridpuzzles.nonogram.model import Grid
from gridpuzzles.nonogram.probing import probe_to_the_end
from gridpuzzles.random64 import below
from gridpuzzles.seeds import Stream

ONE_COLOUR = argument(1)
BOARDS, DETERMINED, SQUARES, SOLVED, STARTED, GAIN, GAIN_SQUARES, GAINED = range(8)
"""Columns of the sums: boards; determined cells and their squares; boards that are solved, that have a determined
cell; cells determined beyond the level before, their squares, boards that have such cells."""


def coloured_cells(density: float, cells: int) -> int:
    """Return the number of coloured cells of a board: the density times all cells, rounded down.

    Examples
    --------
    >>> coloured_cells(0.35, 100), coloured_cells(0.29, 100)
    (35, 29)
    """
    return int(density * cells + 1e-9)


def random_grid_by_definition(stream: Stream, rows: int, cols: int, coloured: int, colours: int = 1) -> Grid:
    """Return a random board, int8 (rows, cols); the reference for the kernel."""
    grid = np.zeros(rows * cols, np.int8)
    order = list(range(rows * cols))
    for k in range(coloured):
        other = k + stream.below(rows * cols - k)
        order[k], order[other] = order[other], order[k]
        grid[order[k]] = 1 if colours == 1 else 1 + stream.below(colours)
    return grid.reshape(rows, cols)


@kernel
def random_grid(state: NDArray[np.uint64], rows: int, cols: int, coloured: int, colours: int) -> Grid:
    """Return a random board, int8 (rows, cols)."""
    jit.stand_alone()
    cells = rows * cols
    grid = np.zeros((rows, cols), np.int8)
    order = np.arange(cells)
    for k in range(coloured):
        other = k + below(state, cells - k)
        cell = order[other]
        order[other] = order[k]
        grid[cell // cols, cell % cols] = 1 if colours == 1 else 1 + below(state, colours)
    return grid


@kernel
def read_clues(grid: Grid) -> Clues:
    """Return the clues of a finished grid."""
    jit.stand_alone()
    rows, cols = grid.shape
    lines = max(rows, cols)
    sides = np.array([rows, cols])
    counts = np.zeros((2, lines), np.int64)
    lengths = np.zeros((2, lines, lines), np.uint64)
    colours = np.zeros((2, lines, lines), np.int64)
    for axis in range(2):
        for line in range(sides[axis]):
            count, previous = 0, 0
            for k in range(sides[1 - axis]):
                value = grid[line, k] if axis == 0 else grid[k, line]
                if value != 0 and value != previous:
                    colours[axis, line, count] = value
                    count += 1
                if value != 0:
                    lengths[axis, line, count - 1] += bits.ONE
                previous = value
            counts[axis, line] = count
    return Clues(sides, counts, lengths, colours)


@kernel
def sum_over_boards(
    state: NDArray[np.uint64], rows: int, cols: int, coloured: int, colours: int, boards: int, probed: int
) -> NDArray[np.int64]:
    """Analyse random boards at each level.

    Parameters
    ----------
    boards, probed
        How many boards are analysed, and how many of them (the first) by probing too.

    Returns
    -------
    int64 (4, 8): for each level the sums that ``BOARDS`` … ``GAINED`` name. The gain of ``probe`` is that over
    ``line`` on the same boards.
    """
    sums = np.zeros((4, 8), np.int64)
    for board in range(boards):
        clues = read_clues(random_grid(state, rows, cols, coloured, colours))
        scratch = make_scratch(clues, colours)
        domains = first_domains(clues, colours)
        before = 0
        for level in range(4 if board < probed else 3):
            if before < rows * cols:
                if level == PROBE:
                    probe_to_the_end(clues, domains, scratch)
                else:
                    close(clues, domains, all_due(clues), level, scratch)
                found = count_determined(clues, domains)
            add_board(sums[level], found, before, rows * cols)
            before = found
    return sums


@inner
def add_board(sums: NDArray[np.int64], found: int, before: int, cells: int) -> None:
    """Add a board's determined cells to a level's sums."""
    gain = found - before
    sums[BOARDS] += 1
    sums[DETERMINED] += found
    sums[SQUARES] += found * found
    sums[SOLVED] += 1 if found == cells else 0
    sums[STARTED] += 1 if found > 0 else 0
    sums[GAIN] += gain
    sums[GAIN_SQUARES] += gain * gain
    sums[GAINED] += 1 if gain > 0 else 0


@kernel
def line_solve_boards(state: NDArray[np.uint64], rows: int, cols: int, coloured: int, boards: int) -> int:
    """Return how many cells complete line solving determines on random black-and-white boards, in all."""
    total = 0
    for _ in range(boards):
        clues = read_clues(random_grid(state, rows, cols, coloured, ONE_COLOUR))
        domains = first_domains(clues, ONE_COLOUR)
        close(clues, domains, all_due(clues), LINE, make_scratch(clues, ONE_COLOUR))
        total += count_determined(clues, domains)
    return total
