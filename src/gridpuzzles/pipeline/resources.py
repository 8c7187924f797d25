"""What a batch asks of a machine besides its threads: minutes and memory."""

import math
from dataclasses import dataclass

from gridpuzzles.pipeline.forecast import batch_seconds
from gridpuzzles.pipeline.planning import Batch, StudyPlan

MARGIN = 1.5
"""Time asked for over time estimated, before the rounding up."""
LEAST_MINUTES = 15
"""The least time asked for: start-up, compilation and a slow file system."""
LEAST_MEGABYTES = 2000
BASE_MEGABYTES = 1000
"""Memory of a process with the libraries loaded and kernels compiled, with some to spare."""
MEMORY_PER_DISK = 60
"""Bytes in memory for a byte of compressed rows: rows, their Arrow table and the copy that is being written."""


@dataclass(frozen=True)
class Resources:
    """What a job asks for at its first attempt; every further attempt asks for as much once more.

    Attributes
    ----------
    minutes
        Wall time.
    megabytes
        Memory.
    """

    minutes: int
    megabytes: int


def resources(study: StudyPlan, batch: Batch, threads: int, speed: float = 1.0) -> Resources:
    """Return what a batch asks for.

    Parameters
    ----------
    threads
        How many it will get.
    speed
        Measured over estimated CPU seconds on the machine at hand.
    """
    rows = sum(unit.disk for unit in batch.units)
    return Resources(
        minutes=_doubled(LEAST_MINUTES, MARGIN * batch_seconds(study, batch, threads, speed) / 60),
        megabytes=_doubled(LEAST_MEGABYTES, BASE_MEGABYTES + MEMORY_PER_DISK * rows / 1e6),
    )


def _doubled(step: int, wanted: float) -> int:
    """Return ``step``, doubled until it is at least ``wanted``.

    Examples
    --------
    >>> _doubled(15, 3), _doubled(15, 31)
    (15, 60)
    """
    return step << max(0, math.ceil(math.log2(wanted / step)))
