"""Job arrays without a SLURM: what is put together, what each task runs, and who hears of a failure."""

import os
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from snakemake_interface_common.exceptions import WorkflowError
from snakemake_interface_executor_plugins.registry import ExecutorPluginRegistry

from snakemake_executor_plugin_slurm_arrays import arrays, missing

SBATCH = """#!/bin/sh
number=$(ls "$SAID" | wc -l)
echo "$@" > "$SAID/$number"
cat >> "$SAID/$number"
[ -z "$REFUSES" ] || { echo "sbatch: error: $REFUSES" >&2; exit 1; }
echo "7$number"
"""


class Resources(dict):
    """Resources as Snakemake's: entries are attributes, too."""

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]


class Executor(arrays.Executor):
    """The executor without a workflow; it notes what it reports."""

    def __init__(self, folder):
        self._ready, self._gate, self._cancelled = [], threading.Lock(), threading.Event()
        self._main_event_loop = None
        self._job_submission_executor = ThreadPoolExecutor(1)
        self.slurm_logdir, self.run_uuid, self.max_array_size, self._failed_nodes = folder, "run", 1000, set()
        self.workflow = SimpleNamespace(workdir_init=str(folder), executor_settings=None)
        self.logger = SimpleNamespace(info=lambda _: None)
        self.submitted, self.failed, self.alone, self._submitted_job_clusters = {}, {}, [], set()

    def finish(self):
        self._job_submission_executor.shutdown(wait=True)

    def run_job_pre(self, job):
        pass

    def get_account_arg(self, _job):
        yield ""

    def get_partition_arg(self, _job):
        return ""

    def format_job_exec(self, job):
        return f'echo "it\'s" {job.jobid}'

    def run_job(self, job):
        self.alone.append(job.jobid)

    def report_job_submission(self, info):
        self.submitted[info.job.jobid] = info.external_jobid

    def report_job_error(self, info, msg):
        self.failed[info.job.jobid] = msg


def _job(number, rule="batch", **resources):
    return SimpleNamespace(
        jobid=number, name=rule, threads=1, is_group=lambda: False,
        resources=Resources({"runtime": 15, "mem_mb": 2000, **resources}),
    )  # fmt: skip


@pytest.fixture
def executor(tmp_path, monkeypatch):
    program = tmp_path / "bin" / "sbatch"
    program.parent.mkdir()
    program.write_text(SBATCH)
    program.chmod(0o755)
    said = tmp_path / "said"
    said.mkdir()
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SAID", str(said))
    monkeypatch.setattr(arrays, "GATHERING_SECONDS", 0.1)
    return Executor(tmp_path / "logs")


def _said():
    return {path.name: path.read_text() for path in sorted(Path(os.environ["SAID"]).iterdir())}


def test_jobs_that_ask_for_the_same_become_one_array_whose_tasks_run_their_own_commands(executor):
    executor.run_jobs([_job(1), _job(2, mem_mb=4000), _job(3)])
    executor.run_jobs([_job(4, mem_mb=4000), _job(5, runtime=30), _job(6, rule="tables")])
    executor.run_jobs([_job(7)])
    executor.finish()
    assert executor.submitted == {1: "70_1", 3: "70_2", 7: "70_3", 2: "71_1", 4: "71_2"}
    assert executor.alone == [5, 6]
    assert not executor.failed
    commands = [text.splitlines()[0] for text in _said().values()]
    assert ["--array=1-3" in commands[0], "--array=1-2" in commands[1]] == [True, True]
    assert [("--mem 2000" in text, "--mem 4000" in text) for text in commands] == [(True, False), (False, True)]
    script = _said()["0"].partition("\n")[2]
    for task, number in ((1, 1), (2, 3), (3, 7)):
        shell = subprocess.run(
            ["sh"], input=script, env={"SLURM_ARRAY_TASK_ID": str(task)}, capture_output=True, text=True, check=True
        )
        assert shell.stdout == f"it's {number}\n"


def test_many_jobs_are_several_arrays(executor, monkeypatch):
    monkeypatch.setattr(arrays, "MOST_TASKS", 4)
    executor.run_jobs([_job(number) for number in range(9)])
    executor.finish()
    assert sorted(executor.submitted.values()) == [f"7{array}_{task}" for array in (0, 1) for task in (1, 2, 3, 4)]
    assert executor.alone == [8]


def test_every_job_of_an_array_that_is_refused_fails_with_the_reason(executor, monkeypatch):
    monkeypatch.setenv("REFUSES", "invalid partition")
    executor.run_jobs([_job(1), _job(2)])
    executor.finish()
    assert not executor.submitted
    assert executor.failed == dict.fromkeys((1, 2), "its array was not submitted: sbatch: error: invalid partition")


def test_a_job_whose_request_is_wrong_fails_alone(executor):
    executor.run_jobs([_job(1), _job(2, nodes=0), _job(3)])
    executor.finish()
    assert sorted(executor.submitted) == [1, 3]
    assert list(executor.failed) == [2]
    assert "'nodes' must be an integer" in executor.failed[2]


def test_nothing_is_submitted_after_jobs_are_cancelled(executor):
    executor.run_jobs([_job(1), _job(2)])
    executor.cancel_jobs([])
    executor.finish()
    assert not _said()


def test_no_further_array_is_submitted_if_jobs_are_cancelled_meanwhile(executor):
    executor.logger.info = lambda _: executor.cancel_jobs([])  # said when an array has been submitted
    executor.run_jobs([_job(1), _job(2), _job(3, runtime=30), _job(4, runtime=30), _job(5, runtime=60)])
    executor.finish()
    assert (executor.submitted, executor.alone) == ({1: "70_1", 2: "70_2"}, [])


def test_the_cluster_of_an_array_is_kept_in_mind_for_cancelling(executor):
    executor.run_jobs([_job(1, clusters="east"), _job(2, clusters="east")])
    executor.finish()
    assert executor._submitted_job_clusters == {"east"}


def test_accounting_is_asked_for_tasks_not_for_numbers():
    assert "JobIdRaw" in arrays._official_query("run")
    assert "--format=JobID,State" in arrays.query_by_task("run")


def test_without_the_official_plugin_one_line_says_what_to_install():
    ExecutorPluginRegistry().validate_plugin("slurm-arrays", missing)
    with pytest.raises(WorkflowError, match=r"install gridpuzzles with its extra \[slurm\]"):
        missing.Executor(None, None)
