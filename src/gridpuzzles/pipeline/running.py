"""Running a whole config: one Snakemake at a time in a run's folder, then the report.

The lock is the kernel's advisory lock on one file. Snakemake inherits it, so it holds while any of the two lives and
is gone when both are, however they ended: no stale lock stands in the way after a kill.
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gridpuzzles import __version__
from gridpuzzles.pipeline.planning import Plan

SNAKEFILE = Path("Snakefile")
PROFILES = Path("config/profiles")
CONFIG_VARIABLE = "GRIDPUZZLES_CONFIG"


class RunError(RuntimeError):
    """A run that cannot start or did not finish; its text is one line."""


def run(plan: Plan, cores: int | None, profile: str, arguments: Sequence[str] = ()) -> None:
    """Run everything that a config asks for and that is not there yet, and write the report.

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
        common = _common_arguments(plan, cores, profile)
        if _snakemake([*common, "--logger", "gridpuzzles", *arguments], plan, lock):
            raise RunError(f"the run stopped before its end; its logs are in {plan.layout.folder}/<study>/logs")
        if not {"-n", "--dry-run", "--dryrun"} & set(arguments):
            _write_report(plan, common, lock)


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
            raise RunError("the figures are there, but the report could not be written")
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
