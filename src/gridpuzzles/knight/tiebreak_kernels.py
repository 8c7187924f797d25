"""Compiled walks with tie-breaks other than one fixed order.

Each kernel walks one tour after the other from a block of starts, on the board that `gridpuzzles.knight.kernels`
explains, and returns what `kernels.walk_starts` does: the last square of each tour and the number of squares visited,
int32 (n,) each. Starts are int32 (n,), squares are flat indices from 0, orders are the moves 1..8, uint8 (8,), and
``lower_start`` is True for the ``standard`` rule. `gridpuzzles.knight.tiebreaks` has the definitions.

Inside, ``tied`` is a set of moves, one bit a move. Every tie-break but the random one narrows this set down; what is
left is decided by the order, from `kernels.jump_table`.
"""

from typing import TypeAlias

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

Walked: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32]]

NO_DEGREE = 9  # of a level without a square: larger than any


@kernel
def is_single(tied: np.uint64) -> bool:
    """Return whether a set has one move or none."""
    return tied & (tied - ONE) == ZERO  # type: ignore[no-any-return]


@kernel
def keep_smallest(
    tied: np.uint64, cell: np.uint64, offsets: NDArray[np.uint64], scores: NDArray[np.int64]
) -> np.uint64:
    """Return those of the tied moves that lead to the smallest score; ``scores`` has a value a cell."""
    smallest = np.iinfo(np.int64).max
    kept = ZERO
    while tied != ZERO:
        move = tied & (~tied + ONE)
        score = scores[cell + offsets[trailing_zeros(move)]]
        if score <= smallest:
            kept = move if score < smallest else kept | move
            smallest = score
        tied ^= move
    return kept


# --- Scores that do not change ---------------------------------------------------------------------------------------


@kernel
def by_cell(scores: NDArray[np.int64], rows: int, cols: int) -> NDArray[np.int64]:
    """Return the scores of all squares, laid out as the cells of the padded board."""
    cells = np.zeros((rows + 2 * PADDING) * (cols + PADDING) + PADDING, dtype=np.int64)
    for square in range(rows * cols):
        cells[cell_of(square, cols)] = scores[square]
    return cells


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
    stride, offsets, jumps = np.uint64(cols + PADDING), move_offsets(cols), jump_table(order, cols)
    empty, cell_scores = empty_board(rows, cols), by_cell(scores, rows, cols)
    board = np.empty_like(empty)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    for index in range(starts.size):
        cell, steps = cell_of(starts[index], cols), 1
        levels = begin(board, ZERO, empty, cell, cols, lower_start)
        while levels != ZERO:
            cell += jumps[keep_smallest(tied_moves(levels), cell, offsets, cell_scores)]
            levels = enter(board, cell, stride)
            steps += 1
        end[index], visited[index] = square_of(cell, cols), steps
    return end, visited


# --- Looking ahead ---------------------------------------------------------------------------------------------------


