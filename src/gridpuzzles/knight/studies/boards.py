"""Given orders from every start of many boards: which tours complete, close, and where they end.

A unit is a block of starts of one board under one walk (a rule with an order). Its one row holds, for each start in
row-major order, the flat index of the tour's last square and the number of squares visited.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, model_validator

from gridpuzzles.knight import columns
from gridpuzzles.knight.settings import Walk
from gridpuzzles.settings import Distinct, Sizes
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit
from gridpuzzles.sums import folded

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

SECONDS_PER_STEP = 5.5e-9
STEPS_PER_UNIT = 1_500_000_000


class SizedWalk(Walk):
    """A walk, on all sizes of the study or on sizes of its own."""

    sizes: Sizes | None = None


class BoardsSettings(Settings):
    """Which walks on which square boards."""

    sizes: Annotated[Sizes, Field(description="sides of the square boards")]
    walks: Annotated[
        tuple[SizedWalk, ...], Distinct, Field(description="rules with orders, each with own sizes if given")
    ]
    success_maps: Annotated[Sizes, Field(description="sides of the boards whose starts are mapped")] = (8, 10)
    end_maps: Annotated[Sizes, Field(description="sides of the boards whose end squares are mapped")] = (8, 20)

    @model_validator(mode="after")
    def _walks_differ(self) -> "BoardsSettings":
        labels = [walk.label for walk in self.walks]
        if len(set(labels)) < len(labels):
            raise ValueError(f"walks: {labels} names a walk twice")
        return self

    def sizes_of(self, walk: SizedWalk) -> tuple[int, ...]:
        """Return the sizes on which a walk is run."""
        return self.sizes if walk.sizes is None else walk.sizes


def _units(settings: BoardsSettings) -> list[Unit]:
    return [
        _unit(walk, size, first, last)
        for walk in settings.walks
        for size in settings.sizes_of(walk)
        for first, last in _blocks(size * size)
    ]


def _blocks(cells: int) -> Iterator[tuple[int, int]]:
    """Yield (first, last) start indices of blocks whose tours take about `STEPS_PER_UNIT` steps."""
    count = max(1, STEPS_PER_UNIT // cells)
    for first in range(0, cells, count):
        yield first, min(first + count, cells) - 1


def _unit(walk: Walk, size: int, first: int, last: int) -> Unit:
    cells = size * size
    part = "" if last - first == cells - 1 else f"-{first:05d}"
    settings = {"rule": walk.rule, "order": walk.order, "size": size, "first": first, "last": last}
    return Unit(f"{walk.rule}-{walk.order}-{size:03d}{part}", settings, (last - first + 1) * cells * SECONDS_PER_STEP)


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    import numpy as np

    from gridpuzzles.knight.api import walk_block

    settings = unit.settings
    size, starts = settings["size"], np.arange(settings["first"], settings["last"] + 1, dtype=np.int32)
    end, visited = walk_block(size, size, starts, settings["order"], settings["rule"])
    head = {key: [settings[key]] for key in ("rule", "order", "first")}
    return {**head, "rows": [size], "cols": [size], "end": [end], "visited": [visited]}


def _squares(unit_rows: "pd.DataFrame") -> "pd.DataFrame":
    """Return one row a start: walk, size, start and end (counted from 0), visited, complete, closed."""
    import numpy as np
    import pandas as pd

    from gridpuzzles.knight.model import attacks

    frames = []
    for row in unit_rows.itertuples():
        start = row.first + np.arange(len(row.end), dtype=np.int32)
        complete = row.visited == row.rows * row.cols
        frame = pd.DataFrame({"start": start, "end": row.end, "visited": row.visited, "complete": complete})
        frame["closed"] = complete & attacks(start, row.end, row.cols)
        frames.append(frame.assign(rule=row.rule, order=row.order, rows=row.rows, cols=row.cols))
    return pd.concat(frames, ignore_index=True)


WALK = ["rule", "order"]
BOARD = [*WALK, "rows", "cols"]


def _build_boards(batches: "Iterator[pd.DataFrame]", _settings: BoardsSettings) -> "pd.DataFrame":
    import numpy as np

    counted = ("starts", "complete", "closed", "visited")
    squares = (_squares(batch).assign(starts=1).astype(dict.fromkeys(counted, np.int64)) for batch in batches)
    total = folded(squares, BOARD, dict.fromkeys(counted, np.add))
    return total.assign(incomplete=total["starts"] - total["complete"])


def _build_maps(batches: "Iterator[pd.DataFrame]", settings: BoardsSettings) -> "pd.DataFrame":
    """Keep every start of the boards that are mapped, and count the complete tours that end on each square."""
    import pandas as pd

    mapped = {*settings.success_maps, *settings.end_maps}
    starts = pd.concat(
        [_squares(batch[batch["rows"].isin(mapped)]) for batch in batches if batch["rows"].isin(mapped).any()]
    )
    ends = starts[starts["complete"]].groupby([*BOARD, "end"]).size().rename("ends").reset_index()
    merged = starts.merge(ends.rename(columns={"end": "start"}), how="left", on=[*BOARD, "start"])
    return merged.assign(
        row=merged["start"] // merged["cols"] + 1,
        col=merged["start"] % merged["cols"] + 1,
        end_row=merged["end"] // merged["cols"] + 1,
        end_col=merged["end"] % merged["cols"] + 1,
        ends=merged["ends"].fillna(0).astype("int64"),
    ).drop(columns=["start", "end"])


def _build_sums(batches: "Iterator[pd.DataFrame]", settings: BoardsSettings) -> "pd.DataFrame":
    """Lay all even boards upon each other at their top left corners and add up ends and closed starts."""
    import numpy as np
    import pandas as pd

    side = max(size for walk in settings.walks for size in settings.sizes_of(walk))
    sums = {
        tuple(walk.model_dump(include={"rule", "order"}).values()): np.zeros((2, side, side), np.int64)
        for walk in settings.walks
    }
    for batch in batches:
        for row in batch[batch["rows"] % 2 == 0].itertuples():
            _add(sums[row.rule, row.order], row)
    squares = np.mgrid[1 : side + 1, 1 : side + 1].reshape(2, -1)
    frames = [
        pd.DataFrame({"rule": rule, "order": order, "row": squares[0], "col": squares[1]}).assign(
            ends=ends.ravel(), closed_starts=closed.ravel()
        )
        for (rule, order), (ends, closed) in sums.items()
    ]
    return pd.concat(frames, ignore_index=True)


def _add(sums: "NDArray[np.int64]", row: Any) -> None:
    import numpy as np

    from gridpuzzles.knight.model import attacks

    start = row.first + np.arange(len(row.end), dtype=np.int32)
    complete = row.visited == row.rows * row.cols
    closed = complete & attacks(start, row.end, row.cols)
    for layer, squares in ((0, row.end[complete]), (1, start[closed])):
        counts = np.bincount(squares, minlength=row.rows * row.cols).reshape(row.rows, row.cols)
        sums[layer, : row.rows, : row.cols] += counts


_WALK_COLUMNS = (
    columns.RULE,
    columns.ORDER,
)
_BOARD_COLUMNS = (
    *_WALK_COLUMNS,
    columns.ROWS,
    columns.COLS,
)

STUDY = Study(
    name="knight_boards",
    title="Given orders on many boards",
    question="From which starts does Warnsdorff's rule with a given order complete or close, and where does it end?",
    settings=BoardsSettings,
    units=_units,
    run=_run,
    rows=(
        *_BOARD_COLUMNS,
        Column("first", "int32", "flat index, from 0, of the block's first start"),
        Column("end", "list<int32>", "flat index, from 0, of the last square, a value a start"),
        Column("visited", "list<int32>", "squares visited, a value a start"),
    ),
    tables=(
        Table(
            name="boards",
            columns=(
                *_BOARD_COLUMNS,
                Column("starts", "int64", "starts tried: all squares"),
                Column("complete", "int64", "starts whose tour is complete"),
                Column("incomplete", "int64", "starts whose tour is not complete"),
                Column("closed", "int64", "starts whose tour is closed"),
                Column("visited", "int64", "squares visited, summed over the starts"),
            ),
            key=("rule", "order", "rows", "cols"),
            build=_build_boards,
        ),
        Table(
            name="squares",
            columns=(
                *_BOARD_COLUMNS,
                columns.ROW,
                columns.COL,
                Column("visited", "int32", "squares that the tour from here visits"),
                Column("complete", "bool", "whether the tour from here is complete"),
                Column("closed", "bool", "whether the tour from here is closed"),
                Column("end_row", "int32", "row where the tour from here ends, complete or not"),
                Column("end_col", "int32", "column where the tour from here ends, complete or not"),
                Column("ends", "int64", "complete tours, from all starts, that end here"),
            ),
            key=("rule", "order", "rows", "cols", "row", "col"),
            build=_build_maps,
        ),
        Table(
            name="sums",
            columns=(
                *_WALK_COLUMNS,
                columns.ROW,
                columns.COL,
                Column("ends", "int64", "complete tours that end here, summed over all even boards"),
                Column("closed_starts", "int64", "closed tours that start here, summed over all even boards"),
            ),
            key=("rule", "order", "row", "col"),
            build=_build_sums,
            csv=False,
        ),
    ),
    figures=(
        Figure("closed_tours", "Closed tours by board size"),
        Figure("incomplete_tours", "Incomplete tours by board size"),
        Figure("odd_boards", "Success on odd boards", lambda settings: any(size % 2 for size in settings.sizes)),
        Figure("success_maps", "Which starts complete, close or fail"),
        Figure("end_maps", "Where complete tours end"),
        Figure("ends_summed", "End squares of all complete tours"),
        Figure("closed_starts_summed", "Starts of all closed tours"),
    ),
)
