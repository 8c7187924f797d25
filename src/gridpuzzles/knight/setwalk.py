"""All 8! orders at once: walk sets of orders and split a set only where its orders part; compiled.

Two orders take the same steps until the first tie that they decide differently. So what is walked is not an order but
a partial order of the moves: what the ties so far have decided. At a tie, the moves that may come first are those that
no other tied move is known to precede. If there is one, the tie is decided already. If there are several, the walk
branches: each of them in turn is put before all other tied moves, which splits the set of orders without a remainder.
A finished tour belongs to every order that agrees with its partial order.

The board at a branching is kept (a *frame*) until its last branch is taken. Each branching decides at least one of the
28 pairs of moves, so that no more than 28 are ever open. As in `gridpuzzles.knight.kernels`, which explains how boards
are kept, a few walks advance in turn (*lanes*).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel, trailing_zeros
from gridpuzzles.knight.kernels import (
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
)
from gridpuzzles.knight.orders import ORDERS
from gridpuzzles.knight.partial_orders import NOTHING_KNOWN, add_orders, count_orders, known_after, put_before

LANES = 4
FRAMES = 29  # 28 branchings and the start
FRAME_WORDS = 2**25  # 256 MiB; larger boards are walked in fewer lanes
FIRST_ORDER = np.arange(1, 9, dtype=np.uint8)

# One of the walks that advance in turn. Cells count from the first cell of all boards.
LANE = np.dtype(
    [
        ("base", np.uint64),  # where its boards begin, one for each depth
        ("depth", np.uint64),  # the number of open branchings, hence the board that the walk stands on
        ("cell", np.uint64),  # the cell that the knight enters next
        ("after", np.uint64),  # what is decided of the order
        ("since", np.int64),  # the step count less the squares visited
        ("start", np.int64),  # where the walk began, an index into the starts
    ]
)
# An open branching: one with a branch that is still to be walked.
FRAME = np.dtype(
    [
        ("cell", np.uint64),  # where the knight stands
        ("after", np.uint64),  # what was decided of the order before
        ("tied", np.uint64),  # the tied moves
        ("todo", np.uint64),  # those of them that may come first and are still to be walked
        ("visited", np.int64),  # the squares visited so far
    ]
)


class Task(NamedTuple):
    """What is walked, and what all lanes need for it."""

    rows: int
    cols: int
    starts: NDArray[np.int32]
    weights: NDArray[np.int64]
    lower_start: bool
    empty: NDArray[np.uint64]  # the board before the first step
    jumps: NDArray[np.uint64]  # the offset of each single move, as a set
    boards: NDArray[np.uint64]  # of all lanes and depths, one behind the other


class Tallies(NamedTuple):
    """What is counted; see `walk_all_orders`."""

    failing: NDArray[np.int32]
    closed: NDArray[np.int32]
    ends: NDArray[np.int64]
    by_order: NDArray[np.int32]
    costs: NDArray[np.int64]


@kernel
def new_tallies(cells: int, weights: NDArray[np.int64]) -> Tallies:
    """Return the tallies before the first tour: every order completes from every start as long as none has failed."""
    starts, all_weights = weights.size, weights.sum()
    by_order = np.zeros((2, ORDERS), dtype=np.int32)
    for rank in range(ORDERS):
        by_order[0, rank] = all_weights
    costs = np.zeros(2, dtype=np.int64)
    costs[1] = starts
    return Tallies(
        np.zeros(starts, dtype=np.int32),
        np.zeros(starts, dtype=np.int32),
        np.zeros(cells, dtype=np.int64),
        by_order,
        costs,
    )


@kernel
def is_move(first: np.uint64, second: np.uint64, cols: int) -> bool:
    """Return whether two cells of one board are one move apart."""
    found = False
    for offset in move_offsets(cols):
        found |= first + offset == second
    return found


@kernel
def finish(task: Task, tallies: Tallies, lane: Any, last: np.uint64, visited: int) -> None:
    """Count a lane's finished tour for all orders that agree with it; ``last`` is a cell of the board alone.

    The orders of a tour that fails are taken off the table of complete ones, since fewer fail as a rule.
    """
    tallies.costs[0] += 1
    start, weight, orders = task.starts[lane.start], task.weights[lane.start], count_orders(lane.after)
    if visited < task.rows * task.cols:
        tallies.failing[lane.start] += orders
        table, change = 0, -weight
    else:
        tallies.ends[square_of(last, task.cols)] += weight * orders
        if not is_move(cell_of(start, task.cols), last, task.cols):
            return
        tallies.closed[lane.start] += orders
        table, change = 1, weight
    add_orders(lane.after, change, tallies.by_order[table])


@kernel
def branch(lane: Any, frame: Any, cell: np.uint64, tied: np.uint64, first: np.uint64, visited: int) -> None:
    """Open a branching where a lane's walk stands; ``first`` are the tied moves that may come first."""
    frame.cell, frame.after, frame.tied, frame.todo, frame.visited = cell, lane.after, tied, first, visited
    lane.depth += ONE


