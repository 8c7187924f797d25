"""The one style: type, lines, colours, and widths in columns of a paper."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import matplotlib as mpl
from cmcrameri import cm
from matplotlib.artist import Artist
from matplotlib.colors import Colormap
from matplotlib.figure import Figure as Canvas

STYLE_FILE = Path(__file__).with_name("gridpuzzles.mplstyle")
COLUMN = 3.5
"""Width of one column of a paper, in inches."""
PAGE = 7.2
"""Width of two columns, in inches."""

SEQUENTIAL: Colormap = cm.batlow
"""Small to large; perceptually uniform and safe for colour-blind readers (F. Crameri, 2018)."""
COUNTS: Colormap = cm.lipari_r
"""Few to many, light to dark, for counts and shares on white paper, where white means none."""
DIVERGING: Colormap = cm.vik
"""Below to above a middle."""

Width = Literal["column", "page"]


@contextmanager
def in_style() -> Iterator[None]:
    """Draw within the project's style, on a backend without a screen."""
    with mpl.rc_context(fname=STYLE_FILE):
        yield


def canvas(width: Width, height: float) -> Canvas:
    """Return an empty canvas, one column or one page wide.

    Parameters
    ----------
    height
        In inches.
    """
    return Canvas(figsize=(COLUMN if width == "column" else PAGE, height), layout="constrained")


def figure_legend(figure: Canvas, handles: Sequence[Artist]) -> None:
    """Put one legend, in a row, below all axes of a figure."""
    figure.legend(handles=list(handles), loc="outside lower center", ncols=len(handles), columnspacing=1.2)
