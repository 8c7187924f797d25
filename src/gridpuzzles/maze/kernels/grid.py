"""What the compiled generators share: a bordered grid, steps between its cells, and draws.

A *grid* is uint8 of (rows + 2) · (cols + 2) bytes, a cell's openings in its low four bits and `VISITED` above them.
Around it lies a `BORDER` that is not unvisited either, so that no walk needs to ask where the grid ends. A cell is an
index into it; the *width* is cols + 2. A *direction* is 0 north, 1 east, 2 south, 3 west; its opening is
``1 << direction``.

Every generator returns the same four things: the openings, uint8 (rows, cols); the grid cells in the order of the
visit, int32 (N,), or none at all; the number of hunts; the number of looks.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner
from gridpuzzles.maze.kernels.types import signed
from gridpuzzles.random64 import word

VISITED, BORDER, FRONTIER = 16, 32, 64

NTH_DIRECTION = np.zeros((16, 4), dtype=np.uint8)
"""(set of directions, n): the n-th direction of the set."""
COUNT = np.zeros(16, dtype=np.uint8)
"""(set of directions): how many it holds."""
for _set in range(16):
    _members = [direction for direction in range(4) if _set >> direction & 1]
    NTH_DIRECTION[_set, : len(_members)] = _members
    COUNT[_set] = len(_members)


@inner
def draw(state: NDArray[np.uint64], count: int) -> int:
    """Return an integer drawn uniformly from 0 .. count - 1.

    The same draw as `gridpuzzles.random64.below`, but the division of Lemire's method is done only where a draw might
    be rejected.
    """
    limit = np.uint64(count)
    while True:
        product = (word(state) >> np.uint64(32)) * limit
        low = product & np.uint64(0xFFFFFFFF)
        if low >= limit or low >= (np.uint64(0x100000000) - limit) % limit:
            return signed(product >> np.uint64(32))


@inner
def pick(state: NDArray[np.uint64], count: int) -> int:
    """Return an integer drawn uniformly from 0 .. count - 1; nothing is drawn if that is 0 only."""
    return draw(state, count) if count > 1 else 0


@inner
def bordered(rows: int, cols: int) -> NDArray[np.uint8]:
    """Return a grid of unvisited cells."""
    width = cols + 2
    grid = np.zeros((rows + 2) * width, dtype=np.uint8)
    grid[:width] = BORDER
    grid[(rows + 1) * width :] = BORDER
    for row in range(1, rows + 1):
        grid[row * width] = BORDER
        grid[row * width + width - 1] = BORDER
    return grid


@inner
def steps(cols: int) -> NDArray[np.int64]:
    """Return the step in each direction, int64 (4,)."""
    return np.array([-cols - 2, 1, cols + 2, -1], dtype=np.int64)


@inner
def grid_cell(index: int, cols: int) -> int:
    """Return the grid cell of a cell counted row by row from 0."""
    return (index // cols + 1) * (cols + 2) + index % cols + 1


@inner
def first_cell(start: int, rows: int, cols: int, state: NDArray[np.uint64]) -> int:
    """Return the grid cell to start from: ``start`` counted row by row, or a random one if it is negative."""
    return grid_cell(start if start >= 0 else pick(state, rows * cols), cols)


@inner
def unvisited(grid: NDArray[np.uint8], cell: int, width: int) -> int:
    """Return the set of directions in which a neighbour is unvisited."""
    north = signed(grid[cell - width] == 0)
    east = signed(grid[cell + 1] == 0)
    south = signed(grid[cell + width] == 0)
    west = signed(grid[cell - 1] == 0)
    return north | east << 1 | south << 2 | west << 3


@inner
def visited(grid: NDArray[np.uint8], cell: int, width: int) -> int:
    """Return the set of directions in which a neighbour is visited; the border is not."""
    north = signed(grid[cell - width]) >> 4 & 1
    east = signed(grid[cell + 1]) >> 4 & 1
    south = signed(grid[cell + width]) >> 4 & 1
    west = signed(grid[cell - 1]) >> 4 & 1
    return north | east << 1 | south << 2 | west << 3


@inner
def random_direction(directions: int, state: NDArray[np.uint64]) -> int:
    """Return one of a set of directions, drawn uniformly."""
    return signed(NTH_DIRECTION[directions][pick(state, signed(COUNT[directions]))])


@inner
def carve(grid: NDArray[np.uint8], cell: int, direction: int, other: int) -> None:
    """Make a passage from a cell to its neighbour ``other`` in a direction; both are visited from then on."""
    grid[cell] |= np.uint8(VISITED | 1 << direction)
    grid[other] |= np.uint8(VISITED | 1 << (direction ^ 2))


@inner
def openings(grid: NDArray[np.uint8], rows: int, cols: int) -> NDArray[np.uint8]:
    """Return the openings without the border, uint8 (rows, cols)."""
    result = np.empty((rows, cols), dtype=np.uint8)
    for row in range(rows):
        first = (row + 1) * (cols + 2) + 1
        for col in range(cols):
            result[row, col] = grid[first + col] & np.uint8(15)
    return result
