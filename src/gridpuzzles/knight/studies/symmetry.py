"""The board's symmetries acting on orders: the eight images of one order, and what each does on the board.

A symmetry g of the board maps the tour from a start by an order to the tour from g(start) by g(order). A unit is one
image of the order; its rows are the starts of the board, with a mark where the image's result is the image of the
result.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.knight import columns
from gridpuzzles.knight.settings import Walk
from gridpuzzles.settings import whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SECONDS_PER_STEP = 2e-8
SYMMETRIES_OF_A_SQUARE = 8


class SymmetrySettings(Settings):
    """Which order on which board."""

    walk: Annotated[Walk, Field(description="the rule, and the order whose images are shown")]
    size: Annotated[int, whole(3, 100), Field(description="side of the square board")] = 8


def _units(settings: SymmetrySettings) -> list[Unit]:
    walk, size = settings.walk, settings.size
    fixed = {"rule": walk.rule, "order": walk.order, "size": size}
    return [
        Unit(f"{walk.rule}-{walk.order}-{size:03d}-{number}", {**fixed, "symmetry": number}, size**4 * SECONDS_PER_STEP)
        for number in range(SYMMETRIES_OF_A_SQUARE)
    ]


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    import numpy as np

    from gridpuzzles.knight import sweep_starts
    from gridpuzzles.knight.orders import SYMMETRIES

    rule, order, size = (unit.settings[key] for key in ("rule", "order", "size"))
    symmetry = SYMMETRIES[unit.settings["symmetry"]]
    before, after = sweep_starts(size, size, order, rule), sweep_starts(size, size, symmetry.order(order), rule)
    image = symmetry.squares(size, size)
    agrees = np.empty(size * size, dtype=np.bool_)
    for name in ("complete", "closed", "visited"):
        old, new = getattr(before, name).ravel(), getattr(after, name).ravel()[image]
        agrees[image] = (old == new) & (agrees[image] if name != "complete" else True)
    row, col = np.divmod(np.arange(size * size), size)
    same = {"rule": rule, "order": order, "symmetry": symmetry.name, "image": symmetry.order(order), "size": size}
    return {name: [value] * (size * size) for name, value in same.items()} | {
        "row": row + 1,
        "col": col + 1,
        "complete": after.complete.ravel(),
        "closed": after.closed.ravel(),
        "agrees": agrees,
    }


def _build_starts(batches: "Iterator[pd.DataFrame]", _settings: SymmetrySettings) -> "pd.DataFrame":
    import pandas as pd

    return pd.concat(batches, ignore_index=True).drop(columns="unit")


def _build_images(batches: "Iterator[pd.DataFrame]", settings: SymmetrySettings) -> "pd.DataFrame":
    starts = _build_starts(batches, settings)
    counted = starts.groupby(["rule", "order", "symmetry", "image", "size"], sort=False)
    return counted.agg(
        complete=("complete", "sum"), closed=("closed", "sum"), agreeing=("agrees", "sum"), starts=("agrees", "size")
    ).reset_index()


_IMAGE_COLUMNS = (
    columns.RULE,
    Column("order", "string", "the order whose images are taken"),
    Column("symmetry", "string", "the symmetry of the board"),
    Column("image", "string", "the image of the order under it"),
    columns.SIZE,
)
_START_COLUMNS = (
    *_IMAGE_COLUMNS,
    Column("row", "int32", "row of the start, from 1"),
    Column("col", "int32", "column of the start, from 1"),
    Column("complete", "bool", "whether the tour from here by the image is complete"),
    Column("closed", "bool", "whether the tour from here by the image is closed"),
    Column("agrees", "bool", "whether the result here is that of the order at the preimage of this square"),
)

STUDY = Study(
    name="knight_symmetry",
    title="Symmetric orders",
    question="Do symmetric orders give symmetric results?",
    settings=SymmetrySettings,
    units=_units,
    run=_run,
    rows=_START_COLUMNS,
    tables=(
        Table("starts", _START_COLUMNS, ("image", "row", "col"), _build_starts),
        Table(
            name="images",
            columns=(
                *_IMAGE_COLUMNS,
                Column("complete", "int64", "starts whose tour by the image is complete"),
                Column("closed", "int64", "starts whose tour by the image is closed"),
                Column("agreeing", "int64", "starts whose result is the image of the order's result"),
                Column("starts", "int64", "all starts"),
            ),
            key=("image",),
            build=_build_images,
        ),
    ),
    figures=(
        Figure("axes_of_symmetry", "The board's symmetries and the moves"),
        Figure("eight_images", "An order's eight images and their results"),
    ),
)
