"""Drawings of the study *lengths against size*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gridpuzzles.maze.figures.common import EXACT, MUTED, interval, label, line_styles, note_mazes, plain_log_ticks
from gridpuzzles.maze.studies.scaling import LENGTHS, ScalingSettings
from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
SHADES = ("#16202B", "#5B6770", "#9AA5AD")
NAMES = {"diameter": "diameter", "corner_path": "corner to corner", "mean_distance": "mean distance"}


def lengths(tables: Tables, settings: ScalingSettings) -> Drawing:
    """Draw the three lengths, divided by n^(5/4), against the side n."""
    table = tables["summary"]
    table = table[table["measure"].isin(LENGTHS)]
    figure = canvas("page", 2.8)
    panels = figure.subplots(1, 3, sharey=True)
    styles = line_styles(list(settings.recipes))
    for axes, measure in zip(panels, LENGTHS, strict=True):
        for recipe in settings.recipes:
            part = table[(table["measure"] == measure) & (table["recipe"] == recipe)].sort_values("rows")
            scale = part["rows"] ** 1.25
            axes.errorbar(
                part["rows"],
                part["mean"] / scale,
                yerr=(part["high"] - part["low"]) / 2 / scale,
                marker="o",
                markersize=2,
                label=label(recipe),
                **styles[recipe],
            )
        axes.set(xscale="log", yscale="log", xlabel="side n", title=NAMES[measure])
        plain_log_ticks(axes.xaxis, sorted(settings.sizes))
        axes.tick_params(axis="x", labelrotation=45)
        axes.grid(axis="y")
    plain_log_ticks(panels[0].yaxis, [0.5, 1, 2, 5, 10, 20])
    panels[0].set_ylabel("length / n$^{5/4}$")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    caption = (
        "Mean lengths divided by n^(5/4), the growth of paths in uniform spanning trees of the plane (R. Kenyon, Acta "
        "Math. 185, 2000): there, Wilson's mazes run level. Both axes are logarithmic; 95 % intervals; "
        f"{note_mazes(table)}."
    )
    return Drawing(figure, table, caption)


def exponents(tables: Tables, settings: ScalingSettings) -> Drawing:
    """Draw the fitted exponents with intervals, and the local ones between neighbouring sides."""
    table = tables["exponents"]
    fits = table[table["range"] == "fit"]
    pairs = table[(table["range"] == "pair") & (table["measure"] == "diameter")]
    order = list(settings.recipes)
    figure = canvas("page", 1.3 + 0.28 * len(order))
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.1))
    for index, measure in enumerate(LENGTHS):
        part = fits[fits["measure"] == measure].assign(mean=lambda frame: frame["exponent"])
        places = part["recipe"].map(order.index) + (index - 1) * 0.22
        interval(left, places, part, color=SHADES[index], label=NAMES[measure], fmt="os^"[index], markersize=2.8)
    left.axvline(1.25, color=EXACT, lw=0.8, ls=(0, (1, 2)))
    left.set_yticks(range(len(order)), [label(recipe) for recipe in order])
    left.set(ylim=(len(order) - 0.5, -0.5), xlabel=f"exponent fitted from n = {settings.fit_from} on")
    left.tick_params(axis="y", length=0)
    left.grid(axis="x")
    left.legend(loc="lower right")
    styles = line_styles(order)
    for recipe in order:
        part = pairs[pairs["recipe"] == recipe]
        middle = np.sqrt(part["first"] * part["last"])
        half = (part["high"] - part["low"]) / 2
        right.errorbar(
            middle, part["exponent"], yerr=half, marker="o", markersize=2, label=label(recipe), **styles[recipe]
        )
    right.axhline(1.25, color=EXACT, lw=0.8, ls=(0, (1, 2)))
    right.set(xscale="log", xlabel="side n (middle of two)", ylabel="local exponent of the diameter")
    plain_log_ticks(right.xaxis, sorted(settings.sizes))
    right.grid(axis="y")
    figure.legend(*right.get_legend_handles_labels(), loc="outside lower center", ncols=4)
    worst = fits.loc[fits["scatter"].idxmax()] if len(fits) else None
    caption = (
        "Left: exponents of length against side, fitted to the logarithms of the means with 95 % intervals; where the "
        "points scatter about the line more than their errors explain, the interval is widened"
        + (f" (most for {label(worst['recipe'])}, {NAMES[worst['measure']]})" if worst is not None else "")
        + ". Right: the exponent of the diameter between two neighbouring sides; where it still changes, a power law "
        "is not reached. Dotted: 5/4, the exponent of uniform spanning trees."
    )
    return Drawing(figure, table, caption)


def self_averaging(tables: Tables, settings: ScalingSettings) -> Drawing:
    """Draw the relative variance of diameter and dead ends against the number of cells."""
    table = tables["summary"]
    table = table[table["measure"].isin(["diameter", "dead_ends"])]
    figure = canvas("page", 2.8)
    panels = figure.subplots(1, 2)
    styles = line_styles(list(settings.recipes))
    for axes, (measure, name) in zip(panels, (("diameter", "diameter"), ("dead_ends", "dead ends")), strict=True):
        for recipe in settings.recipes:
            part = table[(table["measure"] == measure) & (table["recipe"] == recipe)].sort_values("rows")
            axes.plot(
                part["rows"], part["relative_variance"], marker="o", markersize=2, label=label(recipe), **styles[recipe]
            )
        axes.set(xscale="log", yscale="log", xlabel="side n", title=name)
        plain_log_ticks(axes.xaxis, sorted(settings.sizes))
        axes.grid(axis="y")
    sides = np.array(sorted(settings.sizes), dtype=float)
    start = 0.5 * table.loc[(table["measure"] == "dead_ends") & (table["rows"] == sides[0]), "relative_variance"].min()
    panels[1].plot(sides, start * (sides[0] / sides) ** 2, color=MUTED, lw=0.8, ls=(0, (1, 2)))
    panels[1].annotate("1/n²", (sides[-1], start * (sides[0] / sides[-1]) ** 2), **_NOTE)
    panels[0].set_ylabel("variance / mean²")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    caption = (
        "Relative variance from maze to maze. The number of dead ends is a sum of many local events: its relative "
        "variance falls as one over the number of cells, and one large maze tells as much as many small ones. The "
        "diameter is not self-averaging where its curve levels off: even large mazes of one generator differ in length "
        f"by the same factor. {note_mazes(table).capitalize()}."
    )
    return Drawing(figure, table, caption)


_NOTE = {"xytext": (-14, -3), "textcoords": "offset points", "fontsize": 6.5, "color": MUTED, "ha": "right"}
