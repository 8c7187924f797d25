"""Minesweeper: the vocabulary, and plain code that reads like the definitions.

Vocabulary
----------
cell
    (row, column), counted from 1 at the top left wherever a person meets it; kernels count cells 0 .. N - 1 row by row.
board
    N = rows x columns cells, M of which are *mines*; the others are *safe*.
neighbour
    One of the up to eight cells that touch a cell at an edge or a corner. Boards do not wrap around.
number
    Of a safe cell: how many of its neighbours are mines. Opening a safe cell shows its number.
position
    What the player sees: int8 (rows, cols), the number of an open cell, -1 (`CLOSED`) of a closed one.
solution
    A set of M mines among the closed cells of a position that agrees with all its numbers. All solutions of a position
    are equally likely, under every first-click law.
counter
    Of an open cell: its number less its marked neighbours, that is, the mines it still looks for.
mark
    To flag a cell as a certain mine. A marked cell counts as closed, and is never opened.
deduced
    Opened because it is certainly safe. *Guess*: an opened cell that is not certainly safe, as far as the solver knows.
    The first click is neither.
win
    All safe cells are open. *Loss*: a mine was opened. *Surrender*: the solver stopped before either; not a win.
first click
    The law by which mines are placed. ``any``: uniform over all boards, the first click may be a mine. ``safe``:
    uniform over the boards whose first cell is safe. ``zero``: uniform over the boards whose first cell and all its
    neighbours are safe, so that it shows 0.
first cell
    Where the first click goes: ``corner`` (1, 1), ``edge`` (1, middle), ``centre``, ``random`` (uniform) or a cell.
solver
    A rule for choosing the next cell; `SOLVERS` names them, `gridpuzzles.minesweeper.reference` defines them.

Sources: C. Becerra, "Algorithmic approaches to playing Minesweeper" (2015); J. Tu et al., "Exploring efficient
strategies for Minesweeper" (AAAI workshops 2017); A. Adamatzky, "How cellular automaton plays Minesweeper" (1997);
K. Pedersen, "The complexity of Minesweeper and strategies for game playing" (2004).
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError

Cell: TypeAlias = tuple[int, int]
FirstClick: TypeAlias = Literal["any", "safe", "zero"]
FirstCell: TypeAlias = Literal["corner", "edge", "centre", "random"] | Cell
Solver: TypeAlias = Literal[
    "single_point",
    "single_point_random",
    "adamatzky",
    "subset",
    "inference",
    "inference_random",
    "probability",
    "pseq",
    "pseq_endgame",
    "lookahead",
    "foresight",
    "optimal",
]

CLOSED = -1
FIRST_CLICKS: tuple[FirstClick, ...] = get_args(FirstClick)
NAMED_CELLS: tuple[str, ...] = ("corner", "edge", "centre", "random")
SOLVERS: tuple[Solver, ...] = get_args(Solver)
LARGEST_SIDE = 1000
CLASSIC_BOARDS: dict[str, tuple[int, int, int]] = {
    "8x8": (8, 8, 10),
    "9x9": (9, 9, 10),
    "13x15": (13, 15, 40),
    "16x16": (16, 16, 40),
    "16x30": (16, 30, 99),
}
"""(rows, columns, mines) of the boards that papers use; today's beginner, intermediate, expert: 9x9, 16x16, 16x30."""


def check_board(rows: int, cols: int, mines: int) -> None:
    """Raise InputError unless the sides are 1 .. 1000 and there are 0 .. N mines."""
    for name, value, low, high in (
        ("rows", rows, 1, LARGEST_SIDE),
        ("cols", cols, 1, LARGEST_SIDE),
        ("mines", mines, 0, None),
    ):
        top = rows * cols if high is None else high
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= top:
            raise InputError(f"{name}: {value!r} is not a whole number from {low} to {top}")


def check_first_click(name: str) -> FirstClick:
    """Return the first-click law of this name, or raise InputError."""
    for known in FIRST_CLICKS:
        if name == known:
            return known
    raise InputError(f"first_click: {name!r} is not one of {', '.join(FIRST_CLICKS)}")


def check_solver(name: str) -> Solver:
    """Return the solver of this name, or raise InputError."""
    for known in SOLVERS:
        if name == known:
            return known
    raise InputError(f"solver: {name!r} is not one of {', '.join(SOLVERS)}")


