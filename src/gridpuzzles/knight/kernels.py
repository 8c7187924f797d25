"""Compiled walks by Warnsdorff's rule with one order, from many starts.

How a board is kept
-------------------
*Padding.* Two blocked rows above and below and two blocked columns to the left, which also stop the moves that leave
the right edge: every neighbour has an address and no bounds need checking. A square's place on the padded board is
called its *cell*; ``stride`` cells make a row.

*Levels.* A free square of degree d holds the word ``1 << 8 * (d - 1)``; a blocked one holds 0. Lowering a degree is a
shift by eight bits, whatever the cell holds. A free square of degree 0 looks blocked, and rightly so: it has no free
neighbour from which it could ever be entered; the only moment at which it counts, the step that lowers it to 0, reads
the word before the shift.

*One step.* The words of the eight neighbours, move k's shifted by k - 1 bits, add up to one word without a carry. Its
lowest non-empty byte is the set of the tied moves, one bit a move.

Several tours advance in turn (*lanes*), since one step waits for the previous one's memory but not for another tour's.
Four lanes take about half the time of one. A board of bytes would be faster on boards much larger than 300 x 300 only.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel, trailing_zeros
from gridpuzzles.knight.model import MOVES

LANES = 4
PADDING = 2

# Unsigned throughout: numba checks signed indices for being negative, and int64 with uint64 would become a float.
ZERO, ONE, TWO, EIGHT = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(8)
LEVEL_SHIFT = np.uint64(56)
MOVE_SET = np.uint64(255)


@kernel
def cell_of(square: int, cols: int) -> np.uint64:
    """Return the cell of a square given as flat index from 0."""
    return np.uint64((square // cols + PADDING) * (cols + PADDING) + square % cols + PADDING)


@kernel
def square_of(cell: np.uint64, cols: int) -> np.int64:
    """Return the flat index from 0 of the square at a cell."""
    row, col = divmod(np.int64(cell), cols + PADDING)
    return (row - PADDING) * cols + col - PADDING


@kernel
def empty_board(rows: int, cols: int) -> NDArray[np.uint64]:
    """Return the padded board, one flat uint64 array, with the levels of every square before the first step."""
    stride = cols + PADDING
    board = np.zeros((rows + 2 * PADDING) * stride + PADDING, dtype=np.uint64)
    for row in range(rows):
        for col in range(cols):
            degree = 0
            for down, right in MOVES:
                if 0 <= row + down < rows and 0 <= col + right < cols:
                    degree += 1
            if degree > 0:
                board[cell_of(row * cols + col, cols)] = ONE << np.uint64(8 * (degree - 1))
    return board


@kernel
def move_offsets(cols: int) -> NDArray[np.uint64]:
    """Return uint64 (8,): by how many cells each move goes on.

    Backwards is a number modulo 2**64, so that adding it to a cell wraps around to the right place.
    """
    offsets = np.empty(8, dtype=np.uint64)
    for move in range(8):
        down, right = MOVES[move]
        offsets[move] = np.uint64(down * (cols + PADDING) + right)
    return offsets


@kernel
def jump_table(order: NDArray[np.uint8], cols: int) -> NDArray[np.uint64]:
    """Return uint64 (256,): for each set of tied moves the offset of the first in the order; 0 for the empty set."""
    offsets = move_offsets(cols)
    jumps = np.zeros(256, dtype=np.uint64)
    # From the last move of the order to the first: each comes first in all sets of itself and any of the later ones.
    sets = np.zeros(256, dtype=np.uint64)
    known = 1
    for place in range(7, -1, -1):
        move = np.uint64(order[place] - 1)
        for index in range(known):
            larger = sets[index] | (ONE << move)
            sets[known + index] = larger
            jumps[larger] = offsets[move]
        known *= 2
    return jumps


@kernel
def tied_moves(levels: np.uint64) -> np.uint64:
    """Return the set of the moves, one bit a move, that lead to a neighbour of the smallest degree."""
    return (levels >> (trailing_zeros(levels) & LEVEL_SHIFT)) & MOVE_SET


@kernel
def lower(board: NDArray[np.uint64], cell: np.uint64) -> np.uint64:
    """Lower the degree of a cell by one if it is free; return its level before that."""
    level = board[cell]
    board[cell] = level >> EIGHT
    return level  # type: ignore[no-any-return]


@kernel
def enter(board: NDArray[np.uint64], cell: np.uint64, stride: np.uint64) -> np.uint64:
    """Put the knight on a cell: block it and lower its neighbours. Return their levels, summed by move."""
    down, down_two = cell + stride, cell + stride + stride
    up, up_two = cell - stride, cell - stride - stride
    board[cell] = ZERO
    # From move 8 to move 1, so that doubling the sum each time leaves move k shifted by k - 1 bits.
    levels = lower(board, down + TWO)
    levels = levels + levels + lower(board, up + TWO)
    levels = levels + levels + lower(board, up_two + ONE)
    levels = levels + levels + lower(board, up_two - ONE)
    levels = levels + levels + lower(board, up - TWO)
    levels = levels + levels + lower(board, down - TWO)
    levels = levels + levels + lower(board, down_two - ONE)
    return levels + levels + lower(board, down_two + ONE)


@kernel
def mark(board: NDArray[np.uint64], cell: np.uint64, cols: int) -> np.uint64:
    """Put the knight on a cell as the ``thesis`` rule does on the start: block it and lower nothing.

    Returns
    -------
    The neighbours' levels as `enter` returns them, but all of them one degree higher, which no comparison notices.
    """
    offsets = move_offsets(cols)
    board[cell] = ZERO
    levels = ZERO
    for move in range(8):
        levels |= board[cell + offsets[move]] << np.uint64(move)
    return levels


@kernel
def begin(
    board: NDArray[np.uint64],
    base: np.uint64,
    empty: NDArray[np.uint64],
    start: np.uint64,
    cols: int,
    lower_start: bool,
) -> np.uint64:
    """Set up the board that begins at ``base`` and put the knight on a start. Return its neighbours' levels."""
    # A slice assignment would take several times as long: it looks for an overlap first.
    for cell in range(np.uint64(empty.size)):
        board[base + cell] = empty[cell]
    if lower_start:
        return enter(board, base + start, np.uint64(cols + PADDING))
    return mark(board, base + start, cols)


