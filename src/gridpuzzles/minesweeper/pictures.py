"""A position with the mine probability of every closed cell, as a picture."""

import numpy as np
from matplotlib.colors import Normalize
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from gridpuzzles.minesweeper.model import CLOSED
from gridpuzzles.plotting.boards import colour_bar, heatmap, number_squares
from gridpuzzles.plotting.style import COLUMN, PAGE, canvas

LEAST_HEIGHT = 1.8
"""In inches: room for the label of the colour bar beside a board of few rows."""


def probability_map(position: NDArray[np.int8], risk: NDArray[np.float64]) -> Canvas:
    """Draw closed cells by their probability in per cent, and the numbers of open cells in bold.

    Parameters
    ----------
    position
        int8 (rows, cols): -1 closed, 0 .. 8 open.
    risk
        float64 (rows, cols): the probabilities.
    """
    rows, cols = position.shape
    width = COLUMN if cols <= 12 else PAGE
    height = 0.5 + 0.84 * width * rows / max(cols, rows)
    figure = canvas("column" if cols <= 12 else "page", max(LEAST_HEIGHT, height))
    axes = figure.subplots()
    closed = position == CLOSED
    image = heatmap(axes, np.ma.masked_where(~closed, 100 * risk), Normalize(0, 100))
    texts = np.ma.masked_where(~closed, np.vectorize(_percent)(risk))
    number_squares(axes, texts, image)
    numbers = np.ma.masked_where(closed | (position == 0), position.astype(str))
    number_squares(axes, numbers, None, fontweight="bold")
    colour_bar(axes, image, "probability of a mine (%)")
    return figure


def _percent(risk: float) -> str:
    """Return a probability in per cent without decimals, where it is neither 0 nor 1 at least ``<1`` and ``>99``."""
    if risk in (0.0, 1.0):
        return f"{100 * risk:.0f}"
    rounded = f"{100 * risk:.0f}"
    return {"0": "<1", "100": ">99"}.get(rounded, rounded)
