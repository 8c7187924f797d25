"""Counts by cell over many mazes, compiled."""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import argument, kernel
from gridpuzzles.maze.kernels.measures import BY_CORNERS, measure
from gridpuzzles.maze.kernels.tree import DEGREE, path, place_of, spread

LAYERS = ("dead_ends", "visits", "solutions", "diameter_ends")
FIRST, CORNERS = argument(0), argument(BY_CORNERS)


@kernel
def add_maps(openings: NDArray[np.uint8], sequence: NDArray[np.int32], sums: NDArray[np.int64]) -> None:
    """Add a maze to the sums.

    Parameters
    ----------
    openings
        uint8 (rows, cols).
    sequence
        int32: the grid cells in the order of the visit, or none.
    sums
        int64 (4, N): dead ends; steps, from 1, of the visit; cells of the path between the corners; ends of a longest
        path.
    """
    rows, cols = openings.shape
    cells = openings.reshape(rows * cols)
    for cell in range(len(cells)):
        sums[0, cell] += DEGREE[cells[cell]] == 1
    for step in range(len(sequence)):
        row, col = sequence[step] // (cols + 2) - 1, sequence[step] % (cols + 2) - 1
        sums[1, row * cols + col] += step + 1
    order, above, depth = spread(cells, cols, 0)
    for cell in path(order, above, depth, FIRST, place_of(order, rows * cols - 1)):
        sums[2, cell] += 1
    for cell in measure(openings, CORNERS, FIRST, FIRST)[5]:
        sums[3, cell] += 1
