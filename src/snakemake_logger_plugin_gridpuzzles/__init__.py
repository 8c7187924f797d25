"""What a user sees while Snakemake works: jobs done of all, what is running, time left.

A Snakemake logger plugin, used by ``gridpuzzles run``. On a terminal it keeps one live bar; elsewhere it prints a line
for each finished job. The time left comes from the cost model: the CPU seconds still to do at the speed so far.
"""

import os
import re
import sys
import time
from collections import deque
from dataclasses import dataclass
from logging import WARNING, LogRecord
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

from gridpuzzles.pipeline.planning import plan
from gridpuzzles.pipeline.running import CONFIG_VARIABLE
from gridpuzzles.pipeline.showing import duration

START_UP_COST = 1.5
"""CPU seconds that any job takes to start."""
OTHER_JOB_COST = 2.5
"""CPU seconds that a job that is not a batch (tables, figures) usually takes."""
LOG_TAIL = 15
FAILED_JOB = re.compile("CalledProcessError|job execution failed|job did not complete")


@dataclass(frozen=True)
class Job:
    """A running job: what to call it, its estimated cost, its log files."""

    name: str
    cost: float
    logs: tuple[str, ...]


class LogHandler(LogHandlerBase):
    """Follows Snakemake's events."""

    def __post_init__(self) -> None:
        self._console = Console(file=sys.stderr, highlight=False)
        self._costs = _batch_costs()
        self._running: dict[int, Job] = {}
        self._failed = False
        self._done_cost = 0.0
        self._total_cost = 0.0
        self._started = time.monotonic()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task = self._bar.add_task("planning", total=None, left="")

    def emit(self, record: LogRecord) -> None:
        """Show one event."""
        follow = {
            LogEvent.RUN_INFO: self._begin,
            LogEvent.JOB_INFO: self._job_started,
            LogEvent.JOB_FINISHED: self._job_finished,
            LogEvent.JOB_ERROR: self._job_failed,
        }.get(getattr(record, "event", None))  # type: ignore[arg-type]
        if follow:
            follow(record.__dict__)
        elif record.levelno >= WARNING and self._is_news(record.getMessage()):
            self._console.print(record.getMessage(), markup=False, soft_wrap=True)

    def _is_news(self, message: str) -> bool:
        """Whether a warning or error says more than the failed job's own log, which is shown already."""
        return message not in {"", "None"} and not (self._failed and FAILED_JOB.search(message))

    def close(self) -> None:
        """Take the bar off the screen."""
        self._bar.stop()
        super().close()

    def _begin(self, event: dict[str, Any]) -> None:
        jobs = {rule: count for rule, count in event["stats"].items() if rule not in {"total", "all"}}
        others = sum(count for rule, count in jobs.items() if rule != "batch")
        self._total = sum(jobs.values())
        self._total_cost = sum(self._costs.values()) + OTHER_JOB_COST * others
        self._bar.update(self._task, total=self._total)
        self._bar.start()
        work = f"{self._total - others} batches and {others} other jobs to do"
        self._console.print(f"{work}, about {duration(self._total_cost)} of CPU time")

    def _job_started(self, event: dict[str, Any]) -> None:
        if event["rule_name"] != "all":
            self._running[event["jobid"]] = self._job(event)
            self._show()

    def _job(self, event: dict[str, Any]) -> Job:
        names = event["wildcards"]
        logs = tuple(str(path) for path in event["log"])
        if "batch" in names:
            cost = self._costs.get((names["study"], names["batch"]), OTHER_JOB_COST)
            return Job(f"{names['study']} {names['batch']}", cost, logs)
        study, _, kind = event["rule_name"].rpartition("_")
        return Job(f"{study} {kind}", OTHER_JOB_COST, logs)

    def _job_finished(self, event: dict[str, Any]) -> None:
        job = self._running.pop(event["job_id"], None)
        if job is None:
            return
        self._done_cost += job.cost
        self._bar.advance(self._task)
        self._show()
        if not self._console.is_terminal:
            done = int(self._bar.tasks[0].completed)
            self._console.print(f"[{done}/{self._total}] {job.name}; {self._time_left()}", markup=False, soft_wrap=True)

    def _job_failed(self, event: dict[str, Any]) -> None:
        job = self._running.pop(event["jobid"], None)
        self._failed = True
        self._console.print(f"failed: {job.name if job else event['rule_name']}", style="bold red")
        for path in job.logs if job else ():
            self._console.print(f"  the end of {path}:", markup=False, soft_wrap=True)
            for line in _last_lines(Path(path)):
                self._console.print(f"  | {line}", markup=False, soft_wrap=True)

    def _show(self) -> None:
        names = ", ".join(job.name for job in self._running.values())
        self._bar.update(self._task, description=names[:60] or "waiting", left=self._time_left())

    def _time_left(self) -> str:
        if not self._done_cost:
            return ""
        speed = self._done_cost / (time.monotonic() - self._started)
        return f"about {duration(max(0.0, self._total_cost - self._done_cost) / speed)} left"

    @property
    def writes_to_stream(self) -> bool:
        """It replaces Snakemake's own output."""
        return True

    @property
    def writes_to_file(self) -> bool:
        """It writes no file."""
        return False

    @property
    def has_filter(self) -> bool:
        """It takes every event."""
        return True

    @property
    def has_formatter(self) -> bool:
        """It formats by itself."""
        return True

    @property
    def needs_rulegraph(self) -> bool:
        """It does not show the graph of rules."""
        return False


def _batch_costs() -> dict[tuple[str, str], float]:
    """Return the estimated cost of every batch that has no file yet, by study and name."""
    config = os.environ.get(CONFIG_VARIABLE)
    if config is None:
        return {}
    planned = plan(Path(config))
    return {
        (study.name, batch.name): batch.cost + START_UP_COST
        for study in planned.studies
        for batch in study.batches
        if not planned.layout.batch(study.name, batch.name).exists()
    }


def _last_lines(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return [line.rstrip("\n") for line in deque(stream, maxlen=LOG_TAIL)]
    except OSError:
        return []