@kernel
def degree(level: np.uint64) -> int:
    """Return the degree of a cell with this level; 0 if it is blocked."""
    return 0 if level == ZERO else np.int64(trailing_zeros(level) // EIGHT) + 1  # type: ignore[return-value]


@kernel
def sum_degrees(
    tied: np.uint64, cell: np.uint64, board: NDArray[np.uint64], offsets: NDArray[np.uint64], sums: NDArray[np.int64]
) -> None:
    """Write into ``sums``, for each tied cell, the sum of the degrees of its free neighbours."""
    for move in range(8):
        if tied >> np.uint64(move) & ONE:
            target = cell + offsets[move]
            sums[target] = 0
            for offset in offsets:
                sums[target] += degree(board[target + offset])


@kernel
def walk_pohl(rows: int, cols: int, starts: NDArray[np.int32], order: NDArray[np.uint8], lower_start: bool) -> Walked:
    """Walk to the tied square whose free neighbours have the smallest sum of degrees."""
    stride, offsets, jumps = np.uint64(cols + PADDING), move_offsets(cols), jump_table(order, cols)
    empty = empty_board(rows, cols)
    board, sums = np.empty_like(empty), np.empty(empty.size, dtype=np.int64)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    for index in range(starts.size):
        cell, steps = cell_of(starts[index], cols), 1
        levels = begin(board, ZERO, empty, cell, cols, lower_start)
        while levels != ZERO:
            tied = tied_moves(levels)
            if not is_single(tied):
                sum_degrees(tied, cell, board, offsets, sums)
                tied = keep_smallest(tied, cell, offsets, sums)
            cell += jumps[tied]
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
    seen: NDArray[np.bool_],
) -> int:
    """Return the smallest degree on a level (1 or more) behind a cell, `NO_DEGREE` if the level is empty.

    ``queue`` and ``seen`` have room for all cells; none may be seen, and none is when this returns.
    """
    queue[0], seen[cell] = cell, True
    first, last = 0, 1
    smallest = NO_DEGREE
    for _ in range(level):
        smallest = NO_DEGREE
        found = last
        for place in range(first, last):
            for offset in offsets:
                target = queue[place] + offset
                if board[target] != ZERO and not seen[target]:
                    queue[found], seen[target] = target, True
                    found += 1
                    smallest = min(smallest, degree(board[target]))
        first, last = last, found
    for place in range(last):
        seen[queue[place]] = False
    return smallest


@kernel
def walk_deep(
    rows: int, cols: int, starts: NDArray[np.int32], depth: int, order: NDArray[np.uint8], lower_start: bool
) -> Walked:
    """Walk to the tied square with the smallest degree on the first level behind it that tells them apart."""
    stride, offsets, jumps = np.uint64(cols + PADDING), move_offsets(cols), jump_table(order, cols)
    empty = empty_board(rows, cols)
    board, queue = np.empty_like(empty), np.empty_like(empty)
    smallest, seen = np.empty(empty.size, dtype=np.int64), np.zeros(empty.size, dtype=np.bool_)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    for index in range(starts.size):
        cell, steps = cell_of(starts[index], cols), 1
        levels = begin(board, ZERO, empty, cell, cols, lower_start)
        while levels != ZERO:
            tied, level = tied_moves(levels), 0
            while level < depth and not is_single(tied):
                level += 1
                for move in range(8):
                    if tied >> np.uint64(move) & ONE:
                        target = cell + offsets[move]
                        smallest[target] = smallest_degree_behind(board, target, level, offsets, queue, seen)
                tied = keep_smallest(tied, cell, offsets, smallest)
            cell += jumps[tied]
            levels = enter(board, cell, stride)
            steps += 1
        end[index], visited[index] = square_of(cell, cols), steps
    return end, visited


# --- Changing orders -------------------------------------------------------------------------------------------------


@kernel
def walk_switching(
    rows: int,
    cols: int,
    starts: NDArray[np.int32],
    orders: NDArray[np.uint8],
    until: NDArray[np.int32],
    lower_start: bool,
) -> Walked:
    """Walk with orders that follow each other.

    Parameters
    ----------
    orders
        uint8 (stages, 8).
    until
        int32 (stages,): the squares at which each stage ends, from the move after it on; -1 if it does not.
    """
    stride = np.uint64(cols + PADDING)
    jumps, switches = np.empty((until.size, 256), dtype=np.uint64), np.zeros(until.size, dtype=np.uint64)
    for stage in range(until.size):
        jumps[stage] = jump_table(orders[stage], cols)
        if until[stage] >= 0:
            switches[stage] = cell_of(until[stage], cols)
    empty = empty_board(rows, cols)
    board = np.empty_like(empty)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    for index in range(starts.size):
        cell, steps, stage = cell_of(starts[index], cols), 1, 0
        levels = begin(board, ZERO, empty, cell, cols, lower_start)
        while levels != ZERO:
            if cell == switches[stage]:
                stage += 1
            cell += jumps[stage, tied_moves(levels)]
            levels = enter(board, cell, stride)
            steps += 1
        end[index], visited[index] = square_of(cell, cols), steps
    return end, visited


