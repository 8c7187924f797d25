"""How far a run is, from its files alone: nothing is asked of Snakemake or of a cluster.

A batch is *done* if its file is there, *running* if its progress file was renewed lately, *failed* if that file says so
or has grown old, and *left* otherwise. So it works from a laptop on a copy of the results.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gridpuzzles.pipeline import calibration, progress
from gridpuzzles.pipeline.layout import Layout, side_file
from gridpuzzles.pipeline.planning import Batch, Plan, StudyPlan

HOUR = 3600.0


@dataclass(frozen=True)
class Failure:
    """A batch that ended without its file, and why."""

    batch: str
    reason: str
    log: str


@dataclass(frozen=True)
class StudyStatus:
    """How far a study is.

    Attributes
    ----------
    done, running, left
        Numbers of batches.
    failures
        The batches that failed or were killed and are not running again.
    spent, to_go
        Core seconds: threads times wall time.
    busy
        Threads at work now.
    """

    study: str
    done: int
    running: int
    left: int
    failures: tuple[Failure, ...]
    spent: float
    to_go: float
    busy: int


@dataclass(frozen=True)
class Status:
    """How far a run is."""

    studies: tuple[StudyStatus, ...]

    @property
    def seconds_left(self) -> float | None:
        """Wall time to go if as many threads stay busy as now; None if nothing is running."""
        busy = sum(study.busy for study in self.studies)
        return sum(study.to_go for study in self.studies) / busy if busy else None


def status(plan: Plan, now: float) -> Status:
    """Return how far a run was at a time, in seconds since 1970."""
    speeds = calibration.speeds(plan)
    return Status(tuple(_study(study, plan.layout, speeds[study.name], now) for study in plan.studies))


@dataclass(frozen=True)
class _Sorted:
    """A study's batches by what they are."""

    study: StudyPlan
    layout: Layout
    now: float

    @cached_property
    def done(self) -> tuple[Batch, ...]:
        return tuple(b for b in self.study.batches if self.layout.batch(self.study.name, b.name).exists())

    @cached_property
    def begun(self) -> dict[str, progress.Progress]:
        """What the batches that are not done say of themselves, by name."""
        done = {batch.name for batch in self.done}
        said = {
            batch.name: progress.read(self.layout.progress(self.study.name, batch.name))
            for batch in self.study.batches
            if batch.name not in done
        }
        return {name: saying for name, saying in said.items() if saying is not None}

    @cached_property
    def alive(self) -> dict[str, progress.Progress]:
        return {name: said for name, said in self.begun.items() if said.is_alive(self.now)}


def _study(study: StudyPlan, layout: Layout, speed: float, now: float) -> StudyStatus:
    batches = _Sorted(study, layout, now)
    measured = _measured_seconds(study, layout, batches.done)
    estimated = sum(batch.cost for batch in batches.done if batch.name in measured)
    spent = sum(measured.values())
    speed = spent / estimated if estimated else speed
    running = sum(said.threads * (now - said.started) for said in batches.alive.values())
    left = [batch for batch in study.batches if batch.name not in {done.name for done in batches.done}]
    return StudyStatus(
        study.name,
        done=len(batches.done),
        running=len(batches.alive),
        left=len(left) - len(batches.alive) - len(batches.begun.keys() - batches.alive.keys()),
        failures=tuple(_failures(batches)),
        spent=spent + running,
        to_go=max(0.0, speed * sum(batch.cost for batch in left) - running),
        busy=sum(said.threads for said in batches.alive.values()),
    )


def _measured_seconds(study: StudyPlan, layout: Layout, done: Iterable[Batch]) -> dict[str, float]:
    """Return the core seconds that batches took; a batch with rows from older files says nothing of the speed."""
    seconds = {}
    for batch in done:
        try:
            facts = json.loads(side_file(layout.batch(study.name, batch.name)).read_text(encoding="utf-8"))
            if not facts["taken_over"]:
                seconds[batch.name] = float(facts["wall_seconds"]) * int(facts["threads"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return seconds


def _failures(batches: _Sorted) -> Iterable[Failure]:
    for name, said in batches.begun.items():
        if name not in batches.alive:
            silent = f"killed on {said.host}; it has said nothing for {(batches.now - said.beat) / 60:.0f} minutes"
            yield Failure(name, said.failed or silent, str(batches.layout.log(batches.study.name, name)))
