"""What the benchmarks of all families share: timing, a C compiler if there is one, and the table that they write.

Times are CPU seconds of the thread, the best of several repeats, and whatever is compared takes turns: other work on
the machine then disturbs all of it alike. Only the ratios travel from one machine to another.
"""

import csv
import ctypes
import json
import os
import platform
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "benchmarks" / "build"
RESULTS = ROOT / "results" / "bench"
COMPILER_FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


@dataclass(frozen=True)
class Row:
    """One line of a table: a measure, its unit, the value of the baseline (None if not measured) and ours."""

    measure: str
    unit: str
    baseline: float | None
    ours: float

    @property
    def ratio(self) -> float | None:
        """How many times the baseline's value ours is contained in it."""
        return None if self.baseline is None else self.baseline / self.ours


def best_seconds(repeats: int, *functions: Callable[[], object]) -> list[float]:
    """Return the least CPU seconds of each function; they take turns, ``repeats`` times."""
    best = [float("inf")] * len(functions)
    for _ in range(repeats):
        for index, function in enumerate(functions):
            begin = time.thread_time()
            function()
            best[index] = min(best[index], time.thread_time() - begin)
    return best


def compiler() -> str | None:
    """Return the path of the C compiler: that of the environment variable CC, or cc."""
    return shutil.which(os.environ.get("CC", "cc"))


def compile_c(source: Path) -> ctypes.CDLL | None:
    """Compile a C file to a library and load it, or return None if there is no compiler."""
    command = compiler()
    if command is None:
        return None
    BUILD.mkdir(exist_ok=True)
    library = BUILD / f"{source.parent.name}_{source.stem}.so"
    subprocess.run([command, *COMPILER_FLAGS, "-o", str(library), str(source)], check=True)
    return ctypes.CDLL(str(library))


def peak_mebibytes() -> float:
    """Return the greatest memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def machine() -> dict[str, str]:
    """Return the names of the machine, its processor and what compiled the code."""
    command = compiler()
    described = "none"
    if command is not None:
        described = subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout
    return {
        "machine": platform.node(),
        "system": platform.platform(),
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "numba": version("numba"),
        "c_compiler": described.splitlines()[0],
        "c_flags": " ".join(COMPILER_FLAGS),
    }


def processor() -> str:
    """Return the name of the processor as far as the system tells it."""
    listing = Path("/proc/cpuinfo")
    names = (
        [line.partition(":")[2] for line in listing.read_text().splitlines() if line.startswith("model name")]
        if (listing.exists())
        else []
    )
    return (names or [platform.processor()])[0].strip()


def report(family: str, rows: Sequence[Row]) -> None:
    """Print the table of a family and write it to results/bench, with a JSON that names the machine."""
    about = machine()
    print(f"{family}, on {about['machine']}: {about['processor']}")
    if about["c_compiler"] == "none":
        print("No C compiler was found, so that there is no baseline and no ratio.")
    for row in rows:
        baseline, ratio = (f"{row.baseline:12.4g}", f"{row.ratio:9.1f}x") if row.baseline is not None else ("-", "-")
        print(f"  {row.measure:<48}{row.unit:<10}{baseline:>12}{row.ours:12.4g}{ratio:>10}")
    RESULTS.mkdir(parents=True, exist_ok=True)
    with (RESULTS / f"{family}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*(field.name for field in fields(Row)), "ratio"])
        writer.writerows([*asdict(row).values(), row.ratio] for row in rows)
    (RESULTS / f"{family}.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
