"""Runs on a real SLURM: the same bytes as here, whatever is cancelled, killed or too large at first."""

import json
import os
import signal
import time

import pytest

pytestmark = pytest.mark.slow

IMPATIENT = (
    *("--slurm-status-command", "squeue"),
    *("--slurm-init-seconds-before-status-checks", "1"),
    *("--latency-wait", "10"),
    *("--max-threads", "2"),
    *("--default-resources", "mem_mb=attempt * 2000", "runtime=10"),
)
SWEEP = """
seed: 1
batch_seconds: {seconds}
studies:
  knight_orders: {{boards: [6, 8], mapped: [8], block_seconds: 0.002}}
  toy_dice: {{throws: [2, 3]}}
  other_card: {{throws: [1, 2]}}
"""


def _start(project, config):
    """Start a run on SLURM; kernels that the run here has compiled need not be compiled again."""
    arguments = ("run", str(config), "--profile", "slurm", "--", *IMPATIENT)
    return project.start(*arguments, NUMBA_CACHE_DIR=str(project.folder / "kernels"))


def _finish(process, timeout=700):
    _, said = process.communicate(timeout=timeout)
    assert process.returncode == 0, said
    return said


def _wait_until(condition, process, timeout=300):
    deadline = time.monotonic() + timeout
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.2)


def _coin_only(project, name, pause, megabytes=0):
    """Write a config of one study of three batches; the settings enter its table's metadata, but not its rows."""
    path = project.folder / "config" / f"{name}.yaml"
    study = f"{{throws: [1, 2, 3], pause: {pause}, megabytes: {megabytes}}}"
    path.write_text(f"seed: 1\nbatch_seconds: 0.5\nstudies:\n  toy_coin: {study}\n")
    return path.relative_to(project.folder)


def _at_work(project, run):
    return {path.stem: json.loads(path.read_text()) for path in project.files("*/progress/*.json", run).values()}


def _sums(project, run):
    return (project.folder / "results" / run / "toy_coin" / "sums.csv").read_bytes()


def _local_sums(project):
    assert project.run("run", str(_coin_only(project, "here", 0.0))).returncode == 0
    return _sums(project, "here")


def test_a_small_sweep_gives_the_same_bytes_as_here(project, slurm):
    for name, seconds in (("here", 0.5), ("there", 0.2)):
        (project.folder / "config" / f"{name}.yaml").write_text(SWEEP.format(seconds=seconds))
    here = project.run("run", "config/here.yaml", NUMBA_CACHE_DIR=str(project.folder / "kernels"))
    assert here.returncode == 0, here.stderr
    _finish(_start(project, "config/there.yaml"))
    assert project.contents("there") == project.contents("here")
    jobs = slurm.jobs()
    assert {job["nodes"] for job in jobs} == {"n1", "n2"}
    assert {job["state"] for job in jobs} == {"COMPLETED"}
    batches = [json.loads(path.read_text()) for path in project.files("*/batches/*.json", "there").values()]
    assert all(1 <= batch["threads"] <= 2 for batch in batches)
    assert not _at_work(project, "there")


def test_a_cancelled_job_is_run_again(project, slurm):
    expected = _local_sums(project)
    process = _start(project, _coin_only(project, "cancelled", 10.0))
    _wait_until(lambda: _at_work(project, "cancelled"), process)
    name, at_work = next(iter(_at_work(project, "cancelled").items()))
    slurm.cancel(at_work["job"])
    said = _finish(process)
    assert f"failed: toy_coin {name}" in said
    assert _sums(project, "cancelled") == expected


def test_a_batch_that_runs_out_of_memory_gets_more_on_the_next_attempt(project, slurm):
    expected = _local_sums(project)
    process = _start(project, _coin_only(project, "large", 4.0, megabytes=2200))
    said = _finish(process)
    assert "failed: toy_coin" in said
    assert _sums(project, "large") == expected
    assert {"OUT_OF_MEMORY", "COMPLETED"} <= {job["state"] for job in slurm.jobs()}


def test_snakemake_killed_while_jobs_run_is_started_again(project, slurm):
    expected = _local_sums(project)
    config = _coin_only(project, "killed", 10.0)
    process = _start(project, config)
    _wait_until(lambda: _at_work(project, "killed"), process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    assert slurm.jobs("RUNNING")
    status = project.run("status", "killed")
    assert status.returncode == 0, status.stderr
    assert "running" in status.stdout
    _finish(_start(project, config))
    assert _sums(project, "killed") == expected
