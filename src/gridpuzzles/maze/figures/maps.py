"""Drawings of the study *where in the maze*."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LogNorm, Normalize
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from gridpuzzles.maze.figures.common import cell_array, label, note_mazes, panel_grid
from gridpuzzles.maze.studies.maps import MapsSettings
from gridpuzzles.plotting.boards import colour_bar, heatmap
from gridpuzzles.plotting.style import DIVERGING, SEQUENTIAL, canvas
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
Values = Callable[[pd.DataFrame], pd.Series]

COLUMNS = 5


def _maps(table: pd.DataFrame, recipes: list[str], values: Values) -> list[NDArray[np.float64]]:
    """Return a (rows, cols) array a recipe."""
    parts = [table[table["recipe"] == recipe] for recipe in recipes]
    return [cell_array(part, values(part)) for part in parts]


def _draw(
    table: pd.DataFrame,
    recipes: list[str],
    values: Values,
    bar: str,
    norm: Normalize | None = None,
    colours: Colormap = SEQUENTIAL,
) -> tuple[pd.DataFrame, Canvas]:
    """Return the plotted numbers and a canvas with a heatmap a recipe under one norm and one colour bar."""
    arrays = _maps(table, recipes, values)
    if norm is None:
        norm = Normalize(min(float(array.min()) for array in arrays), max(float(array.max()) for array in arrays))
    rows = -(-len(recipes) // COLUMNS)
    figure, panels = panel_grid(len(recipes), -(-len(recipes) // rows), 1.12)
    for axes, recipe, array in zip(panels, recipes, arrays, strict=True):
        image = heatmap(axes, array, norm, colours)
        _bare(axes)
        axes.set_title(_short(label(recipe)), fontsize=7)
    colour_bar(list(panels), image, bar)
    plotted = [
        table.loc[table["recipe"] == recipe, ["recipe", "row", "col"]].assign(value=array.ravel())
        for recipe, array in zip(recipes, arrays, strict=True)
    ]
    return pd.concat(plotted), figure


def _bare(axes: Axes) -> None:
    axes.set_xticks([])
    axes.set_yticks([])


def _short(name: str) -> str:
    """Break a long name into two lines."""
    return name.replace(", ", ",\n")


def _walkers(table: pd.DataFrame) -> list[str]:
    """Return the recipes whose cells are visited one after the other."""
    visited = table.groupby("recipe", sort=False)["visits"].sum()
    return [str(recipe) for recipe, total in visited.items() if total > 0]


def exact_dead_ends(tables: Tables, _settings: MapsSettings) -> Drawing:
    """Draw the probability of a dead end in uniform mazes: sampled, exact, and the difference in standard errors."""
    table = tables["cells"]
    part = table[table["recipe"] == "wilson"]
    mazes = int(part["mazes"].iloc[0])
    sampled, exact = part["dead_ends"] / part["mazes"], part["exact_dead_ends"]
    z = (sampled - exact) / np.sqrt(exact * (1 - exact) / part["mazes"])
    norm = Normalize(float(exact.min()), float(exact.quantile(0.985)))
    figure = canvas("page", 2.55)
    panels = figure.subplots(1, 3)
    for axes, values, title in zip(panels, (sampled, exact), ("sampled (Wilson)", "exact"), strict=False):
        image = heatmap(axes, cell_array(part, values), norm)
        axes.set_title(title)
    colour_bar(panels[1], image, "P(dead end)")
    reach = max(3.0, float(z.abs().max()))
    image = heatmap(panels[2], cell_array(part, z), Normalize(-reach, reach), DIVERGING)
    panels[2].set_title("difference")
    colour_bar(panels[2], image, "standard errors")
    outside = int((z.abs() > 1.96).sum())
    caption = (
        f"Probability that a cell is a dead end in a uniform maze: {mazes:,} mazes by Wilson's algorithm, the exact "
        "value from the determinant of transfer currents, and their difference in standard errors of the cell; "
        f"{outside} of {len(part)} cells lie outside ±1.96, {0.05 * len(part):.0f} are to be expected. "
        f"The colours end at {norm.vmax:.3f}; the corners, {exact.max():.3f}, lie above."
    )
    return Drawing(figure, part.assign(sampled=sampled, z=z), caption)


def dead_ends(tables: Tables, settings: MapsSettings) -> Drawing:
    """Draw the probability of a dead end, a map a generator."""
    table = tables["cells"]
    data, figure = _draw(
        table,
        list(settings.recipes),
        lambda part: part["dead_ends"] / part["mazes"],
        "P(dead end)",
        Normalize(0, _quantile(table)),
    )
    caption = (
        f"Probability that a cell is a dead end; {note_mazes(table)}. One colour scale; cells above its end, such as "
        "the corners of some generators, have the last colour. Binary "
        "tree and sidewinder have corridors along the border "
        "where they cannot choose; hunt and kill from a corner shows where its hunts begin."
    )
    return Drawing(figure, data, caption)


def _quantile(table: pd.DataFrame) -> float:
    """Return the probability of a dead end that one cell in a hundred exceeds."""
    return float((table["dead_ends"] / table["mazes"]).quantile(0.99))


def visits(tables: Tables, settings: MapsSettings) -> Drawing:
    """Draw the mean step in which cells are visited, by the number of cells."""
    table = tables["cells"]
    cells = settings.size[0] * settings.size[1]
    data, figure = _draw(
        table,
        _walkers(table),
        lambda part: part["visits"] / part["mazes"] / cells,
        "mean step / cells",
        Normalize(0, 1),
    )
    caption = (
        f"When cells join the maze: mean step, as a share of the number of cells; {note_mazes(table)}, for the "
        "generators that walk from cell to cell. 0.5 "
        "everywhere would be an order without preference. Wilson begins each walk at "
        "the first cell outside the maze, row by row; that decides the order, and not the law of the maze."
    )
    return Drawing(figure, data, caption)


def solutions(tables: Tables, settings: MapsSettings) -> Drawing:
    """Draw how often a cell lies on the path between two opposite corners."""
    table = tables["cells"]
    data, figure = _draw(
        table,
        list(settings.recipes),
        lambda part: part["solutions"] / part["mazes"],
        "P(on the solution)",
        Normalize(0, 0.6),
    )
    caption = (
        "Probability that a cell lies on the path from the top left to the bottom right corner; "
        f"{note_mazes(table)}. One colour scale, up to 0.6: near the corners it is exceeded. The path of a binary tree "
        "is always the same; that of the sidewinder never turns back down."
    )
    return Drawing(figure, data, caption)


def diameter_ends(tables: Tables, settings: MapsSettings) -> Drawing:
    """Draw how often a cell is an end of a longest path, against an end anywhere."""
    table = tables["cells"]
    cells = settings.size[0] * settings.size[1]
    data, figure = _draw(
        table,
        list(settings.recipes),
        lambda part: (part["diameter_ends"] / part["mazes"] * cells / 2).clip(lower=0.02),
        "ends / ends if uniform",
        LogNorm(0.02, 50),
    )
    caption = (
        "How often a cell is an end of a longest path (the first found of several), divided by what it were if every "
        f"cell were an end equally often; logarithmic colour scale from 1/50 to 50; {note_mazes(table)}."
    )
    return Drawing(figure, data, caption)
