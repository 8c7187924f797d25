"""The public functions on knight's tours: one tour, all starts of one order, all orders from all starts.

Squares are (row, column), counted from 1, in arguments and in results; arrays with a place for each square have the
shape of the board. `walk_block` and `sweep_orbits` are for work that is split into parts. Compiled code is imported by
the first call that needs it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import (
    DEFAULT_ORDER,
    Rule,
    Square,
    Tour,
    attacks,
    check_rule,
    check_size,
    check_start,
)
from gridpuzzles.knight.orders import (
    check_starts,
    moves_of,
    orbit_sizes,
    square_images,
    start_representatives,
    sum_over_order_images,
    sum_over_square_images,
    symmetries,
)


@dataclass(frozen=True)
class StartSweep:
    """One order, from every square of a board.

    Attributes
    ----------
    complete, closed
        bool (rows, cols): whether the tour that starts here is complete, whether it is closed.
    end
        int32 (rows, cols, 2): the last square (row, column), from 1, of the tour that starts here, complete or not.
    visited
        int32 (rows, cols): the number of squares that this tour visits.
    """

    complete: NDArray[np.bool_]
    closed: NDArray[np.bool_]
    end: NDArray[np.int32]
    visited: NDArray[np.int32]


@dataclass(frozen=True)
class OrderSweep:
    """All 8! orders, from every square of a board or from a part of them.

    Attributes
    ----------
    failures, closed
        int32 (rows, cols): how many orders fail from this start, how many close; 0 for a start that was not tried.
    ends
        int64 (rows, cols): how many complete tours, of all orders and starts, end here.
    complete_by_order, closed_by_order
        int32 (40320,), lexicographic: from how many starts each order completes, from how many it closes.
    tours, steps
        The distinct tours walked and the steps that this took: what the sweep cost. With all starts this counts one
        start of each orbit only.
    """

    failures: NDArray[np.int32]
    closed: NDArray[np.int32]
    ends: NDArray[np.int64]
    complete_by_order: NDArray[np.int32]
    closed_by_order: NDArray[np.int32]
    tours: int
    steps: int


def tour(rows: int, cols: int, start: Square, order: str = DEFAULT_ORDER, rule: Rule = "standard") -> Tour:
    """Walk one tour.

    Examples
    --------
    >>> walked = tour(8, 8, (1, 1), order="67812345")
    >>> walked.complete, walked.closed, walked.end
    (True, False, (6, 5))
    """
    check_size(rows, cols)
    check_start(rows, cols, start)
    moves, lower_start = moves_of(order), check_rule(rule) == "standard"
    from gridpuzzles.knight.kernels import walk_path

    path = walk_path(rows, cols, (start[0] - 1) * cols + start[1] - 1, moves, lower_start)
    return Tour(rows, cols, _squares(path, cols))


def sweep_starts(rows: int, cols: int, order: str = DEFAULT_ORDER, rule: Rule = "standard") -> StartSweep:
    """Walk one tour from every square of the board.

    Examples
    --------
    >>> sweep = sweep_starts(8, 8)
    >>> int(sweep.complete.sum()), int(sweep.closed.sum())
    (63, 7)
    """
    check_size(rows, cols)
    starts = np.arange(rows * cols, dtype=np.int32)
    end, visited = walk_block(rows, cols, starts, order, rule)
    complete = visited == rows * cols
    closed = complete & attacks(starts, end, cols)
    board = (rows, cols)
    return StartSweep(
        complete.reshape(board),
        closed.reshape(board),
        _squares(end, cols).reshape(*board, 2),
        visited.reshape(board),
    )


def walk_block(
    rows: int, cols: int, starts: NDArray[np.int32], order: str = DEFAULT_ORDER, rule: Rule = "standard"
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Walk one tour from each of a block of starts.

    Parameters
    ----------
    starts
        int32 (n,): flat indices from 0.

    Returns
    -------
    end, visited
        int32 (n,) each: the last square of each tour, a flat index from 0, and the number of squares visited.
    """
    check_size(rows, cols)
    moves, lower_start = moves_of(order), check_rule(rule) == "standard"
    block = check_starts(rows, cols, starts)
    from gridpuzzles.knight.kernels import walk_starts

    return walk_starts(rows, cols, block, moves, lower_start)


def sweep_orders(rows: int, cols: int, rule: Rule = "standard") -> OrderSweep:
    """Walk all 8! orders from every square of the board.

    Examples
    --------
    >>> sweep = sweep_orders(8, 8)
    >>> int(sweep.failures[0, 0]), int((sweep.complete_by_order == 64).sum())
    (396, 7376)
    """
    check_size(rows, cols)
    return sweep_orbits(rows, cols, 0, len(start_representatives(rows, cols)) - 1, rule)


def sweep_orbits(rows: int, cols: int, first: int, last: int, rule: Rule = "standard") -> OrderSweep:
    """Walk all 8! orders from some squares of the board: those of a range of its orbits.

    The board's symmetries gather its squares in orbits, numbered from 0 by `orders.start_representatives`. One square
    of each is walked, and its images are counted from it. The sums of the parts are the whole.

    Parameters
    ----------
    first, last
        The first and the last orbit of the range.
    """
    check_size(rows, cols)
    lower_start = check_rule(rule) == "standard"
    representatives = start_representatives(rows, cols)
    if not 0 <= first <= last < len(representatives):
        raise InputError(f"orbits: {first} .. {last} is not a range within 0 .. {len(representatives) - 1}")
    starts = representatives[first : last + 1]
    weights = orbit_sizes(rows, cols, starts)
    from gridpuzzles.knight.setwalk import walk_all_orders

    tally = walk_all_orders(rows, cols, starts, weights, lower_start)
    board, symmetric = (rows, cols), len(symmetries(rows, cols))
    # A start weighs as much as its orbit has squares; summed over all symmetries, each of these is counted alike.
    complete, closed = sum_over_order_images(rows, cols, tally.by_order) // symmetric
    return OrderSweep(
        _at_images(rows, cols, starts, tally.failing).reshape(board),
        _at_images(rows, cols, starts, tally.closed).reshape(board),
        (sum_over_square_images(rows, cols, tally.ends) // symmetric).reshape(board),
        complete.astype(np.int32),
        closed.astype(np.int32),
        *tally.costs.tolist(),
    )


def _at_images(rows: int, cols: int, starts: NDArray[np.int32], values: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return int32 (rows * cols,): the value of each start, at all its images; 0 elsewhere."""
    board = np.zeros(rows * cols, dtype=np.int32)
    board[square_images(rows, cols)[:, starts]] = values
    return board


def _squares(flat: NDArray[np.int32], cols: int) -> NDArray[np.int32]:
    """Return int32 (n, 2): flat indices from 0 as squares (row, column) from 1."""
    return np.stack(np.divmod(flat, np.int32(cols)), axis=-1) + np.int32(1)
