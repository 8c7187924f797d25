"""The switching orders of Squirrel and Cull: an order of the moves for each stage of a tour on a square board.

Source: D. Squirrel and P. Cull, "A Warnsdorff-rule algorithm for knight's tours on square chessboards" (1996).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import Square, check_size
from gridpuzzles.knight.orders import moves_of

SMALLEST_SWITCHING_SIDE = 5


class Stage(NamedTuple):
    """An order, and the square at which the next stage begins as soon as the knight stands on it; None for the last."""

    order: str
    until: Square | None


def switching_orders(size: int) -> tuple[Stage, ...]:
    """Return the stages by which Squirrel and Cull walk a square board of a size from its corner.

    Examples
    --------
    >>> switching_orders(9)[0]
    Stage(order='81736245', until=(8, 7))
    """
    check_size(size, size)
    if size < SMALLEST_SWITCHING_SIDE:
        raise InputError(f"size: {size} is too small for switching orders; {SMALLEST_SWITCHING_SIDE} is the smallest")
    return tuple(Stage(_renumbered(order), until) for order, until in _switching_table(size)[size % 8])


def _switching_table(m: int) -> Mapping[int, tuple[tuple[str, Square | None], ...]]:
    """Return, by m modulo 8, the stages on an m x m board, in the authors' own numbers of the moves."""
    return {
        0: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (7, m - 3)),
            ("21435678", None),
        ),
        1: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 6, (m + 9) // 2)),
            ("32481765", None),
        ),
        2: (
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 15, 4)),
            ("52431678", (10, m - 2)),
            ("85647123", (5, (m - 6) // 2)),
            ("15746823", None),
        ),
        3: (
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 10, 3)),
            ("61825437", ((m + 1) // 2, m - 2)),
            ("71642538", None),
        ),
        4: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (10, m - 5)),
            ("86753421", (13, (m + 2) // 2)),
            ("78563421", None),
        ),
        5: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 2, (m - 5) // 2 if m % 16 == 5 else (m - 13) // 2)),
            ("15234678", None),
        ),
        6: (
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 10, 1)),
            ("52431678", (10, m - 2)),
            ("85647123", (3, (m + 8) // 2)),
            ("12453678", None),
        ),
        7: (
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 6, 3)),
            ("61825437", ((m + 1) // 2, m - 2)),
            ("61357284", None),
        ),
    }


def _renumbered(order: str) -> str:
    """Return an order in our numbers of the moves, given in those of Squirrel and Cull."""
    return "".join(str((int(move) + 4) % 8 + 1) for move in order)


def order_after(path: Iterable[Square], stages: Sequence[Stage]) -> str:
    """Return the order in force after a path."""
    stage = 0
    for square in path:
        if square == stages[stage].until:
            stage += 1
    return stages[stage].order


def stage_arrays(rows: int, cols: int) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return uint8 (stages, 8) and int32 (stages,): each stage's moves and the flat index of its last square, or -1."""
    if rows != cols:
        raise InputError(f"size: {rows}x{cols} has no switching orders; rows = cols is needed")
    stages = switching_orders(rows)
    moves = np.stack([moves_of(stage.order) for stage in stages])
    return moves, np.array([_flat_index(stage.until, rows) for stage in stages], dtype=np.int32)


def _flat_index(square: Square | None, size: int) -> int:
    """Return the flat index from 0 of a square, -1 for none and for one that a small board does not have."""
    if square is None or not (1 <= min(square) and max(square) <= size):
        return -1
    return (square[0] - 1) * size + square[1] - 1
