"""Drawing of the study *seconds by size and density*."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.lines import Line2D

from gridpuzzles.nonogram.figures.common import boards_sentence
from gridpuzzles.nonogram.studies.timing import STEPS, TimingSettings
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
STEP_COLOURS = dict(zip(STEPS, ("#0B4F8A", "#3A8F6B", "#8A6BB1", "#D1603D"), strict=True))


def milliseconds(tables: Tables, settings: TimingSettings) -> Drawing:
    """Draw the time a board against density: a panel a size, a line a step."""
    cells = tables["cells"].sort_values("density")
    sizes = sorted(settings.sizes)
    figure = canvas("page", 2.6)
    grid = figure.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
    for axes, size in zip(grid, sizes, strict=True):
        for step in STEPS:
            rows = cells[(cells["size"] == size) & (cells["step"] == step)]
            axes.plot(rows["density"] / 100, rows["milliseconds"], color=STEP_COLOURS[step])
        axes.set(title=f"{size} x {size}", xlabel="density of black cells", yscale="log")
    grid[0].set_ylabel("milliseconds a board")
    figure_legend(figure, [Line2D([], [], color=STEP_COLOURS[step], label=step) for step in STEPS])
    caption = (
        "Time a board on one core: complete line solving and probing to their rest, and the whole search for two "
        f"solutions with a budget of {settings.nodes:,} nodes by either strategy; {boards_sentence(cells)}. Measured "
        "on the machine that wrote this report; the work itself is in the study of the search."
    )
    return Drawing(figure, cells, caption)
