"""Hunt and kill, compiled: the same mazes as full rescanning, without the rescanning.

A hunt in a fixed order needs the first frontier cell. A bitset of the frontier gives it, until the first cell of the
order is visited. From then on the first *unvisited* cell is a frontier cell, since every cell has an earlier neighbour
in the order (the one before it or the one above it), and it moves forward only: a pointer suffices.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, kernel
from gridpuzzles.maze.kernels.bitset import first_from, insert, level_starts, remove
from gridpuzzles.maze.kernels.grid import (
    VISITED,
    bordered,
    carve,
    first_cell,
    openings,
    pick,
    random_direction,
    steps,
    unvisited,
    visited,
)
from gridpuzzles.maze.kernels.types import signed
from gridpuzzles.random64 import unit

Grown = tuple[NDArray[np.uint8], NDArray[np.int32], int, int]


@inner
def next_direction(grid: NDArray[np.uint8], cell: int, width: int, low_river: bool, state: NDArray[np.uint64]) -> int:
    """Return the direction of the walk's next step, or -1 if it is stuck."""
    ahead = unvisited(grid, cell, width)
    if low_river:
        direction = pick(state, 4)
        return direction if ahead >> direction & 1 else -1
    return random_direction(ahead, state) if ahead else -1


@inner
def gives_up(give_up: float, state: NDArray[np.uint64]) -> bool:
    """Return whether the walk is given up after a step."""
    return give_up > 0 and unit(state) < give_up


@kernel
def hunt_in_order(
    rows: int,
    cols: int,
    start: int,
    orders: NDArray[np.int32],
    ranks: NDArray[np.int32],
    give_up: float,
    low_river: bool,
    state: NDArray[np.uint64],
) -> Grown:
    """Hunt and kill that scans in fixed orders, taken in turn.

    Parameters
    ----------
    orders
        int32 (orders, N): the grid cells in the order of each scan.
    ranks
        int32 (orders, grid): the place of each grid cell in each order.
    """
    width, total, count = cols + 2, rows * cols, 1
    grid, step = bordered(rows, cols), steps(cols)
    starts = level_starts(total)
    frontier = np.zeros((len(orders), starts[-1]), dtype=np.uint64)
    pointers = np.zeros(len(orders), dtype=np.int64)
    sequence = np.empty(total, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    by_pointer = _follow(grid, cell, width, step, orders[0, 0], frontier, starts, ranks)
    hunts, looks, walking = 0, 0, True
    while count < total:
        direction = next_direction(grid, cell, width, low_river, state) if walking else -1
        if direction >= 0:
            new = cell + step[direction]
            carve(grid, cell, direction, new)
            walking = not gives_up(give_up, state)
        else:
            order = hunts % len(orders)
            hunts += 1
            if by_pointer:
                while grid[orders[order, pointers[order]]] != 0:
                    pointers[order] += 1
                place = pointers[order]
            else:
                place = first_from(frontier[order], starts, 0)
            looks += place + 1
            new = signed(orders[order, place])
            direction = random_direction(visited(grid, new, width), state)
            carve(grid, new, direction, new + step[direction])
            walking = True
        cell = new
        sequence[count] = cell
        count += 1
        if not by_pointer:
            by_pointer = _follow(grid, cell, width, step, orders[0, 0], frontier, starts, ranks)
    return openings(grid, rows, cols), sequence, hunts, looks


@inner
def _follow(
    grid: NDArray[np.uint8],
    cell: int,
    width: int,
    step: NDArray[np.int64],
    first: int,
    frontier: NDArray[np.uint64],
    starts: NDArray[np.int64],
    ranks: NDArray[np.int32],
) -> bool:
    """Bring the frontier up to date after a visit; return whether the pointers can take over."""
    if cell == first:
        return True
    ahead = unvisited(grid, cell, width)
    for order in range(len(ranks)):
        remove(frontier[order], starts, signed(ranks[order, cell]))
        for direction in range(4):
            if ahead >> direction & 1:
                insert(frontier[order], starts, signed(ranks[order, cell + step[direction]]))
    return False


@kernel
def hunt_at_random(
    rows: int, cols: int, start: int, give_up: float, low_river: bool, state: NDArray[np.uint64]
) -> Grown:
    """Hunt and kill that draws from the frontier."""
    width, total, count = cols + 2, rows * cols, 1
    grid, step = bordered(rows, cols), steps(cols)
    bag = np.empty(total, dtype=np.int32)
    places = np.full(len(grid), -1, dtype=np.int32)  # a cell's place in the bag; -1 if it never was there
    size, hunts, walking = 0, 0, True
    sequence = np.empty(total, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    places[cell] = 0
    while True:
        ahead = unvisited(grid, cell, width)
        for direction in range(4):
            new = cell + step[direction]
            if ahead >> direction & 1 and places[new] < 0:
                bag[size], places[new] = new, size
                size += 1
        if count == total:
            return openings(grid, rows, cols), sequence, hunts, hunts
        direction = next_direction(grid, cell, width, low_river, state) if walking else -1
        if direction >= 0:
            new = cell + step[direction]
            carve(grid, cell, direction, new)
            walking = not gives_up(give_up, state)
        else:
            hunts += 1
            new = signed(bag[pick(state, size)])
            direction = random_direction(visited(grid, new, width), state)
            carve(grid, new, direction, new + step[direction])
            walking = True
        size -= 1
        bag[places[new]], places[bag[size]] = bag[size], places[new]
        cell = new
        sequence[count] = cell
        count += 1
