"""Drawings of the study *a collection of puzzles*."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from gridpuzzles.nonogram.figures.common import LEVEL_COLOURS, LEVEL_SENTENCE, dot_handles
from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.nonogram.pictures import differing_cells, draw_grid, draw_order, draw_solution
from gridpuzzles.nonogram.studies.collection import CollectionSettings, puzzle_of
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
MOST_DRAWN = 30
MOST_CLUES = 12
"""The longest side of a puzzle whose clues can be read in the gallery."""
MOST_PARTIAL = 6
MOST_ORDERS = 6
MOST_VARIANTS = 6
METHOD_MARKS = {"line": "", "probe": "  (probing)", "search": "  (search)", "sat": "  (SAT)"}


def ratios(tables: Tables, settings: CollectionSettings) -> Drawing:
    """Draw the four ratios of each puzzle, with size, colours and status, as a table with dots."""
    puzzles = tables["puzzles"]
    figure = canvas("page", 0.9 + 0.17 * len(puzzles))
    axes = figure.subplots()
    place = np.arange(len(puzzles))
    axes.hlines(place, 0, 1, color="#ECEEF0", lw=0.8, zorder=0)
    for shift, level in zip((-0.21, -0.07, 0.07, 0.21), LEVELS, strict=True):
        axes.plot(puzzles[f"{level}_ratio"], place + shift, "o", color=LEVEL_COLOURS[level], ms=2.8, clip_on=False)
    names = [f"{row.title}  {row.rows} x {row.cols}{_colours(row.colours)}" for row in puzzles.itertuples()]
    axes.set_yticks(place, names)
    axes.set(xlabel="solvability ratio", xlim=(0, 1), ylim=(len(puzzles) - 0.5, -0.6))
    axes.tick_params(axis="y", length=0)
    verdicts = [_verdict(row.status, row.solutions) + METHOD_MARKS[row.method] for row in puzzles.itertuples()]
    right = axes.secondary_yaxis("right")
    right.set_yticks(place, verdicts)
    right.tick_params(axis="y", length=0)
    right.spines[:].set_visible(False)
    figure_legend(figure, dot_handles())
    unique = int((puzzles["status"] == "unique").sum())
    caption = (
        f"Share of cells that each analyser determines before it comes to rest, for {len(puzzles)} puzzles; right: the "
        f"number of solutions, and in brackets what it took beyond line solving. {unique} are composed correctly, that "
        f"is, have one solution. Search with a budget of {settings.nodes:,} nodes. {LEVEL_SENTENCE}"
    )
    return Drawing(figure, puzzles, caption)


def _colours(count: int) -> str:
    return f", {count} colours" if count > 1 else ""


def _verdict(status: str, solutions: int) -> str:
    if status == "at least":
        return f"{solutions} or more"
    return {"unique": "unique", "none": "none", "undecided": "undecided"}.get(status, f"{solutions} solutions")


def _grid_of_axes(count: int, columns: int, height: float) -> tuple[Canvas, list[Axes]]:
    """Return a page with so many axes, and no others."""
    rows = -(-count // columns)
    figure = canvas("page", height * rows)
    grid = figure.subplots(rows, columns, squeeze=False)
    for axes in grid.flat[count:]:
        axes.set_axis_off()
    return figure, list(grid.flat[:count])


def _first(row: pd.Series, name: str) -> NDArray[Any]:
    """Return the first grid of a row's list of cells."""
    cells = row["rows"] * row["cols"]
    return np.asarray(row[name][:cells]).reshape(row["rows"], row["cols"])


