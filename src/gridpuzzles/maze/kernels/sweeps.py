"""Hunt and kill that looks for visited cells with a way on, compiled.

A bitset holds the visited cells that had an unvisited neighbour when they were visited. A cell that has none left is
taken out when it is found, so each cell is found in vain once at most. A second, mirrored bitset finds the last member
instead of the first.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, kernel
from gridpuzzles.maze.kernels.bitset import first_from, insert, level_starts, remove
from gridpuzzles.maze.kernels.grid import VISITED, bordered, carve, first_cell, grid_cell, openings, steps, unvisited
from gridpuzzles.maze.kernels.hunts import Grown, gives_up, next_direction


@kernel
def hunt_for_visited(
    rows: int,
    cols: int,
    start: int,
    sweeping: bool,
    give_up: float,
    low_river: bool,
    state: NDArray[np.uint64],
) -> Grown:
    """Hunt from the top left, or, sweeping, from the cell where the walk ended."""
    width, total, count = cols + 2, rows * cols, 1
    grid, step = bordered(rows, cols), steps(cols)
    starts = level_starts(total)
    words = np.zeros((2, starts[-1]), dtype=np.uint64)
    sequence = np.empty(total, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    _note(grid, cell, cols, total, words, starts)
    plough = np.ones(2, dtype=np.int64)  # down, right
    hunts, looks, walking = 0, 0, True
    while count < total:
        direction = next_direction(grid, cell, width, low_river, state) if walking else -1
        if direction >= 0:
            new = cell + step[direction]
            carve(grid, cell, direction, new)
            walking = not gives_up(give_up, state)
            cell = new
            sequence[count] = cell
            count += 1
            _note(grid, cell, cols, total, words, starts)
            continue
        hunts += 1
        if sweeping:
            place, looked = _sweep(grid, cell, rows, cols, plough, words, starts)
        else:
            place = _live_from(grid, 0, cols, words, starts)
            looked = place + 1
        looks += looked
        cell = grid_cell(place, cols)
        walking = True
    return openings(grid, rows, cols), sequence, hunts, looks


@inner
def _note(
    grid: NDArray[np.uint8], cell: int, cols: int, total: int, words: NDArray[np.uint64], starts: NDArray[np.int64]
) -> None:
    """Put a newly visited cell into both sets if it has an unvisited neighbour."""
    if unvisited(grid, cell, cols + 2):
        place = _place(cell, cols)
        insert(words[0], starts, place)
        insert(words[1], starts, total - 1 - place)


@inner
def _place(cell: int, cols: int) -> int:
    return (cell // (cols + 2) - 1) * cols + cell % (cols + 2) - 1


@inner
def _live_from(
    grid: NDArray[np.uint8], place: int, cols: int, words: NDArray[np.uint64], starts: NDArray[np.int64]
) -> int:
    """Return the first place, from ``place`` on, of a visited cell with an unvisited neighbour, or -1."""
    while True:
        place = first_from(words[0], starts, place)
        if place < 0 or unvisited(grid, grid_cell(place, cols), cols + 2):
            return place
        remove(words[0], starts, place)


@inner
def _live_to(
    grid: NDArray[np.uint8], place: int, cols: int, total: int, words: NDArray[np.uint64], starts: NDArray[np.int64]
) -> int:
    """Return the last place, up to ``place``, of a visited cell with an unvisited neighbour, or -1."""
    while True:
        mirrored = first_from(words[1], starts, total - 1 - place)
        if mirrored < 0:
            return -1
        place = total - 1 - mirrored
        if unvisited(grid, grid_cell(place, cols), cols + 2):
            return place
        remove(words[1], starts, mirrored)


@inner
def _sweep(
    grid: NDArray[np.uint8],
    cell: int,
    rows: int,
    cols: int,
    plough: NDArray[np.int64],
    words: NDArray[np.uint64],
    starts: NDArray[np.int64],
) -> tuple[int, int]:
    """Return the place that the sweep finds and the cells that it looks at; turn the plough as it goes.

    Whole rows are passed at once: the sweep reverses at every row it enters, and at the last row it enters that again.
    """
    total, place = rows * cols, _place(cell, cols)
    row = place // cols
    begin, end = row * cols, (row + 1) * cols
    if plough[1] > 0:
        found = _live_from(grid, place + 1, cols, words, starts)
        looked = (found if 0 <= found < end else end - 1) - place
    else:
        found = _live_to(grid, place - 1, cols, total, words, starts) if place > 0 else -1
        looked = place - (found if found >= begin else begin)
    if begin <= found < end:
        return found, looked
    downward = plough[0] > 0
    ahead = _live_from(grid, end, cols, words, starts) if downward else -1
    if not downward and begin > 0:
        ahead = _live_to(grid, begin - 1, cols, total, words, starts)
    if ahead >= 0:
        passes = abs(ahead // cols - row)
    else:
        back = _live_to(grid, end - 1, cols, total, words, starts) if downward else -1
        if not downward:
            back = _live_from(grid, begin, cols, words, starts)
        ahead = back
        border = rows - 1 if downward else 0
        passes = abs(border - row) + 1 + abs(border - ahead // cols)
        plough[0] = -plough[0]
    if passes % 2 == 1:
        plough[1] = -plough[1]
    row = ahead // cols
    if plough[1] > 0:
        found = _live_from(grid, row * cols, cols, words, starts)
        return found, looked + (passes - 1) * cols + found - row * cols + 1
    found = _live_to(grid, (row + 1) * cols - 1, cols, total, words, starts)
    return found, looked + (passes - 1) * cols + (row + 1) * cols - found
