"""What the drawings of several studies on knight's tours share: panels of boards, lines over sizes, one sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from gridpuzzles.plotting.style import PAGE, canvas, figure_legend

RULE_SENTENCE = (
    "Rule *standard*: placing the knight on the start lowers the degrees of its neighbours, as every later square "
    "does; rule *thesis*: it does not. Ties go to the move that comes first in the order; moves are numbered "
    "clockwise from two down, one right."
)


@dataclass(frozen=True)
class Panel:
    """One board of a figure: its size, its title, and the table's rows that it shows."""

    size: int
    title: str
    rows: pd.DataFrame


def square_array(rows: pd.DataFrame, column: str) -> NDArray[Any]:
    """Return a column as an array of the board; ``rows`` has one row a square, with ``row`` and ``col`` from 1."""
    shape = int(rows["row"].max()), int(rows["col"].max())
    values = np.zeros(shape, dtype=rows[column].dtype)
    values[rows["row"] - 1, rows["col"] - 1] = rows[column]
    return values


def panel_grid(panels: Sequence[Panel], room: float = 0.55) -> tuple[Canvas, list[tuple[Axes, Panel]]]:
    """Return a page-wide canvas and its axes with their panels, a row of boards a size.

    Parameters
    ----------
    room
        Inches above each board for its title.
    """
    sizes = list(dict.fromkeys(panel.size for panel in panels))
    columns = max(sum(panel.size == size for panel in panels) for size in sizes)
    figure = canvas("page", 0.2 + len(sizes) * (room + 0.88 * PAGE / max(columns, 3)))
    grid = figure.subplots(len(sizes), columns, squeeze=False)
    used = []
    for line, size in zip(grid, sizes, strict=True):
        chosen = [panel for panel in panels if panel.size == size]
        used += list(zip(line, chosen, strict=False))
        for axes in line[len(chosen) :]:
            axes.set_axis_off()
    return figure, used


def size_lines(figure: Canvas, axes: Axes, table: pd.DataFrame, column: str, label: Callable[[str, str], str]) -> None:
    """Draw a column against the side of the board, a line for each (rule, order) of the table, legend below."""
    lines = []
    for (rule, order), rows in table.groupby(["rule", "order"], sort=False):
        marker = "o" if len(rows) <= 60 else ""
        lines += axes.plot(rows["rows"], rows[column], marker=marker, label=label(rule, order), clip_on=False)
    axes.grid(axis="y")
    axes.set_xlabel("side N of the board")
    figure_legend(figure, lines)
