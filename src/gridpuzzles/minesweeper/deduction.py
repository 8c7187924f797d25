"""Kernels of one game: opening, marking, and the deductions that look at one or two numbers at a time.

A `Field` is a game in progress. ``counter`` and ``closed`` are kept for every cell, but a solver reads them for open
cells only, where the player sees them. Each cell is opened or marked at most once; `Field.log` remembers when and why.

Work waits in a stack, and never on the call stack: an empty board of any size opens without recursion. A cell enters
the stack when one of the two single-point rules applies to it; as the rules only ever add knowledge, the fixpoint does
not depend on the order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import random64
from gridpuzzles.jit import argument, inner, short_kernel
from gridpuzzles.minesweeper.placing import neighbour, neighbour_table

CLOSED, OPEN, MARKED = range(3)
"""Values of ``Field.state``; `CLOSED` is closed and unmarked."""
SAFE_LEFT, MINES_LEFT, CLOSED_LEFT, WAITING, LOGGED, GUESSES, DEDUCED, LOST, BEFORE_GUESS = range(9)
"""Entries of ``Field.total``: safe cells not open, mines not marked, closed unmarked cells, cells in the stack, entries
in the log, guesses, cells opened by deduction, whether a mine was opened, DEDUCED at the first guess (-1: none yet)."""
FIRST, POINT_OPENED, POINT_MARKED, PAIR_OPENED, PAIR_MARKED, INFERRED_OPENED, INFERRED_MARKED, GUESSED = (
    argument(k) for k in range(8)
)
"""Why a cell was opened or marked."""


class Field(NamedTuple):
    """A game in progress on N cells.

    Attributes
    ----------
    table, degrees
        int32 (N, 8) and (N,): the neighbours and their number.
    mine
        uint8 (N,): 1 on mines; no solver reads it.
    number
        int32 (N,): mines among the neighbours.
    state
        uint8 (N,): `CLOSED`, `OPEN` or `MARKED`.
    counter
        int32 (N,): the number less the marked neighbours.
    closed
        int32 (N,): closed unmarked neighbours.
    stack, free
        int32 (9 N + 1,) and (N,): scratch.
    log, risk
        int32 (N, 2) and float64 (N,): cell, reason and the probability of a mine as the solver knew it (NaN: unknown).
    total
        int64 (9,): the game's totals.
    """

    table: NDArray[np.int32]
    degrees: NDArray[np.int32]
    mine: NDArray[np.uint8]
    number: NDArray[np.int32]
    state: NDArray[np.uint8]
    counter: NDArray[np.int32]
    closed: NDArray[np.int32]
    stack: NDArray[np.int32]
    free: NDArray[np.int32]
    log: NDArray[np.int32]
    risk: NDArray[np.float64]
    total: NDArray[np.int64]


def new_field(rows: int, cols: int) -> Field:
    """Return a field to play on; `deal` starts a game."""
    table, degrees = neighbour_table(rows, cols)
    count = rows * cols
    integers = [np.zeros(count, dtype=np.int32) for _ in range(4)]
    return Field(
        table=table,
        degrees=degrees,
        mine=np.zeros(count, dtype=np.uint8),
        number=integers[0],
        state=np.zeros(count, dtype=np.uint8),
        counter=integers[1],
        closed=integers[2],
        stack=np.zeros(9 * count + 1, dtype=np.int32),
        free=integers[3],
        log=np.zeros((count, 2), dtype=np.int32),
        risk=np.zeros(count, dtype=np.float64),
        total=np.zeros(9, dtype=np.int64),
    )


@short_kernel
def deal(field: Field) -> None:
    """Start a game on the mines in ``field.mine``: every cell closed."""
    field.number[:] = 0
    mines = 0
    for cell in range(field.mine.size):
        if field.mine[cell]:
            mines += 1
            for j in range(field.degrees[cell]):
                field.number[field.table[cell, j]] += 1
    field.state[:] = CLOSED
    field.counter[:] = field.number
    field.closed[:] = field.degrees
    field.total[:] = 0
    field.total[SAFE_LEFT] = field.mine.size - mines
    field.total[MINES_LEFT] = mines
    field.total[CLOSED_LEFT] = field.mine.size
    field.total[BEFORE_GUESS] = -1


@inner
def note(field: Field, cell: int, reason: int, risk: float) -> None:
    """Write a line into the log."""
    line = field.total[LOGGED]
    field.log[line, 0] = cell
    field.log[line, 1] = reason
    field.risk[line] = risk
    field.total[LOGGED] = line + 1


@inner
def wake(field: Field, cell: int, waiting: int) -> int:
    """Put an open cell on the stack if a single-point rule may apply to it; return how many cells then wait.

    The cell is written behind the stack in any case and counted only if a rule applies: a branch would be taken as good
    as randomly, and the processor would often have gone the wrong way.
    """
    counter, closed = field.counter[cell], field.closed[cell]
    field.stack[waiting] = cell
    return waiting + ((field.state[cell] == OPEN) & (closed > 0) & ((counter == 0) | (counter == closed)))  # type: ignore[no-any-return]


@short_kernel
def open_cell(field: Field, cell: int, reason: int, risk: float) -> bool:
    """Open a closed unmarked cell; return whether it was safe."""
    note(field, cell, reason, risk)
    if reason == GUESSED:
        field.total[GUESSES] += 1
        if field.total[BEFORE_GUESS] < 0:
            field.total[BEFORE_GUESS] = field.total[DEDUCED]
    if field.mine[cell]:
        field.total[LOST] = 1
        return False
    field.state[cell] = OPEN
    field.total[SAFE_LEFT] -= 1
    field.total[CLOSED_LEFT] -= 1
    if reason != GUESSED and reason != FIRST:
        field.total[DEDUCED] += 1
    waiting = field.total[WAITING]
    for j in range(field.degrees[cell]):
        other = neighbour(field.table, cell, j)
        field.closed[other] -= 1
        waiting = wake(field, other, waiting)
    field.total[WAITING] = wake(field, cell, waiting)
    return True


@short_kernel
def mark_cell(field: Field, cell: int, reason: int) -> None:
    """Mark a closed cell as a mine; a marked cell stays as it is, so that no counter is lowered twice."""
    if field.state[cell] != CLOSED:
        return
    note(field, cell, reason, 1.0)
    field.state[cell] = MARKED
    field.total[MINES_LEFT] -= 1
    field.total[CLOSED_LEFT] -= 1
    waiting = field.total[WAITING]
    for j in range(field.degrees[cell]):
        other = neighbour(field.table, cell, j)
        field.closed[other] -= 1
        field.counter[other] -= 1
        waiting = wake(field, other, waiting)
    field.total[WAITING] = waiting


@short_kernel
def settle(field: Field, weak: bool) -> None:
    """Apply the two single-point rules until neither applies.

    Parameters
    ----------
    weak
        Adamatzky's rule: mark only where one closed neighbour remains and one mine is missing.
    """
    while field.total[WAITING] > 0 and not field.total[LOST]:
        field.total[WAITING] -= 1
        cell = field.stack[field.total[WAITING]]
        if field.closed[cell] == 0:
            continue
        opens = field.counter[cell] == 0
        marks = field.counter[cell] == field.closed[cell] and (field.closed[cell] == 1 or not weak)
        for j in range(field.degrees[cell]):
            other = neighbour(field.table, cell, j)
            if field.state[other] == CLOSED:
                if opens:
                    open_cell(field, other, POINT_OPENED, 0.0)
                elif marks:
                    mark_cell(field, other, POINT_MARKED)


@short_kernel
def settle_in_passes(field: Field) -> None:
    """Apply the two single-point rules in passes over the whole board until a pass changes nothing, as first described.

    The fixpoint is that of `settle`; the time may grow with the square of the number of cells.
    """
    changed = True
    while changed and field.total[SAFE_LEFT] > 0:
        changed = False
        field.total[WAITING] = 0
        for cell in range(field.state.size):
            if field.state[cell] != OPEN or field.closed[cell] == 0:
                continue
            opens = field.counter[cell] == 0
            if opens or field.counter[cell] == field.closed[cell]:
                changed = True
                for j in range(field.degrees[cell]):
                    other = neighbour(field.table, cell, j)
                    if field.state[other] == CLOSED:
                        if opens:
                            open_cell(field, other, POINT_OPENED, 0.0)
                        else:
                            mark_cell(field, other, POINT_MARKED)
    field.total[WAITING] = 0


@inner
def touches(field: Field, cell: int, other: int) -> bool:
    """Return whether two cells are neighbours."""
    found = False
    for j in range(field.degrees[cell]):
        found = found or field.table[cell, j] == other
    return found


@inner
def contains(field: Field, larger: int, smaller: int) -> bool:
    """Return whether all closed unmarked neighbours of one open cell are neighbours of another."""
    for j in range(field.degrees[smaller]):
        cell = neighbour(field.table, smaller, j)
        if field.state[cell] == CLOSED and not touches(field, larger, cell):
            return False
    return True


@inner
def settle_pair(field: Field, smaller: int, larger: int) -> bool:
    """Apply set inclusion to two open cells, the first's closed neighbours among the second's; return if it told."""
    mines = field.counter[larger] - field.counter[smaller]
    cells = field.closed[larger] - field.closed[smaller]
    if cells == 0 or (mines != 0 and mines != cells):
        return False
    for j in range(field.degrees[larger]):
        other = neighbour(field.table, larger, j)
        if field.state[other] == CLOSED and not touches(field, smaller, other):
            if mines == 0:
                open_cell(field, other, PAIR_OPENED, 0.0)
            else:
                mark_cell(field, other, PAIR_MARKED)
    return True


@inner
def first_closed(field: Field, cell: int) -> int:
    """Return the first closed unmarked neighbour of a cell that has one."""
    j = 0
    while field.state[field.table[cell, j]] != CLOSED:
        j += 1
    return neighbour(field.table, cell, j)


@inner
def compare_with_larger(field: Field, smaller: int) -> bool:
    """Compare an open cell with the open cells that see all its closed neighbours; return if one told something."""
    shared = first_closed(field, smaller)
    for j in range(field.degrees[shared]):
        larger = neighbour(field.table, shared, j)
        if field.state[larger] == OPEN and larger != smaller and contains(field, larger, smaller):  # noqa: SIM102
            if settle_pair(field, smaller, larger):
                return True
    return False


@short_kernel
def settle_pairs(field: Field) -> None:
    """Apply single-point rules and pairwise set inclusion until nothing applies."""
    changed = True
    while changed and field.total[SAFE_LEFT] > 0:
        settle(field, False)
        changed = False
        for cell in range(field.state.size):
            while field.state[cell] == OPEN and field.closed[cell] > 0 and compare_with_larger(field, cell):
                changed = True
                settle(field, False)


@inner
def closed_cell(field: Field, rank: int) -> int:
    """Return the closed unmarked cell with this rank from 0, row by row."""
    for cell in range(field.state.size):
        rank -= field.state[cell] == CLOSED
        if rank < 0:
            return cell
    return -1


@inner
def guess_uniformly(field: Field, state: NDArray[np.uint64]) -> None:
    """Open a closed unmarked cell drawn uniformly."""
    left = field.total[CLOSED_LEFT]
    cell = closed_cell(field, random64.below(state, left))
    open_cell(field, cell, GUESSED, field.total[MINES_LEFT] / left)
