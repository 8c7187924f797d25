"""Showing plans and studies in the terminal."""

import math
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from gridpuzzles.pipeline import calibration
from gridpuzzles.pipeline.forecast import Forecast, Machines, forecast, whole_wall_seconds
from gridpuzzles.pipeline.planning import Plan
from gridpuzzles.pipeline.status import HOUR, Status
from gridpuzzles.study import Study

OUTPUT = Console(highlight=False)


def duration(seconds: float) -> str:
    """Return seconds as people say them.

    Examples
    --------
    >>> duration(3.2), duration(75), duration(7260), duration(400_000)
    ('3.2 s', '1:15 min', '2:01 h', '4.6 days')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    if seconds < 3600:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02d} min"
    if seconds < 48 * 3600:
        return f"{int(seconds) // 3600}:{int(seconds) % 3600 // 60:02d} h"
    return f"{seconds / 86400:.1f} days"


def size(count: float) -> str:
    """Return bytes as people say them.

    Examples
    --------
    >>> size(900), size(4_500_000), size(31e9)
    ('0.9 kB', '4.5 MB', '31.0 GB')
    """
    thousands = min(3, max(1, math.floor(math.log10(max(count, 1)) / 3)))
    return f"{count / 1000**thousands:.1f} {('kB', 'MB', 'GB')[thousands - 1]}"


def plan_table(plan: Plan, machines: Machines, with_batches: bool) -> None:
    """Print a plan: units, batches, core time, wall time and disk of each study and of all."""
    speeds = calibration.speeds(plan)
    forecasts = [forecast(study, machines, speeds[study.name]) for study in plan.studies]
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("study", no_wrap=True)
    for head in ("units", "batches", "core-hours", "wall time", "disk"):
        grid.add_column(head, justify="right")
    for study, cost in zip(plan.studies, forecasts, strict=True):
        times = (f"{cost.core_seconds / HOUR:.2f}", duration(cost.wall_seconds), size(cost.disk))
        grid.add_row(study.name, str(len(study.units)), str(len(study.batches)), *times)
    OUTPUT.print(grid)
    OUTPUT.print(_total(forecasts, machines, plan.layout.calibration.exists()), soft_wrap=True)
    if with_batches:
        for study in plan.studies:
            for batch in study.batches:
                OUTPUT.print(
                    f"{study.name} {batch.name} ({len(batch.units)} units, {duration(batch.cost)})", soft_wrap=True
                )


def _total(forecasts: Sequence[Forecast], machines: Machines, calibrated: bool) -> str:
    where = f"{machines.nodes} nodes of {machines.cores} cores" if machines.nodes > 1 else f"{machines.cores} cores"
    hours = sum(cost.core_seconds for cost in forecasts) / HOUR
    disk = size(sum(cost.disk for cost in forecasts))
    source = "as calibrated" if calibrated else "not calibrated here; --calibrate takes a minute"
    wall = duration(whole_wall_seconds(forecasts, machines))
    return f"\nestimated ({source}): {hours:.2f} core-hours, {wall} on {where}, {disk} of batch files"


def status_table(status: Status, now: float) -> None:
    """Print how far a run is: batches done, running, failed and left, core-hours spent and to go, when it ends."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("study", no_wrap=True)
    for head in ("done", "running", "failed", "left", "core-hours spent", "to go"):
        grid.add_column(head, justify="right")
    for study in status.studies:
        counts = (study.done, study.running, len(study.failures), study.left)
        grid.add_row(study.study, *map(str, counts), f"{study.spent / HOUR:.2f}", f"{study.to_go / HOUR:.2f}")
    OUTPUT.print(grid)
    for study in status.studies:
        for failure in study.failures:
            OUTPUT.print(f"failed: {study.study} {failure.batch}: {failure.reason}", markup=False, soft_wrap=True)
            OUTPUT.print(f"  log: {failure.log}", markup=False, soft_wrap=True)
    OUTPUT.print(f"\n{_end(status, now)}")


def _end(status: Status, now: float) -> str:
    if status.seconds_left is not None:
        at = time.strftime("%Y-%m-%d %H:%M", time.localtime(now + status.seconds_left))
        busy = sum(study.busy for study in status.studies)
        return f"with the {busy} cores at work now: about {duration(status.seconds_left)} left, until {at}"
    if any(study.left or study.failures for study in status.studies):
        return "no batch is running"
    return "all batches are done"


def list_studies(studies: Sequence[Study[Any]]) -> None:
    """Print every study with its question and its figures."""
    for study in studies:
        OUTPUT.print(f"[bold]{study.name}[/bold]  {study.title}")
        OUTPUT.print(f"  {study.question}")
        OUTPUT.print(f"  figures: {', '.join(figure.name for figure in study.figures) or 'none'}\n")


def describe_study(study: Study[Any]) -> None:
    """Print a study's settings with their meanings, its tables with their columns, and its figures."""
    OUTPUT.print(f"[bold]{study.name}[/bold]  {study.title}\n{study.question}\n\nsettings")
    for name, field in study.settings.model_fields.items():
        OUTPUT.print(
            f"  {name}: {field.description or ''} [dim](default {field.get_default(call_default_factory=True)})[/dim]"
        )
    for table in study.tables:
        OUTPUT.print(f"\ntable {table.name}, key: {', '.join(table.key)}")
        for column in table.columns:
            OUTPUT.print(f"  {column.name} [dim]{column.type}[/dim]  {column.meaning}", soft_wrap=True)
    OUTPUT.print("\nfigures")
    for figure in study.figures:
        OUTPUT.print(f"  {figure.name}: {figure.title}")
