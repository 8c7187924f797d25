"""What the plain generators share: a grid to carve passages into, and how they draw.

Every choice is `pick`: nothing is drawn where there is one possibility only. A *coin* is one bit of a 64-bit word, the
lowest first; a *compass* turns two such bits into one of the four directions.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.maze.model import DIRECTIONS, OPPOSITE, Cell, Maze, neighbours

T = TypeVar("T")


class Draws(Protocol):
    """A source of random draws, such as `gridpuzzles.seeds.Stream`."""

    def word(self) -> int:
        """Return 64 random bits."""

    def below(self, bound: int) -> int:
        """Return an integer drawn uniformly from 0 .. bound - 1."""

    def unit(self) -> float:
        """Return a float drawn uniformly from [0, 1)."""


def pick(draws: Draws, choices: Sequence[T]) -> T:
    """Return one of the choices, drawn uniformly; a single choice is taken without a draw."""
    return choices[draws.below(len(choices)) if len(choices) > 1 else 0]


class Bits:
    """Random bits from 64-bit words, the lowest bit of each word first."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._word = 0
        self._left = 0

    def take(self, count: int) -> int:
        """Return ``count`` bits (a divisor of 64) as a number."""
        if self._left == 0:
            self._word, self._left = self._draws.word(), 64
        bits = self._word & ((1 << count) - 1)
        self._word >>= count
        self._left -= count
        return bits

    def coin(self) -> bool:
        """Return true or false with equal probability."""
        return self.take(1) == 1

    def compass(self) -> int:
        """Return one of the four openings."""
        return tuple(DIRECTIONS)[self.take(2)]


class Carving:
    """A grid with the passages carved so far.

    Attributes
    ----------
    cells
        All cells, row by row.
    openings
        {cell: its openings}.
    visits
        The visited cells, in the order of the visit.
    hunts, looks
        As in `gridpuzzles.maze.model.Maze`.
    """

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]
        self.openings = dict.fromkeys(self.cells, 0)
        self.visits: dict[Cell, None] = {}
        self.hunts = 0
        self.looks = 0

    @property
    def complete(self) -> bool:
        """Whether every cell was visited."""
        return len(self.visits) == len(self.cells)

    def visit(self, cell: Cell) -> None:
        """Note that a cell is now part of the maze."""
        self.visits[cell] = None

    def around(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of a cell: north, east, south, west."""
        return list(neighbours(self.rows, self.cols, cell).values())

    def unvisited(self, cell: Cell) -> list[Cell]:
        """Return the unvisited neighbours of a cell."""
        return [other for other in self.around(cell) if other not in self.visits]

    def visited(self, cell: Cell) -> list[Cell]:
        """Return the visited neighbours of a cell."""
        return [other for other in self.around(cell) if other in self.visits]

    def toward(self, cell: Cell, opening: int) -> Cell | None:
        """Return the neighbour in one direction, if there is one."""
        return neighbours(self.rows, self.cols, cell).get(opening)

    def carve(self, one: Cell, two: Cell) -> None:
        """Make a passage between two neighbouring cells."""
        opening = next(way for way, cell in neighbours(self.rows, self.cols, one).items() if cell == two)
        self.openings[one] |= opening
        self.openings[two] |= OPPOSITE[opening]

    def close(self, one: Cell, two: Cell) -> None:
        """Put a wall between two neighbouring cells."""
        opening = next(way for way, cell in neighbours(self.rows, self.cols, one).items() if cell == two)
        self.openings[one] &= ~opening
        self.openings[two] &= ~OPPOSITE[opening]

    def join(self, cell: Cell, new: Cell) -> None:
        """Carve from a visited cell to a new one and visit that."""
        self.carve(cell, new)
        self.visit(new)

    def maze(self) -> Maze:
        """Return the maze."""
        openings: NDArray[np.uint8] = np.array([self.openings[cell] for cell in self.cells], dtype=np.uint8)
        visits = np.zeros((self.rows, self.cols), dtype=np.int32)
        for step, (row, col) in enumerate(self.visits, start=1):
            visits[row - 1, col - 1] = step
        return Maze(openings.reshape(self.rows, self.cols), visits=visits, hunts=self.hunts, looks=self.looks)


def first_cell(carving: Carving, start: str | Cell, draws: Draws) -> Cell:
    """Return the cell to start from: ``random``, ``corner`` (the top left), or the cell given."""
    if start == "random":
        return pick(draws, carving.cells)
    return (1, 1) if isinstance(start, str) else start


def remove_from_bag(bag: list[T], item: T) -> None:
    """Take an item out of a bag; the last one moves to its place."""
    last = bag.pop()
    if last != item:
        bag[bag.index(item)] = last
