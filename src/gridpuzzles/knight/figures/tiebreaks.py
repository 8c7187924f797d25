"""Drawings of the study *ways of breaking ties*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

from gridpuzzles.knight.studies.tiebreaks import TieBreaksSettings
from gridpuzzles.knight.tiebreaks import DEFINITIONS
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

MARKERS = "osD^vP*X"


def failing_shares(tables: Mapping[str, pd.DataFrame], settings: TieBreaksSettings) -> Drawing:
    """Draw the share of starts that fail against the side of the board, a line a way of breaking ties."""
    shares = tables["shares"]
    figure = canvas("page", 3.4)
    grid = figure.subplots(1, len(settings.rules), squeeze=False, sharey=True)[0]
    for axes, rule in zip(grid, settings.rules, strict=True):
        _lines(axes, shares[shares["rule"] == rule], settings)
        axes.set_title(rule)
    grid[0].set_ylabel("starts that fail (%)")
    figure_legend(figure, grid[0].get_lines())
    ways = "; ".join(f"*{name}*: {DEFINITIONS[name]}" for name in settings.tie_breaks)
    caption = (
        "Share of starts from which the tour is not complete, by the way in which ties between squares of the smallest "
        "degree are broken; every way from the same starts: all squares of a board with up to "
        f"{settings.starts} squares, else a random sample of {settings.starts}. Bars: 95 % Wilson intervals, where "
        "something was sampled. The scale is linear below 0.1 %. Of several tied squares is taken: "
        f"{ways}. What is then still tied is decided by the order {settings.order}; *deep* looks at {settings.depth} "
        "levels. The switching orders were published for a start in the corner."
    )
    return Drawing(figure, shares, caption)


def _lines(axes: Axes, shares: pd.DataFrame, settings: TieBreaksSettings) -> None:
    for name, marker in zip(settings.tie_breaks, MARKERS, strict=False):
        rows = shares[shares["tie_break"] == name]
        (line,) = axes.plot(
            rows["size"], 100 * (1 - rows["share"]), marker=marker, label=name.replace("_", " "), clip_on=False
        )
        sampled = rows[~rows["exhaustive"]]
        low, high = 100 * (1 - sampled["high"]), 100 * (1 - sampled["low"])
        axes.vlines(sampled["size"], low, high, color=line.get_color(), linewidth=0.8)
    sizes = np.unique(shares["size"])
    axes.set_xscale("log")
    axes.set_yscale("symlog", linthresh=0.1)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_major_locator(FixedLocator(sizes[:: max(1, len(sizes) // 10)].tolist()))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set(xlabel="side N of the board", ylim=(0, 100))
    axes.grid(axis="y")
