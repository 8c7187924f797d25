"""Random re-ordering: after a failed tour try again with a new random order, a few times.

A unit is one board under one walk, from all starts; its one row counts the starts that are still incomplete after each
attempt and lists the starts whose first tour failed.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.knight import columns
from gridpuzzles.knight.settings import Walk
from gridpuzzles.settings import Distinct, Sizes, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SECONDS_PER_STEP = 1.2e-8


class ReorderSettings(Settings):
    """Which walks on which square boards, and how many attempts."""

    sizes: Annotated[Sizes, Field(description="sides of the square boards")]
    walks: Annotated[tuple[Walk, ...], Distinct, Field(description="rules with the orders that are tried first")]
    attempts: Annotated[int, whole(1, 100), Field(description="tours tried from a start, the first included")] = 10


def _units(settings: ReorderSettings) -> list[Unit]:
    return [_unit(walk, size, settings.attempts) for walk in settings.walks for size in settings.sizes]


def _unit(walk: Walk, size: int, attempts: int) -> Unit:
    settings = {"rule": walk.rule, "order": walk.order, "size": size, "attempts": attempts}
    return Unit(f"{walk.rule}-{walk.order}-{size:03d}-{attempts}", settings, size**4 * SECONDS_PER_STEP)


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    import numpy as np

    from gridpuzzles.knight.tiebreaks import reorder_block, start_states

    rule, order, size, attempts = (unit.settings[name] for name in ("rule", "order", "size", "attempts"))
    starts = np.arange(size * size, dtype=np.int32)
    result = reorder_block(size, size, starts, start_states(seed, starts), order, attempts, rule)
    # An attempt's number is the last one from which the start was still incomplete, unless that attempt succeeded.
    incomplete_until = np.where(result.rank >= 0, result.attempts - 1, attempts)
    failed = np.flatnonzero(incomplete_until >= 1)
    return {
        **{name: [unit.settings[name]] for name in ("rule", "order", "size")},
        "incomplete": [[int((incomplete_until >= tried).sum()) for tried in range(1, attempts + 1)]],
        "start": [starts[failed]],
        "tried": [result.attempts[failed]],
        "rank": [result.rank[failed]],
    }


def _build_sizes(batches: "Iterator[pd.DataFrame]", _settings: ReorderSettings) -> "pd.DataFrame":
    import pandas as pd

    rows = pd.concat(batches, ignore_index=True).drop(columns=["unit", "start", "tried", "rank"])
    long = rows.explode("incomplete", ignore_index=True)
    attempts = long.groupby(["rule", "order", "size"], sort=False).cumcount() + 1
    return long.assign(attempts=attempts, starts=long["size"] ** 2, incomplete=long["incomplete"].astype("int64"))


def _build_rescues(batches: "Iterator[pd.DataFrame]", _settings: ReorderSettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.knight.orders import unrank

    rows = pd.concat(batches, ignore_index=True).drop(columns=["unit", "incomplete"])
    long = rows.explode(["start", "tried", "rank"], ignore_index=True).dropna(subset="start")
    start, side = long["start"].astype("int64"), long["size"].astype("int64")
    rescued_by = [unrank(int(rank)) if rank >= 0 else "" for rank in long["rank"]]
    return pd.DataFrame(
        {
            **{name: long[name] for name in ("rule", "order", "size")},
            "row": start // side + 1,
            "col": start % side + 1,
            "attempts": long["tried"].astype("int64"),
            "rescued_by": rescued_by,
        }
    )


_COLUMNS = (
    columns.RULE,
    Column("order", "string", "the order tried first"),
    columns.SIZE,
)

STUDY = Study(
    name="knight_reorder",
    title="Random re-ordering after a failure",
    question="How many starts are left incomplete if a failed tour is tried again with a random order?",
    settings=ReorderSettings,
    units=_units,
    run=_run,
    rows=(
        *_COLUMNS,
        Column("incomplete", "list<int64>", "starts incomplete after 1, 2, … attempts"),
        Column("start", "list<int32>", "starts whose first tour failed, flat indices from 0"),
        Column("tried", "list<int32>", "tours tried from each of these starts"),
        Column("rank", "list<int32>", "rank of the order that completed, -1 if none did, for each of these starts"),
    ),
    tables=(
        Table(
            name="sizes",
            columns=(
                *_COLUMNS,
                Column("attempts", "int32", "tours tried from a start at most"),
                Column("incomplete", "int64", "starts still incomplete after so many attempts"),
                Column("starts", "int64", "all starts"),
            ),
            key=("rule", "order", "size", "attempts"),
            build=_build_sizes,
        ),
        Table(
            name="rescues",
            columns=(
                *_COLUMNS,
                Column("row", "int32", "row of a start whose first tour failed, from 1"),
                Column("col", "int32", "column of this start, from 1"),
                Column("attempts", "int32", "tours tried from it"),
                Column("rescued_by", "string", "the order that completed; empty if none did"),
            ),
            key=("rule", "order", "size", "row", "col"),
            build=_build_rescues,
        ),
    ),
    figures=(
        Figure("incomplete_after_attempts", "Incomplete tours left after random re-ordering"),
        Figure("rescue", "A failed start and its rescue"),
    ),
    random=True,
)
