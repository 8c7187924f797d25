"""Drawings of the study *random orders from random starts*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator
from matplotlib.typing import ColorType

from gridpuzzles.knight.figures.common import RULE_SENTENCE
from gridpuzzles.knight.studies.sample import SampleSettings
from gridpuzzles.plotting.style import COUNTS, canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
TICKS = (6, 10, 20, 50, 100, 200, 400, 1000, 2000)
PERCENT = FuncFormatter(lambda value, _: f"{value:g}")


def success_by_size(tables: Tables, settings: SampleSettings) -> Drawing:
    """Draw the success share against the side of the board, a line a rule: small boards, all, all on a log scale."""
    sizes = tables["sizes"].sort_values("size", kind="stable")
    figure = canvas("page", 2.7)
    small, plain, logarithmic = figure.subplots(1, 3)
    largest = max(settings.counted) * 1.25
    lines = []
    for rule, marker, aside in zip(settings.rules, "os", _asides(len(settings.rules)), strict=False):
        of_rule = sizes[sizes["rule"] == rule]
        sampled, counted = of_rule[~of_rule["counted"]], of_rule[of_rule["counted"]]
        _line(small, sampled[sampled["size"] <= largest], rule, marker, aside)
        small.plot(counted["size"] * aside, 100 * counted["share"], "x", color="black", markersize=4.5, zorder=4)
        lines.append(_line(plain, sampled, f"{rule}, sampled", marker, aside))
        _line(logarithmic, sampled, rule, marker, aside)
    for axes, title in ((small, "small boards"), (plain, "all boards"), (logarithmic, "all boards, logarithmic")):
        _size_axis(axes, sizes["size"][sizes["size"] <= largest] if axes is small else sizes["size"])
        axes.set_title(title)
    small.set_ylabel("complete tours (% of orders and starts)")
    small.set_ylim(top=100)
    plain.set_ylim(0, 100)
    logarithmic.set_yscale("log")
    logarithmic.set_ylim(top=100)
    logarithmic.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    logarithmic.yaxis.set_major_formatter(PERCENT)
    logarithmic.yaxis.set_minor_locator(NullLocator())
    crosses = Line2D([], [], marker="x", linestyle="none", color="black", label="all orders from all squares")
    figure_legend(figure, [*lines, crosses])
    return Drawing(figure, sizes, _caption(sizes, settings))


def _caption(sizes: pd.DataFrame, settings: SampleSettings) -> str:
    short = sizes[~sizes["narrow"]]
    exception = f" ({len(short)} boards ended at {settings.most} draws with a wider one)" if len(short) else ""
    sides = ", ".join(map(str, settings.counted))
    return (
        "Share of the pairs (order, start), all 8! orders times all N² squares, from which Warnsdorff's rule visits "
        "every square. Pairs are drawn at random, stratified by the start's degree, in stages of "
        f"{settings.stage} draws until the 95 % interval (bars) is no wider than {100 * settings.width:g} "
        f"percentage points{exception}. Crosses: the exact share, from all orders and all squares, for N = {sides}. "
        f"{RULE_SENTENCE}"
    )


def success_by_class(tables: Tables, settings: SampleSettings) -> Drawing:
    """Draw the success share against the side of the board, a line a start class, a panel a rule."""
    classes = tables["classes"]
    sampled = classes[~classes["counted"]].sort_values(["size", "degree"], kind="stable")
    degrees = np.unique(sampled["degree"])
    colours = COUNTS(np.linspace(0.2, 0.9, len(degrees)))
    figure = canvas("page", 2.9)
    grid = figure.subplots(1, len(settings.rules), squeeze=False, sharey=True)[0]
    lines: list[Line2D] = []
    for axes, rule in zip(grid, settings.rules, strict=True):
        of_rule = sampled[sampled["rule"] == rule]
        lines = [
            _line(axes, of_rule[of_rule["degree"] == degree], f"degree {degree}", marker, aside, colour)
            for degree, marker, aside, colour in zip(degrees, "osD^vP*X", _asides(len(degrees)), colours, strict=False)
        ]
        axes.set_title(rule)
        _size_axis(axes, sampled["size"])
    grid[0].set(ylim=(0, 100), ylabel="complete tours (% of orders and starts)")
    figure_legend(figure, lines)
    caption = (
        "The sampled share of complete tours by start class: the squares with the same degree, the number of a "
        "knight's moves from there, on the empty board (2: corners, 8: two or more squares away from every edge). "
        "Bars: 95 % Wilson intervals of each class alone, which has fewer draws than the whole; lines stand a little "
        f"beside each other to keep them apart. {RULE_SENTENCE}"
    )
    return Drawing(figure, sampled, caption)


def _asides(lines: int) -> list[float]:
    """Return the factors by which lines are moved aside on a logarithmic axis, so that their bars stay apart."""
    return [1.025 ** (line - (lines - 1) / 2) for line in range(lines)]


def _line(
    axes: Axes, rows: pd.DataFrame, label: str, marker: str, aside: float, colour: ColorType | None = None
) -> Line2D:
    """Draw shares in percent with their intervals as bars."""
    place = rows["size"] * aside
    (line,) = axes.plot(place, 100 * rows["share"], marker=marker, markersize=2.6, linewidth=0.8, clip_on=False)
    line.set_label(label)
    if colour is not None:
        line.set_color(colour)
    axes.vlines(place, 100 * rows["low"], 100 * rows["high"], color=line.get_color(), linewidth=0.7)
    return line


def _size_axis(axes: Axes, sizes: "pd.Series[int]") -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator([tick for tick in TICKS if sizes.min() <= tick <= sizes.max()]))
    axes.xaxis.set_major_formatter(PERCENT)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("side N of the board")
    axes.grid(axis="y")
