"""Backtracker, growing tree, Wilson and Aldous–Broder, compiled."""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, kernel
from gridpuzzles.maze.kernels.grid import (
    BORDER,
    VISITED,
    bordered,
    carve,
    first_cell,
    openings,
    pick,
    random_direction,
    steps,
    unvisited,
)
from gridpuzzles.maze.kernels.hunts import Grown
from gridpuzzles.maze.kernels.types import signed
from gridpuzzles.random64 import unit, word


@kernel
def recursive_backtracker(rows: int, cols: int, start: int, state: NDArray[np.uint64]) -> Grown:
    """Walk, and step back along the walk where it is stuck."""
    width, total = cols + 2, rows * cols
    grid, step = bordered(rows, cols), steps(cols)
    sequence = np.empty(total, dtype=np.int32)
    path = np.empty(total, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0], path[0] = VISITED, cell, cell
    count, length = 1, 1
    while count < total:
        ahead = unvisited(grid, cell, width)
        if ahead:
            direction = random_direction(ahead, state)
            new = cell + step[direction]
            carve(grid, cell, direction, new)
            sequence[count], path[length] = new, new
            count += 1
            length += 1
            cell = new
        else:
            length -= 1
            cell = signed(path[length - 1])
    return openings(grid, rows, cols), sequence, 0, 0


@kernel
def growing_tree(
    rows: int, cols: int, start: int, newest: float, oldest: float, anyone: float, state: NDArray[np.uint64]
) -> Grown:
    """Take the newest, the oldest or a random active cell, each with its weight.

    The active cells are a list in the order of the visit, linked both ways, and a bag to draw from.
    """
    width, total = cols + 2, rows * cols
    grid, step = bordered(rows, cols), steps(cols)
    sequence = np.empty(total, dtype=np.int32)
    links = np.full((2, total), -1, dtype=np.int32)  # the active cells visited just before and just after this one
    bag, places = np.arange(total, dtype=np.int32), np.arange(total, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    count, size, head, tail = 1, 1, 0, 0
    while count < total:
        manner = _manner(newest, oldest, anyone, state)
        active = tail if manner == 0 else head
        if manner == 2:
            active = signed(bag[pick(state, size)])
        cell = signed(sequence[active])
        ahead = unvisited(grid, cell, width)
        if ahead:
            direction = random_direction(ahead, state)
            new = cell + step[direction]
            carve(grid, cell, direction, new)
            sequence[count] = new
            links[0, count], links[1, tail] = tail, count
            bag[size], places[count] = count, size
            tail = count
            size += 1
            count += 1
        else:
            before, after = signed(links[0, active]), signed(links[1, active])
            if before >= 0:
                links[1, before] = after
            else:
                head = after
            if after >= 0:
                links[0, after] = before
            else:
                tail = before
            size -= 1
            last, place = bag[size], places[active]
            bag[place], places[last] = last, place
    return openings(grid, rows, cols), sequence, 0, 0


@inner
def _manner(newest: float, oldest: float, anyone: float, state: NDArray[np.uint64]) -> int:
    """Return 0, 1 or 2 for the newest, the oldest, any active cell."""
    positive = signed(newest > 0) + signed(oldest > 0) + signed(anyone > 0)
    if positive == 1:
        return 0 if newest > 0 else 1 if oldest > 0 else 2
    mark = unit(state) * (newest + oldest + anyone)
    if newest > 0:
        mark -= newest
        if mark < 0:
            return 0
    if oldest > 0 and anyone > 0:
        mark -= oldest
        return 1 if mark < 0 else 2
    return 1 if oldest > 0 else 2


@kernel
def wilson(rows: int, cols: int, start: int, state: NDArray[np.uint64]) -> Grown:
    """Loop-erased random walks from each cell in turn: a walk leaves in each cell the direction of its last exit."""
    grid, step = bordered(rows, cols), steps(cols)
    width, total, count = cols + 2, rows * cols, 1
    leaves = np.zeros(len(grid), dtype=np.uint8)
    sequence = np.empty(total, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    bits, left = np.uint64(0), 0
    for row in range(1, rows + 1):
        for first in range(row * width + 1, row * width + 1 + cols):
            cell = first
            while grid[cell] == 0:
                if left == 0:
                    bits, left = word(state), 32
                direction = signed(bits & np.uint64(3))
                bits >>= np.uint64(2)
                left -= 1
                new = cell + step[direction]
                if grid[new] != BORDER:
                    leaves[cell] = direction
                    cell = new
            cell, outside = first, grid[first] == 0
            while outside:
                direction = signed(leaves[cell])
                new = cell + step[direction]
                outside = grid[new] == 0
                carve(grid, cell, direction, new)
                sequence[count] = cell
                count += 1
                cell = new
    return openings(grid, rows, cols), sequence, 0, 0


@kernel
def aldous_broder(rows: int, cols: int, start: int, state: NDArray[np.uint64]) -> Grown:
    """Walk over all cells; each keeps the passage by which it was first entered."""
    grid, step = bordered(rows, cols), steps(cols)
    total, count = rows * cols, 1
    sequence = np.empty(total, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    bits, left = np.uint64(0), 0
    while count < total:
        if left == 0:
            bits, left = word(state), 32
        direction = signed(bits & np.uint64(3))
        bits >>= np.uint64(2)
        left -= 1
        new = cell + step[direction]
        if grid[new] == BORDER:
            continue
        if grid[new] == 0:
            carve(grid, cell, direction, new)
            sequence[count] = new
            count += 1
        cell = new
    return openings(grid, rows, cols), sequence, 0, 0
