"""Runs on a real SLURM: the same bytes as here, whatever is cancelled, killed or too large at first."""

import json
import os
import signal
import time
from contextlib import contextmanager

import pytest

pytestmark = pytest.mark.slow

IMPATIENT = (
    *("--slurm-arrays-status-command", "squeue"),
    *("--slurm-arrays-init-seconds-before-status-checks", "1"),
    *("--max-status-checks-per-second", "10"),
    *("--latency-wait", "10"),
    *("--max-threads", "2"),
    *("--default-resources", "mem_mb=attempt * 2000", "runtime=10"),
)
SWEEP = """
seed: 1
batch_seconds: {seconds}
studies:
  knight_orders: {{boards: [6, 8], mapped: [8], block_seconds: 0.002}}
  toy_dice: {{throws: [2], megabytes: 2200, pause: 4.0}}
  maze_uniformity: {{recipes: [wilson], boards: [2x3], mazes: 100}}
  minesweeper_counters: {{}}
  nonogram_exact: {{boards: [2x2]}}
"""


@contextmanager
def _started(project, config):
    """Start a run on SLURM, and leave nothing behind; what the run here has compiled need not be compiled again."""
    arguments = ("run", str(config), "--profile", "slurm", "--", *IMPATIENT)
    process = project.start(*arguments, NUMBA_CACHE_DIR=str(project.folder / "kernels"))
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        process.stderr.close()


def _finish(process, timeout=400):
    _, said = process.communicate(timeout=timeout)
    assert process.returncode == 0, said
    return said


def _wait_until(condition, process, timeout=300):
    deadline = time.monotonic() + timeout
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.2)


def _at_work(project, run):
    return {path.stem: json.loads(path.read_text()) for path in project.files("*/progress/*.json", run).values()}


def test_a_small_sweep_gives_the_same_bytes_as_here_though_a_batch_runs_out_of_memory_at_first(project, slurm):
    for name, seconds in (("here", 0.5), ("there", 0.2)):
        (project.folder / "config" / f"{name}.yaml").write_text(SWEEP.format(seconds=seconds))
    here = project.run("run", "config/here.yaml", NUMBA_CACHE_DIR=str(project.folder / "kernels"))
    assert here.returncode == 0, here.stderr
    with _started(project, "config/there.yaml") as process:
        said = _finish(process)
    assert project.contents("there") == project.contents("here")
    batches = {name: json.loads(path.read_text()) for name, path in project.files("*/batches/*.json", "there").items()}
    assert all(1 <= batch["threads"] <= 2 for batch in batches.values())
    assert not _at_work(project, "there")
    jobs = slurm.jobs()
    assert {job["nodes"] for job in jobs} == {"n1", "n2"}
    assert said.count("failed: ") == said.count("failed: toy_dice") == 1
    tasks = [job for job in jobs if "_" in job["number"]]
    arrays = {job["number"].partition("_")[0] for job in tasks}
    assert len(batches) - len(arrays) > 3
    (failed,) = (job for job in jobs if job["state"] != "COMPLETED")
    assert failed in tasks
    assert (failed["memory"], failed["state"]) in {("2000M", "OUT_OF_MEMORY"), ("2000M", "FAILED")}
    (repeated,) = (job for job in jobs if "batch" in job["comment"] and job["memory"] == "4000M")
    assert "_toy_dice_" in repeated["comment"]


def test_a_killed_run_is_started_again_and_a_cancelled_job_is_repeated(project, slurm):
    # Two batches and a long pause, so that the jobs that are left and the new ones all start before any of them ends: a
    # job clears the way for its file when it starts, and must not do so while another one looks for the file it made.
    project.finish(project.write_coin_config("calm", coins="[1, 2]"))
    config = project.write_coin_config("killed", coins="[1, 2]", pause=40.0)
    with _started(project, config) as process:
        _wait_until(lambda: _at_work(project, "killed"), process)
        os.killpg(process.pid, signal.SIGKILL)
    orphans = {job["number"] for job in slurm.jobs()}
    status = project.run("status", "killed")
    assert status.returncode == 0, status.stderr
    assert "toy_coin" in status.stdout
    with _started(project, config) as process:
        _wait_until(lambda: _running(slurm) - orphans, process)
        cancelled = min(_running(slurm) - orphans)
        slurm.cancel(cancelled)
        said = _finish(process)
    assert said.count("failed: toy_coin ") == 1, (said, slurm.jobs())
    states = {job["number"]: job["state"] for job in slurm.jobs()}
    assert states.pop(cancelled) == "CANCELLED"
    assert set(states.values()) == {"COMPLETED"}
    # Only the table's metadata knows of the pause; all else is what an undisturbed run gives.
    same = {name: content for name, content in project.contents("killed").items() if name != "toy_coin/sums.parquet"}
    calm = project.contents("calm")
    assert len(same) == len(calm) - 1
    assert all(calm[name] == content for name, content in same.items())


def _running(slurm):
    return {job["number"] for job in slurm.jobs("RUNNING")}