@kernel
def follow(task: Task, lane: Any, frame: Any, step: np.int64) -> None:
    """Send a lane into the next branch of its deepest open branching: on a copy of the board, unless it is the last."""
    size = np.uint64(task.empty.size)
    move = frame.todo & (~frame.todo + ONE)
    lane.cell = frame.cell + task.jumps[move]
    lane.after = put_before(frame.after, trailing_zeros(move), frame.tied ^ move)
    lane.since = step - frame.visited
    frame.todo ^= move
    if frame.todo == ZERO:
        lane.depth -= ONE
        return
    lane.cell += size
    board = lane.base + lane.depth * size
    for cell in range(board, board + size):
        task.boards[cell] = task.boards[cell - size]


@kernel
def start_lane(task: Task, lane: Any, frame: Any, start: np.int64, step: np.int64) -> None:
    """Put the knight on a start; its first move is the lane's first branching, even if there is one branch."""
    cell = cell_of(task.starts[start], task.cols)
    levels = begin(task.boards, lane.base, task.empty, cell, task.cols, task.lower_start)
    lane.start, lane.after = start, NOTHING_KNOWN
    if levels != ZERO:
        branch(lane, frame, lane.base + cell, tied_moves(levels), tied_moves(levels), 1)
        follow(task, lane, frame, step)
    else:
        # A start without a neighbour is entered again: that changes nothing, and ends the tour.
        lane.cell, lane.since = lane.base + cell, step


@kernel
def resume(task: Task, lane: Any, frames: NDArray[Any], following: np.int64, step: np.int64) -> np.int64:
    """Send a lane into the next branch of its deepest open branching, or to the next start if there is none.

    Returns
    -------
    The start that is next from now on. If nothing is left to do, the lane's cell is 0, which is no square.
    """
    if lane.depth > ZERO:
        follow(task, lane, frames[lane.depth - ONE], step)
        return following
    if following < task.starts.size:
        start_lane(task, lane, frames[0], following, step)
        return following + 1
    lane.cell = ZERO
    return following


@kernel
def walk_all_orders(
    rows: int, cols: int, starts: NDArray[np.int32], weights: NDArray[np.int64], lower_start: bool
) -> Tallies:
    """Walk all 8! orders from each of some starts.

    Parameters
    ----------
    rows, cols
        The board's size.
    starts
        The first squares, int32 (n,), flat indices from 0.
    weights
        int64 (n,): how often each start counts in the sums over starts: once, or once for each square of its orbit.
    lower_start
        Whether the start lowers its neighbours: True for the ``standard`` rule, False for ``thesis``.

    Returns
    -------
    failing, closed
        int32 (n,): how many orders fail from each start, how many close.
    ends
        int64 (rows * cols,): how many complete tours, of all orders and (weighted) starts, end on each square.
    by_order
        int32 (2, 40320): from how many (weighted) starts each order, by rank, completes [0] and closes [1].
    costs
        int64 (2,): the number of distinct tours, and of the steps that it took to walk them.
    """
    stride, empty = np.uint64(cols + PADDING), empty_board(rows, cols)
    count = max(1, min(LANES, starts.size, FRAME_WORDS // (FRAMES * empty.size)))
    # The boards of the deepest branchings are rarely touched, so that they cost no memory.
    boards = np.empty(count * FRAMES * empty.size, dtype=np.uint64)
    task = Task(rows, cols, starts, weights, lower_start, empty, jump_table(FIRST_ORDER, cols), boards)
    tallies = new_tallies(rows * cols, weights)
    frames = np.zeros((count, FRAMES), dtype=FRAME)
    lanes = np.zeros(count, dtype=LANE)
    following, step, busy = np.int64(0), np.int64(0), 0
    for index in range(count):
        lanes[index].base = np.uint64(index * FRAMES * empty.size)
        following = resume(task, lanes[index], frames[index], following, step)
        busy += lanes[index].cell != ZERO
    while busy > 0:
        step += 1
        tallies.costs[1] += busy
        for index in range(count):
            lane = lanes[index]
            here = lane.cell
            if here == ZERO:
                continue
            levels = enter(boards, here, stride)
            if levels == ZERO:
                last = here - lane.base - lane.depth * np.uint64(empty.size)
                finish(task, tallies, lane, last, step - lane.since)
                following = resume(task, lane, frames[index], following, step)
                busy -= lane.cell == ZERO
                continue
            tied = tied_moves(levels)
            first = tied & ~known_after(lane.after, tied)
            if first & (first - ONE) == ZERO:
                lane.cell = here + task.jumps[first]
            else:
                frame = frames[index, lane.depth]
                branch(lane, frame, here, tied, first, step - lane.since)
                follow(task, lane, frame, step)
    return tallies
