"""Drawings of the study *time by board size*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter, NullFormatter

from gridpuzzles.knight.studies.timing import TimingSettings
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing


def seconds_by_size(tables: Mapping[str, pd.DataFrame], settings: TimingSettings) -> Drawing:
    """Draw seconds for all starts and nanoseconds a step against the side of the board, with the fitted power."""
    sizes, growth = tables["sizes"].query("tie_break == 'fixed'"), tables["growth"].iloc[0]
    figure = canvas("page", 2.8)
    left, right = figure.subplots(1, 2)
    timed = sizes["size"] <= settings.all_starts_up_to
    for chosen, marker, label in ((timed, "o", "all starts timed"), (~timed, "s", "scaled from a sample")):
        if chosen.any():
            style = {"marker": marker, "linestyle": "none"}
            left.plot(sizes["size"][chosen], sizes["seconds_all_starts"][chosen], label=label, **style)
            right.plot(sizes["size"][chosen], sizes["nanoseconds_per_step"][chosen], **style)
    span = np.array([growth["from_size"], growth["to_size"]])
    power = f"fit: $N^{{{growth['exponent']:.2f}}}$"
    left.plot(span, growth["factor"] * span ** growth["exponent"], color="black", linewidth=0.7, label=power)
    for axes in (left, right):
        axes.set_xscale("log")
        ticks = [
            size for size in (5, 10, 20, 50, 100, 200, 500, 1000) if sizes["size"].min() <= size <= sizes["size"].max()
        ]
        axes.set_xticks(ticks)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.grid()
    left.set_yscale("log")
    left.set(xlabel="side N of the board", ylabel="seconds for all N² starts, one core", title="time")
    left.legend(loc="upper left")
    right.set(xlabel="side N of the board", ylabel="nanoseconds a step", ylim=(0, None), title="time a step")
    walk = settings.walk
    caption = (
        f"Time of the compiled walk from all starts, rule *{walk.rule}*, order {walk.order}, on one core, the fastest "
        f"of {settings.repeats} repeats; boards beyond {settings.all_starts_up_to} are scaled from {settings.sample} "
        "evenly spread starts. N² starts of up to N² steps make N⁴; the fitted exponent is "
        f"{growth['exponent']:.3f} (95 % interval {growth['exponent_low']:.3f} to {growth['exponent_high']:.3f}). "
        "Times are measured, so this figure differs from run to run; the JSON file beside the table names the machine."
    )
    return Drawing(figure, sizes, caption)


def cost_of_tiebreaks(tables: Mapping[str, pd.DataFrame], settings: TimingSettings) -> Drawing:
    """Draw nanoseconds a step for every way of breaking ties, a mark a board."""
    shown = tables["sizes"][tables["sizes"]["size"].isin(settings.tie_break_sizes)]
    names = list(dict.fromkeys(shown["tie_break"]))
    figure = canvas("page", 2.6)
    axes = figure.subplots()
    marks = []
    for size, marker in zip(settings.tie_break_sizes, "osD^vP*X", strict=False):
        rows = shown[shown["size"] == size].set_index("tie_break").reindex(names)
        marks += axes.plot(rows["nanoseconds_per_step"], range(len(names)), marker, label=f"{size}x{size}")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
    axes.set(xlabel="nanoseconds a step (logarithmic)", ylim=(len(names) - 0.5, -0.5))
    axes.grid()
    figure_legend(figure, marks)
    caption = (
        "What breaking ties costs: time a step of the compiled walk on one core, the fastest of "
        f"{settings.repeats} repeats. Only the fixed order is walked from several starts at once. Times are measured: "
        "this figure differs from run to run; the JSON file beside the table names the machine."
    )
    return Drawing(figure, shown, caption)
