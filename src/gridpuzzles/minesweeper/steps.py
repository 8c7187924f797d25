"""The single-point rules one application at a time, in plain Python, for the picture of the counters."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from gridpuzzles.minesweeper.model import Cell, neighbours, number_board


@dataclass(frozen=True)
class CellState:
    """A cell after a step.

    Attributes
    ----------
    step, row, col
        When and where; step 0 is the beginning.
    state
        ``closed``, ``marked`` or ``open``.
    number, counter
        Of an open cell, else -1.
    active
        ``mark`` or ``open`` on the number whose rule was applied, else empty.
    changed
        Whether the step changed the cell's state.
    """

    step: int
    row: int
    col: int
    state: str
    number: int
    counter: int
    active: str
    changed: bool


@dataclass
class Scene:
    """A board in progress: its numbers, and which cells are open and marked."""

    rows: int
    cols: int
    numbers: dict[Cell, int]
    open: set[Cell]
    marked: set[Cell] = field(default_factory=set)

    def closed_around(self, cell: Cell) -> list[Cell]:
        """Return the closed unmarked neighbours."""
        around = neighbours(self.rows, self.cols, cell)
        return [other for other in around if other not in self.open and other not in self.marked]

    def counter(self, cell: Cell) -> int:
        """Return the number less the marked neighbours."""
        return self.numbers[cell] - len(self.marked.intersection(neighbours(self.rows, self.cols, cell)))

    def apply(self, cell: Cell) -> tuple[str, list[Cell]]:
        """Apply the rule that a number allows; return its name, or an empty one, and the cells it marks or opens."""
        closed = self.closed_around(cell)
        if closed and self.counter(cell) == 0:
            self.open.update(closed)
            return "open", closed
        if closed and self.counter(cell) == len(closed):
            self.marked.update(closed)
            return "mark", closed
        return "", []

    def cell_states(self, step: int, active: Cell | None, rule: str, changed: Sequence[Cell]) -> list[CellState]:
        """Return every cell's state."""
        found = []
        for row in range(1, self.rows + 1):
            for col in range(1, self.cols + 1):
                cell = (row, col)
                is_open = cell in self.open
                state = "open" if is_open else "marked" if cell in self.marked else "closed"
                number, counter = (self.numbers[cell], self.counter(cell)) if is_open else (-1, -1)
                name = rule if cell == active else ""
                found.append(CellState(step, row, col, state, number, counter, name, cell in changed))
        return found


def follow(board: Sequence[str]) -> list[CellState]:
    """Return every cell's state at the beginning and after each application of a rule.

    Parameters
    ----------
    board
        The board's rows: ``*`` a mine, ``o`` an open cell, ``.`` a closed safe cell.

    Examples
    --------
    >>> [(cell.step, cell.state) for cell in follow(["o*"])]
    [(0, 'open'), (0, 'closed'), (1, 'open'), (1, 'marked')]
    """
    mines = np.array([[letter == "*" for letter in line] for line in board])
    counts = number_board(mines)
    every = [(row + 1, col + 1) for row, col in np.ndindex(mines.shape)]
    opened = {cell for cell in every if board[cell[0] - 1][cell[1] - 1] == "o"}
    numbers = {(row, col): int(counts[row - 1, col - 1]) for row, col in every}
    scene = Scene(len(board), len(board[0]), numbers, opened)
    states, step, changed = scene.cell_states(0, None, "", []), 0, True
    while changed:
        changed = False
        for cell in every:
            rule, cells = scene.apply(cell) if cell in scene.open else ("", [])
            if rule:
                step, changed = step + 1, True
                states += scene.cell_states(step, cell, rule, cells)
    return states
