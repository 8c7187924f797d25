"""What the family's drawings share: heatmaps over size and density, names and colours of the levels."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, Normalize
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D

from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.plotting.style import COUNTS

LEVEL_NAMES: dict[str, str] = {
    "boxes": "boxes",
    "emptiness": "boxes + emptiness",
    "line": "complete line solving",
    "probe": "one-cell probing",
}
LEVEL_COLOURS: dict[str, str] = dict(zip(LEVELS, ("#B8860B", "#D1603D", "#0B4F8A", "#3A8F6B"), strict=True))
LEVEL_SENTENCE = (
    "Boxes: overlap of the leftmost and rightmost positions of each block; emptiness: also cells that no block can "
    "cover; line: complete line solving; probing: also the trial of single cells, followed up by lines."
)
STATUS_COLOURS = {"unique": "#0B4F8A", "multiple": "#D1603D", "undecided": "#B9BFC4"}


def plane(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """Return a column as a frame of sizes (rows, ascending) by densities (columns, ascending)."""
    return table.pivot_table(index="size", columns="density", values=column, aggfunc="first").sort_index()


def plane_map(axes: Axes, values: pd.DataFrame, norm: Normalize | None = None, colours: Colormap = COUNTS) -> AxesImage:
    """Draw a frame of sizes by densities as cells around their densities, small sizes below."""
    array: np.ma.MaskedArray[Any, Any] = np.ma.masked_invalid(values.to_numpy(dtype=float))
    image = axes.imshow(array, cmap=colours, norm=norm, aspect="auto", origin="lower")
    densities, sizes = list(values.columns), list(values.index)
    wanted = [k for k, density in enumerate(densities) if density % 10 == 0] or list(range(len(densities)))
    if len(wanted) > 6:
        wanted = [k for k in wanted if densities[k] % 20 == 10]
    axes.set_xticks(wanted, [f"{densities[k] / 100:.1f}" for k in wanted])
    rows = [k for k, size in enumerate(sizes) if size % 5 == 0] if len(sizes) > 9 else range(len(sizes))
    axes.set_yticks(list(rows), [str(sizes[k]) for k in rows])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(True)
    return image


def label_planes(grid: np.ndarray[Any, Any]) -> None:
    """Label the outer axes of a grid of maps."""
    for axes in grid[-1, :]:
        axes.set_xlabel("density of black cells")
    for axes in grid[:, 0]:
        axes.set_ylabel("side of the board")


def level_handles(levels: Sequence[str] = LEVELS) -> list[Line2D]:
    """Return the legend's entries of the levels."""
    return [Line2D([], [], color=LEVEL_COLOURS[level], label=LEVEL_NAMES[level]) for level in levels]


def dot_handles(levels: Sequence[str] = LEVELS) -> list[Line2D]:
    """Return the legend's entries of the levels, as dots."""
    return [Line2D([], [], marker="o", ls="", color=LEVEL_COLOURS[level], label=LEVEL_NAMES[level]) for level in levels]


def boards_sentence(table: pd.DataFrame) -> str:
    """Say how many boards a cell of the sweep has."""
    low, high = int(table["boards"].min()), int(table["boards"].max())
    return f"{low:,} random boards a cell" if low == high else f"{low:,} to {high:,} random boards a cell"
