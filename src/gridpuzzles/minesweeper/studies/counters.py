"""The two single-point rules step by step: what the inner counters of the numbers say before and after each flag.

A scene is a small board with given mines, of which some cells are open; the two rules are applied by the plain
reference, one number at a time, row by row, until a whole pass changes nothing. Each application is a step.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.settings import Distinct
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SCENES: dict[str, tuple[str, ...]] = {
    "mark": ("ooo", "o*o", "*o*"),
    "open": ("o**o", "ooo*", "...."),
}
"""Per scene the rows of its board: ``*`` a mine, ``o`` an open cell, ``.`` a closed safe cell."""


class CountersSettings(Settings):
    """Which scenes are shown."""

    scenes: Annotated[tuple[str, ...], Distinct, Field(description="names of scenes")] = tuple(SCENES)


def _units(settings: CountersSettings) -> list[Unit]:
    return [Unit(scene, {"scene": scene, "board": list(SCENES[scene])}, 0.01) for scene in settings.scenes]


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.minesweeper.steps import follow

    rows = follow(unit.settings["board"])
    return {
        "scene": [unit.settings["scene"]] * len(rows),
        **{name: [getattr(row, name) for row in rows] for name in ("step", "row", "col", "state", "number", "counter")},
        "active": [row.active for row in rows],
        "changed": [row.changed for row in rows],
    }


def _build(batches: "Iterator[pd.DataFrame]", _settings: CountersSettings) -> "pd.DataFrame":
    import pandas as pd

    return pd.concat(batches, ignore_index=True).drop(columns="unit")


_ROWS = (
    Column("scene", "string", "name of the scene"),
    Column("step", "int32", "0 at first, then the number of the step"),
    Column("row", "int32", "row of the cell, from 1"),
    Column("col", "int32", "column of the cell, from 1"),
    Column("state", "string", "closed, marked or open after the step"),
    Column("number", "int32", "what an open cell shows; -1 otherwise"),
    Column("counter", "int32", "its counter after the step; -1 otherwise"),
    Column("active", "string", "mark or open on the number whose rule was applied in this step, else empty"),
    Column("changed", "bool", "whether the step marked or opened the cell"),
)

STUDY = Study(
    name="minesweeper_counters",
    title="Marking and opening, step by step",
    question="How do the counters of the numbers change while cells are marked and opened?",
    settings=CountersSettings,
    units=_units,
    run=_run,
    rows=_ROWS,
    tables=(Table(name="steps", columns=_ROWS, key=("scene", "step", "row", "col"), build=_build),),
    figures=(Figure("steps", "The two rules of the single-point solver, step by step"),),
)
