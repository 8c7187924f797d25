"""Jobs that are ready at about the same time and ask for the same become one job array.

Vocabulary
----------
request
    The ``sbatch`` command of a job, without what is to be run: time, memory, CPUs, account, partition and so on.
task
    A job of an array; SLURM calls task k of array A ``A_k``.

The official plugin does all else: requests, status, logs, cancelling, single jobs. It can submit arrays as well, but
all tasks get the first one's request and wait for the first one's output, and a job that is ready alone may be dropped
(docs/decisions/0008-job-arrays.md). Here the array's script has, for each task, the very command that the job would
have had alone.
"""

import shlex
import subprocess
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import snakemake_executor_plugin_slurm as slurm
from snakemake_executor_plugin_slurm.submit_string import get_submit_command
from snakemake_executor_plugin_slurm.utils import set_gres_string
from snakemake_executor_plugin_slurm.validation import validate_or_get_slurm_job_id, validate_slurm_extra
from snakemake_interface_executor_plugins.executors.base import SubmittedJobInfo
from snakemake_interface_executor_plugins.jobs import JobExecutorInterface

GATHERING_SECONDS = 3.0
"""How long jobs that are ready wait for others: those of jobs that end in one round of status queries come apart."""
MOST_TASKS = 500
"""Tasks of an array: their commands, some kB each, are its script, which SLURM allows four MB."""

Jobs = Sequence[JobExecutorInterface]


class Executor(slurm.Executor):  # type: ignore[misc]
    """Submits arrays where several jobs make the same request."""

    def __post_init__(self, test_mode: bool = False) -> None:
        super().__post_init__(test_mode)
        self._ready: list[JobExecutorInterface] = []
        self._gate = threading.Lock()
        self._cancelled = threading.Event()
        slurm.query_job_status_sacct = query_by_task

    def run_jobs(self, jobs: Jobs) -> None:
        """Submit jobs soon, together with others that become ready."""
        super().run_jobs([])  # keeps the event loop, by which threads report
        for job in jobs:
            self.run_job_pre(job)
        with self._gate:
            first = not self._ready
            self._ready.extend(jobs)
        if first and jobs:
            self._job_submission_executor.submit(self._submit_ready)

    def cancel_jobs(self, active_jobs: list[SubmittedJobInfo]) -> None:
        """Cancel jobs, and submit none of those that still wait."""
        self._cancelled.set()
        super().cancel_jobs(active_jobs)

    def _submit_ready(self) -> None:
        self._cancelled.wait(GATHERING_SECONDS)
        with self._gate:
            jobs, self._ready = self._ready, []
        by_request: dict[str, list[JobExecutorInterface]] = defaultdict(list)
        for job in jobs:
            try:
                by_request["" if job.is_group() else self._request(job)].append(job)
            except Exception as error:  # whatever happens in this thread, Snakemake has to hear of it
                self._report_job_error_threadsafe(SubmittedJobInfo(job), f"it cannot be submitted: {error}")
        for request, alike in by_request.items():
            for tasks in _parts(alike, min(MOST_TASKS, self.max_array_size)):
                if self._cancelled.is_set():
                    return
                if request and len(tasks) > 1:
                    self._submit_array(tasks, request)
                else:
                    for job in tasks:
                        self.run_job(job)

    def _request(self, job: JobExecutorInterface) -> str:
        """Return a job's request; jobs of different rules never make the same."""
        validate_slurm_extra(job)
        logs = self.slurm_logdir / f"rule_{job.name}"
        logs.mkdir(parents=True, exist_ok=True)
        parameters = {
            "run_uuid": self.run_uuid,
            "slurm_logfile": logs / "%A_%a.log",
            "comment_str": f"rule_{job.name}",
            "account": next(self.get_account_arg(job)),
            "partition": self.get_partition_arg(job),
            "workdir": self.workflow.workdir_init,
        }
        settings = self.workflow.executor_settings
        command = get_submit_command(job, parameters, settings=settings, failed_nodes=self._failed_nodes)
        return f"{command}{set_gres_string(job)}"

    def _submit_array(self, jobs: Jobs, request: str) -> None:
        """Submit jobs as one array, and report each of them as submitted or as failed."""
        try:
            command = [*shlex.split(request), f"--array=1-{len(jobs)}"]
            script = array_script([self.format_job_exec(job) for job in jobs])
            said = subprocess.run(command, input=script, capture_output=True, text=True, check=True).stdout
            array = validate_or_get_slurm_job_id(said.strip().split(";")[0], said)
        except Exception as error:  # as above
            why = error.stderr.strip() if isinstance(error, subprocess.CalledProcessError) else error
            for job in jobs:
                self._report_job_error_threadsafe(SubmittedJobInfo(job), f"its array was not submitted: {why}")
            return
        self.logger.info(f"{len(jobs)} jobs have been submitted as SLURM's job array {array}.")
        clusters = (jobs[0].resources.get(name) for name in ("cluster", "clusters", "slurm_cluster"))
        self._submitted_job_clusters.update(cluster for cluster in clusters if cluster)
        for task, job in enumerate(jobs, start=1):
            number = f"{array}_{task}"
            log = self.slurm_logdir / f"rule_{job.name}" / f"{number}.log"
            self._report_job_submission_threadsafe(SubmittedJobInfo(job, number, {"slurm_logfile": log}))


def array_script(commands: Sequence[str]) -> str:
    """Return a script that runs the command of the task in which it is run.

    Examples
    --------
    >>> print(array_script(["first", "second"]))
    #!/bin/sh
    case $SLURM_ARRAY_TASK_ID in
    1) first ;;
    2) second ;;
    esac
    """
    tasks = (f"{task}) {command} ;;" for task, command in enumerate(commands, start=1))
    return "\n".join(["#!/bin/sh", "case $SLURM_ARRAY_TASK_ID in", *tasks, "esac"])


def query_by_task(run: str) -> str:
    """Return the command that asks the accounting for a run's jobs, with names ``A_k`` for tasks.

    The official one asks for numbers. A task's own is not known before it starts, and that of the array, which belongs
    to one of the tasks, would be taken for all.
    """
    return str(_official_query(run)).replace("JobIdRaw", "JobID")


_official_query: Any = slurm.query_job_status_sacct


def _parts(jobs: Jobs, most: int) -> Iterator[Jobs]:
    for first in range(0, len(jobs), most):
        yield jobs[first : first + most]
