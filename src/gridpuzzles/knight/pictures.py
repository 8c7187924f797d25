"""Pictures of knight's tours, drawn on given axes: studies and the command line share them.

A picture adapts to the size of its squares on paper, so create the axes at their final size before you draw.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, LinearSegmentedColormap, ListedColormap, Normalize
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.typing import ColorType
from numpy.typing import ArrayLike, NDArray

from gridpuzzles.knight.model import MOVES, Rule, Square, Tour, check_order, degree_board
from gridpuzzles.knight.snapshots import ROLE_COLOURS, ROLE_INKS, ROLE_MEANINGS, Role, Snapshot, snapshot
from gridpuzzles.plotting.boards import (
    DIGIT_WIDTH,
    checkered_board,
    colour_bar,
    font_size,
    frame_board,
    heatmap,
    number_squares,
    square_points,
)
from gridpuzzles.plotting.style import COLUMN, PAGE, SEQUENTIAL

Handle: TypeAlias = Line2D | Patch
"""What stands for one meaning in a legend."""

PATH_COLOURS: Colormap = LinearSegmentedColormap.from_list("path", SEQUENTIAL(np.linspace(0, 0.84, 256)))
"""From the first step (dark) to the last; without the lightest part, which white paper swallows."""
ROOM_FOR_BAR, ROOM_FOR_LEGEND, LOWEST_BAR = 0.8, 0.55, 0.8
"""Beside and below a board, and the height from which a colour bar has room for its labels; in inches."""
LONGEST_IN_COLUMN = 20
"""The longest side of a board that one column of a paper shows well."""
LONGEST_CHECKERED = 12
"""The longest side of a board whose checker pattern helps; on a larger one it disturbs."""
LONGEST_WITH_STEPS = 10
"""The longest side of a board on which a drawn tour shows its step numbers too."""
PIECES = 200
"""Into so many pieces of one colour a long tour is cut."""
KNIGHT = "\N{BLACK CHESS KNIGHT}"
HATCH = "////"
GRID = "#8B97A3"
CENTRED: Mapping[str, Any] = {"ha": "center", "va": "center_baseline"}
"""How a number stands in its square."""

FIRST_MARK: Mapping[str, Any] = {
    "marker": "o",
    "color": "black",
    "markeredgecolor": "black",
    "linestyle": "none",
}
LAST_MARK: Mapping[str, Any] = {**FIRST_MARK, "marker": "s", "color": "white"}
UNVISITED_MARK: Mapping[str, Any] = {
    "marker": "x",
    "color": ROLE_COLOURS[Role.UNVISITED],
    "markeredgewidth": 1,
    "linestyle": "none",
}
WAY_BACK = (2.5, 1.5)
"""The dashes of a closed tour's last move."""

OUTCOMES: Mapping[str, tuple[str, str, str]] = {
    "fails": ("#E69F00", "x", "black"),
    "open": ("#C6DBEF", "", "black"),
    "closed": ("#08519C", "o", "white"),
}
"""What a start leads to: its colour, its mark on small boards and the mark's colour."""


def draw_tour(axes: Axes, tour: Tour, numbers: bool | None = None) -> LineCollection:
    """Draw a tour as a line through the centres of its squares, with its first and last square marked.

    The line's colour runs with the step; a closed tour's way back to the first square is dashed.

    Parameters
    ----------
    numbers
        Whether to write the steps on the squares; None does so on boards up to 10x10.

    Returns
    -------
    The line, whose values are steps, for ``tour_bar``.
    """
    _empty_board(axes, tour.rows, tour.cols)
    side = square_points(axes, tour.rows, tour.cols)
    width = float(np.clip(0.08 * side, 0.3, 1.4))
    line = _path(tour, width)
    axes.add_collection(line, autolim=False)
    if tour.closed:
        axes.plot(*tour.squares[[-1, 0]].T[::-1], color="black", linewidth=width, dashes=WAY_BACK)
    numbered = max(tour.rows, tour.cols) <= LONGEST_WITH_STEPS if numbers is None else numbers
    mark = min(0.5 * side, 16) if numbered else float(np.clip(0.34 * side, 4, 7))
    if numbered:
        _step_discs(axes, tour, mark, line)
    row, col = np.nonzero(tour.board == 0)
    axes.plot(col + 1, row + 1, markersize=float(np.clip(0.3 * side, 2, 7)), **UNVISITED_MARK)
    for square, style in ((tour.end, LAST_MARK), (tour.start, FIRST_MARK))[len(tour.squares) == 1 :]:
        axes.plot(square[1], square[0], markersize=mark, markeredgewidth=max(0.8, width), zorder=3, **style)
    return line


