"""Binary tree, sidewinder, Eller and recursive division, compiled."""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, kernel, trailing_zeros
from gridpuzzles.maze.kernels.edges import find
from gridpuzzles.maze.kernels.grid import draw, pick
from gridpuzzles.maze.kernels.hunts import Grown
from gridpuzzles.maze.kernels.types import signed
from gridpuzzles.random64 import word

N, E, S, W = 1, 2, 4, 8
NO_NORTH, NO_EAST, NO_SOUTH, NO_WEST = (np.uint8(15 - opening) for opening in (N, E, S, W))


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
    """Close runs out of rows that are open from end to end, and carve north from one cell of each.

    A run goes on over zero bits, so its end is found by counting them.
    """
    result = np.full((rows, cols), E | W, dtype=np.uint8)
    result[:, 0] &= NO_WEST
    result[:, cols - 1] &= NO_EAST
    bits, left = np.uint64(0), 0
    for row in range(1, rows):
        first = 0
        while first < cols:
            last = first
            while last < cols - 1:
                if left == 0:
                    bits, left = word(state), 64
                zeros = min(signed(trailing_zeros(bits)), left, cols - 1 - last)
                last += zeros
                closed = last < cols - 1 and zeros < left
                used = zeros + signed(closed)
                left -= used
                bits = bits >> np.uint64(used) if used < 64 else np.uint64(0)
                if closed:
                    result[row, last] &= NO_EAST
                    result[row, last + 1] &= NO_WEST
                    break
            upward = first + draw(state, last + 1 - first)
            result[row, upward] |= N
            result[row - 1, upward] |= S
            first = last + 1
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


@inner
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


@inner
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
    """Divide fields, the part above or to the west first; the other part waits on a stack.

    A field is its top, left, height and width; what is a corridor already does not wait.
    """
    result = np.full((rows, cols), N | E | S | W, dtype=np.uint8)
    result[0, :] &= NO_NORTH
    result[rows - 1, :] &= NO_SOUTH
    result[:, 0] &= NO_WEST
    result[:, cols - 1] &= NO_EAST
    stack = np.empty((rows + cols + 1, 4), dtype=np.int32)
    top, left, height, width, waiting = 0, 0, rows, cols, 0
    while True:
        if height == 1 or width == 1:
            if waiting == 0:
                return result, np.empty(0, dtype=np.int32), 0, 0
            waiting -= 1
            top, left = signed(stack[waiting, 0]), signed(stack[waiting, 1])
            height, width = signed(stack[waiting, 2]), signed(stack[waiting, 3])
            continue
        across = height > width
        if height == width:
            across = pick(state, 2) == 1
        wall = 1 + pick(state, (height if across else width) - 1)
        gap = pick(state, width if across else height)
        if across:
            _wall_across(result, top + wall, left, width, left + gap)
            if height - wall > 1:
                _push(stack, waiting, top + wall, left, height - wall, width)
                waiting += 1
            height = wall
        else:
            _wall_down(result, left + wall, top, height, top + gap)
            if width - wall > 1:
                _push(stack, waiting, top, left + wall, height, width - wall)
                waiting += 1
            width = wall


@inner
def _push(stack: NDArray[np.int32], place: int, top: int, left: int, height: int, width: int) -> None:
    stack[place, 0], stack[place, 1], stack[place, 2], stack[place, 3] = top, left, height, width


@inner
def _wall_across(result: NDArray[np.uint8], row: int, left: int, width: int, gap: int) -> None:
    """Put a wall above a row, with one gap."""
    for col in range(left, left + width):
        result[row - 1, col] &= NO_SOUTH
        result[row, col] &= NO_NORTH
    result[row - 1, gap] |= S
    result[row, gap] |= N


@inner
def _wall_down(result: NDArray[np.uint8], col: int, top: int, height: int, gap: int) -> None:
    """Put a wall to the west of a column, with one gap."""
    for row in range(top, top + height):
        result[row, col - 1] &= NO_EAST
        result[row, col] &= NO_WEST
    result[gap, col - 1] |= E
    result[gap, col] |= W
