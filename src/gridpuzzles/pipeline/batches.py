"""Running a batch: its units on joblib's workers, its rows in one file.

The workers are threads of this process, or, if the environment variable GRIDPUZZLES_DASK names the address of a
dask.distributed scheduler, the workers of that cluster.
"""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import joblib
import pyarrow as pa

from gridpuzzles.pipeline import files, progress
from gridpuzzles.pipeline.layout import Layout
from gridpuzzles.pipeline.planning import Batch, StudyPlan
from gridpuzzles.seeds import seed_sequence
from gridpuzzles.study import Column, Rows, Study, Unit

if TYPE_CHECKING:
    import pandas as pd

DASK_VARIABLE = "GRIDPUZZLES_DASK"
UNIT_COLUMN = Column("unit", "string", "the unit that gave the row")


def row_columns(study: Study[Any]) -> tuple[Column, ...]:
    """Return the columns of a study's batch files."""
    return (UNIT_COLUMN, *study.rows)


def run_batch(plan: StudyPlan, batch: Batch, layout: Layout, threads: int) -> None:
    """Compute a batch and write its file.

    Rows of units that an older batch file of the same code already holds are taken over from there.
    """
    with progress.reporting(layout.progress(plan.name, batch.name), threads):
        watch = files.Stopwatch.start()
        code = files.fingerprint(plan.study.row_sources())
        known = _known_rows(plan, batch, layout, code)
        missing = [unit for unit in batch.units if unit.key not in known]
        computed, seconds = _compute(plan, missing, threads)
        table = pa.concat_tables([{**known, **computed}[unit.key] for unit in batch.units])
        files.write(
            table,
            layout.batch(plan.name, batch.name),
            {"study": plan.name, "seed": plan.seed, "code": code, "units": {u.key: u.digest for u in batch.units}},
            {**watch.read(), "threads": threads, "unit_cpu_seconds": seconds, "taken_over": sorted(known)},
        )


def _compute(plan: StudyPlan, units: Sequence[Unit], threads: int) -> tuple[dict[str, pa.Table], dict[str, float]]:
    """Return each unit's rows and CPU seconds.

    The dearest units start first, so that the workers end together. A single worker goes by an order that is as good as
    drawn: batches that start side by side, with kernels still to be compiled, then rarely compile the same one at once.
    """
    keyed: dict[str, tuple[pa.Table, float]] = {}
    with _workers(threads, plan.study.timed) as parallel:
        alone = parallel.n_jobs == 1
        ordered = sorted(units, key=lambda unit: unit.digest if alone else -unit.cost)
        jobs = (joblib.delayed(compute_unit)(plan.study, plan.seed, unit) for unit in ordered)
        for unit, (table, seconds) in zip(ordered, parallel(jobs), strict=True):
            print(f"{unit.key}: {table.num_rows} rows in {seconds:.2f} CPU s (expected {unit.cost:.2f})", flush=True)
            keyed[unit.key] = (table, seconds)
    return {key: table for key, (table, _) in keyed.items()}, {key: time for key, (_, time) in keyed.items()}


@contextmanager
def _workers(threads: int, timed: bool) -> Iterator[joblib.Parallel]:
    """Give joblib's workers: threads of this process, one if time is measured; or those of a Dask cluster."""
    address = os.environ.get(DASK_VARIABLE)
    if timed or not address:
        yield joblib.Parallel(n_jobs=1 if timed else threads, prefer="threads", return_as="generator")
        return
    from distributed import Client

    with Client(address, set_as_default=False) as client, joblib.parallel_config("dask", client=client):
        yield joblib.Parallel(n_jobs=-1, return_as="generator")


def compute_unit(study: Study[Any], seed: int, unit: Unit) -> tuple[pa.Table, float]:
    """Return a unit's rows and the CPU seconds they took."""
    started = time.thread_time()
    rows: Rows = study.run(unit, seed_sequence(seed, study.name, unit.key))
    table = to_table(study, unit, rows)
    return table, round(time.thread_time() - started, 4)


def to_table(study: Study[Any], unit: Unit, rows: Rows) -> pa.Table:
    """Return a unit's rows as an Arrow table with the unit's key as first column."""
    count = len(next(iter(rows.values())))
    return files.from_rows({"unit": [unit.key] * count, **rows}, row_columns(study))


def _known_rows(plan: StudyPlan, batch: Batch, layout: Layout, code: str) -> dict[str, pa.Table]:
    """Return the rows of this batch's units that stand in older, now unplanned files of the same code and seed."""
    if plan.study.timed:
        return {}
    planned = {other.name for other in plan.batches}
    wanted = {unit.key: unit.digest for unit in batch.units}
    known: dict[str, pa.Table] = {}
    for path in sorted(layout.batches(plan.name).glob("*.parquet")):
        if path.stem not in planned:
            known.update(_rows_from(path, plan, wanted, code))
    return known


def _rows_from(path: Path, plan: StudyPlan, wanted: Mapping[str, str], code: str) -> dict[str, pa.Table]:
    """Return the rows of the wanted units that a file holds; it is read only if its metadata names some of them."""
    import pyarrow.compute as pc

    try:
        document = files.determined_by(path)
        held = document.get("units")
        if not isinstance(held, dict):
            return {}
        shared = [key for key, digest in wanted.items() if held.get(key) == digest]
        if not shared or document.get("code") != code or document.get("seed") != plan.seed:
            return {}
        table = files.read(path, row_columns(plan.study))
    except files.DamagedFileError:
        return {}
    return {key: table.filter(pc.equal(table["unit"], key)) for key in shared}


def check_batch(plan: StudyPlan, batch: Batch, layout: Layout, code: str) -> None:
    """Raise DamagedFileError unless the batch's file is whole and holds this work, done by this code."""
    path = layout.batch(plan.name, batch.name)
    document = files.check(path)
    if document.get("units") != {unit.key: unit.digest for unit in batch.units} or document.get("seed") != plan.seed:
        raise files.DamagedFileError(f"{path}: holds other units than this config asks for")
    if document.get("code") != code:
        raise files.DamagedFileError(f"{path}: was computed by other code than this version's")


def read_batches(plan: StudyPlan, layout: Layout) -> "Iterator[pd.DataFrame]":
    """Yield the rows of one checked batch file after the other, in the order of the plan.

    Raises
    ------
    gridpuzzles.pipeline.files.DamagedFileError
        With one line, if a file is missing, damaged or from other work.
    """
    code = files.fingerprint(plan.study.row_sources())
    for batch in plan.batches:
        check_batch(plan, batch, layout, code)
        yield files.to_frame(files.read(layout.batch(plan.name, batch.name), row_columns(plan.study)))


def discard_damaged(plan: StudyPlan, layout: Layout) -> list[str]:
    """Delete batch files that are damaged or from other work, so that they are computed anew; say what was deleted."""
    code = files.fingerprint(plan.study.row_sources())
    said = []
    for batch in plan.batches:
        path = layout.batch(plan.name, batch.name)
        if path.exists():
            try:
                check_batch(plan, batch, layout, code)
            except files.DamagedFileError as error:
                path.unlink()
                said.append(f"{error}; it is computed anew")
    return said
