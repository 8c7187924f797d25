"""Gathering batch files into a study's tables, and reading tables back."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gridpuzzles.pipeline import files
from gridpuzzles.pipeline.batches import read_batches
from gridpuzzles.pipeline.layout import Layout
from gridpuzzles.pipeline.planning import StudyPlan
from gridpuzzles.study import JSON, load_study

if TYPE_CHECKING:
    import pandas as pd


def build_tables(plan: StudyPlan, layout: Layout) -> None:
    """Build and write every table of a study from its batch files."""
    gather = plan.study.gather
    gathered = gather(read_batches(plan, layout), plan.settings) if gather else None
    for table in plan.study.tables:
        watch = files.Stopwatch.start()
        frame = table.build(gathered if gather else read_batches(plan, layout), plan.settings)
        arrow = files.from_rows({name: frame[name] for name in frame.columns}, table.columns)
        files.check_key(arrow, table.key)
        path = layout.table(plan.name, table.name)
        if table.csv:
            files.write_csv(arrow, path.with_suffix(".csv"))
        files.write(arrow, path, _determined_by(plan, table.name), watch.read())


def _determined_by(plan: StudyPlan, table: str) -> dict[str, JSON]:
    """Return what determines a table's content."""
    settings = plan.settings.model_dump(mode="json")
    return {"study": plan.name, "table": table, "seed": plan.seed, "settings": settings}


def read_table(folder: Path, study: str, table: str) -> "pd.DataFrame":
    """Return a table of a finished run, for notebooks and scripts.

    Parameters
    ----------
    folder
        The run's folder, for example ``results/quick``.
    study, table
        The names of the study and of one of its tables.

    Raises
    ------
    gridpuzzles.errors.InputError
        With one line, if there is no such table or its file is missing or damaged.
    """
    declared = load_study(study).table(table)
    return files.to_frame(files.read(Layout(folder).table(study, table), declared.columns))


class Tables(Mapping[str, "pd.DataFrame"]):
    """A study's tables as pandas frames, read when first asked for.

    Raises
    ------
    gridpuzzles.pipeline.files.DamagedFileError
        With one line, on asking for a table whose file is missing, damaged or from another config.
    """

    def __init__(self, plan: StudyPlan, layout: Layout) -> None:
        self._plan = plan
        self._layout = layout
        self._read: dict[str, pd.DataFrame] = {}

    def __getitem__(self, name: str) -> "pd.DataFrame":
        if name not in self._read:
            declared = self._plan.study.table(name)
            table = files.read(self.path(name), declared.columns, _determined_by(self._plan, name))
            self._read[name] = files.to_frame(table)
        return self._read[name]

    def path(self, name: str) -> Path:
        """Return the file of a table."""
        return self._layout.table(self._plan.name, name)

    def __iter__(self) -> Iterator[str]:
        return (table.name for table in self._plan.study.tables)

    def __len__(self) -> int:
        return len(self._plan.study.tables)