def locate(rows: int, cols: int, first_cell: FirstCell) -> Cell | None:
    """Return the cell that a first cell's name means, None for ``random``.

    Examples
    --------
    >>> [locate(16, 30, name) for name in ("corner", "edge", "centre", "random", (3, 3))]
    [(1, 1), (1, 15), (8, 15), None, (3, 3)]
    """
    named = {"corner": (1, 1), "edge": (1, (cols + 1) // 2), "centre": ((rows + 1) // 2, (cols + 1) // 2)}
    if isinstance(first_cell, str):
        if first_cell not in NAMED_CELLS:
            raise InputError(
                f"first_cell: {first_cell!r} is not one of {', '.join(NAMED_CELLS)} or a cell (row, column)"
            )
        return named.get(first_cell)
    if len(first_cell) != 2 or not (1 <= first_cell[0] <= rows and 1 <= first_cell[1] <= cols):
        raise InputError(f"first_cell: {first_cell!r} is not a cell of the {rows}x{cols} board (both count from 1)")
    return int(first_cell[0]), int(first_cell[1])


def neighbours(rows: int, cols: int, cell: Cell) -> list[Cell]:
    """Return the neighbours of a cell, row by row.

    Examples
    --------
    >>> neighbours(3, 4, (1, 1))
    [(1, 2), (2, 1), (2, 2)]
    """
    row, col = cell
    return [
        (r, c)
        for r in range(max(1, row - 1), min(rows, row + 1) + 1)
        for c in range(max(1, col - 1), min(cols, col + 1) + 1)
        if (r, c) != cell
    ]


def number_board(mines: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return int8 (rows, cols): how many neighbours of each cell are mines, whether it is a mine itself or not.

    Examples
    --------
    >>> number_board(np.array([[True, False, False], [False, False, True]])).tolist()
    [[0, 2, 1], [1, 2, 0]]
    """
    rows, cols = mines.shape
    framed = np.pad(mines.astype(np.int8), 1)
    shifts = [(dr, dc) for dr in (0, 1, 2) for dc in (0, 1, 2) if (dr, dc) != (1, 1)]
    shifted = [framed[dr : dr + rows, dc : dc + cols] for dr, dc in shifts]
    numbers: NDArray[np.int8] = np.sum(shifted, axis=0, dtype=np.int8)
    return numbers


def protected(rows: int, cols: int, cell: Cell, law: FirstClick) -> list[Cell]:
    """Return the cells that a first click keeps free of mines.

    Examples
    --------
    >>> [len(protected(9, 9, (1, 1), law)) for law in FIRST_CLICKS]
    [0, 1, 4]
    """
    if law == "any":
        return []
    return [cell] if law == "safe" else sorted([cell, *neighbours(rows, cols, cell)])


def check_room(rows: int, cols: int, mines: int, law: FirstClick, cell: Cell | None) -> None:
    """Raise InputError unless the mines fit outside the protected cells (for ``random``: of every first cell)."""
    inner = (min(2, rows), min(2, cols))
    kept = len(protected(rows, cols, cell or inner, law))
    if cell is None and law == "zero":
        kept = min(rows, 3) * min(cols, 3)
    if mines > rows * cols - kept:
        raise InputError(
            f"mines: {mines} do not fit on {rows}x{cols} with first click {law!r}: "
            f"{kept} of {rows * cols} cells stay free, so at most {rows * cols - kept} mines"
        )


def boards(rows: int, cols: int, mines: int, law: FirstClick, cell: Cell) -> Iterator[NDArray[np.bool_]]:
    """Yield every equally likely mine board, bool (rows, cols), of a first click.

    Examples
    --------
    >>> [sum(1 for _ in boards(3, 3, 2, law, (1, 1))) for law in FIRST_CLICKS]
    [36, 28, 10]
    """
    check_board(rows, cols, mines)
    check_room(rows, cols, mines, law, cell)
    kept = {(row - 1) * cols + col - 1 for row, col in protected(rows, cols, cell, law)}
    for chosen in combinations([k for k in range(rows * cols) if k not in kept], mines):
        board = np.zeros(rows * cols, dtype=np.bool_)
        board[list(chosen)] = True
        yield board.reshape(rows, cols)
