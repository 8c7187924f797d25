"""A perfect maze as a rooted tree: distances, paths, longest paths, and all measures of it in linear time.

The cells of a maze are counted row by row from 0. A *spread* lists them from a root outwards, so that every cell comes
after the one above it: the *place* of a cell is its index in that list.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, kernel
from gridpuzzles.maze.kernels.types import signed

LOWEST = np.array([0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0], dtype=np.uint8)
"""The first direction of each set of directions."""
DEGREE = np.array([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4], dtype=np.uint8)
"""The size of each set of directions."""

Spread = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]


@kernel
def spread(cells: NDArray[np.uint8], cols: int, root: int) -> Spread:
    """Return three int32 (N,) by place: the cell, the place of the cell above it, and the distance from the root.

    Parameters
    ----------
    cells
        uint8 (N,): openings.
    """
    step = np.array([-cols, 1, cols, -1], dtype=np.int64)
    order = np.empty(len(cells), dtype=np.int32)
    above = np.zeros(len(cells), dtype=np.int32)
    depth = np.zeros(len(cells), dtype=np.int32)
    back = np.zeros(len(cells), dtype=np.uint8)
    order[0] = root
    tail = 1
    for place in range(len(cells)):
        cell = signed(order[place])
        ways = signed(cells[cell]) & ~signed(back[place])
        while ways:
            direction = signed(LOWEST[ways])
            ways &= ways - 1
            order[tail] = cell + step[direction]
            above[tail] = place
            depth[tail] = depth[place] + 1
            back[tail] = 1 << (direction ^ 2)
            tail += 1
    return order, above, depth


@kernel
def place_of(order: NDArray[np.int32], cell: int) -> int:
    """Return the place of a cell."""
    for place in range(len(order)):
        if order[place] == cell:
            return place
    return -1


@kernel
def path(
    order: NDArray[np.int32], above: NDArray[np.int32], depth: NDArray[np.int32], start: int, end: int
) -> NDArray[np.int32]:
    """Return the cells of the path between two places, from start to end."""
    one, two = start, end
    while one != two:
        if depth[one] >= depth[two]:
            one = signed(above[one])
        else:
            two = signed(above[two])
    rise = signed(depth[start]) - signed(depth[one])
    length = rise + signed(depth[end]) - signed(depth[one])
    cells = np.empty(length + 1, dtype=np.int32)
    place = start
    for index in range(rise + 1):
        cells[index] = order[place]
        place = signed(above[place])
    place = end
    for index in range(length, rise, -1):
        cells[index] = order[place]
        place = signed(above[place])
    return cells


@inner
def farthest_pair(above: NDArray[np.int32], counts: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the two places farthest apart among those that count (at least one); the first found of several pairs.

    Parameters
    ----------
    counts
        bool (N,): which places count.
    """
    reach = np.full(len(above), -1, dtype=np.int32)  # to the deepest place below that counts
    deepest = np.zeros(len(above), dtype=np.int32)
    best, one, two = -1, 0, 0
    for place in range(len(above) - 1, -1, -1):
        if counts[place] and reach[place] < 0:
            reach[place], deepest[place] = 0, place
        if counts[place] and reach[place] > best:
            best, one, two = signed(reach[place]), place, signed(deepest[place])
        if place == 0 or reach[place] < 0:
            continue
        up, far = signed(above[place]), signed(reach[place]) + 1
        if reach[up] >= 0 and reach[up] + far > best:
            best, one, two = signed(reach[up]) + far, signed(deepest[up]), signed(deepest[place])
        if far > reach[up]:
            reach[up], deepest[up] = far, deepest[place]
    return one, two


@inner
def on_border(order: NDArray[np.int32], rows: int, cols: int) -> NDArray[np.bool_]:
    """Return bool (N,) by place: whether the cell lies on the border."""
    border = np.empty(len(order), dtype=np.bool_)
    for place in range(len(order)):
        row, col = order[place] // cols, order[place] % cols
        border[place] = row == 0 or col == 0 or row == rows - 1 or col == cols - 1
    return border


@kernel
def decisions(cells: NDArray[np.uint8], way: NDArray[np.int32]) -> int:
    """Return at how many cells of a path, before its end, there is more than one way on."""
    count = 0
    for index in range(len(way) - 1):
        count += DEGREE[cells[way[index]]] > (1 if index == 0 else 2)
    return count
