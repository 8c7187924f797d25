"""Drawings of the study *solvability of random boards*."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize

from gridpuzzles.nonogram.figures.common import (
    LEVEL_COLOURS,
    LEVEL_NAMES,
    LEVEL_SENTENCE,
    boards_sentence,
    label_planes,
    level_handles,
    plane,
    plane_map,
)
from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.nonogram.studies.density import DensitySettings
from gridpuzzles.plotting.boards import colour_bar
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
CELL = ["size", "density", "level", "boards"]
DENSITY_SENTENCE = "Density: an exact number of black cells, drawn without replacement."


def _four_maps(cells: pd.DataFrame, column: str, label: str) -> Drawing:
    figure = canvas("page", 4.9)
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for axes, level in zip(grid.flat, LEVELS, strict=True):
        chosen = cells[cells["level"] == level]
        image = plane_map(axes, plane(chosen, column), Normalize(0, 1))
        axes.set_title(LEVEL_NAMES[level])
    label_planes(grid)
    colour_bar(list(grid.flat), image, label)
    return Drawing(figure, cells[[*CELL, column, f"{column}_low", f"{column}_high"]], "")


def ratio_maps(tables: Tables, _settings: DensitySettings) -> Drawing:
    """Draw the mean solvability ratio, a map a level."""
    drawing = _four_maps(tables["cells"], "ratio_mean", "determined cells, of all")
    caption = (
        "Mean share of cells that an analyser determines on random square boards before it comes to rest. "
        f"{LEVEL_SENTENCE} {DENSITY_SENTENCE} {boards_sentence(tables['cells'])}."
    )
    return Drawing(drawing.canvas, drawing.data, caption)


def solved_maps(tables: Tables, _settings: DensitySettings) -> Drawing:
    """Draw the share of boards that are solved, a map a level."""
    drawing = _four_maps(tables["cells"], "solved_share", "boards solved, of all")
    caption = (
        "Share of random square boards of which an analyser determines every cell; such a board has one solution. "
        f"{LEVEL_SENTENCE} {DENSITY_SENTENCE} {boards_sentence(tables['cells'])}."
    )
    return Drawing(drawing.canvas, drawing.data, caption)


def gain_maps(tables: Tables, _settings: DensitySettings) -> Drawing:
    """Draw what each analyser determines beyond the one before."""
    cells = tables["cells"]
    figure = canvas("page", 2.7)
    grid = figure.subplots(1, 3, sharex=True, sharey=True, squeeze=False)
    for axes, (before, level) in zip(grid[0], pairwise(LEVELS), strict=True):
        values = 100 * plane(cells[cells["level"] == level], "gain_mean")
        values = values.where(values > 0)
        top = max(1e-3, float(values.max().max()))
        image = plane_map(axes, values, LogNorm(max(1e-3, top / 1e4), top))
        axes.set_title(f"{LEVEL_NAMES[level]}\nbeyond {LEVEL_NAMES[before]}")
        colour_bar([axes], image, "cells gained (% of all)" if level == LEVELS[-1] else "")
    label_planes(grid)
    caption = (
        "Mean share of cells that an analyser determines beyond the one before it, on the same boards (white: not one "
        f"cell on any board); each map has its own logarithmic scale. {LEVEL_SENTENCE} {DENSITY_SENTENCE} "
        f"{boards_sentence(cells)}."
    )
    data = cells[cells["level"] != LEVELS[0]]
    return Drawing(figure, data[[*CELL, "gain_mean", "gain_mean_low", "gain_mean_high", "gained"]], caption)


def started_maps(tables: Tables, _settings: DensitySettings) -> Drawing:
    """Draw the share of boards on which an analyser determines something at all."""
    drawing = _four_maps(tables["cells"], "started_share", "boards with a cell, of all")
    caption = (
        "Share of random square boards of which an analyser determines at least one cell: elsewhere a person who "
        f"follows it cannot begin. {LEVEL_SENTENCE} {DENSITY_SENTENCE} {boards_sentence(tables['cells'])}."
    )
    return Drawing(drawing.canvas, drawing.data, caption)


def curve_sizes(settings: DensitySettings) -> tuple[int, ...]:
    """Return the sizes of the phase curves: those asked for, or up to five spread over all."""
    if settings.curves:
        return tuple(size for size in settings.curves if size in settings.sizes)
    sizes = sorted(settings.sizes)
    if len(sizes) <= 4:
        return tuple(sizes)
    return tuple(sizes[round(k * (len(sizes) - 1) / 3)] for k in range(4))


def phase_curves(tables: Tables, settings: DensitySettings) -> Drawing:
    """Draw ratio and share solved against density: a column a size, a line a level, with intervals."""
    cells = tables["cells"].sort_values("density")
    sizes = curve_sizes(settings)
    figure = canvas("page", 3.9)
    grid = figure.subplots(2, len(sizes), sharex=True, sharey=True, squeeze=False)
    for column, size in enumerate(sizes):
        chosen = cells[cells["size"] == size]
        grid[0, column].set_title(f"{size} x {size}")
        _curves(grid[0, column], chosen, "ratio_mean", LEVELS)
        _curves(grid[1, column], chosen, "solved_share", LEVELS)
        grid[1, column].set(xlabel="density", xlim=(0, 1), xticks=[0, 0.5, 1])
    grid[0, 0].set_ylabel("mean solvability ratio")
    grid[1, 0].set_ylabel("share of boards solved")
    figure_legend(figure, level_handles())
    caption = (
        "Mean solvability ratio (above) and share of boards fully solved (below) against the density of black cells; "
        "bands: 95 % intervals (normal for means, Wilson for shares). The larger the board, the sharper the change. "
        f"{LEVEL_SENTENCE} {DENSITY_SENTENCE} {boards_sentence(cells)}."
    )
    columns = [f"{name}{end}" for name in ("ratio_mean", "solved_share") for end in ("", "_low", "_high")]
    return Drawing(figure, cells[cells["size"].isin(sizes)][[*CELL, *columns]], caption)


def _curves(axes: Axes, chosen: pd.DataFrame, column: str, levels: Sequence[str]) -> None:
    for level in levels:
        rows = chosen[chosen["level"] == level]
        density = rows["density"] / 100
        axes.fill_between(
            density, rows[f"{column}_low"], rows[f"{column}_high"], color=LEVEL_COLOURS[level], alpha=0.25, lw=0
        )
        axes.plot(density, rows[column], color=LEVEL_COLOURS[level])
    axes.set_ylim(-0.02, 1.02)
