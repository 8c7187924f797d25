"""Drawings of the study *every grid of a size*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from gridpuzzles.nonogram.figures.common import LEVEL_COLOURS, LEVEL_SENTENCE, dot_handles, level_handles
from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.nonogram.studies.exact import ExactSettings
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
MOST_PANELS = 3


def _name(rows: int, cols: int) -> str:
    return f"{rows} x {cols}"


def counts(tables: Tables, _settings: ExactSettings) -> Drawing:
    """Draw, for each size, which share of all grids is unique and what the analysers miss of it."""
    boards = tables["boards"].sort_values(["rows", "cols"]).reset_index(drop=True)
    figure = canvas("page", 0.9 + 0.19 * len(boards))
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[1.5, 1])
    place = np.arange(len(boards))
    _unique_bars(left, boards, place)
    for level in LEVELS:
        missed = 100 * (1 - boards[f"{level}_solved"] / boards["unique"])
        shown = (missed > 0) & (boards["probed"] | (level != "probe"))
        right.plot(missed[shown], place[shown], "o", color=LEVEL_COLOURS[level], ms=3.4)
    right.set(xlabel="unique grids that the analyser leaves open (%)", xlim=(0, None))
    right.grid(axis="x")
    figure_legend(figure, dot_handles(LEVELS[:3]))
    known = boards[boards["published_unique"] > 0]
    agree = "agree" if (known["published_unique"] == known["unique"]).all() else "DISAGREE"
    probed = boards[boards["probed"]]
    complete = (
        "solves every one of them" if (probed["probe_solved"] == probed["unique"]).all() else "does not solve all"
    )
    caption = (
        "All grids of a size, counted one by one. Left: grids that are alone with their clues, as a share of all, with "
        f"their exact number; the square ones {agree} with OEIS A242876. Right: unique grids that an analyser leaves "
        f"unsolved (no mark: none). One-cell probing {complete}, on {len(probed)} of {len(boards)} sizes tried. "
        f"{LEVEL_SENTENCE}"
    )
    return Drawing(figure, boards, caption)


def _unique_bars(axes: Axes, boards: pd.DataFrame, place: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> None:
    share = 100 * boards["unique"] / boards["grids"]
    axes.barh(place, share, color="#9DB8D2", height=0.72)
    for at, unique, grids, percent in zip(place.tolist(), boards["unique"], boards["grids"], share, strict=True):
        axes.text(1, at, f"{unique:,} of {grids:,}", va="center_baseline", fontsize=6)
        axes.text(percent + 1, at, f"{percent:.2f}", va="center_baseline", fontsize=6)
    names = [_name(rows, cols) for rows, cols in zip(boards["rows"], boards["cols"], strict=True)]
    axes.set_yticks(place, names)
    axes.set(xlabel="unique grids (% of all)", xlim=(0, 112), xticks=range(0, 101, 20), ylim=(len(boards) - 0.5, -0.5))
    axes.tick_params(axis="y", length=0)


def _largest(boards: pd.DataFrame) -> pd.DataFrame:
    cells = boards.assign(cells=boards["rows"] * boards["cols"]).sort_values(["cells", "rows"])
    return cells[cells["rows"] <= cells["cols"]].tail(MOST_PANELS)


def by_black_cells(tables: Tables, _settings: ExactSettings) -> Drawing:
    """Draw the shares of unique and solved grids against the number of black cells, for the largest sizes."""
    shown = _largest(tables["boards"])
    figure = canvas("page", 4.1)
    grid = figure.subplots(2, len(shown), sharex="col", sharey="row", squeeze=False)
    parts = []
    for column, (rows, cols) in enumerate(zip(shown["rows"], shown["cols"], strict=True)):
        shares = _shares(tables["clue_sets"].query("rows == @rows and cols == @cols"))
        upper, lower = grid[:, column]
        upper.fill_between(shares["black"], 0, shares["unique"], color="#9DB8D2", lw=0)
        upper.set(title=_name(rows, cols), ylim=(0, 1.01), xlim=(0, rows * cols))
        for level in ("boxes", "line"):
            missed = 100 * (1 - shares[level] / shares["unique"])
            lower.plot(shares["black"], missed, "o-", ms=2, color=LEVEL_COLOURS[level])
        lower.xaxis.set_major_locator(MaxNLocator(integer=True))
        lower.set_xlabel("black cells")
        parts.append(shares.assign(rows=rows, cols=cols))
    grid[0, 0].set_ylabel("unique grids, of all")
    grid[1, 0].set(ylabel="of these left open (%)", ylim=(0, None))
    figure_legend(figure, level_handles(("boxes", "line")))
    caption = (
        "Above: of all grids with a given number of black cells, the share that is alone with its clues. Below: how "
        f"much of it boxes and complete line solving leave open. Exact. {LEVEL_SENTENCE}"
    )
    return Drawing(figure, pd.concat(parts, ignore_index=True), caption)


def _shares(sets: pd.DataFrame) -> pd.DataFrame:
    """Return, by number of black cells, the shares of grids that are unique and that each level solves."""
    weighted = sets.assign(
        grids=sets["clue_sets"] * sets["solutions"], unique=sets["clue_sets"].where(sets["solutions"] == 1, 0)
    )
    columns = ["grids", "unique", *(f"{level}_solved" for level in LEVELS)]
    sums = weighted.groupby("black")[columns].sum().reset_index()
    shares = {level: sums[f"{level}_solved"] / sums["grids"] for level in LEVELS}
    return sums[["black", "grids"]].assign(unique=sums["unique"] / sums["grids"], **shares)


def solutions_per_clue_set(tables: Tables, _settings: ExactSettings) -> Drawing:
    """Draw how many clue sets have how many solutions, for the largest sizes."""
    shown = _largest(tables["boards"])
    figure = canvas("column", 2.7)
    axes = figure.subplots()
    parts = []
    markers = ("s", "^", "o")
    colours = ("#B9BFC4", "#8A6BB1", "#0B4F8A")
    for k, (rows, cols) in enumerate(zip(shown["rows"], shown["cols"], strict=True)):
        sets = tables["clue_sets"].query("rows == @rows and cols == @cols")
        counted = sets.groupby("solutions")["clue_sets"].sum().reset_index()
        axes.plot(
            counted["solutions"], counted["clue_sets"], markers[k], color=colours[k], ms=3, label=_name(rows, cols)
        )
        parts.append(counted.assign(rows=rows, cols=cols))
    axes.set(xscale="log", yscale="log", xlabel="solutions of a clue set", ylabel="clue sets")
    axes.legend()
    caption = (
        "How many clue sets have exactly so many solutions, over all grids of a size; exact. A puzzle composed "
        "correctly has one. The most solutions belong to boards whose clues are all [1]."
    )
    return Drawing(figure, pd.concat(parts, ignore_index=True), caption)
