"""Showing plans and studies in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from gridpuzzles.pipeline.planning import Plan
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


def plan_table(plan: Plan, cores: int, with_batches: bool) -> None:
    """Print a plan: units, batches, figures and estimated CPU time of each study, and the estimated wall time."""
    grid = Grid("study", box=None, pad_edge=False)
    for head in ("units", "batches", "done", "figures", "CPU time"):
        grid.add_column(head, justify="right")
    for study in plan.studies:
        done = sum(plan.layout.batch(study.name, batch.name).exists() for batch in study.batches)
        counts = (len(study.units), len(study.batches), done, len(study.figures))
        grid.add_row(study.name, *map(str, counts), duration(study.cost))
    OUTPUT.print(grid)
    total = sum(study.cost for study in plan.studies)
    OUTPUT.print(f"\nestimated: {duration(total)} of CPU time, {duration(total / cores)} on {cores} cores")
    if with_batches:
        for study in plan.studies:
            for batch in study.batches:
                OUTPUT.print(
                    f"{study.name} {batch.name} ({len(batch.units)} units, {duration(batch.cost)})", soft_wrap=True
                )


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