@kernel
def unrank_moves(rank: int) -> NDArray[np.uint8]:
    """Return uint8 (8,): the moves of the order with this rank."""
    left = np.arange(1, 9).astype(np.uint8)
    order = np.empty(8, dtype=np.uint8)
    block = ORDERS
    for place in range(8):
        block //= 8 - place
        chosen = rank // block
        rank -= chosen * block
        order[place] = left[chosen]
        for later in range(chosen, 7 - place):
            left[later] = left[later + 1]
    return order


@kernel
def walk_once(
    board: NDArray[np.uint64],
    empty: NDArray[np.uint64],
    cell: np.uint64,
    cols: int,
    jumps: NDArray[np.uint64],
    lower_start: bool,
) -> tuple[np.uint64, int]:
    """Walk one tour from a cell; return the cell where it ends and the number of squares visited."""
    stride, steps = np.uint64(cols + PADDING), 1
    levels = begin(board, ZERO, empty, cell, cols, lower_start)
    while levels != ZERO:
        cell += jumps[tied_moves(levels)]
        levels = enter(board, cell, stride)
        steps += 1
    return cell, steps


@kernel
def walk_reordered(
    rows: int,
    cols: int,
    starts: NDArray[np.int32],
    first_rank: int,
    attempts: int,
    states: NDArray[np.uint64],
    lower_start: bool,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Walk with the order of a rank and, as long as a tour fails, with orders drawn from the start's own stream.

    Parameters
    ----------
    attempts
        The greatest number of tours from each start, the first included.
    states
        uint64 (n, 4), advanced in place: the random stream of each start.

    Returns
    -------
    end, visited, used, rank
        int32 (n,) each: the last square and the squares visited of each start's last tour, the number of tours, and
        the rank of the order that completed, -1 if none did.
    """
    cells, empty = rows * cols, empty_board(rows, cols)
    board = np.empty_like(empty)
    end, visited = walk_starts(rows, cols, starts, unrank_moves(first_rank), lower_start)
    used = np.ones(starts.size, dtype=np.int32)
    rank = np.where(visited == cells, first_rank, -1).astype(np.int32)
    for index in range(starts.size):
        while visited[index] < cells and used[index] < attempts:
            drawn = below(states[index], ORDERS)
            jumps = jump_table(unrank_moves(drawn), cols)
            cell, visited[index] = walk_once(board, empty, cell_of(starts[index], cols), cols, jumps, lower_start)
            end[index] = square_of(cell, cols)
            used[index] += 1
            if visited[index] == cells:
                rank[index] = drawn
    return end, visited, used, rank


# --- Chance ----------------------------------------------------------------------------------------------------------


@kernel
def draw(tied: np.uint64, state: NDArray[np.uint64]) -> np.uint64:
    """Return one of the tied moves, each with the same probability; a single one without a draw."""
    if is_single(tied):
        return tied
    size, rest = 0, tied
    while rest != ZERO:
        rest &= rest - ONE
        size += 1
    for _ in range(below(state, size)):
        tied &= tied - ONE
    return tied & (~tied + ONE)


@kernel
def walk_random(
    rows: int, cols: int, starts: NDArray[np.int32], states: NDArray[np.uint64], lower_start: bool
) -> Walked:
    """Walk to a tied square drawn from the start's own stream; ``states`` is uint64 (n, 4), advanced in place."""
    stride, offsets = np.uint64(cols + PADDING), move_offsets(cols)
    empty = empty_board(rows, cols)
    board = np.empty_like(empty)
    end, visited = np.empty(starts.size, dtype=np.int32), np.empty(starts.size, dtype=np.int32)
    for index in range(starts.size):
        cell, steps = cell_of(starts[index], cols), 1
        levels = begin(board, ZERO, empty, cell, cols, lower_start)
        while levels != ZERO:
            cell += offsets[trailing_zeros(draw(tied_moves(levels), states[index]))]
            levels = enter(board, cell, stride)
            steps += 1
        end[index], visited[index] = square_of(cell, cols), steps
    return end, visited
