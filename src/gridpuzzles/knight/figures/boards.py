"""Drawings of the study *given orders on many boards*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import LogNorm, Normalize

from gridpuzzles.knight.figures.common import RULE_SENTENCE, Panel, panel_grid, size_lines, square_array
from gridpuzzles.knight.pictures import draw_success, success_handles
from gridpuzzles.knight.studies.boards import BoardsSettings
from gridpuzzles.plotting.boards import LARGEST_NUMBERED, colour_bar, heatmap, number_squares
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
WALK = ["rule", "order"]


def _label(rule: str, order: str) -> str:
    return f"{rule}, order {order}"


def _on_all_sizes(tables: Tables, settings: BoardsSettings) -> pd.DataFrame:
    """Return the boards of the walks that are run on all sizes."""
    walks = pd.DataFrame([(w.rule, w.order) for w in settings.walks if w.sizes is None], columns=WALK)
    return walks.merge(tables["boards"])


def closed_tours(tables: Tables, settings: BoardsSettings) -> Drawing:
    """Draw the number of closed tours against the side of even boards, a line a walk."""
    boards = _on_all_sizes(tables, settings).query("rows % 2 == 0")
    caption = (
        "Number of starts, of all N² squares of the N x N board, from which the tour is complete and its last square "
        f"is one knight's move from its first; every even N counted exhaustively. {RULE_SENTENCE}"
    )
    return _curves(boards, "closed", "closed tours, of N² starts", caption)


def incomplete_tours(tables: Tables, settings: BoardsSettings) -> Drawing:
    """Draw the share of starts whose tour is not complete against the side of even boards."""
    boards = _on_all_sizes(tables, settings).query("rows % 2 == 0")
    boards = boards.assign(percent=100 * boards["incomplete"] / boards["starts"])
    caption = (
        "Share of starts from which Warnsdorff's rule with the given order stops before every square is visited; all "
        f"starts of every even N, without re-ordering. {RULE_SENTENCE}"
    )
    return _curves(boards, "percent", "starts that fail (%)", caption)


def odd_boards(tables: Tables, settings: BoardsSettings) -> Drawing:
    """Draw, for odd boards, the complete tours as a share of the starts from which parity allows one."""
    boards = _on_all_sizes(tables, settings).query("rows % 2 == 1 and rows > 4")
    boards = boards.assign(percent=100 * boards["complete"] / ((boards["starts"] + 1) // 2))
    caption = (
        "On an odd board the squares of the corners' colour are one more than the others, and a knight changes colour "
        "with every move: a complete tour must start, and end, on the majority colour, and none is closed. Shown is "
        f"the share of these (N² + 1)/2 possible starts that complete. {RULE_SENTENCE}"
    )
    return _curves(boards, "percent", "complete (% of possible starts)", caption)


def _curves(boards: pd.DataFrame, column: str, label: str, caption: str) -> Drawing:
    """Draw a column against the side of the board, a line a walk."""
    figure = canvas("page", 2.8)
    axes = figure.subplots()
    size_lines(figure, axes, boards, column, _label)
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    return Drawing(figure, boards, caption)


def success_maps(tables: Tables, settings: BoardsSettings) -> Drawing:
    """Draw which starts complete, close or fail: a row of boards a size, a column a walk."""
    squares = tables["squares"]
    panels = _panels(squares, settings.success_maps)
    figure, grid = panel_grid(panels)
    for axes, panel in grid:
        draw_success(axes, square_array(panel.rows, "complete"), square_array(panel.rows, "closed"))
        failed = int((~panel.rows["complete"]).sum())
        axes.set_title(f"{panel.title}\n{failed} fail, {int(panel.rows['closed'].sum())} close")
    figure_legend(figure, success_handles())
    caption = (
        "Every square as a start: the tour from it closes, is complete but open, or fails (stops early). "
        f"{RULE_SENTENCE}"
    )
    columns = [*WALK, "rows", "cols", "row", "col", "visited", "complete", "closed"]
    return Drawing(figure, squares[squares["rows"].isin(settings.success_maps)][columns], caption)


def end_maps(tables: Tables, settings: BoardsSettings) -> Drawing:
    """Draw how many complete tours end on each square: a row of boards a size, a column a walk."""
    squares = tables["squares"]
    panels = _panels(squares, settings.end_maps)
    figure, grid = panel_grid(panels, room=0.2)
    for size in dict.fromkeys(panel.size for panel in panels):
        chosen = [(axes, panel) for axes, panel in grid if panel.size == size]
        norm = Normalize(0, max(1, max(int(panel.rows["ends"].max()) for _, panel in chosen)))
        for axes, panel in chosen:
            values = square_array(panel.rows, "ends")
            image = heatmap(axes, np.ma.masked_equal(values, 0), norm)
            if size <= LARGEST_NUMBERED:
                number_squares(axes, np.ma.masked_equal(values, 0), image)
            axes.set_title(panel.title)
        colour_bar([axes for axes, _ in chosen], image, "tours ending here")
    caption = f"For each square, how many of the complete tours from all starts end there; white: none. {RULE_SENTENCE}"
    columns = [*WALK, "rows", "cols", "row", "col", "ends"]
    return Drawing(figure, squares[squares["rows"].isin(settings.end_maps)][columns], caption)


def ends_summed(tables: Tables, settings: BoardsSettings) -> Drawing:
    """Draw the end squares of all complete tours, all even boards laid upon each other at the top left corner."""
    what = "how many complete tours end on each square"
    return _summed(tables["sums"], settings, "ends", "complete tours ending here", what)


def closed_starts_summed(tables: Tables, settings: BoardsSettings) -> Drawing:
    """Draw the starts of all closed tours, all even boards laid upon each other at the top left corner."""
    what = "from how many boards' tours that start on this square are closed"
    return _summed(tables["sums"], settings, "closed_starts", "closed tours starting here", what)


def _summed(sums: pd.DataFrame, settings: BoardsSettings, column: str, label: str, what: str) -> Drawing:
    shown = [walk for walk in settings.walks if walk.sizes is None]
    figure = canvas("page", 7.2 / len(shown) + 0.5)
    grid = figure.subplots(1, len(shown), squeeze=False)[0]
    norm = LogNorm(1, max(2, int(sums[column].max())))
    for axes, walk in zip(grid, shown, strict=True):
        values = square_array(sums[(sums["rule"] == walk.rule) & (sums["order"] == walk.order)], column)
        image = heatmap(axes, np.ma.masked_equal(values, 0), norm)
        axes.set_title(_label(walk.rule, walk.order))
    colour_bar(list(grid), image, label)
    even = [size for size in settings.sizes if size % 2 == 0]
    caption = (
        f"Summed over all even N from {min(even)} to {max(even)}, the boards laid upon each other at their top left "
        f"corners: {what}; white: none; the colours are logarithmic. {RULE_SENTENCE}"
    )
    return Drawing(figure, sums[sums[column] > 0][[*WALK, "row", "col", column]], caption)


def _panels(squares: pd.DataFrame, sizes: tuple[int, ...]) -> list[Panel]:
    """Return a panel for each size and walk, in the order of the sizes, then of the walks."""
    panels = []
    for size in sizes:
        for (rule, order), rows in squares[squares["rows"] == size].groupby(WALK, sort=False):
            panels.append(Panel(size, f"{size}x{size}, {rule}\norder {order}", rows))
    return panels
