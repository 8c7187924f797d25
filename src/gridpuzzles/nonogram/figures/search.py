"""Drawings of the study *searching for all solutions*."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from gridpuzzles.nonogram.figures.common import STATUS_COLOURS, boards_sentence
from gridpuzzles.nonogram.studies.search import STRATEGIES, VERDICTS, SearchSettings
from gridpuzzles.plotting.style import COUNTS, canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
STRATEGY_NAMES = {"probe": "probing at every node", "branch": "branching on line solving"}
STRATEGY_STYLES = {"probe": "-", "branch": (0, (3, 1.5))}


def _sentence(settings: SearchSettings, cells: pd.DataFrame) -> str:
    return (
        f"Search for two solutions with a budget of {settings.nodes:,} nodes a board; {boards_sentence(cells)}, the "
        "same for both strategies; an exact number of black cells, drawn without replacement."
    )


def _shown_sizes(settings: SearchSettings, most: int = 4) -> list[int]:
    sizes = sorted(settings.sizes)
    if len(sizes) <= most:
        return sizes
    return [sizes[round(k * (len(sizes) - 1) / (most - 1))] for k in range(most)]


def verdicts(tables: Tables, settings: SearchSettings) -> Drawing:
    """Draw the three verdicts as stacked areas against density: a row a strategy, a column a size."""
    cells = tables["cells"].sort_values("density")
    sizes = _shown_sizes(settings)
    figure = canvas("page", 3.9)
    grid = figure.subplots(len(STRATEGIES), len(sizes), sharex=True, sharey=True, squeeze=False)
    for row, strategy in enumerate(STRATEGIES):
        for column, size in enumerate(sizes):
            chosen = cells[(cells["size"] == size) & (cells["strategy"] == strategy)]
            shares = [chosen[f"{name}_share"] for name in VERDICTS]
            grid[row, column].stackplot(
                chosen["density"] / 100, *shares, colors=[STATUS_COLOURS[name] for name in VERDICTS], lw=0
            )
            grid[row, column].set(ylim=(0, 1), xlim=(chosen["density"].min() / 100, chosen["density"].max() / 100))
        grid[row, 0].set_ylabel(f"{STRATEGY_NAMES[strategy]}\nshare of boards")
    for column, size in enumerate(sizes):
        grid[0, column].set_title(f"{size} x {size}")
        grid[-1, column].set_xlabel("density")
    figure_legend(figure, [Patch(color=STATUS_COLOURS[name], label=name) for name in VERDICTS])
    caption = (
        "Random boards shown to have one solution (unique), shown to have at least two (multiple), or neither within "
        f"the budget (undecided). {_sentence(settings, cells)}"
    )
    columns = ["size", "density", "strategy", "boards"]
    shares = [f"{name}_share{end}" for name in VERDICTS for end in ("", "_low", "_high")]
    return Drawing(figure, cells[cells["size"].isin(sizes)][[*columns, *shares]], caption)


def effort(tables: Tables, settings: SearchSettings) -> Drawing:
    """Draw nodes and looks a board against density, a colour a size, a line style a strategy."""
    cells = tables["cells"].sort_values("density")
    figure = canvas("page", 2.9)
    left, right = figure.subplots(1, 2)
    _effort_lines(left, cells, "nodes_mean", settings)
    _effort_lines(right, cells, "looks_mean", settings)
    left.set_ylabel("nodes a board")
    right.set_ylabel("looks at a line a board")
    sizes = [Line2D([], [], color=_colour(size, settings), label=f"{size} x {size}") for size in sorted(settings.sizes)]
    styles = [
        Line2D([], [], color="#22262A", ls=STRATEGY_STYLES[name], label=STRATEGY_NAMES[name]) for name in STRATEGIES
    ]
    figure_legend(figure, [*sizes, *styles])
    caption = (
        "Mean number of nodes (left) and of looks at a line, trials included (right), that a search takes; boards that "
        f"end at the budget count with it. {_sentence(settings, cells)}"
    )
    return Drawing(figure, cells[["size", "density", "strategy", "boards", "nodes_mean", "looks_mean"]], caption)


def _colour(size: int, settings: SearchSettings) -> tuple[float, float, float, float]:
    sizes = sorted(settings.sizes)
    return COUNTS(0.3 + 0.6 * sizes.index(size) / max(1, len(sizes) - 1))


def _effort_lines(axes: Axes, cells: pd.DataFrame, column: str, settings: SearchSettings) -> None:
    for size in sorted(settings.sizes):
        for strategy in STRATEGIES:
            rows = cells[(cells["size"] == size) & (cells["strategy"] == strategy)]
            colour = _colour(size, settings)
            axes.plot(rows["density"] / 100, rows[column], color=colour, ls=STRATEGY_STYLES[strategy])
    axes.set(yscale="log", xlabel="density of black cells")


def decided_difference(tables: Tables, settings: SearchSettings) -> Drawing:
    """Draw the paired difference of the shares that the strategies decide."""
    differences = tables["differences"].sort_values("density")
    figure = canvas("column", 2.6)
    axes = figure.subplots()
    axes.axhline(0, color="#5B6770", lw=0.6)
    for size in sorted(settings.sizes):
        rows = differences[differences["size"] == size]
        density, colour = rows["density"] / 100, _colour(size, settings)
        low, high = 100 * rows["difference_low"], 100 * rows["difference_high"]
        axes.fill_between(density, low, high, color=colour, alpha=0.2, lw=0)
        axes.plot(density, 100 * rows["difference"], color=colour, label=f"{size} x {size}")
    axes.set(xlabel="density of black cells", ylabel="decided by probing\nminus by branching (% points)")
    axes.legend()
    caption = (
        "Share of boards that the search decides (unique or multiple) when it probes at every node, minus the share "
        f"when it branches on line solving alone; bands: 95 % intervals of the paired difference. "
        f"{_sentence(settings, differences)}"
    )
    return Drawing(figure, differences, caption)
