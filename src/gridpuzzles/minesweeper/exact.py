"""Exact values on small boards: of the best play, and of every solver, by playing all boards at once.

The boards of a first-click law are numbered, and a set of boards is one whole number, a bit a board; so splitting a
set by what a cell shows is one "and". The solvers are the compiled ones. A solver's deductions in a position depend on
the numbers alone, so one board of the set plays on until the solver is stuck, and all boards that agree with what is
then open share the guess. A guess among several cells is an average. Nothing is drawn, and nothing is rounded.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, cast

import numpy as np

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.model import (
    Cell,
    FirstClick,
    Solver,
    boards,
    check_board,
    check_first_click,
    check_room,
    check_solver,
    number_board,
    protected,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST = 60_000
"""Boards that are played at once."""


def check_small(rows: int, cols: int, mines: int) -> None:
    """Raise InputError if there are too many boards to play them all."""
    check_board(rows, cols, mines)
    if comb(rows * cols, mines) > LARGEST:
        raise InputError(
            f"board: {rows}x{cols} with {mines} mines has {comb(rows * cols, mines)} boards; "
            f"exact play is for at most {LARGEST}"
        )


@lru_cache(maxsize=16)
def optimal_wins(rows: int, cols: int, mines: int) -> "NDArray[np.int64]":
    """Return int64 (rows, cols, 9): boards won by the best play after a first click there that shows that number.

    Source of the method: `gridpuzzles.minesweeper.tree`; it treats all C(N, M) boards as the solutions of the closed
    board.
    """
    from gridpuzzles.minesweeper import deduction, tree

    check_small(rows, cols, mines)
    count, size = comb(rows * cols, mines), rows * cols
    field = deduction.new_field(rows, cols)
    field.total[deduction.MINES_LEFT] = mines
    room = tree.new_tree(count, size, memory_bits=20)
    room.cells[:] = np.arange(size)
    room.tally[tree.UNKNOWN] = size
    room.tally[tree.GENERATION] = 1
    if not tree.list_solutions(field, room):
        raise InputError(f"board: {rows}x{cols} with {mines} mines is too large for exact play")
    wins = np.zeros((size, 9), dtype=np.int64)
    ends = np.empty(10, dtype=np.int64)
    for cell in range(size):
        room.arena[:count] = np.arange(count)
        tree.split(room, 0, count, cell, ends)
        for number in range(8, -1, -1):
            if ends[number + 1] > ends[number]:
                wins[cell, number] = tree.worth(room, ends[number], ends[number + 1])
    return wins.reshape(rows, cols, 9)


def optimal_at(rows: int, cols: int, mines: int, first_click: FirstClick, cell: Cell) -> Fraction:
    """Return the probability that the best play wins after a first click on a cell.

    Examples
    --------
    >>> optimal_at(3, 3, 2, "safe", (1, 1))
    Fraction(23, 28)
    """
    check_room(rows, cols, mines, first_click, cell)
    wins = optimal_wins(rows, cols, mines)[cell[0] - 1, cell[1] - 1]
    won = wins[0] if first_click == "zero" else wins.sum()
    return Fraction(int(won), comb(rows * cols - len(protected(rows, cols, cell, first_click)), mines))


def optimal(rows: int, cols: int, mines: int, first_click: str = "safe") -> Fraction:
    """Return the probability that the best play wins from the best first cell.

    Examples
    --------
    >>> optimal(3, 3, 2, "any")
    Fraction(2, 3)

    Raises
    ------
    gridpuzzles.errors.InputError
        If the board has more than 60,000 placements of the mines, or the mines fit beside no first cell.
    """
    law = check_first_click(first_click)
    check_small(rows, cols, mines)
    cells = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]
    values = [
        optimal_at(rows, cols, mines, law, cell)
        for cell in cells
        if mines <= rows * cols - len(protected(rows, cols, cell, law))
    ]
    if not values:
        check_room(rows, cols, mines, law, (1, 1))
    return max(values)


@dataclass(frozen=True)
class Boards:
    """All boards of a first-click law, as bits.

    Attributes
    ----------
    mine
        uint8 (boards, N).
    mined
        For each cell, the set of boards with a mine there.
    shows
        For each cell and number, the set of boards in which the cell is safe and shows it.
    """

    mine: "NDArray[np.uint8]"
    mined: tuple[int, ...]
    shows: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, rows: int, cols: int, mines: int, law: FirstClick, first: Cell) -> "Boards":
        """Return the boards of a law."""
        listed = list(boards(rows, cols, mines, law, first))
        mine = np.array([board.reshape(-1) for board in listed], dtype=np.uint8)
        numbers = np.array([number_board(board).reshape(-1) for board in listed])
        cells = range(rows * cols)
        return cls(
            mine,
            tuple(_bits(mine[:, cell] == 1) for cell in cells),
            tuple(
                tuple(_bits((mine[:, cell] == 0) & (numbers[:, cell] == number)) for number in range(9))
                for cell in cells
            ),
        )


def _bits(flags: "NDArray[np.bool_]") -> int:
    """Return the set, bit k for entry k."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


