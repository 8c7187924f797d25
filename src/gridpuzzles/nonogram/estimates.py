"""Means and shares with their limits, for whole columns of a table."""

from typing import TYPE_CHECKING, Any

import numpy as np

from gridpuzzles.intervals import normal_quantile, wilson

if TYPE_CHECKING:
    import pandas as pd

Columns = dict[str, Any]


def mean_columns(
    name: str, total: "pd.Series", squares: "pd.Series", boards: "pd.Series", cells: "pd.Series"
) -> Columns:
    """Return ``<name>_mean``, ``_low`` and ``_high``: the mean over boards of (sum / cells), with its normal interval.

    A single board has no interval: its limits are its value.
    """
    mean = total / boards
    variance = np.maximum(0.0, squares / boards - mean**2) * boards / np.maximum(1, boards - 1)
    half = normal_quantile(0.975) * np.sqrt(variance / boards)
    return {
        f"{name}_mean": mean / cells,
        f"{name}_mean_low": (mean - half) / cells,
        f"{name}_mean_high": (mean + half) / cells,
    }


def share_columns(name: str, successes: "pd.Series", trials: "pd.Series") -> Columns:
    """Return ``<name>_share``, ``_low`` and ``_high``: a share with its Wilson interval."""
    known = {pair: wilson(*pair) for pair in set(zip(successes.tolist(), trials.tolist(), strict=True))}
    intervals = [known[pair] for pair in zip(successes.tolist(), trials.tolist(), strict=True)]
    return {
        f"{name}_share": [interval.estimate for interval in intervals],
        f"{name}_share_low": [interval.low for interval in intervals],
        f"{name}_share_high": [interval.high for interval in intervals],
    }