def tour_bar(axes: Axes, line: LineCollection) -> None:
    """Explain the colours of ``draw_tour`` by a colour bar from the first step to the last."""
    norm = line.norm
    bar = colour_bar(axes, line, "step")
    bar.set_ticks(np.unique(np.linspace(norm.vmin, norm.vmax, 5).round()))  # type: ignore[arg-type]


def tour_handles(tour: Tour) -> list[Handle]:
    """Return what a legend explains of the marks of ``draw_tour``."""
    alone = len(tour.squares) == 1
    handles: list[Handle] = [Line2D([], [], markersize=5, label="first and last" if alone else "first", **FIRST_MARK)]
    if not alone:
        handles.append(Line2D([], [], markersize=5, label="last", **LAST_MARK))
    if not tour.complete:
        handles.append(Line2D([], [], markersize=5, label="unvisited", **UNVISITED_MARK))
    if tour.closed:
        handles.append(Line2D([], [], color="black", dashes=WAY_BACK, linewidth=1, label="way back to the first"))
    return handles


def draw_numbered(axes: Axes, tour: Tour) -> None:
    """Write each square's step into it; the first and the last are coloured, unvisited ones hatched."""
    _empty_board(axes, tour.rows, tour.cols)
    _hatch_squares(axes, np.argwhere(tour.board == 0) + 1)
    for role, square in ((Role.LAST, tour.end), (Role.FIRST, tour.start)):
        _fill_square(axes, square, facecolor=ROLE_COLOURS[role])
    _grid(axes, tour.rows, tour.cols, GRID, 0.3)
    number_squares(axes, np.ma.masked_equal(tour.board, 0))
    for text in axes.texts:
        if text.get_position() in {tour.start[::-1], tour.end[::-1]}:
            text.set(color="white", fontweight="bold")


def numbered_handles(tour: Tour) -> list[Handle]:
    """Return what a legend explains of the colours of ``draw_numbered``."""
    roles = snapshot(tour, len(tour.squares)).present
    return [_role_patch(role) for role in roles if role is not Role.VISITED]


def tour_canvas(tour: Tour, numbered: bool) -> Canvas:
    """Return a whole picture of one tour, drawn or numbered: a column wide, or a page for a board over 20 a side."""
    longest = max(tour.rows, tour.cols)
    length = (PAGE if longest > LONGEST_IN_COLUMN else COLUMN) - ROOM_FOR_BAR
    width, height = length * tour.cols / longest, length * tour.rows / longest
    page = COLUMN if width + ROOM_FOR_BAR <= COLUMN else PAGE
    figure = Canvas(figsize=(page, max(0.6, height) + ROOM_FOR_LEGEND), layout="constrained")
    axes = figure.subplots()
    if numbered:
        draw_numbered(axes, tour)
        legend_below(axes, numbered_handles(tour))
        return figure
    line = draw_tour(axes, tour)
    legend_below(axes, tour_handles(tour))
    if longest > LONGEST_WITH_STEPS and height > LOWEST_BAR:
        tour_bar(axes, line)
    return figure


def draw_degrees(axes: Axes, rows: int, cols: int) -> None:
    """Draw every square's degree on the empty board."""
    degrees = degree_board(rows, cols)
    image = heatmap(axes, degrees, Normalize(0, 12))
    _grid(axes, rows, cols, "white", 0.5)
    number_squares(axes, degrees, image)


