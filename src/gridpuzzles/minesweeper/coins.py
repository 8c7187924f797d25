"""Kernels that foresee guesses which no number will ever spare the player.

A *coin* is a pair of closed cells side by side, or a block of two by two, of which one *half* (a cell of the pair, a
diagonal of the block) is all mines and the other all safe, and whose *guards* are mines: the cells outside it that
touch more cells of one half than of the other. Exchange the halves, and every number stays as it is; so the player will
have to toss that coin, however much he learns elsewhere, and loses half of these games anyway.

A cell's *coin risk* is the probability that it is a mine in a coin, or a guard of one (counted in one of its two
positions): the part of its risk that waiting does not avoid. At most one guard may still be undecided; the others are
marked, or lie beyond the border. D. N. Hill's solver JSMinesweeper weighs such risks too.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.analysis import Outlook, find_certain, find_risks, log_solutions
from gridpuzzles.minesweeper.deduction import CLOSED, CLOSED_LEFT, MARKED, MINES_LEFT, OPEN, Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import Front
from gridpuzzles.minesweeper.tree import put

ROOM = 5
"""Most cells of a coin, an undecided guard included."""


@inner
def row_length(field: Field) -> int:
    """Return the length of a row (of the only line, if there is one), which the first cell's neighbours show."""
    if field.degrees[0] < 3:
        return field.state.size
    last = 0
    for j in range(3):
        last = max(last, field.table[0, j])
    return last - 1


@inner
def lay_halves(field: Field, cols: int, corner: int, height: int, width: int, cells: NDArray[np.int32]) -> int:
    """Write the cells of one half, then those of the other; return how many each has, 0 if some are not closed."""
    if corner % cols + width > cols or corner + (height - 1) * cols >= field.state.size:
        return 0
    cells[0] = corner
    half = height * width // 2
    cells[half] = corner + width - 1 if half == 2 else corner + (height - 1) * cols + width - 1
    if half == 2:
        cells[1] = corner + cols + 1
        cells[3] = corner + cols
    for k in range(2 * half):
        if field.state[cells[k]] != CLOSED:
            return 0
    return half


@inner
def add_guards(field: Field, cols: int, height: int, width: int, half: int, cells: NDArray[np.int32]) -> int:
    """Write the undecided guards behind the halves; return the number of cells, 0 if there can be no coin."""
    row, col, count = cells[0] // cols, cells[0] % cols, 2 * half
    for i in range(max(0, row - 1), min(field.state.size // cols, row + height + 1)):
        for j in range(max(0, col - 1), min(cols, col + width + 1)):
            tilt = 0
            for k in range(2 * half):
                if abs(cells[k] // cols - i) <= 1 and abs(cells[k] % cols - j) <= 1:
                    tilt += 1 if k < half else -1
            inside = row <= i < row + height and col <= j < col + width
            state = field.state[i * cols + j]
            if inside or tilt == 0 or state == MARKED:
                continue
            if state == OPEN or count > 2 * half:
                return 0
            cells[count] = i * cols + j
            count += 1
    return count


@inner
def set_aside(field: Field, cell: int, mine: int, sign: int) -> bool:
    """Decide a closed cell in imagination (sign 1), or take that back (-1); return whether the numbers still hold."""
    field.state[cell] = MARKED if sign > 0 else CLOSED
    field.total[MINES_LEFT] -= sign * mine
    field.total[CLOSED_LEFT] -= sign
    return put(field, cell, mine, sign)


@inner
def log_ways(
    field: Field, front: Front, graph: Graph, outlook: Outlook, cells: NDArray[np.int32], half: int, count: int
) -> float:
    """Return the logarithm of the number of solutions with a coin whose first half is mined."""
    fits = True
    for k in range(count):
        fits = set_aside(field, cells[k], 0 if half <= k < 2 * half else 1, 1) and fits
    fits = fits and 0 <= field.total[MINES_LEFT] <= field.total[CLOSED_LEFT]
    ways = -np.inf
    if fits and find_certain(field, front, graph, outlook):
        find_risks(front, graph, outlook)
        ways = log_solutions(front, outlook)
    for k in range(count):
        set_aside(field, cells[k], 0 if half <= k < 2 * half else 1, -1)
    return ways


@inner
def find_coins(
    field: Field, front: Front, graph: Graph, outlook: Outlook, all_ways: float, coin: NDArray[np.float64]
) -> None:
    """Write every cell's coin risk.

    Parameters
    ----------
    front, graph, outlook
        Room to count in.
    all_ways
        The logarithm of the number of the position's solutions.
    coin
        float64 (N,): the coin risks.
    """
    cols = row_length(field)
    cells = np.empty(ROOM, dtype=np.int32)
    coin[:] = 0.0
    for corner in range(field.state.size):
        if field.state[corner] != CLOSED:
            continue
        for shape in range(3):
            height, width = 1 if shape == 0 else 2, 1 if shape == 1 else 2
            half = lay_halves(field, cols, corner, height, width, cells)
            count = add_guards(field, cols, height, width, half, cells) if half > 0 else 0
            if count > 0:
                share = np.exp(log_ways(field, front, graph, outlook, cells, half, count) - all_ways)
                for k in range(count):
                    coin[cells[k]] += share
