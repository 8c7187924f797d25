"""What the drawings of the maze studies share: names of recipes, grids of panels, and arrays from tables."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.cm import ScalarMappable
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import NullLocator
from numpy.typing import NDArray

from gridpuzzles.maze.catalogue import parse_recipe
from gridpuzzles.plotting.style import PAGE, canvas

SAMPLED, EXACT, MUTED = "#0B4F8A", "#D1603D", "#8A939B"
"""Colours of what was sampled, of what is exact or published, and of what stands back."""
STYLES = ("-", "--", ":", "-.")


def label(recipe: str) -> str:
    """Return a recipe as figures name it."""
    return parse_recipe(recipe).label


def per_cent(table: pd.DataFrame) -> pd.Series:
    """Return the measure as a percentage of the cells."""
    return 100 * table["mean"] / (table["rows"] * table["cols"])


def interval(axes: Axes, position: Any, table: pd.DataFrame, scale: Any = 1.0, **style: Any) -> None:
    """Draw means with their 95 % intervals as points on horizontal bars."""
    style = {"fmt": "o", "markersize": 3, "linewidth": 1.0, "color": SAMPLED, **style}
    mean = table["mean"] * scale
    axes.errorbar(mean, position, xerr=(table["high"] - table["low"]) / 2 * scale, **style)


def panel_grid(count: int, columns: int, ratio: float = 1.0) -> tuple[Canvas, list[Axes]]:
    """Return a page-wide canvas with so many panels, each ``ratio`` times as high as wide; unused ones are hidden."""
    rows = -(-count // columns)
    figure = canvas("page", rows * PAGE / columns * ratio)
    grid = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for axes in grid[count:]:
        axes.set_axis_off()
    return figure, grid[:count]


def cell_array(table: pd.DataFrame, values: pd.Series | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (rows, cols) from a table with a row a cell."""
    found = np.full((int(table["rows"].iloc[0]), int(table["cols"].iloc[0])), np.nan)
    found[table["row"].to_numpy() - 1, table["col"].to_numpy() - 1] = values
    return found


def line_styles(names: list[str]) -> dict[str, dict[str, Any]]:
    """Return {name: colour and line style}: eight colours first, then the same ones dashed."""
    return {name: {"color": f"C{index % 8}", "linestyle": STYLES[index // 8 % 4]} for index, name in enumerate(names)}


def square_shares(table: pd.DataFrame) -> list[int]:
    """Return the sides of the square mazes in a table, ascending."""
    return sorted({int(side) for side in table.loc[table["rows"] == table["cols"], "rows"]})


def size_near(table: pd.DataFrame, side: int) -> tuple[int, int]:
    """Return the size in a table whose number of cells is nearest to that of a square with this side."""
    sizes = table[["rows", "cols"]].drop_duplicates().itertuples(index=False)
    rows, cols = min(sizes, key=lambda size: abs(size.rows * size.cols - side * side))
    return int(rows), int(cols)


def note_mazes(table: pd.DataFrame) -> str:
    """Return how many mazes each value rests on, as a caption says it."""
    fewest, most = int(table["mazes"].min()), int(table["mazes"].max())
    return f"{most:,} mazes each" if fewest == most else f"{fewest:,} to {most:,} mazes each"


def ink_on(image: ScalarMappable, value: float) -> str:
    """Return black or white, whichever has more contrast on a value's colour (WCAG relative luminance)."""
    red, green, blue, _ = image.to_rgba(np.array([value]))[0]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return "white" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.179 else "black"


def plain_log_ticks(axis: Axis, values: Sequence[float]) -> None:
    """Give a logarithmic axis ticks at these values only, written as plain numbers."""
    axis.set_ticks(values, [f"{value:g}" for value in values])
    axis.set_minor_locator(NullLocator())
