"""Drawings of the study *a maze of every generator*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from gridpuzzles.maze.endings import Solution, solve
from gridpuzzles.maze.endings import distances as all_distances
from gridpuzzles.maze.figures.common import label, panel_grid
from gridpuzzles.maze.model import Maze
from gridpuzzles.maze.pictures import draw, pixels_of, text
from gridpuzzles.maze.studies.gallery import GallerySettings
from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
COLUMNS = 6


def _mazes(tables: Tables) -> list[tuple[str, Maze, Solution]]:
    """Return recipe, maze and solution of every row."""
    found = []
    for row in tables["mazes"].itertuples():
        maze = Maze(np.asarray(row.openings, dtype=np.uint8).reshape(row.rows, row.cols))
        found.append((row.recipe, maze, solve(maze, (row.start_row, row.start_col), (row.end_row, row.end_col))))
    return found


def _title(axes: Axes, recipe: str, note: str = "") -> None:
    """Write the recipe's name above a maze, and a note below it."""
    axes.set_title(label(recipe).replace(", ", ",\n", 1), fontsize=6.5)
    axes.text(0.5, -0.01, note, ha="center", va="top", fontsize=6.5, transform=axes.transAxes)


def _data(tables: Tables) -> pd.DataFrame:
    return tables["mazes"].drop(columns="openings")


def _where(settings: GallerySettings) -> str:
    return f"Size {settings.size[0]}x{settings.size[1]}, seed {settings.seed}, as `gridpuzzles maze draw` makes them."


def mazes(tables: Tables, settings: GallerySettings) -> Drawing:
    """Draw the walls of every maze."""
    found = _mazes(tables)
    figure, panels = panel_grid(len(found), COLUMNS, 1.18)
    for axes, (recipe, maze, _) in zip(panels, found, strict=True):
        draw(axes, maze)
        _title(axes, recipe)
    caption = f"A perfect maze of every generator: one path between any two cells. {_where(settings)}"
    return Drawing(figure, _data(tables), caption)


def solutions(tables: Tables, settings: GallerySettings) -> Drawing:
    """Draw every maze with the path between start and end."""
    found = _mazes(tables)
    figure, panels = panel_grid(len(found), COLUMNS, 1.18)
    for axes, (recipe, maze, way) in zip(panels, found, strict=True):
        draw(axes, maze, way, linewidths=0.5)
        _title(axes, recipe, f"length {way.length}")
    caption = (
        f"The same mazes with the path from start (green) to end (violet), by the rule *{settings.ends}*, and its "
        f"length in passages. {_where(settings)}"
    )
    return Drawing(figure, _data(tables), caption)


def distances(tables: Tables, settings: GallerySettings) -> Drawing:
    """Draw every maze coloured by the distance from its start."""
    found = _mazes(tables)
    figure, panels = panel_grid(len(found), COLUMNS, 1.18)
    for axes, (recipe, maze, way) in zip(panels, found, strict=True):
        far = all_distances(maze, way.start)
        draw(axes, maze, None, far, linewidths=0.5)
        _title(axes, recipe, f"up to {int(far.max())}")
    caption = f"The same mazes; colours run from the start (dark) to the farthest cell (light). {_where(settings)}"
    return Drawing(figure, _data(tables), caption)


def forms(tables: Tables, settings: GallerySettings) -> Drawing:
    """Draw one maze in three forms."""
    recipe, maze, way = _mazes(tables)[0]
    figure = canvas("page", 2.6)
    panels = figure.subplots(1, 3)
    lines = text(maze, style="ascii")
    panels[0].set_axis_off()
    size = 158 / max(1.17 * (2 * maze.rows + 1), 0.603 * (4 * maze.cols + 1))
    panels[0].text(
        0.5,
        0.5,
        lines,
        family="DejaVu Sans Mono",
        fontsize=size,
        linespacing=1.0,
        ha="center",
        va="center",
        transform=panels[0].transAxes,
    )
    panels[1].imshow(pixels_of(maze, way))
    panels[1].set_axis_off()
    draw(panels[2], maze, way, all_distances(maze, way.start))
    for axes, title in zip(panels, ("text", "raster", "lines"), strict=True):
        axes.set_title(title, loc="center")
    caption = (
        f"One maze ({label(recipe)}) as text, as a raster of (2 rows + 1) x (2 columns + 1) pixels with its solution, "
        f"and as lines, coloured by distance. {_where(settings)}"
    )
    return Drawing(figure, _data(tables).head(1), caption)
