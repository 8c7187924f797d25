"""Drawings of the study *coloured boards*."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from gridpuzzles.nonogram.figures.common import LEVEL_NAMES, LEVEL_SENTENCE, boards_sentence
from gridpuzzles.nonogram.studies.colour import ColourSettings
from gridpuzzles.plotting.style import COUNTS, canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
SHOWN_LEVELS = ("boxes", "line", "probe")
BOARD_SENTENCE = (
    "Density: an exact number of coloured cells, drawn without replacement, each of which draws one of the colours."
)


def _colour(number: int, settings: ColourSettings) -> tuple[float, float, float, float]:
    """Return the line's colour for a number of colours, light to dark."""
    numbers = sorted(settings.colours)
    return COUNTS(0.3 + 0.6 * numbers.index(number) / max(1, len(numbers) - 1))


def _handles(settings: ColourSettings) -> list[Line2D]:
    return [
        Line2D([], [], color=_colour(number, settings), label=f"{number} colour{'s' * (number > 1)}")
        for number in sorted(settings.colours)
    ]


def _lines(axes: Axes, cells: pd.DataFrame, column: str, settings: ColourSettings) -> None:
    for number in sorted(settings.colours):
        rows = cells[cells["colours"] == number].sort_values("density")
        density, colour = rows["density"] / 100, _colour(number, settings)
        axes.fill_between(density, rows[f"{column}_low"], rows[f"{column}_high"], color=colour, alpha=0.2, lw=0)
        axes.plot(density, rows[column], color=colour)
    axes.set(xlim=(0, 1), ylim=(-0.02, 1.02), xticks=[0, 0.25, 0.5, 0.75, 1])
    axes.set_xticklabels(["0", "", "0.5", "", "1"])


def ratio_by_colours(tables: Tables, settings: ColourSettings) -> Drawing:
    """Draw the mean ratio against density: a row a size, a column a level, a line a number of colours."""
    cells = tables["cells"]
    sizes = sorted(settings.sizes)
    figure = canvas("page", 0.7 + 1.7 * len(sizes))
    grid = figure.subplots(len(sizes), len(SHOWN_LEVELS), sharex=True, sharey=True, squeeze=False)
    for row, size in enumerate(sizes):
        for column, level in enumerate(SHOWN_LEVELS):
            _lines(grid[row, column], cells[cells["size"] == size], f"{level}_ratio_mean", settings)
        grid[row, 0].set_ylabel(f"{size} x {size}\nmean solvability ratio")
    for column, level in enumerate(SHOWN_LEVELS):
        grid[0, column].set_title(LEVEL_NAMES[level])
        grid[-1, column].set_xlabel("density of coloured cells")
    figure_legend(figure, _handles(settings))
    caption = (
        "Mean share of cells that an analyser determines, against the density of coloured cells, by number of colours "
        f"(1: black and white); bands: 95 % normal intervals. {LEVEL_SENTENCE} {BOARD_SENTENCE} "
        f"{boards_sentence(cells)}."
    )
    ends = ("", "_low", "_high")
    columns = [f"{level}_ratio_mean{end}" for level in SHOWN_LEVELS for end in ends]
    return Drawing(figure, cells[["size", "colours", "density", "boards", *columns]], caption)


def unique_by_colours(tables: Tables, settings: ColourSettings) -> Drawing:
    """Draw the share of boards shown to be unique, and beside it of those that line solving solves."""
    cells = tables["cells"]
    sizes = sorted(settings.sizes)
    figure = canvas("page", 0.7 + 1.7 * len(sizes))
    grid = figure.subplots(len(sizes), 2, sharex=True, sharey=True, squeeze=False)
    for row, size in enumerate(sizes):
        chosen = cells[cells["size"] == size]
        _lines(grid[row, 0], chosen, "unique_share", settings)
        _lines(grid[row, 1], chosen, "line_solved_share", settings)
        grid[row, 0].set_ylabel(f"{size} x {size}\nshare of boards")
    grid[0, 0].set_title("shown to be unique")
    grid[0, 1].set_title("solved by complete line solving")
    for axes in grid[-1]:
        axes.set_xlabel("density of coloured cells")
    figure_legend(figure, _handles(settings))
    undecided = int(cells["undecided"].sum())
    caption = (
        "Left: share of boards that the search shows to have one solution; right: share that complete line solving "
        f"alone determines. Bands: 95 % Wilson intervals. {undecided:,} of {int(cells['boards'].sum()):,} boards stay "
        f"undecided at a budget of {settings.nodes:,} nodes and count as not shown. {BOARD_SENTENCE} "
        f"{boards_sentence(cells)}."
    )
    columns = [f"{name}_share{end}" for name in ("unique", "line_solved") for end in ("", "_low", "_high")]
    return Drawing(figure, cells[["size", "colours", "density", "boards", "undecided", *columns]], caption)
