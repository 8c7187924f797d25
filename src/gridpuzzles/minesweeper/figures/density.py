"""Drawings of the study *win rate by size and mine density*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.image import AxesImage

from gridpuzzles.minesweeper.figures.common import COLOURS, LABELS, SURRENDERING, cell_name, ladder
from gridpuzzles.minesweeper.studies.density import DensitySettings
from gridpuzzles.plotting.boards import colour_bar
from gridpuzzles.plotting.style import COUNTS, canvas
from gridpuzzles.study import Drawing

MEASURES = {"share": "games won", "no_guess": "won without a guess", "deduced_share": "cells deduced"}


def maps(tables: Mapping[str, pd.DataFrame], settings: DensitySettings) -> Drawing:
    """Draw a heatmap for each measure and solver: size across, density up."""
    rates = tables["rates"]
    rates = rates[rates["size"].isin(settings.sizes) & rates["percent"].isin(settings.percents)]
    solvers = ladder(list(settings.solvers))
    figure = canvas("page", 0.7 + 1.35 * len(MEASURES))
    grid = figure.subplots(len(MEASURES), len(solvers), sharex=True, sharey=True, squeeze=False)
    for line, measure in zip(grid, MEASURES, strict=True):
        for axes, solver in zip(line, solvers, strict=True):
            image = _map(axes, rates[rates["solver"] == solver], measure, settings)
    for axes, solver in zip(grid[0], solvers, strict=True):
        axes.set_title(LABELS[solver])
    for line, name in zip(grid, MEASURES.values(), strict=True):
        line[0].set_ylabel(f"{name}\nmine density (%)")
    for axes in grid[-1]:
        axes.set_xlabel("side of the board")
    colour_bar(list(grid.ravel()), image, "share (%)")
    caption = (
        f"By side of a square board and mine density, {settings.games} games a cell and solver on the same boards: "
        "share of games won; of games won without a guess; mean share of the safe cells opened by deduction. "
        "First-click law "
        f"{settings.start.law}, first cell {cell_name(settings.start.cell)}. Solvers that surrender win no game with a "
        "guess, so their first two maps are equal."
    )
    return Drawing(figure, rates, caption)


def _map(axes: Axes, rates: pd.DataFrame, measure: str, settings: DensitySettings) -> AxesImage:
    """Draw one heatmap with equal cells, whatever the steps of sizes and densities."""
    sizes, percents = sorted(settings.sizes), sorted(settings.percents)
    values = rates.pivot_table(index="percent", columns="size", values=measure).reindex(index=percents, columns=sizes)
    image = axes.imshow(100 * values.to_numpy(), cmap=COUNTS, norm=Normalize(0, 100), origin="lower", aspect="auto")
    across, up = max(1, len(sizes) // 5), max(1, len(percents) // 6)
    axes.set_xticks(range(0, len(sizes), across), [str(size) for size in sizes[::across]])
    axes.set_yticks(range(0, len(percents), up), [str(percent) for percent in percents[::up]])
    axes.tick_params(length=0)
    return image


def curves(tables: Mapping[str, pd.DataFrame], settings: DensitySettings) -> Drawing:
    """Draw win rate and deduced share against density at one size."""
    rates = tables["rates"]
    rates = rates[(rates["size"] == settings.curve_size) & rates["percent"].isin(settings.curve_percents)]
    figure = canvas("page", 2.5)
    left, right = figure.subplots(1, 2)
    for solver in ladder(list(settings.solvers)):
        own = rates[rates["solver"] == solver].sort_values("percent")
        style = "--" if solver in SURRENDERING else "-"
        left.fill_between(own["percent"], 100 * own["low"], 100 * own["high"], color=COLOURS[solver], alpha=0.25, lw=0)
        left.plot(own["percent"], 100 * own["share"], style, color=COLOURS[solver], label=LABELS[solver])
        right.plot(own["percent"], 100 * own["deduced_share"], style, color=COLOURS[solver])
    left.set_ylabel("games won (%)")
    right.set_ylabel("safe cells deduced (%)")
    for axes in (left, right):
        axes.set(xlabel="mine density (%)", ylim=(-2, 102), xlim=(0, None))
        axes.set_xticks(np.arange(0, max(settings.curve_percents) + 1, 5))
        axes.grid()
    left.legend(loc="upper right")
    side = settings.curve_size
    caption = (
        f"On {side}×{side}, at least {settings.curve_games} games a density and solver on the same boards. Left: share "
        "of games won, with 95 % Wilson intervals as bands. Right: mean share of the safe cells opened by deduction. "
        f"First-click law {settings.start.law}, first cell {cell_name(settings.start.cell)}. Dashed: solvers that "
        "surrender when stuck."
    )
    return Drawing(figure, rates, caption)
