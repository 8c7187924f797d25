"""Binary tree, sidewinder, Eller and recursive division, compiled."""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel
from gridpuzzles.maze.kernels.edges import find
from gridpuzzles.maze.kernels.grid import pick
from gridpuzzles.maze.kernels.hunts import Grown
from gridpuzzles.maze.kernels.types import signed
from gridpuzzles.random64 import word

N, E, S, W = 1, 2, 4, 8


@kernel
def binary_tree(rows: int, cols: int, state: NDArray[np.uint64]) -> Grown:
    """Carve north or east from each cell."""
    result = np.zeros((rows, cols), dtype=np.uint8)
    for col in range(cols - 1):
        result[0, col] |= E
        result[0, col + 1] |= W
    bits, left = np.uint64(0), 0
    for row in range(1, rows):
        for col in range(cols - 1):
            if left == 0:
                bits, left = word(state), 64
            coin = np.uint8(bits & np.uint64(1))
            bits >>= np.uint64(1)
            left -= 1
            result[row, col] |= E >> coin
            result[row - 1, col] |= S * coin
            result[row, col + 1] |= W * (1 - coin)
        result[row, cols - 1] |= N
        result[row - 1, cols - 1] |= S
    return result, np.empty(0, dtype=np.int32), 0, 0


@kernel
def sidewinder(rows: int, cols: int, state: NDArray[np.uint64]) -> Grown:
    """Carve runs to the east, and north from one cell of each."""
    result = np.zeros((rows, cols), dtype=np.uint8)
    for col in range(cols - 1):
        result[0, col] |= E
        result[0, col + 1] |= W
    bits, left = np.uint64(0), 0
    for row in range(1, rows):
        first = 0
        for col in range(cols):
            closed = col == cols - 1
            if not closed:
                if left == 0:
                    bits, left = word(state), 64
                closed = bits & np.uint64(1) == np.uint64(1)
                bits >>= np.uint64(1)
                left -= 1
            if closed:
                upward = first + pick(state, col + 1 - first)
                result[row, upward] |= N
                result[row - 1, upward] |= S
                first = col + 1
            else:
                result[row, col] |= E
                result[row, col + 1] |= W
    return result, np.empty(0, dtype=np.int32), 0, 0


@kernel
def eller(rows: int, cols: int, state: NDArray[np.uint64]) -> Grown:
    """Keep the sets of one row; a set's representative is its first column."""
    result = np.zeros((rows, cols), dtype=np.uint8)
    parents = np.arange(cols, dtype=np.int32)
    sizes, ways_down, heir = np.zeros(cols, np.int32), np.zeros(cols, np.int32), np.zeros(cols, np.int32)
    bits, left = np.uint64(0), 0
    for row in range(rows):
        for col in range(cols - 1):
            one, two = find(parents, col), find(parents, col + 1)
            if one == two:
                continue
            joined = row == rows - 1
            if not joined:
                if left == 0:
                    bits, left = word(state), 64
                joined = bits & np.uint64(1) == np.uint64(1)
                bits >>= np.uint64(1)
                left -= 1
            if joined:
                parents[max(one, two)] = min(one, two)
                result[row, col] |= E
                result[row, col + 1] |= W
        if row == rows - 1:
            break
        sizes[:], ways_down[:] = 0, 0
        for col in range(cols):
            if left == 0:
                bits, left = word(state), 64
            coin = signed(bits & np.uint64(1))
            bits >>= np.uint64(1)
            left -= 1
            result[row, col] |= np.uint8(S * coin)
            sizes[find(parents, col)] += 1
            ways_down[find(parents, col)] += coin
        _open_closed_sets(result[row], parents, sizes, ways_down, heir, state)
        _next_row(result, row, parents, heir)
    return result, np.empty(0, dtype=np.int32), 0, 0


@kernel
def _open_closed_sets(
    cells: NDArray[np.uint8],
    parents: NDArray[np.int32],
    sizes: NDArray[np.int32],
    ways_down: NDArray[np.int32],
    wanted: NDArray[np.int32],
    state: NDArray[np.uint64],
) -> None:
    """Give each set without a way down one, from a random cell of it."""
    for col in range(len(cells)):
        if parents[col] == col:
            wanted[col] = pick(state, signed(sizes[col])) if ways_down[col] == 0 else -1
        first = find(parents, col)
        if wanted[first] == 0:
            cells[col] |= S
        wanted[first] -= 1


@kernel
def _next_row(result: NDArray[np.uint8], row: int, parents: NDArray[np.int32], heir: NDArray[np.int32]) -> None:
    """Carve down and make the sets of the next row: connected cells together, every other cell alone."""
    heir[:] = -1
    representatives = np.empty(len(parents), dtype=np.int32)
    for col in range(len(parents)):
        representatives[col] = find(parents, col)
    for col in range(len(parents)):
        parents[col] = col
        if result[row, col] & S:
            result[row + 1, col] |= N
            first = representatives[col]
            if heir[first] < 0:
                heir[first] = col
            parents[col] = heir[first]


@kernel
def recursive_division(rows: int, cols: int, state: NDArray[np.uint64]) -> Grown:
    """Divide fields, the part above or to the west first; the other part waits on a stack."""
    result = np.full((rows, cols), N | E | S | W, dtype=np.uint8)
    result[0, :] &= ~np.uint8(N)
    result[rows - 1, :] &= ~np.uint8(S)
    result[:, 0] &= ~np.uint8(W)
    result[:, cols - 1] &= ~np.uint8(E)
    fields = np.empty((rows + cols + 1, 4), dtype=np.int64)
    fields[0] = np.array([0, 0, rows, cols])
    waiting = 1
    while waiting > 0:
        waiting -= 1
        top, left, height, width = fields[waiting]
        if min(height, width) == 1:
            continue
        across = height > width
        if height == width:
            across = pick(state, 2) == 1
        wall = 1 + pick(state, (height if across else width) - 1)
        gap = pick(state, width if across else height)
        if across:
            _wall_across(result, top + wall, left, width, left + gap)
            fields[waiting] = np.array([top + wall, left, height - wall, width])
            fields[waiting + 1] = np.array([top, left, wall, width])
        else:
            _wall_down(result, left + wall, top, height, top + gap)
            fields[waiting] = np.array([top, left + wall, height, width - wall])
            fields[waiting + 1] = np.array([top, left, height, wall])
        waiting += 2
    return result, np.empty(0, dtype=np.int32), 0, 0


@kernel
def _wall_across(result: NDArray[np.uint8], row: int, left: int, width: int, gap: int) -> None:
    """Put a wall above a row, with one gap."""
    for col in range(left, left + width):
        if col != gap:
            result[row - 1, col] &= ~np.uint8(S)
            result[row, col] &= ~np.uint8(N)


@kernel
def _wall_down(result: NDArray[np.uint8], col: int, top: int, height: int, gap: int) -> None:
    """Put a wall to the west of a column, with one gap."""
    for row in range(top, top + height):
        if row != gap:
            result[row, col - 1] &= ~np.uint8(E)
            result[row, col] &= ~np.uint8(W)
