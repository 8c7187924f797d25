"""Drawings of the study *symmetric orders*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from gridpuzzles.knight.figures.common import RULE_SENTENCE, square_array
from gridpuzzles.knight.model import MOVES
from gridpuzzles.knight.orders import SYMMETRIES, Symmetry
from gridpuzzles.knight.pictures import draw_success, success_handles
from gridpuzzles.knight.studies.symmetry import SymmetrySettings
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
BLUE, ORANGE, GREY = "#0B4F8A", "#D1603D", "#8B97A3"
MIRROR_AXES = {
    "left-right mirror": ((-1, 0), (1, 0)),
    "up-down mirror": ((0, -1), (0, 1)),
    "diagonal mirror": ((-1, -1), (1, 1)),
    "anti-diagonal mirror": ((-1, 1), (1, -1)),
}
"""The two ends (row, column) of each mirror's axis, on a board from −1 to 1."""


def axes_of_symmetry(_tables: Tables, settings: SymmetrySettings) -> Drawing:
    """Draw the eight symmetries: what each does to the numbered moves, and the image of the order."""
    figure = canvas("page", 4.1)
    order = settings.walk.order
    for axes, symmetry in zip(figure.subplots(2, 4).ravel(), SYMMETRIES, strict=True):
        _draw_moves(axes, symmetry)
        axes.set_title(f"{symmetry.name}\n{order} → {symmetry.order(order)}")
    caption = (
        "The eight symmetries of a square board. At the end of each move stands, in blue, the number of the move that "
        "the symmetry brings there and, in grey, the number that stands there without it; the axis of a mirror is "
        f"orange. Above each: the image of the order {order}. A turn by 90 degrees adds 2 to every number, a mirror "
        "subtracts it from a constant, both modulo 8."
    )
    data = pd.DataFrame(
        [(s.name, before, after) for s in SYMMETRIES for before, after in enumerate(s.moves, start=1)],
        columns=["symmetry", "move", "image"],
    )
    return Drawing(figure, data, caption)


def _draw_moves(axes: Axes, symmetry: Symmetry) -> None:
    axes.set(xlim=(-2.9, 2.9), ylim=(2.9, -2.9), aspect="equal")
    axes.set_axis_off()
    if symmetry.name in MIRROR_AXES:
        ends = 2.7 * np.array(MIRROR_AXES[symmetry.name])
        axes.plot(ends[:, 1], ends[:, 0], color=ORANGE, linewidth=1)
    for number, (down, right) in enumerate(MOVES, start=1):
        brought = symmetry.moves.index(number) + 1
        axes.annotate("", (0.86 * right, 0.86 * down), (0, 0), arrowprops={"arrowstyle": "-", "color": GREY, "lw": 0.6})
        axes.text(1.02 * right, 1.02 * down, str(brought), color=BLUE, ha="center", va="center", fontsize=8.5)
        axes.text(1.3 * right, 1.26 * down, str(number), color=GREY, ha="center", va="center", fontsize=5.5)
    axes.plot(0, 0, marker="o", color="black", markersize=3)


def eight_images(tables: Tables, settings: SymmetrySettings) -> Drawing:
    """Draw which starts complete, close or fail under each of the eight images of an order."""
    starts, images = tables["starts"], tables["images"]
    figure = canvas("page", 4.6)
    for axes, row in zip(figure.subplots(2, 4).ravel(), images.itertuples(), strict=True):
        chosen = starts[starts["image"] == row.image]
        draw_success(axes, square_array(chosen, "complete"), square_array(chosen, "closed"))
        axes.set_title(f"{row.symmetry}\n{row.image}: {row.starts - row.complete} fail")
    figure_legend(figure, success_handles())
    agreeing, all_starts = int(images["agreeing"].sum()), int(images["starts"].sum())
    caption = (
        f"Every start of the {settings.size}x{settings.size} board under the eight images of the order "
        f"{settings.walk.order}, rule *{settings.walk.rule}*. Each board is the first one turned or mirrored as its "
        f"title says, checked square by square: {agreeing} of {all_starts} results agree. {RULE_SENTENCE}"
    )
    return Drawing(figure, starts, caption)