class Playout:
    """One solver on all boards of one first click."""

    def __init__(
        self, solver: str, rows: int, cols: int, mines: int, law: FirstClick, first: Cell, endgame: int = 20
    ) -> None:
        from gridpuzzles.minesweeper import deduction, desks, playing

        self._boards = Boards.of(rows, cols, mines, law, first)
        self._code = playing.CODES[check_solver(solver)]
        self._field = deduction.new_field(rows, cols)
        self._desk = desks.desk_for(solver, rows * cols, mines, endgame, depth=1)
        self._known: dict[tuple[int, bytes], Fraction] = {}
        self._first = (first[0] - 1) * cols + first[1] - 1

    @property
    def positions(self) -> list[tuple[int, bytes]]:
        """All positions met: the set of boards that agree with it, and which cells are open, uint8 (N,) as bytes."""
        return list(self._known)

    def value(self) -> Fraction:
        """Return the probability that the solver wins."""
        count = len(self._boards.mine)
        everything = (1 << count) - 1
        opened = np.zeros(self._boards.mine.shape[1], dtype=np.uint8)
        opened[self._first] = 1
        parts = (everything & shown for shown in self._boards.shows[self._first])
        return sum((self._won(part, opened) for part in parts if part), Fraction()) / count

    def _won(self, alive: int, opened: "NDArray[np.uint8]") -> Fraction:
        """Return how many boards of a set the solver wins from a position they share."""
        key = (alive, opened.tobytes())
        if key not in self._known:
            total, left = Fraction(), alive
            while left:
                share, now, guesses = self._advance((left & -left).bit_length() - 1, left, opened)
                total += self._after(share, now, guesses)
                left &= ~share
            self._known[key] = total
        return self._known[key]

    def _after(self, alive: int, opened: "NDArray[np.uint8]", guesses: list[int] | None) -> Fraction:
        """Return how many boards are won after guessing; ``guesses`` is None after a win, empty after a surrender."""
        if guesses is None:
            return Fraction(alive.bit_count())
        total = Fraction()
        for cell in guesses:
            then = opened.copy()
            then[cell] = 1
            parts = (alive & shown for shown in self._boards.shows[cell])
            total += sum((self._won(part, then) for part in parts if part), Fraction())
        return total / max(1, len(guesses))

    def _advance(
        self, board: int, alive: int, opened: "NDArray[np.uint8]"
    ) -> tuple[int, "NDArray[np.uint8]", list[int] | None]:
        """Let one board play on until the solver is stuck.

        Returns
        -------
        tuple
            The boards of the set that agree with all that is open then, what is open, and what is guessed.
        """
        from gridpuzzles.minesweeper import deduction, desks, playing

        field, desk = self._field, self._desk
        field.mine[:] = self._boards.mine[board]
        playing.resume(field, opened)
        if self._code < playing.INFERENCE:
            guesses = playing.advance_simply(field, self._code)
            candidates = field.state == deduction.CLOSED
        else:
            guesses = desks.advance(field, desk, self._code) == playing.STUCK
            candidates = desk.choice.cell == 1
        now = (field.state == deduction.OPEN).astype(np.uint8)
        for cell in np.flatnonzero(now > opened):
            alive &= self._boards.shows[cell][field.number[cell]]
        if field.total[deduction.SAFE_LEFT] == 0:
            return alive, now, None
        return alive, now, [int(cell) for cell in np.flatnonzero(candidates)] if guesses else []


def solver_value(
    solver: str, rows: int, cols: int, mines: int, first_click: str, cell: Cell, endgame: int = 20
) -> Fraction:
    """Return the exact probability that a solver wins after a first click on a cell.

    Parameters
    ----------
    endgame
        The number of solutions from which `pseq_endgame`, `lookahead` and `foresight` search the game tree.

    Examples
    --------
    >>> solver_value("inference", 3, 3, 2, "safe", (1, 1))
    Fraction(11, 28)
    """
    law = check_first_click(first_click)
    check_small(rows, cols, mines)
    check_room(rows, cols, mines, law, cell)
    return Playout(cast("Solver", solver), rows, cols, mines, law, cell, endgame).value()
