"""Boards and heatmaps: the primitives that every family draws with.

A board is drawn as on paper: row 1 at the top, column 1 at the left. Squares are unit squares around their centre
(column, row), both counted from 1.
"""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, ListedColormap, Normalize
from matplotlib.image import AxesImage
from numpy.typing import ArrayLike, NDArray

from gridpuzzles.plotting.style import SEQUENTIAL

CHECKER = ListedColormap(["#FFFFFF", "#ECEEF0"])
"""The two colours of an empty board; the corner (1, 1) has the first."""
LARGEST_NUMBERED = 14
"""The longest side of a board whose squares are large enough to hold numbers in one column of a paper."""


def frame_board(axes: Axes, rows: int, cols: int) -> None:
    """Give the axes a board's limits and its row and column numbers: all of a small board, round ones of a large."""
    axes.set(xlim=(0.5, cols + 0.5), ylim=(rows + 0.5, 0.5), aspect="equal")
    axes.set_xticks(_labels(cols))
    axes.set_yticks(_labels(rows))
    axes.tick_params(length=0, pad=2)
    axes.spines[:].set_visible(True)


def _labels(side: int) -> list[int]:
    """Return 1 to ``side``, or 1 and about five multiples of a round step."""
    if side <= LARGEST_NUMBERED:
        return list(range(1, side + 1))
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500) if side / step <= 6)
    return [1, *range(step, side + 1, step)]


def checkered_board(axes: Axes, rows: int, cols: int) -> None:
    """Draw an empty board in two light colours."""
    row, col = np.mgrid[0:rows, 0:cols]
    _image(axes, (row + col) % 2, CHECKER, None)
    frame_board(axes, rows, cols)


def heatmap(axes: Axes, values: ArrayLike, norm: Normalize | None = None, colours: Colormap = SEQUENTIAL) -> AxesImage:
    """Draw a value for each square as a colour; masked and NaN squares stay white.

    Parameters
    ----------
    values
        (rows, cols).
    """
    array: np.ma.MaskedArray[Any, Any] = np.ma.masked_invalid(np.ma.asarray(values))
    image = _image(axes, array, colours, norm)
    frame_board(axes, *array.shape)
    return image


def number_squares(axes: Axes, values: ArrayLike, image: AxesImage | None = None, **text: Any) -> None:
    """Write each square's value into it, in black or white, whichever reads better on the heatmap beneath.

    Parameters
    ----------
    values
        (rows, cols) of numbers or strings; masked squares stay empty.
    image
        The heatmap beneath, if there is one.
    text
        Further properties of the text.
    """
    array: np.ma.MaskedArray[Any, Any] = np.ma.asarray(values)
    dark = np.zeros(array.shape, dtype=bool) if image is None else _is_dark(image)
    for (row, col), value in np.ndenumerate(array):
        if not np.ma.getmaskarray(array)[row, col]:
            colour = "white" if dark[row, col] else "black"
            style = {"ha": "center", "va": "center", "fontsize": _font_size(axes, array.shape), "color": colour, **text}
            axes.text(col + 1, row + 1, str(value), **style)


def colour_bar(axes: Axes | list[Axes], image: AxesImage, label: str) -> None:
    """Put a slim labelled colour bar beside the axes."""
    first = axes[0] if isinstance(axes, list) else axes
    bar = first.get_figure().colorbar(image, ax=axes, label=label, fraction=0.05, pad=0.02, aspect=28)  # type: ignore[union-attr]
    bar.outline.set_linewidth(0.4)


def _image(axes: Axes, values: ArrayLike, colours: Colormap, norm: Normalize | None) -> AxesImage:
    rows, cols = np.shape(values)
    return axes.imshow(values, cmap=colours, norm=norm, extent=(0.5, cols + 0.5, rows + 0.5, 0.5))


def _is_dark(image: AxesImage) -> NDArray[np.bool_]:
    """Return (rows, cols): whether white text reads better on the square (relative luminance below 0.4)."""
    values: np.ma.MaskedArray[Any, Any] = np.ma.asarray(image.get_array())
    colours = np.asarray(image.cmap(image.norm(values)))
    dark: NDArray[np.bool_] = colours[..., :3] @ np.array([0.2126, 0.7152, 0.0722]) < 0.4
    return dark


def _font_size(axes: Axes, shape: tuple[int, ...]) -> float:
    """Return a size at which four digits fit into a square, between 3 and 7 points."""
    box = axes.get_position()
    width = box.width * axes.get_figure().get_size_inches()[0]  # type: ignore[union-attr]
    return float(np.clip(72 * width / max(shape) / 3.2, 3.0, 7.0))
