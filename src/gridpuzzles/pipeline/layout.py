"""Where everything lies: the names of files below ``results/<run>``."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Layout:
    """The files of one run.

    Attributes
    ----------
    folder
        ``results/<run>``.
    """

    folder: Path

    def batch(self, study: str, batch: str) -> Path:
        """Return the file of a batch's unit rows."""
        return self.batches(study) / f"{batch}.parquet"

    def batches(self, study: str) -> Path:
        """Return the folder of a study's batch files."""
        return self.folder / study / "batches"

    def log(self, study: str, job: str) -> Path:
        """Return a job's log file."""
        return self.folder / study / "logs" / f"{job}.log"

    def benchmark(self, study: str, job: str) -> Path:
        """Return the file of a job's measured time and memory."""
        return self.folder / study / "benchmarks" / f"{job}.tsv"

    def progress(self, study: str, batch: str) -> Path:
        """Return the file in which a batch at work says so; it is gone once the batch is done."""
        return self.folder / study / "progress" / f"{batch}.json"

    def table(self, study: str, table: str) -> Path:
        """Return a table's Parquet file; the CSV file, where there is one, differs in the suffix."""
        return self.folder / study / f"{table}.parquet"

    def figure(self, study: str, figure: str, suffix: str) -> Path:
        """Return a figure's file: ``.pdf``, ``.png``, its data ``.csv``, its caption ``.rst``."""
        return self.folder / "figures" / study / f"{figure}{suffix}"

    @property
    def calibration(self) -> Path:
        """The speeds that `gridpuzzles plan --calibrate` measured, for all runs in these results."""
        return self.folder.parent / "calibration.json"

    @property
    def costs(self) -> Path:
        """The drawing of predicted against measured cost; PNG and CSV beside it."""
        return self.folder / "costs.pdf"

    @property
    def overview(self) -> Path:
        """The first page of the report, in reStructuredText."""
        return self.folder / "report.rst"

    @property
    def report(self) -> Path:
        """The report of all figures."""
        return self.folder / "report.html"


HALF_WRITTEN = ".*.part"
"""Files on their way to their final names."""


def half_written(path: Path) -> Path:
    """Return the temporary name, in the same folder, under which this process on this machine writes a file."""
    return path.with_name(f".{path.name}.{platform.node()}-{os.getpid()}.part")


def side_file(path: Path) -> Path:
    """Return the JSON file beside a Parquet file that holds what differs from run to run."""
    return path.with_suffix(".json")
