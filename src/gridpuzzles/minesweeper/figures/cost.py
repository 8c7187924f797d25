"""Drawings of the study *what a win rate costs*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gridpuzzles.minesweeper.figures.common import COLOURS, LABELS, board_title, cell_name, ladder
from gridpuzzles.minesweeper.studies.cost import CostSettings
from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing

FIT_FROM = 400
"""Cells from which on the exponent of the growth is fitted."""


def pareto(tables: Mapping[str, pd.DataFrame], settings: CostSettings) -> Drawing:
    """Draw time per game against win rate: a panel a board, the undominated solvers joined."""
    table = tables["ladder"]
    solvers = ladder(list(settings.solvers))
    figure = canvas("page", 2.75)
    panels = figure.subplots(1, len(settings.boards), sharex=True, squeeze=False)[0]
    for axes, game in zip(panels, settings.boards, strict=True):
        own = table[(table["rows"] == game[0]) & (table["cols"] == game[1]) & (table["mines"] == game[2])]
        front = own.sort_values(["microseconds", "share"])
        front = front[front["share"] > front["share"].cummax().shift(fill_value=-1.0)]
        axes.step(front["microseconds"], 100 * front["share"], where="post", color="#B0B0B0", lw=0.8, zorder=0)
        for solver in solvers:
            row = own[own["method"] == solver].iloc[0]
            bars = [[100 * (row["share"] - row["low"])], [100 * (row["high"] - row["share"])]]
            axes.errorbar(
                row["microseconds"], 100 * row["share"], yerr=bars, fmt="o", ms=4, mew=0, elinewidth=0.8,
                color=COLOURS[solver], label=LABELS[solver] if axes is panels[0] else None,
            )  # fmt: skip
        axes.set(xscale="log", title=board_title(*game), xlabel="CPU time per game (µs)")
        axes.grid()
        axes.set_ylim(bottom=-0.04 * max(1.0, 100 * own["high"].max()))
    panels[0].set_ylabel("games won (%)")
    figure.legend(loc="outside lower center", ncols=5, columnspacing=1.2)
    caption = (
        "CPU time per game on one core, after compilation, against the share of games won (95 % Wilson intervals). The "
        "line joins the solvers that no faster solver matches. First-click law "
        f"{settings.start.law}, first cell {cell_name(settings.start.cell)}."
    )
    return Drawing(figure, table, caption)


def growth(tables: Mapping[str, pd.DataFrame], settings: CostSettings) -> Drawing:
    """Draw how the time per game grows with the number of cells."""
    table = tables["growth"]
    figure = canvas("column", 2.4)
    axes = figure.subplots()
    names = {"passes": "whole passes (as described)", "single_point_random": "only what changed (ours)"}
    said = []
    for (method, name), colour, marker in zip(names.items(), ("#D1603D", "#0B4F8A"), ("s", "o"), strict=True):
        own = table[table["method"] == method].sort_values("cells")
        axes.plot(own["cells"], own["microseconds"], marker, ls="-", color=colour, mew=0, label=name)
        large = own[own["cells"] >= FIT_FROM]
        if len(large) > 1:
            exponent = np.polyfit(np.log(large["cells"]), np.log(large["microseconds"]), 1)[0]
            said.append(f"{name}: (n·m)^{exponent:.2f}")
    axes.set(xscale="log", yscale="log", xlabel="cells n·m", ylabel="CPU time per game (µs)")
    axes.grid()
    axes.legend(loc="upper left")
    caption = (
        f"The single-point solver with random guesses on square boards at {settings.percent} % mines, first-click law "
        f"{settings.start.law}, first cell {cell_name(settings.start.cell)}; one core, after compilation. Both ways "
        f"play the same games. Growth from {FIT_FROM} cells on: {'; '.join(said)}."
    )
    return Drawing(figure, table, caption)