def draw_move_numbers(axes: Axes, order: str | None = None) -> None:
    """Draw the eight moves with their numbers around a knight, and an order's priorities if one is given."""
    size, centre = 5, 3
    checkered_board(axes, size, size)
    offsets = ["\N{MINUS SIGN}2", "\N{MINUS SIGN}1", "0", "+1", "+2"]
    axes.set_xticks(range(1, size + 1), offsets)
    axes.set_yticks(range(1, size + 1), offsets)
    axes.set(xlabel="columns to the right", ylabel="rows down")
    number_size = 1.6 * font_size(axes, size, size, 1)
    for move, (down, right) in enumerate(MOVES, start=1):
        row, col = centre + down, centre + right
        _fill_square(axes, (row, col), facecolor=ROLE_COLOURS[Role.REACHABLE])
        tip, arrow = (centre + 0.74 * right, centre + 0.74 * down), {"arrowstyle": "-|>", "color": "#5B6770", "lw": 0.7}
        axes.annotate("", tip, (centre, centre), arrowprops={**arrow, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 6})
        axes.text(col, row if order is None else row - 0.14, str(move), fontsize=number_size, **CENTRED)
        if order is not None:
            rank = _ORDINALS[check_order(order).index(str(move))]
            axes.text(col, row + 0.26, rank, fontsize=0.6 * number_size, **CENTRED)
    _fill_square(axes, (centre, centre), facecolor=ROLE_COLOURS[Role.CURRENT], zorder=3.5)
    _write_knight(axes, (centre, centre), square_points(axes, size, size))


_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def draw_snapshot(axes: Axes, tour: Tour, step: int, rule: Rule = "standard") -> Snapshot:
    """Draw a tour at a step: the knight, the reachable squares with their degrees, the visited ones with their steps.

    The square chosen next has a bold frame. At the last step: the first, the last and the unvisited squares.
    """
    shot = snapshot(tour, step, rule)
    rows, cols = shot.roles.shape
    colours = ListedColormap([ROLE_COLOURS[role] for role in Role])
    heatmap(axes, shot.roles, Normalize(-0.5, len(Role) - 0.5), colours)
    _grid(axes, rows, cols, GRID, 0.3)
    _hatch_squares(axes, np.argwhere(shot.roles == Role.UNVISITED) + 1)
    if shot.chosen is not None:
        _fill_square(axes, shot.chosen, fill=False, edgecolor="black", linewidth=1.4, zorder=3)
        _write_knight(axes, shot.square, square_points(axes, rows, cols))
    _number_roles(axes, shot, tour.board)
    return shot


def snapshot_handles(shot: Snapshot) -> list[Handle]:
    """Return what a legend explains of the colours of ``draw_snapshot``, those that occur."""
    handles: list[Handle] = [_role_patch(role) for role in shot.present if role is not Role.FREE]
    if shot.chosen is not None:
        handles.append(Patch(facecolor="none", edgecolor="black", linewidth=1.4, label="chosen"))
    return handles


def draw_success(axes: Axes, complete: ArrayLike, closed: ArrayLike) -> None:
    """Draw which starts fail, which lead to an open tour and which to a closed one.

    Parameters
    ----------
    complete, closed
        bool (rows, cols), indexed by start square.
    """
    outcome = np.asarray(complete).astype(np.int8) + np.asarray(closed).astype(np.int8)
    rows, cols = outcome.shape
    colours = ListedColormap([colour for colour, _, _ in OUTCOMES.values()])
    heatmap(axes, outcome, Normalize(-0.5, 2.5), colours)
    side = square_points(axes, rows, cols)
    if side < 3:
        return
    _grid(axes, rows, cols, "white", 0.4)
    for value, (_, marker, ink) in enumerate(OUTCOMES.values()):
        row, col = np.nonzero(outcome == value)
        if marker:
            size = min(0.4 * side, 6)
            axes.plot(col + 1, row + 1, marker=marker, color=ink, markersize=size, linestyle="none")


def success_handles() -> list[Handle]:
    """Return what a legend explains of the colours of ``draw_success``."""
    return [
        Line2D([], [], marker="s", markersize=7, markeredgecolor="none", color=colour, linestyle="none", label=name)
        for name, (colour, _, _) in OUTCOMES.items()
    ]


def legend_below(axes: Axes, handles: Sequence[Handle]) -> None:
    """Put a legend in one row below the axes, under the tick labels."""
    axes.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        borderaxespad=2.2,
        ncols=len(handles),
        columnspacing=1.2,
        handletextpad=0.5,
    )


def _empty_board(axes: Axes, rows: int, cols: int) -> None:
    if max(rows, cols) <= LONGEST_CHECKERED:
        checkered_board(axes, rows, cols)
    else:
        frame_board(axes, rows, cols)


