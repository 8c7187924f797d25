"""Drawings of the study *random re-ordering after a failure*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.ticker import FuncFormatter

from gridpuzzles.knight import tour
from gridpuzzles.knight.figures.common import RULE_SENTENCE
from gridpuzzles.knight.pictures import draw_tour, tour_handles
from gridpuzzles.knight.studies.reorder import ReorderSettings
from gridpuzzles.plotting.style import COUNTS, canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
SHOWN_ATTEMPTS = (1, 2, 3, 5, 10, 20, 50, 100)


def incomplete_after_attempts(tables: Tables, settings: ReorderSettings) -> Drawing:
    """Draw the share of starts left incomplete against the side of the board, a line a number of attempts."""
    sizes = tables["sizes"]
    shown = [number for number in SHOWN_ATTEMPTS if number <= settings.attempts]
    figure = canvas("page", 2.9)
    grid = figure.subplots(1, len(settings.walks), squeeze=False, sharey=True)[0]
    colours = COUNTS(np.linspace(0.9, 0.2, len(shown)))
    lines: list[Artist] = []
    for axes, walk in zip(grid, settings.walks, strict=True):
        rows = sizes[(sizes["rule"] == walk.rule) & (sizes["order"] == walk.order)]
        lines = []
        for number, attempts in reversed(list(enumerate(shown))):
            chosen = rows[rows["attempts"] == attempts]
            percent = (100 * chosen["incomplete"] / chosen["starts"]).where(chosen["incomplete"] > 0)
            label = "1 attempt (the given order)" if attempts == 1 else f"{attempts} attempts"
            lines += axes.plot(chosen["size"], percent, "o-", color=colours[number], label=label, clip_on=False)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.set(xlabel="side N of the board", title=walk.label)
        axes.grid(axis="y")
    grid[0].set_ylabel("incomplete starts (%)")
    figure_legend(figure, lines[::-1])
    caption = (
        "Share of starts from which no tour was complete after at most so many attempts: the given order first, then a "
        "new order drawn uniformly from all 8! after each failure. All starts of every board; no point: none is left. "
        f"{RULE_SENTENCE}"
    )
    return Drawing(figure, sizes[sizes["attempts"].isin(shown)], caption)


def rescue(tables: Tables, _settings: ReorderSettings) -> Drawing:
    """Draw a tour that failed and the tour from the same start by the random order that completed."""
    rescues = tables["rescues"]
    chosen = rescues[(rescues["rescued_by"] != "") & (rescues["size"] >= 8)]
    figure = canvas("page", 4.15)
    if chosen.empty:
        return Drawing(figure, chosen, "No start on a board of at least 8 x 8 failed and was rescued in this run.")
    row = next(chosen.sort_values("size", kind="stable").itertuples())
    side, start = int(row.size), (int(row.row), int(row.col))
    handles: dict[object, Artist] = {}
    for axes, order in zip(figure.subplots(1, 2), (row.order, row.rescued_by), strict=True):
        walked = tour(side, side, start, order, row.rule)
        draw_tour(axes, walked)
        visited = f"{len(walked.squares)} of {side * side} squares"
        axes.set_title(f"order {order}: {'complete' if walked.complete else visited}")
        handles |= {handle.get_label(): handle for handle in tour_handles(walked)}
    figure_legend(figure, list(handles.values()))
    caption = (
        f"From {start} on the {side}x{side} board, rule *{row.rule}*, the order {row.order} fails (left); attempt "
        f"{row.attempts}, with the random order {row.rescued_by}, completes (right). {RULE_SENTENCE}"
    )
    return Drawing(figure, rescues, caption)
