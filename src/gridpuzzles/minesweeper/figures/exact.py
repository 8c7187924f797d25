"""Drawing of the study *exact values on small boards*."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from gridpuzzles.minesweeper.figures.common import COLOURS, LABELS, LADDER, SURRENDERING, cell_name, ladder
from gridpuzzles.minesweeper.settings import game_name
from gridpuzzles.minesweeper.studies.exact import ExactSettings
from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing

SHAPES: dict[str, str] = dict(zip(LADDER, ("s", "v", "P", "X", "o", "^", "D", "<", ">", "h", "p", "*"), strict=True))


def gaps(tables: Mapping[str, pd.DataFrame], settings: ExactSettings) -> Drawing:
    """Draw exact values of all solvers, board by board, and beside them how far the stronger are from the best."""
    values = tables["values"]
    figure = canvas("page", 1.1 + 0.2 * len(settings.boards))
    left, right = figure.subplots(1, 2, sharey=True)
    names = [game_name(game) for game in settings.boards]
    heights = {game: len(names) - 1 - k for k, game in enumerate(settings.boards)}
    for solver in ladder(list(settings.solvers)):
        own = values[values["solver"] == solver]
        height = [heights[row.rows, row.cols, row.mines] for row in own.itertuples()]
        style: dict[str, Any] = {
            "color": COLOURS[solver],
            "marker": SHAPES[solver],
            "ls": "none",
            "ms": 4,
            "mfc": "none",
        }
        below, above = (own["exact"] - own["low"]).clip(lower=0), (own["high"] - own["exact"]).clip(lower=0)
        bars = [100 * below, 100 * above]
        left.errorbar(100 * own["exact"], height, xerr=bars, elinewidth=0.8, label=LABELS[solver], **style)
        if solver not in SURRENDERING and not solver.endswith("_random") and solver != "optimal":
            right.plot(100 * own["gap"], height, **style)
    left.set_yticks(list(heights.values()), names)
    left.set_xlabel("games won (%)")
    right.set_xlabel("below the best play (percentage points)")
    for axes in (left, right):
        axes.grid()
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-0.6, len(names) - 0.4)
    left.set_xlim(-2, 102)
    right.set_xlim(left=-0.1)
    figure.legend(loc="outside lower center", ncols=6, columnspacing=1.2)
    worst = float(values["z"].abs().max())
    caption = (
        "Boards: rows × columns / mines. Left: exact probability of winning (mark) and the 95 % Wilson interval of "
        f"{settings.games} drawn games (bar; the two differ by at most {worst:.1f} standard errors). Right: how far "
        "the solvers that weigh their guesses stay below the best play from the same first cell. First-click law "
        f"{settings.start.law}, first cell {cell_name(settings.start.cell)}; the game tree is searched from "
        f"{settings.endgame} solutions on. The table holds the values as fractions."
    )
    return Drawing(figure, values, caption)