def _path(tour: Tour, width: float) -> LineCollection:
    """Return the tour as pieces of one colour each, their values the steps at which they begin."""
    points = tour.squares[:, ::-1].astype(float)
    moves = len(points) - 1
    cuts = np.unique(np.linspace(0, moves, min(moves, PIECES) + 1).astype(int)) if moves else np.zeros(1, dtype=int)
    pieces = [points[begin : end + 1] for begin, end in pairwise(cuts)]
    line = LineCollection(pieces, cmap=PATH_COLOURS, linewidths=width, capstyle="round", joinstyle="round", zorder=2)
    line.set(array=cuts[:-1] + 1, norm=Normalize(1, max(2, len(points))))
    return line


def _step_discs(axes: Axes, tour: Tour, diameter: float, line: LineCollection) -> None:
    """Write each step into a disc on the line, edged in the line's colour; white on the first square's black mark."""
    steps = np.arange(1, len(tour.squares) + 1)
    row, col = tour.squares.T
    edges = line.to_rgba(steps)
    axes.scatter(col, row, s=diameter**2, c="white", edgecolors=edges.tolist(), linewidths=0.6, zorder=2.5)
    size = min(1.1 * diameter / (DIGIT_WIDTH * (1 + len(str(steps[-1])))), 8)
    for step in steps.tolist():
        place = (col[step - 1], row[step - 1])
        colour = "white" if step == 1 else "black"
        axes.text(*place, str(step), fontsize=size, color=colour, **CENTRED, zorder=4)


def _number_roles(axes: Axes, shot: Snapshot, board: NDArray[np.int32]) -> None:
    """Write the degrees of reachable squares, bold, and the steps of visited ones, small and grey."""
    rows, cols = board.shape
    size = font_size(axes, rows, cols, len(str(shot.steps)))
    for (row, col), number in np.ndenumerate(shot.roles):
        role = Role(int(number))
        if role is Role.REACHABLE:
            style = {**CENTRED, "fontsize": 1.25 * size, "fontweight": "bold", "color": ROLE_INKS[role]}
            axes.text(col + 1, row + 1, str(shot.degrees[row, col]), **style)
        elif role in {Role.VISITED, Role.FIRST, Role.LAST}:
            colour = "#4A5560" if role is Role.VISITED else ROLE_INKS[role]
            axes.text(col + 1, row + 1, str(board[row, col]), fontsize=0.9 * size, color=colour, **CENTRED)


def _write_knight(axes: Axes, square: Square, side: float) -> None:
    ink = ROLE_INKS[Role.CURRENT]
    axes.text(
        square[1], square[0], KNIGHT, color=ink, fontsize=min(0.75 * side, 40), ha="center", va="center", zorder=4
    )


def _fill_square(axes: Axes, square: Square, **style: object) -> None:
    axes.add_patch(Rectangle((square[1] - 0.5, square[0] - 0.5), 1, 1, **{"linewidth": 0, **style}))  # type: ignore[arg-type]


def _hatch_squares(axes: Axes, squares: NDArray[np.intp]) -> None:
    style = {"facecolor": ROLE_COLOURS[Role.UNVISITED], "edgecolor": "white", "hatch": HATCH, "hatch_linewidth": 0.5}
    for row, col in squares.tolist():
        _fill_square(axes, (row, col), **style)


def _role_patch(role: Role) -> Patch:
    style: dict[str, ColorType | str | float] = {"facecolor": ROLE_COLOURS[role], "edgecolor": "none"}
    if role is Role.UNVISITED:
        style = {**style, "edgecolor": "white", "hatch": 2 * HATCH, "linewidth": 0, "hatch_linewidth": 0.5}
    return Patch(label=ROLE_MEANINGS[role], **style)  # type: ignore[arg-type]


def _grid(axes: Axes, rows: int, cols: int, color: str, linewidth: float) -> None:
    """Draw the lines between squares."""
    axes.vlines(np.arange(1, cols) + 0.5, 0.5, rows + 0.5, colors=color, linewidths=linewidth, zorder=1.5)
    axes.hlines(np.arange(1, rows) + 0.5, 0.5, cols + 0.5, colors=color, linewidths=linewidth, zorder=1.5)
