"""What a config will cost: core time, wall time on so many nodes, disk; and how well that was predicted.

A batch takes as long as its busiest thread. Core time is threads times wall time, which is what a cluster charges.
"""

import heapq
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gridpuzzles.errors import InputError
from gridpuzzles.pipeline.layout import side_file
from gridpuzzles.pipeline.planning import Batch, Plan, StudyPlan
from gridpuzzles.study import Unit

START_UP_SECONDS = 4.0
"""Wall time that a job takes besides its units: start, planning, writing."""


@dataclass(frozen=True)
class Machines:
    """Nodes of so many cores each."""

    nodes: int
    cores: int


@dataclass(frozen=True)
class Forecast:
    """What a study costs: core seconds, wall seconds if it has all machines for itself, bytes of batch files."""

    core_seconds: float
    wall_seconds: float
    disk: float


def forecast(study: StudyPlan, machines: Machines, speed: float) -> Forecast:
    """Return what a study costs where a unit takes ``speed`` times its estimate."""
    used = [(min(study.threads(batch.name), machines.cores), batch) for batch in study.batches]
    batches = [(threads, batch_seconds(study, batch, threads, speed)) for threads, batch in used]
    core_seconds = sum(threads * seconds for threads, seconds in batches)
    wall = max(max(seconds for _, seconds in batches), core_seconds / (machines.nodes * machines.cores))
    return Forecast(core_seconds, wall, sum(unit.disk for unit in study.units))


def whole_wall_seconds(forecasts: Sequence[Forecast], machines: Machines) -> float:
    """Return the wall time of all studies together."""
    together = sum(study.core_seconds for study in forecasts) / (machines.nodes * machines.cores)
    return max(together, *(study.wall_seconds for study in forecasts))


def batch_seconds(study: StudyPlan, batch: Batch, threads: int, speed: float) -> float:
    """Return how long a batch takes on so many threads; units that measure time run one after the other."""
    return _wall_seconds(batch.units, 1 if study.study.timed else threads, speed)


def _wall_seconds(units: Sequence[Unit], threads: int, speed: float) -> float:
    """Return how long units take on so many threads, the dearest first.

    Examples
    --------
    >>> _wall_seconds([Unit("a", {}, 2.0), Unit("b", {}, 3.0), Unit("c", {}, 4.0)], 2, 10.0) - START_UP_SECONDS
    50.0
    """
    free_at = [0.0] * threads
    for cost in sorted((unit.cost for unit in units), reverse=True):
        heapq.heapreplace(free_at, free_at[0] + cost * speed)
    return START_UP_SECONDS + max(free_at)


@dataclass(frozen=True)
class Measured:
    """A finished batch: what its units were predicted to take, and took, in CPU seconds."""

    study: str
    batch: str
    predicted: float
    measured: float


def measured_batches(plan: Plan, speeds: dict[str, float]) -> Iterator[Measured]:
    """Yield prediction and measurement of every finished batch of a run.

    Raises
    ------
    gridpuzzles.errors.InputError
        With one line, if a batch's JSON file cannot be read.
    """
    for study in plan.studies:
        for batch in study.batches:
            path = plan.layout.batch(study.name, batch.name)
            if path.exists():
                yield from _measured(study, batch, side_file(path).read_text(encoding="utf-8"), speeds[study.name])


def _measured(study: StudyPlan, batch: Batch, facts: str, speed: float) -> Iterator[Measured]:
    """Yield one entry for the units that the batch computed itself, if there are any."""
    try:
        seconds: dict[str, float] = json.loads(facts)["unit_cpu_seconds"]
        measured = sum(map(float, seconds.values()))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{study.name} {batch.name}: the JSON file beside the batch cannot be read") from None
    if seconds:
        yield Measured(
            study.name, batch.name, speed * sum(unit.cost for unit in batch.units if unit.key in seconds), measured
        )
