"""Many mazes of one recipe and size, measured, and their moments as rows that blocks can be added up from."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.maze.catalogue import parse_recipe
from gridpuzzles.maze.endings import CODES, random_pair
from gridpuzzles.maze.generators import compiled
from gridpuzzles.maze.kernels.measures import MEASURES, measure
from gridpuzzles.maze.measures import derive
from gridpuzzles.seeds import Stream, seed_sequence, stream_state
from gridpuzzles.sums import folded

if TYPE_CHECKING:
    import pandas as pd

Z95 = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


def measure_many(
    recipe: str, rows: int, cols: int, mazes: int, sequence: np.random.SeedSequence, ends: str
) -> dict[str, NDArray[np.float64]]:
    """Return {measure: float64 (mazes,)} of mazes made one after the other from one stream.

    Random pairs of start and end come from a stream of their own, so that they do not change the mazes.
    """
    generator, state, pairs = compiled(parse_recipe(recipe), rows, cols), stream_state(sequence), _pairs(sequence)
    raw, walked = np.empty((mazes, len(MEASURES))), np.empty((mazes, 2))
    pair = (0, 0)
    for index in range(mazes):
        openings, _, hunts, looks = generator(state)
        if ends == "random":
            pair = random_pair(rows * cols, pairs)
        raw[index] = measure(openings, CODES[ends], *pair)[0]
        walked[index] = hunts, looks
    named: dict[str, Any] = dict(zip(MEASURES, raw.T, strict=True))
    return {
        name: np.broadcast_to(values, mazes)
        for name, values in derive(named, rows * cols, walked[:, 0], walked[:, 1]).items()  # type: ignore[arg-type]
    }


def _pairs(sequence: np.random.SeedSequence) -> Stream:
    return Stream(seed_sequence(int(sequence.generate_state(1)[0]), "ends"))


def moments(values: dict[str, NDArray[np.float64]]) -> dict[str, list[Any]]:
    """Return a row a measure: number of mazes, sum, sum of squares (both exactly rounded), least and most."""
    return {
        "measure": list(values),
        "mazes": [len(value) for value in values.values()],
        "total": [math.fsum(value.tolist()) for value in values.values()],
        "squares": [math.fsum((value * value).tolist()) for value in values.values()],
        "least": [float(value.min()) for value in values.values()],
        "most": [float(value.max()) for value in values.values()],
    }


def summarise(batches: "Iterable[pd.DataFrame]", by: list[str]) -> "pd.DataFrame":
    """Add up blocks and return mean, standard deviation and the 95 % interval of the mean.

    Parameters
    ----------
    by
        The columns that name a cell of the sweep; ``measure`` comes after them.
    """
    ways = {"mazes": np.add, "total": np.add, "squares": np.add, "least": np.minimum, "most": np.maximum}
    table = folded(batches, [*by, "measure"], ways)
    mazes, mean = table["mazes"], table["total"] / table["mazes"]
    variance = ((table["squares"] - mazes * mean * mean) / (mazes - 1).clip(lower=1)).clip(lower=0)
    error = np.sqrt(variance / mazes)
    summary: pd.DataFrame = table.drop(columns=["total", "squares"]).assign(
        mean=mean, sd=np.sqrt(variance), low=mean - Z95 * error, high=mean + Z95 * error
    )
    return summary
