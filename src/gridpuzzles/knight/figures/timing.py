"""Drawings of the study *time by board size*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter, NullFormatter

from gridpuzzles.knight.studies.timing import TimingSettings
from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing


def seconds_by_size(tables: Mapping[str, pd.DataFrame], settings: TimingSettings) -> Drawing:
    """Draw seconds for all starts and nanoseconds a step against the side of the board, with the fitted power."""
    sizes, growth = tables["sizes"], tables["growth"].iloc[0]
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
