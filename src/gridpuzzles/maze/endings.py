"""Start, end and the solution between them; choosing them never changes a maze.

The rules:

``longest``
    The two ends of a longest path (the first found of several).
``corners``
    The top left and the bottom right.
``random``
    A pair of different cells, drawn uniformly from the maze's seed, in a stream of its own.
``border``
    The two border cells that are farthest apart.

A maze of one cell has that cell as start and end, and a solution of length 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.maze.kernels.measures import BY_BORDER, BY_CORNERS, BY_GIVEN, BY_LONGEST, measure
from gridpuzzles.maze.kernels.tree import path, place_of, spread
from gridpuzzles.maze.model import Cell, Maze, check_cell
from gridpuzzles.seeds import Stream, seed_sequence

CODES = {"longest": BY_LONGEST, "corners": BY_CORNERS, "random": BY_GIVEN, "border": BY_BORDER}
RULES = tuple(CODES)


@dataclass(frozen=True, eq=False)
class Solution:
    """The path between a start and an end.

    Attributes
    ----------
    cells
        int32 (length + 1, 2): its cells (row, column), from 1, from start to end.
    """

    cells: NDArray[np.int32]

    @property
    def start(self) -> Cell:
        """The first cell."""
        return int(self.cells[0, 0]), int(self.cells[0, 1])

    @property
    def end(self) -> Cell:
        """The last cell."""
        return int(self.cells[-1, 0]), int(self.cells[-1, 1])

    @property
    def length(self) -> int:
        """The number of passages."""
        return len(self.cells) - 1


def check_ends(rule: str) -> str:
    """Return the rule, or raise InputError if it is not known."""
    if rule not in CODES:
        raise InputError(f"ends: {rule!r} is not one of {', '.join(RULES)}")
    return rule


def suggest_ends(maze: Maze, rule: str = "longest") -> tuple[Cell, Cell]:
    """Return the start and the end that a rule suggests.

    Examples
    --------
    >>> from gridpuzzles import maze
    >>> suggest_ends(maze.generate("wilson", 3, 4, seed=1), "corners")
    ((1, 1), (3, 4))
    """
    start, end = measure(maze.openings, *rule_arguments(maze, check_ends(rule)))[4]
    return _cell(start, maze.cols), _cell(end, maze.cols)


def solve(maze: Maze, start: Cell, end: Cell) -> Solution:
    """Return the path from start to end."""
    one, two = (_index(name, cell, maze) for name, cell in (("start", start), ("end", end)))
    order, above, depth = spread(maze.openings.ravel(), maze.cols, one)
    way = path(order, above, depth, 0, place_of(order, two))
    return Solution(np.stack([way // maze.cols + 1, way % maze.cols + 1], axis=1))


def distances(maze: Maze, start: Cell) -> NDArray[np.int32]:
    """Return int32 (rows, cols): every cell's distance from the start, in passages."""
    order, _, depth = spread(maze.openings.ravel(), maze.cols, _index("start", start, maze))
    found = np.empty(len(order), dtype=np.int32)
    found[order] = depth
    return found.reshape(maze.rows, maze.cols)


def random_pair(total: int, stream: Stream) -> tuple[int, int]:
    """Return two different cells of ``total``, counted from 0, drawn uniformly; the one cell twice if there is one."""
    start = stream.below(total)
    end = stream.below(total - 1) if total > 1 else 0
    return start, end + (total > 1 and end >= start)


def rule_arguments(maze: Maze, rule: str) -> tuple[int, int, int]:
    """Return a rule as `gridpuzzles.maze.kernels.measures.measure` takes it."""
    pair = (0, 0)
    if rule == "random":
        pair = random_pair(maze.rows * maze.cols, Stream(seed_sequence(maze.seed, "maze", "ends")))
    return CODES[rule], *pair


def _index(name: str, cell: Cell, maze: Maze) -> int:
    row, col = check_cell(name, cell, maze.rows, maze.cols)
    return (row - 1) * maze.cols + col - 1


def _cell(index: int, cols: int) -> Cell:
    return int(index) // cols + 1, int(index) % cols + 1