@kernel
def walk_path(rows: int, cols: int, start: int, order: NDArray[np.uint8], lower_start: bool) -> NDArray[np.int32]:
    """Walk one tour.

    Parameters
    ----------
    rows, cols
        The board's size.
    start
        The first square, a flat index from 0.
    order
        The moves 1..8 in their order, uint8 (8,).
    lower_start
        Whether the start lowers its neighbours: True for the ``standard`` rule, False for ``thesis``.

    Returns
    -------
    int32 (steps,): the visited squares, flat indices from 0.
    """
    stride = np.uint64(cols + PADDING)
    jumps = jump_table(order, cols)
    empty = empty_board(rows, cols)
    board = np.empty_like(empty)
    path = np.empty(rows * cols, dtype=np.int32)
    path[0] = start
    cell = cell_of(start, cols)
    levels = begin(board, ZERO, empty, cell, cols, lower_start)
    steps = 1
    while levels != ZERO:
        cell += jumps[tied_moves(levels)]
        levels = enter(board, cell, stride)
        path[steps] = square_of(cell, cols)
        steps += 1
    return path[:steps].copy()


@kernel
def walk_starts(
    rows: int, cols: int, starts: NDArray[np.int32], order: NDArray[np.uint8], lower_start: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Walk one tour from each start, a few at a time.

    Parameters
    ----------
    starts
        The first squares, int32 (n,), flat indices from 0.
    order, lower_start
        As for `walk_path`.

    Returns
    -------
    end, visited
        int32 (n,) each: the last square of each tour, a flat index from 0, and the number of squares visited.
    """
    stride = np.uint64(cols + PADDING)
    jumps = jump_table(order, cols)
    empty = empty_board(rows, cols)
    size = np.uint64(empty.size)
    tours = np.uint64(starts.size)
    board = np.zeros(LANES * empty.size, dtype=np.uint64)
    end = np.empty(starts.size, dtype=np.int32)
    visited = np.empty(starts.size, dtype=np.int32)
    # Of each lane: where its board begins, the tour that it walks, the step before that tour's first, and the cell
    # that the knight enters next. At first no lane has a tour, and its cell lies on a board without a free square.
    base = np.arange(LANES).astype(np.uint64) * size
    tour = np.full(LANES, tours, dtype=np.uint64)
    since = np.zeros(LANES, dtype=np.int64)
    cell = base + cell_of(0, cols)
    lanes, following, step = np.uint64(LANES), ZERO, 0
    while lanes > ZERO:
        step += 1
        lane = lanes
        while lane > ZERO:
            lane -= ONE
            here = cell[lane]
            levels = enter(board, here, stride)
            if levels != ZERO:
                cell[lane] = here + jumps[tied_moves(levels)]
                continue
            if tour[lane] < tours:
                end[tour[lane]] = square_of(here - base[lane], cols)
                visited[tour[lane]] = step - since[lane]
            if following < tours:
                start = cell_of(starts[following], cols)
                levels = begin(board, base[lane], empty, start, cols, lower_start)
                # A start without a neighbour is entered again: that changes nothing, and ends the tour.
                cell[lane] = base[lane] + start + jumps[tied_moves(levels)]
                tour[lane], since[lane] = following, step - (levels != ZERO)
                following += ONE
            else:
                # The last lane, which has made this step already, takes the place of the finished one.
                lanes -= ONE
                base[lane], tour[lane], since[lane], cell[lane] = base[lanes], tour[lanes], since[lanes], cell[lanes]
    return end, visited
