"""Compiled walks with tie-breaks other than one fixed order.

Each kernel walks one tour after the other from a block of starts, on the board that `gridpuzzles.knight.kernels`
explains, and returns what `kernels.walk_starts` does: int32 (n,) each, the last square of each tour and the number of
squares visited. Starts are int32 (n,), squares are flat indices from 0, orders are the moves 1..8, uint8 (8,), and
``lower_start`` is True for the ``standard`` rule. `gridpuzzles.knight.tiebreaks` has the definitions.

Inside, moves count from 0 and ``tied`` is a set of moves, one bit a move.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel, trailing_zeros
from gridpuzzles.knight.kernels import (
    EIGHT,
    ONE,
    PADDING,
    ZERO,
    begin,
    cell_of,
    empty_board,
    enter,
    jump_table,
    move_offsets,
    square_of,
    tied_moves,
    walk_starts,
)
from gridpuzzles.knight.orders import ORDERS
from gridpuzzles.random64 import below

Walked = tuple[NDArray[np.int32], NDArray[np.int32]]

NO_DEGREE = 9  # larger than any: of a level without squares


@kernel
def places_of(order: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return int64 (8,): the place, from 0, that each move has in the order."""
    places = np.empty(8, dtype=np.int64)
    for place in range(8):
        places[order[place] - 1] = place
    return places


@kernel
def by_cell(scores: NDArray[np.int64], rows: int, cols: int) -> NDArray[np.int64]:
    """Return the values of all squares, laid out as the cells of the padded board."""
    cells = np.zeros((rows + 2 * PADDING) * (cols + PADDING) + PADDING, dtype=np.int64)
    for square in range(rows * cols):
        cells[cell_of(square, cols)] = scores[square]
    return cells


@kernel
def degree(level: np.uint64) -> int:
    """Return the degree of a cell with this level; 0 if it is blocked."""
    return 0 if level == ZERO else np.int64(trailing_zeros(level) // EIGHT) + 1  # type: ignore[return-value]


@kernel
def lowest_score(
    tied: np.uint64,
    cell: np.uint64,
    offsets: NDArray[np.uint64],
    scores: NDArray[np.int64],
    places: NDArray[np.int64],
) -> np.uint64:
    """Return the tied move to the cell with the smallest score, the first in the order of several."""
    best, smallest = ZERO, np.iinfo(np.int64).max
    while tied != ZERO:
        move = trailing_zeros(tied)
        tied &= tied - ONE
        score = 8 * scores[cell + offsets[move]] + places[move]
        if score < smallest:
            best, smallest = move, score
    return best


@kernel
def walk_scored(
    rows: int,
    cols: int,
    starts: NDArray[np.int32],
    scores: NDArray[np.int64],
    order: NDArray[np.uint8],
    lower_start: bool,
) -> Walked:
    """Walk to the tied square with the smallest score; ``scores`` is int64 (rows * cols,)."""
    stride, offsets, places = np.uint64(cols + PADDING), move_offsets(cols), places_of(order)
    empty, cell_scores = empty_board(rows, cols), by_cell(scores, rows, cols)
    board = np.empty_like(empty)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    for index in range(starts.size):
        cell, steps = cell_of(starts[index], cols), 1
        levels = begin(board, ZERO, empty, cell, cols, lower_start)
        while levels != ZERO:
            cell += offsets[lowest_score(tied_moves(levels), cell, offsets, cell_scores, places)]
            levels = enter(board, cell, stride)
            steps += 1
        end[index], visited[index] = square_of(cell, cols), steps
    return end, visited


@kernel
def degree_sum(board: NDArray[np.uint64], cell: np.uint64, offsets: NDArray[np.uint64]) -> int:
    """Return the sum of the degrees of a cell's free neighbours."""
    total = 0
    for offset in offsets:
        total += degree(board[cell + offset])
    return total


@kernel
def walk_pohl(rows: int, cols: int, starts: NDArray[np.int32], order: NDArray[np.uint8], lower_start: bool) -> Walked:
    """Walk to the tied square whose free neighbours have the smallest sum of degrees."""
    stride, offsets, places = np.uint64(cols + PADDING), move_offsets(cols), places_of(order)
    empty = empty_board(rows, cols)
    board, sums = np.empty_like(empty), np.zeros(empty.size, dtype=np.int64)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    for index in range(starts.size):
        cell, steps = cell_of(starts[index], cols), 1
        levels = begin(board, ZERO, empty, cell, cols, lower_start)
        while levels != ZERO:
            tied = tied_moves(levels)
            for move in range(8):
                if tied >> np.uint64(move) & ONE:
                    sums[cell + offsets[move]] = degree_sum(board, cell + offsets[move], offsets)
            cell += offsets[lowest_score(tied, cell, offsets, sums, places)]
            levels = enter(board, cell, stride)
            steps += 1
        end[index], visited[index] = square_of(cell, cols), steps
    return end, visited


@kernel
def smallest_degree_behind(
    board: NDArray[np.uint64],
    cell: np.uint64,
    level: int,
    offsets: NDArray[np.uint64],
    queue: NDArray[np.uint64],
    seen: NDArray[np.int64],
    mark: int,
) -> int:
    """Return the smallest degree on a level (1 or more) behind a cell, `NO_DEGREE` if the level is empty.

    ``queue`` and ``seen`` have room for every cell; ``mark`` must not have been used with this ``seen`` before.
    """
    queue[0], seen[cell] = cell, mark
    begin_level, end_level = 0, 1
    smallest = NO_DEGREE
    for _ in range(level):
        smallest, end_queue = NO_DEGREE, end_level
        for place in range(begin_level, end_level):
            for offset in offsets:
                target = queue[place] + offset
                if board[target] != ZERO and seen[target] != mark:
                    seen[target], queue[end_queue] = mark, target
                    end_queue += 1
                    smallest = min(smallest, degree(board[target]))
        begin_level, end_level = end_level, end_queue
    return smallest


@kernel
def smallest_behind(
