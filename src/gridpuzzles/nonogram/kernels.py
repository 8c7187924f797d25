"""Between puzzles and kernels: clues as arrays, domains as grids."""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.nonogram.fixpoint import Domains
from gridpuzzles.nonogram.lines import Clues
from gridpuzzles.nonogram.model import UNKNOWN, Grid, Puzzle


def clues_of(puzzle: Puzzle) -> Clues:
    """Return the clues as arrays."""
    axes = (puzzle.rows, puzzle.cols)
    lines = max(puzzle.shape)
    blocks = max(1, max(len(clue) for clues in axes for clue in clues))
    counts = np.zeros((2, lines), np.int64)
    lengths = np.zeros((2, lines, blocks), np.uint64)
    colours = np.zeros((2, lines, blocks), np.int64)
    for axis, clues in enumerate(axes):
        for line, clue in enumerate(clues):
            counts[axis, line] = len(clue)
            lengths[axis, line, : len(clue)] = [block.length for block in clue]
            colours[axis, line, : len(clue)] = [block.colour for block in clue]
    return Clues(np.array(puzzle.shape, np.int64), counts, lengths, colours)


def possible(domains: Domains, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Return bool (rows, columns, colours + 1): the values that each cell may have."""
    rows, cols = shape
    values = domains[0, :, :rows].astype("<u8").view(np.uint8)
    unpacked = np.unpackbits(values, axis=2, count=cols, bitorder="little")
    result: NDArray[np.bool_] = np.moveaxis(unpacked, 0, 2).astype(np.bool_)
    return result


def grid_of(domains: Domains, shape: tuple[int, int]) -> Grid:
    """Return int8 (rows, columns): each determined cell's value, -1 where a cell is unknown."""
    values = possible(domains, shape)
    grid: Grid = np.where(values.sum(axis=2) == 1, values.argmax(axis=2), UNKNOWN).astype(np.int8)
    return grid
