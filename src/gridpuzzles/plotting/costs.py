"""A drawing of predicted against measured cost."""

import pandas as pd
from matplotlib.ticker import FuncFormatter, LogFormatter

from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing

WITHIN = 0.25
MOST_NAMES = 6
"""Studies up to which each has its own colour; more are coloured by family."""


def predicted_against_measured(batches: pd.DataFrame) -> Drawing:
    """Draw the CPU seconds of batches, measured over predicted, with the band of a quarter around equality.

    Parameters
    ----------
    batches
        Columns study, batch, predicted, measured (CPU seconds).
    """
    figure = canvas("column", 2.6)
    axes = figure.subplots()
    low = 0.7 * min(batches["predicted"].min(), batches["measured"].min())
    high = 1.4 * max(batches["predicted"].max(), batches["measured"].max())
    axes.fill_between(
        [low, high], [low / (1 + WITHIN), high / (1 + WITHIN)], [low * (1 + WITHIN), high * (1 + WITHIN)],
        color="0.9", label="within 25 %",
    )  # fmt: skip
    few = batches["study"].nunique() <= MOST_NAMES
    names = batches["study"] if few else batches["study"].str.partition("_")[0]
    for name, rows in batches.groupby(names, sort=False):
        axes.plot(rows["predicted"], rows["measured"], "o", markersize=3, label=name)
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda seconds, _: f"{seconds:g}"))
        axis.set_minor_formatter(LogFormatter(minor_thresholds=(2, 0.5)))
    axes.set(xlabel="predicted CPU time of a batch (s)", ylabel="measured CPU time (s)")
    axes.legend(loc="upper left")
    ratio = batches["measured"].sum() / batches["predicted"].sum()
    close = ((batches["measured"] / batches["predicted"]).between(1 / (1 + WITHIN), 1 + WITHIN)).mean()
    caption = (
        f"Each point is a batch: CPU seconds that its units took, against the estimate times the calibrated speed of "
        f"the machine. {close:.0%} of {len(batches)} batches lie within 25 %; all together took {ratio:.2f} times the "
        "prediction."
    )
    return Drawing(figure, batches, caption)
