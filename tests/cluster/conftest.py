"""A real SLURM on this machine for the time of a test: two virtual nodes with two CPUs each."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

LOCK = Path("/run/lock/gridpuzzles-slurm")
HERE = Path(__file__).parent
NEEDED = ("slurmctld", "slurmd", "sbatch", "munged", "mungekey", "setpriv")
INSTALL = "apt-get install --no-install-recommends slurm-wlm munge slurm-wlm-basic-plugins"


def _why_not() -> str:
    """Return why no SLURM can be started here, or an empty text."""
    if not Path("/etc/debian_version").exists():
        return "needs Debian's SLURM packages"
    if os.geteuid() != 0:
        return "needs root, to start SLURM's daemons"
    missing = [program for program in NEEDED if shutil.which(program) is None]
    return f"needs {', '.join(missing)}: {INSTALL}" if missing else ""


class Slurm:
    """What the tests ask SLURM."""

    def jobs(self, state: str = "all") -> list[dict[str, str]]:
        """Every job that SLURM knows of in a state: its number, name, state, nodes, memory and comment."""
        fields = {"number": "%i", "name": "%j", "state": "%T", "nodes": "%N", "memory": "%m", "comment": "%k"}
        listed = self._say(
            "squeue", "--noheader", "--array", f"--states={state}", "--format=" + "|".join(fields.values())
        )
        return [dict(zip(fields, line.split("|"), strict=True)) for line in listed.splitlines()]

    def cancel(self, number: str) -> None:
        """Cancel a job as its owner would."""
        self._say("scancel", number)

    def _say(self, *command: str) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def slurm() -> Iterator[Slurm]:
    """Start a SLURM for one test; another test that wants one, in whatever process, waits."""
    why_not = _why_not()
    if why_not:
        pytest.skip(f"no SLURM here: {why_not}")
    with LOCK.open("w") as lock, tempfile.TemporaryDirectory(prefix="gridpuzzles-slurm-") as folder:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            subprocess.run([HERE / "slurm_up.sh", folder], check=True)
            yield Slurm()
        finally:
            subprocess.run([HERE / "slurm_down.sh", folder], check=True)