def _data(table: pd.DataFrame, columns: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return the plotted numbers: names, status, and lists as text."""
    plain = table[["puzzle", "title", "rows", "cols", "status", "solutions"]]
    return plain.assign(**{name: [" ".join(map(str, cells)) for cells in table[name]] for name in columns})


def _by_size(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(cells=table["rows"] * table["cols"]).sort_values(["cells", "puzzle"], kind="stable")


def gallery(tables: Tables, _settings: CollectionSettings) -> Drawing:
    """Draw the first solution of every puzzle, with its clues, small ones first."""
    drawn = _by_size(tables["drawn"][tables["drawn"]["solutions"] > 0]).head(MOST_DRAWN)
    figure, grid = _grid_of_axes(len(drawn), 5, 1.6)
    for axes, (_, row) in zip(grid, drawn.iterrows(), strict=True):
        draw_grid(axes, puzzle_of(row), _first(row, "found"), with_clues=max(row["rows"], row["cols"]) <= MOST_CLUES)
        axes.set_title(row["title"], fontsize=6.5)
    caption = f"The puzzles and their first solutions, small ones first; clues up to a side of {MOST_CLUES}."
    return Drawing(figure, _data(drawn, ("found",)), caption)


def partial(tables: Tables, _settings: CollectionSettings) -> Drawing:
    """Draw what complete line solving determines of the puzzles that it does not solve."""
    drawn = tables["drawn"]
    unsolved = _by_size(drawn[[-1 in set(cells) for cells in drawn["grid"]]]).tail(MOST_PARTIAL)
    figure, grid = _grid_of_axes(max(1, len(unsolved)), 3, 2.5)
    if unsolved.empty:
        grid[0].set_axis_off()
        grid[0].text(0.5, 0.5, "line solving determines every cell of every puzzle", ha="center")
    for axes, (_, row) in zip(grid, unsolved.iterrows(), strict=False):
        cells = _first(row, "grid")
        draw_grid(axes, puzzle_of(row), cells)
        axes.set_title(f"{row['title']}: {int((cells >= 0).sum())} of {cells.size}")
    caption = (
        "Where complete line solving comes to rest, for the largest puzzles that it does not solve: grey cells are "
        "unknown, a dot marks a cell known to be empty."
    )
    return Drawing(figure, _data(unsolved, ("grid",)), caption)


def orders(tables: Tables, settings: CollectionSettings) -> Drawing:
    """Draw in which round probing determines each cell, for the largest puzzles or those asked for."""
    drawn = _by_size(tables["drawn"])
    wanted = drawn[drawn["puzzle"].isin(settings.orders)] if settings.orders else drawn.tail(MOST_ORDERS)
    figure, grid = _grid_of_axes(len(wanted), 3, 2.3)
    for axes, (_, row) in zip(grid, wanted.iterrows(), strict=True):
        image = draw_order(axes, puzzle_of(row), _first(row, "order"))
        axes.set_title(row["title"])
        bar = figure.colorbar(image, ax=axes, fraction=0.05, pad=0.02, aspect=22)
        bar.outline.set_linewidth(0.4)
        bar.ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
        bar.set_label("round")
    caption = (
        "The round in which the analyser determines a cell: within a round, all lines (or, where lines have come to "
        "rest, all trials of single cells) see the puzzle as the round found it. Grey: never determined."
    )
    return Drawing(figure, _data(wanted, ("order",)), caption)


def variants(tables: Tables, _settings: CollectionSettings) -> Drawing:
    """Draw up to nine solutions of the puzzles that have several, side by side, and frame where they differ."""
    drawn = _by_size(tables["drawn"][tables["drawn"]["solutions"] > 1]).head(MOST_VARIANTS)
    columns = [9 if number > 4 else 4 for number in drawn["solutions"]]
    heights = [1.05 if count == 9 else 1.75 for count in columns]
    figure = canvas("page", sum(heights) or 1.0)
    if drawn.empty:
        figure.text(0.02, 0.5, "every puzzle has at most one solution")
    parts = figure.subfigures(max(1, len(drawn)), 1, height_ratios=heights or None, squeeze=False)[:, 0]
    for part, count, (_, row) in zip(parts, columns, drawn.iterrows(), strict=False):
        puzzle, cells = puzzle_of(row), row["rows"] * row["cols"]
        solutions = np.asarray(row["found"]).reshape(-1, row["rows"], row["cols"])
        marked = differing_cells(list(solutions))
        line = part.subplots(1, count)
        for axes in line:
            axes.set_axis_off()
        for axes, solution in zip(line, solutions, strict=False):
            draw_solution(axes, puzzle, solution, marked)
        differ = f"{int(marked.sum())} of {cells} cells differ"
        part.suptitle(
            f"{row['title']}: {_verdict(row['status'], row['solutions'])}, {differ}", x=0.005, ha="left", fontsize=7.5
        )
    caption = (
        "Puzzles that are not composed correctly: their first nine solutions, and framed the cells in which these "
        "differ. A solver cannot know which was meant."
    )
    return Drawing(figure, _data(drawn, ("found",)), caption)
