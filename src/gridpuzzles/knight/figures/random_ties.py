"""Drawings of the study *ties broken at random, exactly*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import Normalize

from gridpuzzles.knight.figures.common import square_array
from gridpuzzles.knight.studies.random_ties import RandomTiesSettings
from gridpuzzles.plotting.boards import colour_bar, heatmap, number_squares
from gridpuzzles.plotting.style import PAGE, canvas
from gridpuzzles.settings import board_name
from gridpuzzles.study import Drawing


def success_probability(tables: Mapping[str, pd.DataFrame], settings: RandomTiesSettings) -> Drawing:
    """Draw the probability of a complete tour for each start: a row of boards a rule."""
    starts = tables["starts"]
    shape = len(settings.rules), len(settings.boards)
    figure = canvas("page", shape[0] * (0.3 + 0.9 * PAGE / max(shape[1], 2)))
    grid = figure.subplots(*shape, squeeze=False)
    for line, rule in zip(grid, settings.rules, strict=True):
        for axes, board in zip(line, settings.boards, strict=True):
            rows = starts[(starts["rule"] == rule) & (starts["rows"] == board[0]) & (starts["cols"] == board[1])]
            percent = 100 * square_array(rows, "probability")
            image = heatmap(axes, percent, Normalize(0, 100))
            text = np.vectorize(lambda value: f"{value:.1f}" if 0 < value < 100 else f"{value:.0f}")(percent)
            number_squares(axes, text, image)
            axes.set_title(f"{board_name(board)}, {rule}")
    colour_bar(list(grid.ravel()), image, "probability of a complete tour (%)")
    caption = (
        "For each start: the probability, in per cent, that the tour is complete if at every tie each of the tied "
        "squares is taken with the same probability; rounded from exact fractions, which the table holds. Rule "
        "*standard*: placing the knight on the start lowers the degrees of its neighbours; rule *thesis*: it does not. "
        "On odd boards no tour from the minority colour is complete."
    )
    return Drawing(figure, starts, caption)
