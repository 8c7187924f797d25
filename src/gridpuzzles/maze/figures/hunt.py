"""Drawings of the study *hunting more often, and otherwise*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm

from gridpuzzles.maze.figures.common import (
    EXACT,
    MUTED,
    SAMPLED,
    ink_on,
    line_styles,
    note_mazes,
    plain_log_ticks,
    size_near,
)
from gridpuzzles.maze.studies.hunt import HuntSettings
from gridpuzzles.plotting.style import SEQUENTIAL, canvas
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]

SCAN_NAMES = {
    "rows": "row by row",
    "columns": "column by column",
    "alternating": "rows and columns in turn",
    "spiral": "spiral",
    "random": "random frontier cell",
    "visited": "first visited cell",
    "boustrophedon": "ploughing on (Daedalus)",
}
MEASURES = {
    "dead_ends": ("dead ends (% of cells)", True),
    "diameter": ("diameter (passages)", False),
    "river": ("river (passages)", False),
}
"""{measure: (axis label, whether it is shown as a percentage of the cells)}."""
BUCK, PULLEN = (9.5, 10.5), (10.5, 11.5)
"""The shares that round to the published 10 % (Buck) and 11 % (Pullen)."""


def _value(table: pd.DataFrame, measure: str) -> pd.Series:
    return table["percent"] if MEASURES[measure][1] else table["mean"]


def _half(table: pd.DataFrame, measure: str) -> pd.Series:
    """Return half the 95 % interval in the same unit."""
    scale = 100 / (table["rows"] * table["cols"]) if MEASURES[measure][1] else 1.0
    return (table["high"] - table["low"]) / 2 * scale


def ten_or_eleven(tables: Tables, settings: HuntSettings) -> Drawing:
    """Draw the share of dead ends of every hunt rule against the two published percentages."""
    summary = tables["summary"]
    table = summary[(summary["measure"] == "dead_ends") & (summary["give_up"] == 0) & ~summary["low_river"]]
    sides = sorted(table["rows"].unique())
    figure = canvas("page", 0.9 + 0.3 * len(settings.scans))
    panels = figure.subplots(1, len(sides), sharey=True, sharex=True, squeeze=False)[0]
    order = _by_dead_ends(table, size_near(table, 20)[0])
    for axes, side in zip(panels, sides, strict=True):
        part = table[table["rows"] == side].set_index("scan").loc[order]
        _publish(axes)
        _ladder(axes, part, int(side))
        axes.set_title(f"{side}x{side}")
        axes.set(xlabel="dead ends (% of cells)", ylim=(len(order) - 0.5, -0.9))
        axes.tick_params(axis="y", length=0)
    panels[0].set_yticks(range(len(order)), [SCAN_NAMES[scan] for scan in order])
    caption = (
        "Dead ends of hunt and kill by the rule of the hunt, without giving up. Point: mean with its 95 % interval, "
        f"{note_mazes(table)}. Blue bar: where the mean of 100 mazes falls 95 times in 100. Grey line: one standard "
        "deviation of a single maze to either side. The bands are the shares that round to the published 10 % "
        "(J. Buck, hunting row by row) and 11 % (W. D. Pullen, whose program ploughs on): at 20x20 both numbers are "
        "right, for different hunts; on larger mazes all rules give less."
    )
    return Drawing(figure, table, caption)


def _by_dead_ends(table: pd.DataFrame, side: int) -> list[str]:
    order: list[str] = table[table["rows"] == side].sort_values("mean")["scan"].tolist()
    return order


def _publish(axes: Axes) -> None:
    """Draw the bands of the two published percentages."""
    for (low, high), colour, name in ((BUCK, "#F3E3DC", "10 %"), (PULLEN, "#E4EEE8", "11 %")):
        axes.axvspan(low, high, color=colour, lw=0, zorder=0)
        axes.text((low + high) / 2, -0.68, name, ha="center", va="center", fontsize=6.5, color="#555555")


def _ladder(axes: Axes, part: pd.DataFrame, side: int) -> None:
    """Draw spread of a maze, of the mean of 100 mazes, and the mean with its interval, a rung a hunt rule."""
    scale = 100 / side**2
    rungs = np.arange(len(part))
    mean, sd = part["percent"].to_numpy(), part["sd"].to_numpy() * scale
    axes.hlines(rungs, mean - sd, mean + sd, color=MUTED, lw=0.8)
    axes.hlines(rungs, mean - 0.196 * sd, mean + 0.196 * sd, color="#7FA3C7", lw=4)
    axes.errorbar(mean, rungs, xerr=_half(part, "dead_ends"), fmt="o", color=SAMPLED, markersize=2.6, lw=1)


def curves(tables: Tables, settings: HuntSettings) -> Drawing:
    """Draw dead ends, diameter and river against the probability of giving up, a line a hunt rule."""
    summary = tables["summary"]
    side = size_near(summary, 20)[0]
    table = summary[(summary["rows"] == side) & ~summary["low_river"] & summary["measure"].isin(MEASURES)]
    low = summary[(summary["rows"] == side) & summary["low_river"] & summary["measure"].isin(MEASURES)]
    figure = canvas("page", 2.9)
    panels = figure.subplots(1, 3)
    styles = line_styles(list(settings.scans))
    for axes, (measure, (name, _)) in zip(panels, MEASURES.items(), strict=True):
        for scan in settings.scans:
            part = table[(table["measure"] == measure) & (table["scan"] == scan)].sort_values("give_up")
            axes.errorbar(
                part["give_up"],
                _value(part, measure),
                yerr=_half(part, measure),
                marker="o",
                markersize=2,
                label=SCAN_NAMES[scan],
                **styles[scan],
            )
            ahead = low[(low["measure"] == measure) & (low["scan"] == scan)]
            axes.plot([1.06], _value(ahead, measure), "D", color=styles[scan]["color"], markersize=3, clip_on=False)
        axes.set(xlabel="probability of giving up", title=name, xlim=(-0.02, 1.08), ylim=(0, None))
        if measure == "river":
            axes.set(yscale="log", ylim=(1.5, None))
            top = axes.get_ylim()[1]
            plain_log_ticks(axes.yaxis, [tick for tick in (2, 3, 5, 10, 20, 50) if tick <= top])
        axes.grid(axis="y")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    caption = (
        f"Hunting more often, on {side}x{side}: after each step the walk is given up with the probability shown. Means "
        f"with 95 % intervals, {note_mazes(table)}. The diamonds to the right are the low river: the walk tries one "
        "random direction only. River: mean length of a dead-end branch (logarithmic axis). Always giving up and going "
        "on from the first visited cell fills row after row with corridors: few dead ends, long branches."
    )
    return Drawing(figure, pd.concat([table, low]), caption)


def heatmaps(tables: Tables, settings: HuntSettings) -> Drawing:
    """Draw dead ends, diameter and river as heatmaps: hunt rule against probability of giving up."""
    summary = tables["summary"]
    side = max(settings.sizes)
    table = summary[(summary["rows"] == side) & ~summary["low_river"] & summary["measure"].isin(MEASURES)]
    probabilities = sorted(settings.give_up)
    figure = canvas("page", 0.6 + 3 * (0.3 + 0.19 * len(settings.scans)))
    panels = figure.subplots(3, 1, sharex=True)
    for axes, (measure, (name, _)) in zip(panels, MEASURES.items(), strict=True):
        part = table[table["measure"] == measure].assign(value=lambda frame, m=measure: _value(frame, m))
        grid = part.pivot_table(index="scan", columns="give_up", values="value")
        values = grid.loc[list(settings.scans), probabilities].to_numpy()
        image = axes.imshow(values, cmap=SEQUENTIAL, aspect="auto", norm=LogNorm() if measure == "river" else None)
        decimals = 0 if values.max() >= 100 else 1
        for (row, col), value in np.ndenumerate(values):
            style = {"ha": "center", "va": "center_baseline", "fontsize": 6.5, "color": ink_on(image, value)}
            axes.text(col, row, f"{value:.{decimals}f}", **style)
        axes.set_title(name)
        axes.set_yticks(range(len(settings.scans)), [SCAN_NAMES[scan] for scan in settings.scans])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    panels[-1].set_xticks(range(len(probabilities)), [f"{probability:g}" for probability in probabilities])
    panels[-1].set_xlabel("probability of giving up")
    caption = (
        f"The same three measures on {side}x{side}, by hunt rule and probability of giving up the walk after a step; "
        f"{note_mazes(table)}. Colours run from the smallest to the largest value of each panel, for the river on a "
        "logarithmic scale."
    )
    return Drawing(figure, table, caption)


def sizes(tables: Tables, settings: HuntSettings) -> Drawing:
    """Draw the three measures against the side, without giving up, a line a hunt rule."""
    summary = tables["summary"]
    table = summary[(summary["give_up"] == 0) & ~summary["low_river"] & summary["measure"].isin(MEASURES)]
    figure = canvas("page", 2.9)
    panels = figure.subplots(1, 3)
    styles = line_styles(list(settings.scans))
    sides = sorted(settings.sizes)
    for axes, (measure, (name, _)) in zip(panels, MEASURES.items(), strict=True):
        for scan in settings.scans:
            part = table[(table["measure"] == measure) & (table["scan"] == scan)].sort_values("rows")
            axes.errorbar(
                part["rows"],
                _value(part, measure),
                yerr=_half(part, measure),
                marker="o",
                markersize=2,
                label=SCAN_NAMES[scan],
                **styles[scan],
            )
        axes.set_xscale("log")
        plain_log_ticks(axes.xaxis, sides)
        if measure == "diameter":
            axes.set_yscale("log")
            low, high = axes.get_ylim()
            plain_log_ticks(axes.yaxis, [tick for tick in (20, 50, 100, 200, 500, 1000, 2000) if low <= tick <= high])
        axes.set(xlabel="side n of the n x n maze", title=name)
        axes.grid(axis="y")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    caption = (
        f"Hunt and kill without giving up, against the side; means with 95 % intervals, {note_mazes(table)}. The "
        "diameter has logarithmic axes."
    )
    return Drawing(figure, table, caption)


def looks(tables: Tables, settings: HuntSettings) -> Drawing:
    """Draw the number of hunts and the looks that rescanning would take, by cell, against the side."""
    summary = tables["summary"]
    kept = summary["measure"].isin(["hunts", "looks"]) & (summary["give_up"] == 0) & ~summary["low_river"]
    table = summary[kept].assign(per_cell=lambda frame: frame["mean"] / (frame["rows"] * frame["cols"]))
    figure = canvas("page", 2.7)
    panels = figure.subplots(1, 2)
    styles = line_styles(list(settings.scans))
    names = {"hunts": "hunts per cell", "looks": "looks per cell"}
    for axes, (measure, name) in zip(panels, names.items(), strict=True):
        for scan in settings.scans:
            part = table[(table["measure"] == measure) & (table["scan"] == scan)].sort_values("rows")
            axes.plot(part["rows"], part["per_cell"], marker="o", label=SCAN_NAMES[scan], **styles[scan])
        axes.set_xscale("log")
        plain_log_ticks(axes.xaxis, sorted(settings.sizes))
        axes.set(xlabel="side n of the n x n maze", title=name)
        axes.grid(axis="y")
    sides = np.array(sorted(settings.sizes), dtype=float)
    panels[1].set_yscale("log")
    panels[1].plot(sides, 0.046 * sides**2, color=EXACT, lw=0.8, ls=(0, (1, 2)))
    panels[1].annotate("0.046 n²", (sides[-1], 0.046 * sides[-1] ** 2), xytext=(-2, 4), **_NOTE)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    caption = (
        "How often the generator hunts, and how many cells its hunts would look at if they scanned cell by cell, both "
        f"divided by the number of cells; means of {note_mazes(table)}. Scanning from the top left costs "
        "about 0.046 N² looks for N = n² cells; going on from where the walk ended costs a few looks for each cell, "
        "and a random frontier cell one look a hunt. The kernels find the same cells without scanning."
    )
    return Drawing(figure, table, caption)


_NOTE = {"textcoords": "offset points", "fontsize": 6.5, "color": EXACT, "ha": "right"}
