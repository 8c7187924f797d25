"""Running a whole config: one Snakemake at a time in a run's folder, then the report.

The lock is the kernel's advisory lock on one file. Snakemake inherits it, so it holds while any of the two lives and
is gone when both are, however they ended: no stale lock stands in the way after a kill.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from gridpuzzles import __version__
from gridpuzzles.pipeline.layout import HALF_WRITTEN
from gridpuzzles.pipeline.planning import Plan

SNAKEFILE = Path("Snakefile")
PROFILES = Path("config/profiles")
CONFIG_VARIABLE = "GRIDPUZZLES_CONFIG"
ABANDONED_AFTER = 3600
"""Seconds after which a half-written file belongs to nobody."""
FULL_BELOW = 1 << 16
"""Bytes left on a disk below which a failed run is put down to that."""


class RunError(RuntimeError):
    """A run that cannot start or did not finish; its text is one line."""


def run(plan: Plan, cores: int | None, profile: str, arguments: Sequence[str] = ()) -> Path | None:
    """Run everything that a config asks for and that is not there yet; return the report, or None after a dry run.

    Parameters
    ----------
    cores
        How many cores to use, if not as many as the profile says.
    profile
        The name of a folder in ``config/profiles``.
    arguments
        Further arguments for Snakemake.

    Raises
    ------
    RunError
        With one line.
    """
    from gridpuzzles.pipeline.batches import discard_damaged

    if not SNAKEFILE.exists():
        raise RunError("there is no Snakefile here; run this in the project's top folder")
    known = sorted(path.parent.name for path in PROFILES.glob("*/config.yaml"))
    if profile not in known:
        raise RunError(f"profile: {profile!r} is not one of {', '.join(known)} (folders of {PROFILES})")
    with _locked(plan.layout.folder) as lock:
        for study in plan.studies:
            for line in discard_damaged(study, plan.layout):
                print(line, file=sys.stderr, flush=True)
        tidy(plan.layout.folder)
        common = _common_arguments(plan, cores, profile)
        if _snakemake([*common, "--logger", "gridpuzzles", *arguments], plan, lock):
            logs = f"its logs are in {plan.layout.folder}/<study>/logs"
            raise RunError(f"the run stopped before its end; {_full_disk(plan.layout.folder) or logs}")
        if {"-n", "--dry-run", "--dryrun"} & set(arguments):
            return None
        # Here, wherever the jobs ran: with a cluster's profile Snakemake warns of requests that it has no use for.
        _write_report(plan, _common_arguments(plan, cores, "local"), lock)
    return plan.layout.report


def tidy(folder: Path) -> None:
    """Set the time of files from the future to now, and delete what killed processes have left half written.

    Times in the future come from a clock that was ahead, here or on another machine; Snakemake would take all that is
    made of such files for outdated until that time has come. A half-written file that is still young may belong to a
    process at work.
    """
    now = time.time()
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):  # a job of a cluster may rename its file meanwhile
            written = path.stat().st_mtime
            if written > now:
                os.utime(path, (now, now))
            elif path.match(HALF_WRITTEN) and now - written > ABANDONED_AFTER:
                path.unlink()


def _full_disk(folder: Path) -> str:
    """Return a clause that names the disk as the reason of a failure; empty if it has room."""
    if shutil.disk_usage(folder).free >= FULL_BELOW:
        return ""
    return f"the disk that holds {folder} is full: make room and run again, what was finished is kept"


def _common_arguments(plan: Plan, cores: int | None, profile: str) -> list[str]:
    return [
        *("--snakefile", str(SNAKEFILE)),
        *("--configfile", str(plan.config.path)),
        *("--workflow-profile", str(PROFILES / profile)),
        *(("--cores", str(cores)) if cores else ()),
        "--nolock",
    ]


def _snakemake(arguments: Sequence[str], plan: Plan, lock: int) -> int:
    """Return the exit code of Snakemake; on Ctrl-C wait for it, since it has had the same signal."""
    environment = {**os.environ, CONFIG_VARIABLE: str(plan.config.path)}
    command = [sys.executable, "-m", "snakemake", *arguments]
    with subprocess.Popen(command, env=environment, pass_fds=(lock,)) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            return process.wait() or 1


def _write_report(plan: Plan, common: Sequence[str], lock: int) -> None:
    """Write the report unless it is newer than all its figures."""
    report = plan.layout.report
    figures = [plan.layout.figure(s.name, f.name, ".png") for s in plan.studies for f in s.figures]
    if report.exists() and all(path.stat().st_mtime <= report.stat().st_mtime for path in figures):
        return
    plan.layout.overview.write_text(overview(plan), encoding="utf-8")
    temporary = report.with_name(f".{report.stem}.part.html")
    quiet = ["--quiet", "all", "--report", str(temporary)]
    try:
        if _snakemake([*common, *quiet], plan, lock):
            why = _full_disk(plan.layout.folder)
            raise RunError(f"the figures are there, but the report could not be written{why and '; '}{why}")
        temporary.replace(report)
    finally:
        temporary.unlink(missing_ok=True)


def overview(plan: Plan) -> str:
    """Return the first page of the report: what it is, and each study's question."""
    studies = "\n".join(
        f"* **{study.study.title}** (``{study.name}``): {study.study.question}" for study in plan.studies
    )
    return (
        f"**gridpuzzles {__version__}, run {plan.config.run}**, root seed {plan.config.seed}. Choose a study under "
        "*Results*; each figure stands with what one sees, under which definition and with which settings (the i "
        "beside it). The same figures lie as vector PDF, with their numbers as CSV, in the folder ``figures`` beside "
        f"this report; the tables behind them lie in a folder for each study.\n\n{studies}\n"
    )


@contextmanager
def _locked(folder: Path) -> Iterator[int]:
    """Hold the run folder's lock, or raise RunError if another run has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield lock
    except BlockingIOError:
        raise RunError(f"{folder}: another run is at work in this folder; wait for it or stop it") from None
    finally:
        os.close(lock)
