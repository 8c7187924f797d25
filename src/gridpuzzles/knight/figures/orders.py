"""Drawings of the study *all orders from all starts*."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from gridpuzzles.knight.figures.common import RULE_SENTENCE, square_array
from gridpuzzles.knight.studies.orders import OrdersSettings
from gridpuzzles.plotting.boards import LARGEST_NUMBERED, colour_bar, heatmap, number_squares
from gridpuzzles.plotting.style import COUNTS, PAGE, canvas
from gridpuzzles.settings import board_name
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
MOST_LISTED = 16
"""The longest list of orders that the figure spells out."""


def failing_orders(tables: Tables, settings: OrdersSettings) -> Drawing:
    """Draw, for each square as start, how many of the 8! orders fail from it."""
    what = "how many of the 8! = 40320 orders give a tour from it that is not complete"
    return _maps(tables["starts"], settings, "failing", "orders that fail", what)


def closed_orders(tables: Tables, settings: OrdersSettings) -> Drawing:
    """Draw, for each square as start, how many of the 8! orders give a closed tour."""
    what = "how many of the 8! = 40320 orders give a closed tour from it"
    return _maps(tables["starts"], settings, "closed", "orders that close", what)


def end_squares(tables: Tables, settings: OrdersSettings) -> Drawing:
    """Draw how many complete tours, of all orders and starts, end on each square, in per cent of all of them."""
    starts = tables["starts"]
    ends = starts["ends"] / starts.groupby(["rule", "rows", "cols"])["ends"].transform("sum")
    what = "which share of the complete tours, of all 8! orders from all starts, ends on it"
    return _maps(
        starts.assign(percent=(100 * ends).round(2)), settings, "percent", "complete tours ending here (%)", what
    )


def _maps(starts: pd.DataFrame, settings: OrdersSettings, column: str, label: str, what: str) -> Drawing:
    """Draw a column as board heatmaps: a row of panels a board, a column of panels a rule."""
    shown = [board for board in settings.mapped if board in settings.boards]
    width = PAGE / len(settings.rules)
    figure = canvas("page", sum(0.35 + (width - 0.75) * rows / cols for rows, cols in shown))
    grid = figure.subplots(
        len(shown), len(settings.rules), squeeze=False, height_ratios=[rows / cols for rows, cols in shown]
    )
    frames = []
    for line, board in zip(grid, shown, strict=True):
        for axes, rule in zip(line, settings.rules, strict=True):
            rows = starts[(starts["rule"] == rule) & (starts["rows"] == board[0]) & (starts["cols"] == board[1])]
            _map(axes, square_array(rows, column), label if rule == settings.rules[-1] else "")
            axes.set_title(f"{board_name(board)}, {rule}")
            frames.append(rows[["rule", "rows", "cols", "row", "col", column]])
    caption = f"For each square: {what}. {RULE_SENTENCE}"
    return Drawing(figure, pd.concat(frames), caption)


def _map(axes: Axes, values: NDArray[Any], label: str) -> None:
    image = heatmap(axes, values, Normalize(0, max(float(values.max()), 1e-9)))
    if max(values.shape) <= LARGEST_NUMBERED:
        number_squares(axes, values, image)
    colour_bar(axes, image, label)


def always_complete(tables: Tables, settings: OrdersSettings) -> Drawing:
    """Draw how many orders complete from every square of each board, and list them where they are few."""
    boards, always = tables["boards"], tables["always_complete"]
    figure = canvas("page", 3.0)
    left, right = figure.subplots(1, 2, width_ratios=[1.5, 1])
    names = [board_name(board) for board in settings.boards]
    place = np.arange(len(names))
    width = 0.8 / len(settings.rules)
    for number, rule in enumerate(settings.rules):
        rows = boards[boards["rule"] == rule].assign(
            board=lambda t: t["rows"].astype(str) + "x" + t["cols"].astype(str)
        )
        values = rows.set_index("board")["always"].reindex(names)
        bars = left.bar(place + (number - (len(settings.rules) - 1) / 2) * width, values, width, label=rule)
        left.bar_label(bars, fmt="%d", padding=1, fontsize=5.5)
    left.set_yscale("symlog", linthresh=10)
    left.set_ylim(0, 3 * max(10, boards["always"].max()))
    left.set_xticks(place, names, rotation=0 if len(names) < 9 else 90)
    left.set(ylabel="orders, of 40320 (logarithmic above 10)", title="orders that complete from every square")
    left.legend(loc="upper right")
    _list_orders(right, always, settings)
    caption = (
        "Left: how many of the 8! orders complete from every square of the board. Right: these orders on the first "
        "mapped board where they are few, a column a family of symmetric orders. Every such set is a union of whole "
        "families, the images of one order under the eight (on rectangles: four) symmetries of the board. "
        f"{RULE_SENTENCE}"
    )
    rows, cols = settings.mapped[0]
    return Drawing(figure, always[(always["rows"] == rows) & (always["cols"] == cols)], caption)


def _list_orders(axes: Axes, always: pd.DataFrame, settings: OrdersSettings) -> None:
    """Write the orders of the shortest list on the first mapped board, a column a family."""
    axes.set_axis_off()
    rows, cols = settings.mapped[0]
    on_board = always[(always["rows"] == rows) & (always["cols"] == cols)]
    counts = on_board.groupby("rule").size()
    few = counts[counts <= MOST_LISTED]
    if few.empty:
        return
    rule = str(few.index[0])
    axes.set_title(f"{board_name((rows, cols))}, {rule}: all {few.iloc[0]} of them")
    for column, (_, family) in enumerate(on_board[on_board["rule"] == rule].groupby("family", sort=False)):
        for line, order in enumerate(family["order"]):
            axes.text(0.05 + 0.45 * column, 0.95 - 0.115 * line, order, transform=axes.transAxes, family="monospace")


def failures_by_order(tables: Tables, settings: OrdersSettings) -> Drawing:
    """Draw how many orders fail from how many starts."""
    orders = tables["orders"]
    shown = [board for board in settings.mapped if board in settings.boards]
    figure = canvas("page", 2.4 * len(shown))
    frames = []
    for axes, (rows, cols) in zip(figure.subplots(len(shown), 1, squeeze=False)[:, 0], shown, strict=True):
        on_board = orders[(orders["rows"] == rows) & (orders["cols"] == cols)]
        counts = pd.crosstab(on_board["failing"], on_board["rule"])
        counts = counts.reindex(range(counts.index.max() + 1), fill_value=0)
        width = 0.8 / len(settings.rules)
        for number, rule in enumerate(settings.rules):
            axes.bar(counts.index + (number - (len(settings.rules) - 1) / 2) * width, counts[rule], width, label=rule)
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set(xlabel=f"starts, of {rows * cols}, from which the order fails", ylabel="orders", xlim=(-0.6, None))
        axes.set_title(board_name((rows, cols)))
        axes.legend(loc="upper right")
        frames.append(counts.reset_index().melt("failing", value_name="orders").assign(rows=rows, cols=cols))
    caption = (
        "Each of the 8! orders fails from some number of starts: how many orders fail from how many. The scale is "
        f"logarithmic. {RULE_SENTENCE}"
    )
    return Drawing(figure, pd.concat(frames), caption)


def best_orders(tables: Tables, settings: OrdersSettings) -> Drawing:
    """Draw, for the families with the fewest failing starts over all square boards, the failing starts on each."""
    families = tables["families"]
    best = families[families["place"] <= settings.ranked]
    figure = canvas("page", 0.9 + 0.18 * settings.ranked)
    grid = figure.subplots(1, len(settings.rules), squeeze=False)[0]
    top = max(1, int(best["failing"].max()))
    for axes, rule in zip(grid, settings.rules, strict=True):
        _ranking(axes, best[best["rule"] == rule], top)
        flawless = families[(families["rule"] == rule) & (families["total"] == 0)]["family"].nunique()
        axes.set_title(f"{rule}: {flawless} families fail nowhere")
    caption = (
        "The families of symmetric orders with the fewest failing starts over all square boards of this run, best at "
        "the top; the number is the failing starts of one order of the family on that board (all members have the "
        f"same), the last column their sum. The family is named by its lexicographically first order. {RULE_SENTENCE}"
    )
    return Drawing(figure, best, caption)


def _ranking(axes: Axes, best: pd.DataFrame, top: int) -> None:
    values = best.pivot_table(index=["place", "family"], columns="rows", values="failing", aggfunc="first")
    totals = best.groupby(["place", "family"])["total"].first()
    axes.imshow(values.to_numpy(), cmap=COUNTS, norm=Normalize(0, top), aspect="auto")
    _write_numbers(axes, values, totals, top)
    axes.set_yticks(range(len(values)), [family for _, family in values.index], family="monospace")
    labels = [f"{size}" for size in values.columns]
    axes.set_xticks(range(len(labels) + 1), [*labels, "sum"])
    axes.set(xlabel="side N of the board", xlim=(-0.5, len(labels) + 0.5))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _write_numbers(axes: Axes, values: pd.DataFrame, totals: pd.Series, top: int) -> None:
    style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 6}
    for (line, column), value in np.ndenumerate(values.to_numpy()):
        axes.text(column, line, str(int(value)), color="white" if value > 0.4 * top else "black", **style)
    for line, total in enumerate(totals):
        axes.text(values.shape[1], line, str(int(total)), **style)
