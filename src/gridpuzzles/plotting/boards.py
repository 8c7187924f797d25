"""Boards and heatmaps: the primitives that every family draws with.

A board is drawn as on paper: row 1 at the top, column 1 at the left. Squares are unit squares around their centre
(column, row), both counted from 1.
"""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Colormap, ListedColormap, Normalize
from matplotlib.image import AxesImage
from numpy.typing import ArrayLike, NDArray

from gridpuzzles.plotting.style import COUNTS

CHECKER = ListedColormap(["#FFFFFF", "#ECEEF0"])
"""The two colours of an empty board; the corner (1, 1) has the first."""
LARGEST_NUMBERED = 14
"""The longest side of a board whose squares are large enough to hold numbers in one column of a paper."""
DIGIT_WIDTH = 0.64
"""The width of a digit, in font sizes."""


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


def heatmap(axes: Axes, values: ArrayLike, norm: Normalize | None = None, colours: Colormap = COUNTS) -> AxesImage:
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
    shown = ~np.ma.getmaskarray(array)
    dark = np.zeros(array.shape, dtype=bool) if image is None else _is_dark(image)
    longest = max((len(str(value)) for value in array.compressed()), default=1)
    rows, cols = array.shape
    size = font_size(axes, rows, cols, longest)
    for row, col in np.argwhere(shown).tolist():
        colour = "white" if dark[row, col] else "black"
        style = {"ha": "center", "va": "center_baseline", "fontsize": size, "in_layout": False, "color": colour}
        axes.text(col + 1, row + 1, str(array[row, col]), **{**style, **text})


def colour_bar(axes: Axes | list[Axes], image: ScalarMappable, label: str) -> Colorbar:
    """Put a slim labelled colour bar beside a board, as high as the board, or beside several."""
    if isinstance(axes, list):
        bar = axes[0].get_figure().colorbar(image, ax=axes, label=label, fraction=0.05, pad=0.02, aspect=28)  # type: ignore[union-attr]
    else:
        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        width = 0.035 * max(1, abs(top - bottom) / abs(right - left))
        inset = axes.inset_axes((1 + 0.8 * width, 0, width, 1))
        bar = axes.get_figure().colorbar(image, cax=inset, label=label)  # type: ignore[union-attr]
    bar.outline.set_linewidth(0.4)
    return bar


def _image(axes: Axes, values: ArrayLike, colours: Colormap, norm: Normalize | None) -> AxesImage:
    rows, cols = np.shape(values)
    return axes.imshow(values, cmap=colours, norm=norm, extent=(0.5, cols + 0.5, rows + 0.5, 0.5))


def _is_dark(image: AxesImage) -> NDArray[np.bool_]:
    """Return (rows, cols): whether white text has more contrast than black on the square (WCAG relative luminance)."""
    values: np.ma.MaskedArray[Any, Any] = np.ma.asarray(image.get_array())
    colours = np.asarray(image.cmap(image.norm(values)))[..., :3]
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    dark: NDArray[np.bool_] = linear @ np.array([0.2126, 0.7152, 0.0722]) < 0.179
    return dark


def square_points(axes: Axes, rows: int, cols: int) -> float:
    """Return about how long a square's side is on paper, in points, once the axes show a board."""
    points = 72 / axes.get_figure().dpi  # type: ignore[union-attr]
    return float(points * min(axes.bbox.width / cols, axes.bbox.height / rows))


def font_size(axes: Axes, rows: int, cols: int, characters: int) -> float:
    """Return the size, from 2.5 to 8 points, at which so many digits fit into a square with some air around them."""
    side = square_points(axes, rows, cols)
    return float(np.clip(min(0.8 * side / (DIGIT_WIDTH * characters), 0.5 * side), 2.5, 8.0))
