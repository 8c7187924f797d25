"""Tours and sweeps as text: what the commands print, and the tables that they save."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import typer
from numpy.typing import NDArray

from gridpuzzles.knight.model import Rule, Square, Tour

if TYPE_CHECKING:
    from gridpuzzles.knight import OrderSweep, StartSweep

FEW_ORDERS = 16
"""So many orders are listed; of more, only the number is said."""


# --- To be printed ---------------------------------------------------------------------------------------------------


def board_text(tour: Tour, coloured: bool = False) -> str:
    """Return the numbered board, a dot for an unvisited square; the first and the last square may be coloured.

    Examples
    --------
    >>> from gridpuzzles.knight.model import fixed, walk
    >>> print(board_text(walk(3, 4, (2, 2), fixed("12345678"))))
    . . 5 2
    4 1 . .
    . . 3 6
    """
    width = len(str(len(tour.squares)))
    lines = [[f"{step or '.':>{width}}" for step in row] for row in tour.board.tolist()]
    if coloured:
        for (row, col), colour in ((tour.end, "blue"), (tour.start, "green")):
            lines[row - 1][col - 1] = typer.style(lines[row - 1][col - 1], fg="bright_white", bg=colour, bold=True)
    return "\n".join(" ".join(line) for line in lines)


def summary(tour: Tour, order: str, rule: Rule) -> str:
    """Return one paragraph: what became of the tour, on which board, under which rule and order."""
    total, end = tour.rows * tour.cols, _name(tour.end)
    if tour.closed:
        fate = f"Complete and closed: all {total} squares, and from the last, {end}, one move leads back to the first."
    elif tour.complete:
        fate = f"Complete and open: {_count(total, 'square')}, the last is {end}."
    else:
        fate = f"Incomplete: the knight stopped after {len(tour.squares)} of {total} squares at {end}."
    return f"{fate} Board {tour.rows}x{tour.cols}, start {_name(tour.start)}, order {order}, rule {rule}."


def starts_text(sweep: "StartSweep", order: str, rule: Rule) -> str:
    """Return the map of what each start leads to, and the numbers of each kind."""
    rows, cols = sweep.complete.shape
    signs = np.where(sweep.closed, "o", np.where(sweep.complete, ".", "x"))
    board = "\n".join(" ".join(line) for line in signs.tolist())
    complete, closed = int(sweep.complete.sum()), int(sweep.closed.sum())
    failing = rows * cols - complete
    return (
        f"{board}\n\nx fails ({failing}), . complete and open ({complete - closed}), o complete and closed ({closed})\n"
        f"{complete} of {_count(rows * cols, 'start')} complete. Board {rows}x{cols}, order {order}, rule {rule}."
    )


def orders_text(sweep: "OrderSweep", rule: Rule) -> str:
    """Return how many orders fail from each start, and which or how many complete from everywhere."""
    rows, cols = sweep.failures.shape
    width = len(str(sweep.failures.max()))
    board = "\n".join(" ".join(f"{count:>{width}}" for count in line) for line in sweep.failures.tolist())
    perfect = np.flatnonzero(sweep.complete_by_order == rows * cols)
    named = f": {', '.join(_order_names(perfect))}" if 0 < len(perfect) <= FEW_ORDERS else ""
    return (
        f"{board}\n\nHow many of the {len(sweep.complete_by_order)} orders fail, by start. "
        f"{_count(len(perfect), 'order')} {'completes' if len(perfect) == 1 else 'complete'} from every start{named}. "
        f"Board {rows}x{cols}, rule {rule}."
    )


# --- Tables ----------------------------------------------------------------------------------------------------------


def tour_table(tour: Tour) -> str:
    """Return CSV text, a line for each step."""
    return _csv(("step", "row", "col"), (np.arange(1, len(tour.squares) + 1), *tour.squares.T))


def starts_table(sweep: "StartSweep") -> str:
    """Return CSV text, a line for each start."""
    row, col = _squares(sweep.complete.shape)
    end_row, end_col = sweep.end[..., 0], sweep.end[..., 1]
    return _csv(
        ("row", "col", "complete", "closed", "visited", "end_row", "end_col"),
        (row, col, sweep.complete, sweep.closed, sweep.visited, end_row, end_col),
    )


def orders_table(sweep: "OrderSweep") -> str:
    """Return CSV text, a line for each square: failing and closed orders that start there, complete tours that end."""
    row, col = _squares(sweep.failures.shape)
    return _csv(("row", "col", "failures", "closed", "ends"), (row, col, sweep.failures, sweep.closed, sweep.ends))


def _csv(columns: Sequence[str], values: Sequence[NDArray[Any]]) -> str:
    """Return CSV text of columns of whole numbers and truth values, the latter as 0 and 1."""
    lines = np.column_stack([np.asarray(column).astype(np.int64).ravel() for column in values]).tolist()
    return "\n".join([",".join(columns), *(",".join(map(str, line)) for line in lines), ""])


def _squares(shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return (2, rows, cols): each square's row and column, from 1."""
    return np.indices(shape) + 1


def _order_names(ranks: NDArray[np.int64]) -> list[str]:
    from gridpuzzles.knight.orders import unrank

    return [unrank(rank) for rank in ranks.tolist()]


def _name(square: Square) -> str:
    return f"({square[0]}, {square[1]})"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
