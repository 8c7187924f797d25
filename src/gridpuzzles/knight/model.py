"""Knight's tours by Warnsdorff's rule: the vocabulary, and plain code that reads like the definitions.

Vocabulary
----------
square
    (row, column), counted from 1 at the top left wherever a person meets it; kernels count from 0.
move
    One of the knight's eight moves, numbered 1..8 clockwise from "two down, one right".
neighbour
    A square one move away, on the board.
degree
    Of a free square: the number of its free neighbours, as the rule keeps count of them.
order
    A permutation of the moves, written "12345678"; it breaks ties.
Warnsdorff's rule
    Go to the free neighbour with the smallest degree. Among equals (a *tie*) take the one whose move comes first in
    the order. A square of degree 0 is a legal target.
rule
    How the start counts. ``standard``: placing the knight on the start lowers the degrees of its neighbours by one,
    as every later square does. ``thesis``: it does not. The literature is ``standard``.
tour
    The squares in the order of the visit, until no free neighbour is left. *Complete*: every square was visited.
    *Closed*: complete, and the last square is one move away from the first. *Open*: complete and not closed.

Sources: H. C. von Warnsdorff, "Des Rösselsprunges einfachste und allgemeinste Lösung" (1823); D. Squirrel and P. Cull,
"A Warnsdorff-rule algorithm for knight's tours on square chessboards" (1996).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError

Square: TypeAlias = tuple[int, int]
Rule: TypeAlias = Literal["standard", "thesis"]

RULES: tuple[Rule, ...] = get_args(Rule)
MOVES: tuple[Square, ...] = ((2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2))
DEFAULT_ORDER = "12345678"
LONGEST_SIDE = 2000


@dataclass(frozen=True)
class Tour:
    """One walk by Warnsdorff's rule.

    Attributes
    ----------
    rows, cols
        The board's size.
    squares
        int32 (steps, 2): the visited squares (row, column), from 1, in the order of the visit.
    """

    rows: int
    cols: int
    squares: NDArray[np.int32]

    @property
    def complete(self) -> bool:
        """Whether every square was visited."""
        return len(self.squares) == self.rows * self.cols

    @property
    def closed(self) -> bool:
        """Whether the tour is complete and its last square is one move away from its first."""
        distance = np.abs(self.squares[-1] - self.squares[0])
        return self.complete and sorted(distance.tolist()) == [1, 2]

    @property
    def start(self) -> Square:
        """The first square."""
        return int(self.squares[0, 0]), int(self.squares[0, 1])

    @property
    def end(self) -> Square:
        """The last square."""
        return int(self.squares[-1, 0]), int(self.squares[-1, 1])

    @property
    def board(self) -> NDArray[np.int32]:
        """int32 (rows, cols): the step, from 1, at which each square was visited; 0 where it never was."""
        board = np.zeros((self.rows, self.cols), dtype=np.int32)
        board[self.squares[:, 0] - 1, self.squares[:, 1] - 1] = np.arange(1, len(self.squares) + 1)
        return board


def check_size(rows: int, cols: int) -> None:
    """Raise InputError unless 1 <= rows, cols <= 2000."""
    for name, value in (("rows", rows), ("cols", cols)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= LONGEST_SIDE:
            raise InputError(f"{name}: {value!r} is not a whole number from 1 to {LONGEST_SIDE}")


def check_start(rows: int, cols: int, start: Square) -> None:
    """Raise InputError unless ``start`` is a square of the board."""
    whole = all(isinstance(side, int | np.integer) and not isinstance(side, bool) for side in start)
    if len(start) != 2 or not whole or not (1 <= start[0] <= rows and 1 <= start[1] <= cols):
        raise InputError(f"start: {start!r} is not a square of the {rows}x{cols} board (row and column count from 1)")


def check_order(order: str) -> str:
    """Return the order, or raise InputError unless it is a permutation of the digits 1 to 8."""
    if not isinstance(order, str) or sorted(order) != list(DEFAULT_ORDER):
        raise InputError(f"order: {order!r} is not a permutation of the digits 12345678")
    return order


def check_rule(rule: str) -> Rule:
    """Return the rule, or raise InputError unless it is ``standard`` or ``thesis``."""
    for known in RULES:
        if rule == known:
            return known
    raise InputError(f"rule: {rule!r} is not one of {', '.join(RULES)}")


def neighbours(rows: int, cols: int, square: Square) -> dict[int, Square]:
    """Return the neighbours of a square as {move: square}, in the order of the moves.

    Examples
    --------
    >>> neighbours(8, 8, (1, 1))
    {1: (3, 2), 8: (2, 3)}
    """
    candidates = {k: (square[0] + dr, square[1] + dc) for k, (dr, dc) in enumerate(MOVES, start=1)}
    return {k: (row, col) for k, (row, col) in candidates.items() if 1 <= row <= rows and 1 <= col <= cols}


def attacks(first: NDArray[np.int32], second: NDArray[np.int32], cols: int) -> NDArray[np.bool_]:
    """Return whether squares, given as flat indices from 0 on a board with ``cols`` columns, are one move apart.

    Examples
    --------
    >>> attacks(np.array([0, 0]), np.array([10, 11]), 8).tolist()
    [True, False]
    """
    down, right = np.abs(first // cols - second // cols), np.abs(first % cols - second % cols)
    one_apart: NDArray[np.bool_] = ((down == 1) & (right == 2)) | ((down == 2) & (right == 1))
    return one_apart


def degree_board(rows: int, cols: int) -> NDArray[np.int32]:
    """Return int32 (rows, cols): every square's degree on the empty board.

    Examples
    --------
    >>> degree_board(3, 4).tolist()
    [[2, 3, 3, 2], [2, 2, 2, 2], [2, 3, 3, 2]]
    """
    check_size(rows, cols)
    row, col = np.mgrid[0:rows, 0:cols]
    reached = [(0 <= row + dr) & (row + dr < rows) & (0 <= col + dc) & (col + dc < cols) for dr, dc in MOVES]
    degrees: NDArray[np.int32] = np.stack(reached).sum(axis=0, dtype=np.int32)
    return degrees


@dataclass(frozen=True)
class Situation:
    """What a tie-break may look at: the board's size, the path so far, the degree of every free square, the tied moves.

    ``tied`` maps each tied move to its square, in the order of the moves; ``degrees`` lacks the visited squares.
    """

    rows: int
    cols: int
    path: Sequence[Square]
    degrees: Mapping[Square, int]
    tied: Mapping[int, Square]


TieBreak: TypeAlias = Callable[[Situation], int]


def fixed(order: str) -> TieBreak:
    """Return the tie-break that takes the tied move which comes first in ``order``."""
    check_order(order)
    return lambda situation: min(situation.tied, key=lambda move: order.index(str(move)))


def walk(rows: int, cols: int, start: Square, tie_break: TieBreak, rule: Rule = "standard") -> Tour:
    """Walk by Warnsdorff's rule, in the words of its definition; the reference for every kernel.

    Examples
    --------
    >>> walk(5, 5, (1, 3), fixed("83542671")).end
    (5, 1)
    """
    check_size(rows, cols)
    check_start(rows, cols, start)
    board = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]
    degrees = {square: len(neighbours(rows, cols, square)) for square in board}
    path: list[Square] = []
    square = start
    while True:
        path.append(square)
        del degrees[square]
        free = {move: target for move, target in neighbours(rows, cols, square).items() if target in degrees}
        if len(path) > 1 or check_rule(rule) == "standard":
            for target in free.values():
                degrees[target] -= 1
        if not free:
            return Tour(rows, cols, np.array(path, dtype=np.int32))
        least = min(degrees[target] for target in free.values())
        tied = {move: target for move, target in free.items() if degrees[target] == least}
        square = tied[tie_break(Situation(rows, cols, path, degrees, tied))]
