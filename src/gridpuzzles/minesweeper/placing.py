"""Placing mines: one uniform draw for every first-click law, as a kernel and in plain Python.

The free cells are listed row by row; mine k is the entry at k + (a draw below the number of entries left), which then
changes places with entry k: a partial Fisher-Yates shuffle. It ends after M draws whatever the board. (R. A. Fisher and
F. Yates, 1938; D. E. Knuth, The Art of Computer Programming 2, algorithm 3.4.2 P.)
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import random64
from gridpuzzles.jit import inner, short_kernel
from gridpuzzles.minesweeper.model import FIRST_CLICKS, Cell, FirstClick, neighbours, protected
from gridpuzzles.seeds import Stream

LAW_CODES: dict[FirstClick, int] = {law: code for code, law in enumerate(FIRST_CLICKS)}
ANY, SAFE, ZERO = range(3)


@lru_cache(maxsize=64)
def neighbour_table(rows: int, cols: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return each cell's neighbours, int32 (N, 8), ascending and padded with -1, and their number, int32 (N,)."""
    table = np.full((rows * cols, 8), -1, dtype=np.int32)
    degrees = np.zeros(rows * cols, dtype=np.int32)
    for index in range(rows * cols):
        around = neighbours(rows, cols, (index // cols + 1, index % cols + 1))
        degrees[index] = len(around)
        table[index, : len(around)] = [(row - 1) * cols + col - 1 for row, col in around]
    return table, degrees


def place_plain(rows: int, cols: int, mines: int, law: FirstClick, cell: Cell, stream: Stream) -> NDArray[np.bool_]:
    """Return a mine board, bool (rows, cols), drawn by a first-click law; the reference for `place`."""
    kept = protected(rows, cols, cell, law)
    free = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1) if (row, col) not in kept]
    board = np.zeros((rows, cols), dtype=np.bool_)
    for k in range(mines):
        chosen = k + stream.below(len(free) - k)
        free[k], free[chosen] = free[chosen], free[k]
        board[free[k][0] - 1, free[k][1] - 1] = True
    return board


@inner
def neighbour(table: NDArray[np.int32], cell: int, j: int) -> int:
    """Return neighbour j of a cell, as int64: a kernel is compiled once for each integer type that it is given."""
    return np.int64(table[cell, j])  # type: ignore[return-value]


@short_kernel
def place(
    mine: NDArray[np.uint8],
    free: NDArray[np.int32],
    table: NDArray[np.int32],
    degrees: NDArray[np.int32],
    mines: int,
    law: int,
    first: int,
    state: NDArray[np.uint64],
) -> None:
    """Draw a mine board into ``mine``, uint8 (N,); ``free``, int32 (N,), is scratch. The mines must fit."""
    mine[:] = 0
    if law != ANY:
        mine[first] = 1
    if law == ZERO:
        for j in range(degrees[first]):
            mine[table[first, j]] = 1
    count = 0
    for cell in range(mine.size):
        free[count] = cell
        count += 1 - mine[cell]
    mine[:] = 0
    for k in range(mines):
        chosen = k + random64.below(state, count - k)
        cell = free[chosen]
        free[chosen] = free[k]
        free[k] = cell
        mine[cell] = 1
