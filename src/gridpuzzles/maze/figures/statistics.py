"""Drawings of the study *all generators compared*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gridpuzzles.maze.exact import INFINITE_DEAD_ENDS
from gridpuzzles.maze.figures.common import (
    EXACT,
    MUTED,
    interval,
    label,
    line_styles,
    note_mazes,
    plain_log_ticks,
    size_near,
)
from gridpuzzles.maze.measures import TYPES
from gridpuzzles.maze.studies.statistics import StatisticsSettings
from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]

SHOWN = (
    ("dead_ends", "dead ends\n(% of cells)", "percent"),
    ("straights", "straights\n(% of cells)", "percent"),
    ("river", "river\n(passages)", "mean"),
    ("mean_run", "straight run\n(passages)", "mean"),
    ("horizontal_share", "horizontal\n(share)", "mean"),
    ("diameter", "diameter\n(passages)", "mean"),
    ("decisions", "decisions on\nthe solution", "mean"),
)
TYPE_COLOURS = ("#0B4F8A", "#52A3C9", "#3A8F6B", "#E0B04C", "#D1603D")
TYPE_NAMES = ("dead end", "straight", "turn", "T", "X")


def _at_twenty(tables: Tables) -> tuple[pd.DataFrame, tuple[int, int], list[str]]:
    """Return the rows of the size nearest to 20x20, that size, and the recipes by their share of dead ends."""
    summary = tables["summary"]
    rows, cols = size_near(summary, 20)
    table = summary[(summary["rows"] == rows) & (summary["cols"] == cols)]
    order = table[table["measure"] == "dead_ends"].sort_values("mean", ascending=False)["recipe"].tolist()
    return table, (rows, cols), order


def comparison(tables: Tables, settings: StatisticsSettings) -> Drawing:
    """Draw seven measures of every generator beside each other, with spread, interval and exact value."""
    table, (rows, cols), order = _at_twenty(tables)
    place = {recipe: index for index, recipe in enumerate(order)}
    figure = canvas("page", 0.9 + 0.19 * len(order))
    panels = figure.subplots(1, len(SHOWN), sharey=True, gridspec_kw={"wspace": 0.06})
    for axes, (measure, title, kind) in zip(panels, SHOWN, strict=True):
        part = table[table["measure"] == measure]
        scale = 100 / (rows * cols) if kind == "percent" else 1.0
        positions = part["recipe"].map(place)
        axes.hlines(
            positions, (part["mean"] - part["sd"]) * scale, (part["mean"] + part["sd"]) * scale, color="#B9CADA", lw=2.4
        )
        interval(axes, positions, part, scale, markersize=2.4)
        axes.plot(part["exact"] * scale, positions, "x", color=EXACT, markersize=4.2, zorder=4)
        axes.set_title(title, fontsize=7)
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        if measure in {"river", "mean_run"}:
            axes.set_xscale("log")
            plain_log_ticks(axes.xaxis, [2, 5, 10])
        else:
            axes.locator_params(axis="x", nbins=3)
        axes.spines["left"].set_visible(False)
    panels[0].set_yticks(range(len(order)), [label(recipe) for recipe in order])
    panels[0].set_ylim(len(order) - 0.5, -0.5)
    caption = (
        f"Means (points) of {note_mazes(table)} of {rows}x{cols}; the pale bar is one standard deviation to either "
        "side, the thin one, mostly inside its point, the 95 % interval of the mean; a cross is the exact expectation. "
        "River: mean length of a dead-end branch (logarithmic axis, as the next). Straight run: mean number of "
        "passages in one line. Decisions: cells with more than one way on, on the path between "
        f"start and end (rule: {settings.ends})."
    )
    return Drawing(figure, table[table["measure"].isin([name for name, _, _ in SHOWN])], caption)


def composition(tables: Tables, _settings: StatisticsSettings) -> Drawing:
    """Draw the shares of the five types of cells as a bar a generator."""
    table, (rows, cols), order = _at_twenty(tables)
    shares = table.pivot_table(index="recipe", columns="measure", values="percent").loc[order, list(TYPES)]
    figure = canvas("page", 0.8 + 0.17 * len(order))
    axes = figure.subplots()
    left = np.zeros(len(order))
    for kind, name, colour in zip(TYPES, TYPE_NAMES, TYPE_COLOURS, strict=True):
        width = shares[kind].to_numpy()
        axes.barh(range(len(order)), width, left=left, color=colour, label=name, height=0.78)
        dark = kind in {"dead_ends", "turns", "crosses"}
        for index, (start, value) in enumerate(zip(left, width, strict=True)):
            if value >= 3:
                axes.text(
                    start + value / 2,
                    index,
                    f"{value:.1f}",
                    ha="center",
                    va="center_baseline",
                    fontsize=6,
                    color="white" if dark else "black",
                )
        left += width
    axes.set_yticks(range(len(order)), [label(recipe) for recipe in order])
    axes.set(xlim=(0, 100), ylim=(len(order) - 0.5, -0.5), xlabel="cells (%)")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    figure.legend(loc="outside upper center", ncols=5)
    caption = (
        f"What the cells are, in mazes of {rows}x{cols}; {note_mazes(table)}. A dead end has one passage, straight and "
        "turn have two, T three, X four. In every maze dead ends = 2 + T + 2 X, so more dead ends always mean more "
        "junctions. Shares below 3 % carry no number."
    )
    return Drawing(figure, shares.reset_index(), caption)


def sizes(tables: Tables, _settings: StatisticsSettings) -> Drawing:
    """Draw the share of dead ends against the side, a line a generator, and the limit of uniform mazes."""
    summary = tables["summary"]
    table = summary[(summary["measure"] == "dead_ends") & (summary["rows"] == summary["cols"])]
    order = table.groupby("recipe")["percent"].last().sort_values(ascending=False).index.tolist()
    styles = line_styles(order)
    figure = canvas("page", 3.6)
    axes = figure.subplots()
    axes.axhline(100 * INFINITE_DEAD_ENDS, color=MUTED, lw=0.8, ls=(0, (1, 2)))
    for recipe in order:
        part = table[table["recipe"] == recipe].sort_values("rows")
        scale = 100 / (part["rows"] * part["cols"])
        axes.errorbar(
            part["rows"],
            part["percent"],
            yerr=(part["high"] - part["low"]) / 2 * scale,
            marker="o",
            label=label(recipe),
            **styles[recipe],
        )
    axes.set_xscale("log")
    plain_log_ticks(axes.xaxis, sorted(table["rows"].unique()))
    axes.set(xlabel="side n of the n x n maze", ylabel="dead ends (% of cells)", ylim=(0, None))
    axes.grid(axis="y")
    figure.legend(loc="outside right center")
    caption = (
        f"Dead ends against the side of square mazes; means with 95 % intervals, {note_mazes(table)}. The dotted line "
        "is the exact share in a uniform maze of the whole plane, 8 (π - 2) / π³ = 29.45 %."
    )
    return Drawing(figure, table, caption)


def exactness(tables: Tables, _settings: StatisticsSettings) -> Drawing:
    """Draw how many standard errors each sampled mean lies from its exact expectation."""
    table = tables["summary"].dropna(subset=["z"])
    names = table["recipe"].unique().tolist()
    figure = canvas("page", 0.8 + 0.34 * len(names))
    axes = figure.subplots()
    axes.axvspan(-1.96, 1.96, color="#E6EDF3", lw=0)
    axes.axvline(0, color=MUTED, lw=0.6)
    sides = sorted({(int(rows), int(cols)) for rows, cols in zip(table["rows"], table["cols"], strict=True)})
    offsets = np.linspace(-0.25, 0.25, len(sides)) if len(sides) > 1 else np.zeros(len(sides))
    markers = ("o", "s", "^", "D", "v", "P", "X", "*")
    for index, (size, offset) in enumerate(zip(sides, offsets, strict=True)):
        part = table[(table["rows"] == size[0]) & (table["cols"] == size[1])]
        axes.plot(
            part["z"],
            part["recipe"].map(names.index) + offset,
            markers[index % 8],
            color=f"C{index % 8}",
            label=f"{size[0]}x{size[1]}",
            markerfacecolor="none",
        )
    reach = max(4.2, 1.05 * float(table["z"].abs().max() if len(table) else 0))
    axes.set(xlim=(-reach, reach), ylim=(len(names) - 0.5, -0.5), xlabel="(sampled mean − exact) / standard error")
    axes.set_yticks(range(len(names)), [label(recipe) for recipe in names])
    axes.tick_params(axis="y", length=0)
    figure.legend(loc="outside right center", title="size")
    outside = int((table["z"].abs() > 1.96).sum())
    caption = (
        "Sampled means of the five types of cells and of the horizontal share, in standard errors from their exact "
        "expectations: from transfer currents for Wilson and Aldous–Broder, from independent choices for binary tree "
        f"and sidewinder. {len(table)} comparisons, {outside} outside ±1.96 (the band); {0.05 * len(table):.1f} are to "
        f"be expected. Values of one size depend on each other: dead ends = 2 + T + 2 X. "
        f"{note_mazes(table).capitalize()}."
    )
    return Drawing(figure, table, caption)
