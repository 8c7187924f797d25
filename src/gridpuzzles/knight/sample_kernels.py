"""Compiled walks from starts that have an order each.

The board is the one that `gridpuzzles.knight.kernels` explains, and as there several tours advance in turn.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel
from gridpuzzles.knight.kernels import (
    LANES,
    ONE,
    PADDING,
    ZERO,
    begin,
    cell_of,
    empty_board,
    enter,
    jump_table,
    square_of,
    tied_moves,
)
from gridpuzzles.knight.tiebreak_kernels import unrank_moves


@kernel
def walk_pairs(
    rows: int, cols: int, starts: NDArray[np.int32], ranks: NDArray[np.int32], lower_start: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Walk one tour for each pair of a start and an order.

    Parameters
    ----------
    rows, cols
        The board's size.
    starts, ranks
        int32 (n,) each: the first squares, flat indices from 0, and the ranks of the orders.
    lower_start
        Whether the start lowers its neighbours: True for the ``standard`` rule, False for ``thesis``.

    Returns
    -------
    end, visited
        int32 (n,) each: the last square of each tour, a flat index from 0, and the number of squares visited.
    """
    stride, empty = np.uint64(cols + PADDING), empty_board(rows, cols)
    size, tours = np.uint64(empty.size), np.uint64(starts.size)
    board = np.zeros(LANES * empty.size, dtype=np.uint64)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    # Of each lane: where its board begins, the tour that it walks, the step before that tour's first, the cell that the
    # knight enters next, and the jumps of its order. At first no lane has a tour, and its board has no free square.
    base = np.arange(LANES).astype(np.uint64) * size
    tour, since = np.full(LANES, tours, dtype=np.uint64), np.zeros(LANES, dtype=np.int64)
    cell, jumps = base + cell_of(0, cols), np.zeros((LANES, 256), dtype=np.uint64)
    lanes, following, step = np.uint64(LANES), ZERO, 0
    while lanes > ZERO:
        step += 1
        lane = lanes
        while lane > ZERO:
            lane -= ONE
            here = cell[lane]
            levels = enter(board, here, stride)
            if levels != ZERO:
                cell[lane] = here + jumps[lane, tied_moves(levels)]
                continue
            if tour[lane] < tours:
                end[tour[lane]] = square_of(here - base[lane], cols)
                visited[tour[lane]] = step - since[lane]
            if following < tours:
                start = cell_of(starts[following], cols)
                jumps[lane] = jump_table(unrank_moves(ranks[following]), cols)
                levels = begin(board, base[lane], empty, start, cols, lower_start)
                # A start without a neighbour is entered again: that changes nothing, and ends the tour.
                cell[lane] = base[lane] + start + jumps[lane, tied_moves(levels)]
                tour[lane], since[lane] = following, step - (levels != ZERO)
                following += ONE
            else:
                # The last lane, which has made this step already, takes the place of the finished one.
                lanes -= ONE
                base[lane], tour[lane], since[lane], cell[lane] = base[lanes], tour[lanes], since[lanes], cell[lanes]
                jumps[lane] = jumps[lanes]
    return end, visited
