"""Perfect mazes: the vocabulary, and what a maze is.

Vocabulary
----------
cell
    (row, column), counted from 1 at the top left wherever a person meets it; kernels count from 0.
passage
    An opening between two neighbouring cells. Lengths count passages.
perfect maze
    A maze whose passages join all cells without a cycle: a spanning tree of the rows x cols grid graph; N = rows · cols
    is the number of its cells.
openings
    Of a cell: the set of directions in which it has a passage, as bits north 1, east 2, south 4, west 8.
degree
    Of a cell: the number of its openings. 1 *dead end*, 2 *straight* (opposite openings) or *turn*, 3 *T*, 4 *X*.
    A *junction* has degree 3 or 4.
generator
    A random rule that makes a perfect maze; `gridpuzzles.maze.catalogue` lists them with their options.
solution
    The one path between a start and an end; `gridpuzzles.maze.endings` suggests both.

Identities, for N >= 2: N - 1 passages; dead ends = 2 + T + 2 X; both ends of a longest path are dead ends.

Source: J. Buck, "Mazes for Programmers" (2015); W. D. Pullen, "Think Labyrinth: Maze Algorithms".
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError

Cell: TypeAlias = tuple[int, int]
Option: TypeAlias = str | float | bool | Cell

LONGEST_SIDE = 2000
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
DIRECTIONS: dict[int, Cell] = {NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1)}
"""The step that each opening stands for, in the order in which generators list neighbours."""
OPPOSITE: dict[int, int] = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}


@dataclass(frozen=True, eq=False)
class Maze:
    """A perfect maze and how it came about.

    Attributes
    ----------
    openings
        uint8 (rows, cols): every cell's openings.
    algorithm, options, seed
        What made it; the same three and the same size make the same maze.
    visits
        int32 (rows, cols): the step, from 1, in which each cell joined the maze; all 0 where the generator does not
        walk from cell to cell.
    hunts
        How often hunt and kill went hunting.
    looks
        How many cells its hunts looked at, scanning one by one.
    """

    openings: NDArray[np.uint8]
    algorithm: str = "given"
    options: Mapping[str, Option] = field(default_factory=dict)
    seed: int = 0
    visits: NDArray[np.int32] | None = None
    hunts: int = 0
    looks: int = 0

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.openings.shape[0])

    @property
    def cols(self) -> int:
        """The number of columns."""
        return int(self.openings.shape[1])

    @property
    def degrees(self) -> NDArray[np.uint8]:
        """uint8 (rows, cols): every cell's degree."""
        return np.bitwise_count(self.openings).astype(np.uint8)

    @property
    def digest(self) -> str:
        """SHA-256 of size and openings: equal for equal mazes, however they were made."""
        size = f"{self.rows}x{self.cols}\n".encode()
        return hashlib.sha256(size + np.ascontiguousarray(self.openings).tobytes()).hexdigest()


def check_size(rows: int, cols: int) -> None:
    """Raise InputError unless 1 <= rows, cols <= 2000."""
    for name, value in (("rows", rows), ("cols", cols)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= LONGEST_SIDE:
            raise InputError(f"{name}: {value!r} is not a whole number from 1 to {LONGEST_SIDE}")


def check_cell(name: str, cell: Cell, rows: int, cols: int) -> Cell:
    """Return the cell, or raise InputError unless it is one of the grid."""
    try:
        row, col = cell
        inside = int(row) == row and int(col) == col and 1 <= row <= rows and 1 <= col <= cols
    except (TypeError, ValueError):
        inside = False
    if not inside:
        raise InputError(f"{name}: {cell!r} is not a cell of the {rows}x{cols} grid (row and column count from 1)")
    return int(row), int(col)


def neighbours(rows: int, cols: int, cell: Cell) -> dict[int, Cell]:
    """Return the neighbours of a cell as {opening: cell}, in the order north, east, south, west.

    Examples
    --------
    >>> neighbours(3, 3, (1, 2))
    {2: (1, 3), 4: (2, 2), 8: (1, 1)}
    """
    around = {opening: (cell[0] + down, cell[1] + right) for opening, (down, right) in DIRECTIONS.items()}
    return {opening: (row, col) for opening, (row, col) in around.items() if 1 <= row <= rows and 1 <= col <= cols}


def is_perfect(openings: NDArray[np.uint8]) -> bool:
    """Return whether openings are mutual, stay on the grid, and join all cells without a cycle.

    Examples
    --------
    >>> is_perfect(np.array([[EAST, WEST]], dtype=np.uint8)), is_perfect(np.array([[EAST, 0]], dtype=np.uint8))
    (True, False)
    """
    rows, cols = openings.shape
    cells = {(row, col): int(openings[row - 1, col - 1]) for row in range(1, rows + 1) for col in range(1, cols + 1)}
    ways: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for cell, bits in cells.items():
        around = neighbours(rows, cols, cell)
        for opening in DIRECTIONS:
            if bits & opening:
                if opening not in around or not cells[around[opening]] & OPPOSITE[opening]:
                    return False
                ways[cell].append(around[opening])
    reached, ahead = {(1, 1)}, [(1, 1)]
    while ahead:
        found = [cell for cell in ways[ahead.pop()] if cell not in reached]
        reached.update(found)
        ahead += found
    return len(reached) == len(cells) and sum(map(len, ways.values())) == 2 * (len(cells) - 1)
