"""What batches ask of a machine: threads, minutes, memory.

Jobs that are submitted together as one array of a cluster must ask for the same. So all batches of a study that are
worth the same number of threads ask for the same time and memory: what the largest of them needs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, order=True)
class Resources:
    """What a job asks for at its first attempt; every further attempt asks for as much once more.

    Attributes
    ----------
    threads
        CPUs, all on one node.
    minutes
        Wall time.
    megabytes
        Memory.
    """

    threads: int
    minutes: int
    megabytes: int


def by_resources(study: StudyPlan, speed: float = 1.0) -> dict[Resources, tuple[Batch, ...]]:
    """Return a study's batches by what they ask for, the most numerous last.

    Parameters
    ----------
    speed
        Measured over estimated CPU seconds on the machine at hand.
    """
    by_threads: dict[int, list[Batch]] = {}
    for batch in study.batches:
        by_threads.setdefault(study.threads(batch.name), []).append(batch)
    return {
        _enough_for(batches, threads, speed): tuple(batches)
        for threads, batches in sorted(by_threads.items(), key=lambda item: len(item[1]))
    }


def _enough_for(batches: Sequence[Batch], threads: int, speed: float) -> Resources:
    seconds = max(batch.cost for batch in batches) * speed / threads
    rows = max(sum(unit.disk for unit in batch.units) for batch in batches)
    return Resources(
        threads,
        minutes=_doubled(LEAST_MINUTES, MARGIN * seconds / 60),
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
