"""Mine probabilities of a position, exact up to the rounding of sums of positive numbers.

Every closed cell's probability is the number of solutions with a mine there, divided by the number of solutions; the
kernels of `gridpuzzles.minesweeper.analysis` count them.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.model import CLOSED, check_board, number_board

if TYPE_CHECKING:
    from gridpuzzles.minesweeper.deduction import Field
    from gridpuzzles.minesweeper.elimination import Graph
    from gridpuzzles.minesweeper.frontier import Front


@dataclass(frozen=True)
class Certainty:
    """What a position implies.

    Attributes
    ----------
    probability
        float64 (rows, cols): the probability of a mine; 0 on open cells.
    safe, mine
        bool (rows, cols): closed cells that are safe, mines, in every solution; decided without floats.
    """

    probability: NDArray[np.float64]
    safe: NDArray[np.bool_]
    mine: NDArray[np.bool_]


def check_position(board: ArrayLike, mines: int) -> NDArray[np.int8]:
    """Return the position as int8 (rows, cols), or raise InputError that says where it is wrong."""
    array = np.asarray(board)
    if array.ndim != 2 or array.size == 0 or not np.issubdtype(array.dtype, np.integer):
        raise InputError(f"board: a matrix of whole numbers from -1 to 8 is needed, not {array.dtype} {array.shape}")
    rows, cols = array.shape
    check_board(rows, cols, mines)
    for row, col in np.argwhere((array < CLOSED) | (array > 8)):
        raise InputError(
            f"board: {array[row, col]} at ({row + 1}, {col + 1}) is not -1 (closed) or a number from 0 to 8"
        )
    around = number_board(array == CLOSED)
    for row, col in np.argwhere(array > around):
        raise InputError(
            f"board: the number {array[row, col]} at ({row + 1}, {col + 1}) has only "
            f"{around[row, col]} closed neighbours"
        )
    return array.astype(np.int8)


def field_of(position: NDArray[np.int8], mines: int) -> "Field":
    """Return a field that shows a position; its mines are unknown."""
    from gridpuzzles.minesweeper import deduction

    field = deduction.new_field(*position.shape)
    closed = (position == CLOSED).reshape(-1)
    field.state[:] = np.where(closed, deduction.CLOSED, deduction.OPEN)
    field.number[:] = np.where(closed, 0, position.reshape(-1))
    field.counter[:] = field.number
    field.closed[:] = number_board(position == CLOSED).reshape(-1)
    field.total[deduction.MINES_LEFT] = mines
    field.total[deduction.CLOSED_LEFT] = closed.sum()
    field.total[deduction.SAFE_LEFT] = closed.sum() - mines
    return field


def certainty(board: ArrayLike, mines: int) -> Certainty:
    """Return the mine probabilities of a position and what is certain.

    Parameters
    ----------
    board
        (rows, cols) whole numbers: -1 closed, 0 .. 8 open.
    mines
        The number of mines on the whole board.

    Raises
    ------
    gridpuzzles.errors.InputError
        A ValueError that says where, if no placement of the mines agrees with the position.
    """
    from gridpuzzles.minesweeper import analysis, elimination, frontier

    position = check_position(board, mines)
    field = field_of(position, mines)
    front, graph = frontier.new_front(position.size), elimination.new_graph(position.size)
    outlook = analysis.new_outlook(position.size)
    if not analysis.find_certain(field, front, graph, outlook):
        raise InputError(_what_is_wrong(position, mines, front, graph))
    analysis.find_risks(front, graph, outlook)
    closed = (position == CLOSED).reshape(-1)
    on_front = closed & (front.seen == front.fill[frontier.STAMP])
    box = np.where(on_front, front.box_of, 0)
    count = outlook.tally
    rest_share = outlook.rest[0] / max(1, count[analysis.REST])
    risk = np.where(on_front, outlook.expect[box] / np.maximum(1, front.size[box]), rest_share)
    safe = np.where(on_front, outlook.may_mine[box] == 0, count[analysis.REST_MOST] == 0)
    mine = np.where(on_front, outlook.may_safe[box] == 0, count[analysis.REST_LEAST] == count[analysis.REST])
    risk = np.where(safe, 0.0, np.where(mine, 1.0, risk))
    shape = position.shape
    return Certainty(
        np.where(closed, risk, 0.0).reshape(shape), (closed & safe).reshape(shape), (closed & mine).reshape(shape)
    )


def _what_is_wrong(position: NDArray[np.int8], mines: int, front: "Front", graph: "Graph") -> str:
    """Return one line that says where a position has no solution."""
    from gridpuzzles.minesweeper import elimination, frontier

    culprit = int(graph.fill[elimination.CULPRIT])
    components = int(front.fill[frontier.COMPONENTS])
    if culprit < 0 or components == 0:
        finals = graph.component[:components, 2]
        least, most = int(graph.low[finals].sum()), int(graph.high[finals].sum())
        rest = int((position == CLOSED).sum()) - frontier.frontier_cells(front, 0, components)
        return (
            f"board: {mines} mines cannot be placed: the cells beside numbers take {least} to {most} of them, "
            f"the other {rest} closed cells at most {rest}"
        )
    boxes = range(front.begin[culprit], front.begin[culprit + 1])
    rules = sorted({int(rule) for box in boxes for rule in front.links[box, : front.linked[box]]})
    places = ", ".join(f"({rule // position.shape[1] + 1}, {rule % position.shape[1] + 1})" for rule in rules[:6])
    places += ", …" if len(rules) > 6 else ""
    if graph.fill[elimination.STATUS] == elimination.TOO_WIDE:
        return f"board: the frontier around {places} is too wide to be counted"
    return f"board: no placement of mines agrees with the numbers at {places}"


def probabilities(board: ArrayLike, mines: int) -> NDArray[np.float64]:
    """Return float64 (rows, cols): the probability that a cell is a mine; 0 on open cells.

    Examples
    --------
    Two mines on 1 x 6, the second cell open and showing 1:

    >>> probabilities([[-1, 1, -1, -1, -1, -1]], mines=2).round(4).tolist()
    [[0.5, 0.0, 0.5, 0.3333, 0.3333, 0.3333]]

    Raises
    ------
    gridpuzzles.errors.InputError
        A ValueError that says where, if no placement of the mines agrees with the position.
    """
    return certainty(board, mines).probability
