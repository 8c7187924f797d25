"""Drawing of the study *where to click first*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import Normalize

from gridpuzzles.minesweeper.figures.common import LABELS, board_title
from gridpuzzles.minesweeper.studies.first_move import FirstMoveSettings
from gridpuzzles.plotting.boards import LARGEST_NUMBERED, colour_bar, heatmap, number_squares
from gridpuzzles.plotting.style import PAGE, canvas
from gridpuzzles.study import Drawing


def maps(tables: Mapping[str, pd.DataFrame], settings: FirstMoveSettings) -> Drawing:
    """Draw the win rate of every first cell: a row a law, a column a board."""
    cells, symmetry = tables["cells"], tables["symmetry"]
    widths = [game[1] / game[0] for game in settings.boards]
    height = len(settings.laws) * min(2.3, 0.82 * PAGE / sum(widths)) + 0.35
    figure = canvas("page", height)
    grid = figure.subplots(len(settings.laws), len(settings.boards), squeeze=False, width_ratios=widths)
    for line, law in zip(grid, settings.laws, strict=True):
        for axes, game in zip(line, settings.boards, strict=True):
            own = cells[(cells["law"] == law) & (cells["rows"] == game[0]) & (cells["cols"] == game[1])]
            own = own[own["mines"] == game[2]]
            values = np.full(game[:2], np.nan)
            values[own["row"] - 1, own["col"] - 1] = 100 * own["share"]
            image = heatmap(axes, values, Normalize(np.nanmin(values), np.nanmax(values)))
            if max(game[:2]) <= LARGEST_NUMBERED:
                number_squares(axes, np.vectorize("{:.1f}".format)(values), image)
            colour_bar(axes, image, "games won (%)")
            axes.set_title(f"{board_title(*game)}, {law}")
    worst = float(symmetry["z"].abs().max()) if len(symmetry) else 0.0
    half = 100 * float((cells["high"] - cells["low"]).max()) / 2
    caption = (
        f"Share of games won by {LABELS[settings.solver]} after a first click on each cell, by board and first-click "
        f"law; each map has its own scale. Half widths of the 95 % intervals: at most {half:.1f} percentage points. "
        f"One cell of each orbit of the board's symmetries was played; {len(symmetry)} second cells of an orbit, "
        f"played on other boards, differ from the first by at most {worst:.1f} standard errors."
    )
    return Drawing(figure, cells, caption)
