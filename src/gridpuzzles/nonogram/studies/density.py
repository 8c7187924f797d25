"""How much of a random board gives way to each analyser, by size and density.

A unit is a block of random black-and-white boards of one size and density. Every board is analysed at all levels, each
going on from where the one before came to rest (which gives the same as starting anew, since the levels are nested);
the first boards of a block are probed too.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.nonogram.settings import BOARDS_COLUMN, DENSITY_COLUMN, SIZE_COLUMN, Boards, Sweep
from gridpuzzles.study import Column, Figure, Rows, Study, Table, Unit
from gridpuzzles.sums import folded

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

CELL = ["size", "density", "level"]
SUMS = ("boards", "determined", "squares", "solved", "started", "gain", "gain_squares", "gained")
"""The names of `gridpuzzles.nonogram.sampling`'s sums, in their order."""


class DensitySettings(Sweep):
    """Which boards are drawn, and how many of them are probed."""

    probed: Annotated[Boards, Field(description="boards a block that are probed too; at most the block")] = 1000
    curves: Annotated[tuple[int, ...], Field(description="sizes of the phase curves; default: up to five of all")] = ()


def seconds_by_line(size: int, boards: int) -> float:
    """Return the estimated CPU seconds of the three line levels."""
    return boards * 1e-6 * (2 + 0.06 * size * size)


def seconds_by_probing(size: int, density: int, boards: int) -> float:
    """Return the estimated CPU seconds of probing: dear where lines give little and trials reach far."""
    microseconds = next(cost for limit, cost in ((35, 2.2), (45, 5.0), (50, 1.5), (100, 0.05)) if density <= limit)
    return boards * 1e-6 * microseconds * size * size


def _units(settings: DensitySettings) -> list[Unit]:
    return [
        _unit(size, density, number, boards, min(boards, settings.probed))
        for size in settings.sizes
        for density in settings.densities
        for number, boards in settings.blocks()
    ]


def _unit(size: int, density: int, number: int, boards: int, probed: int) -> Unit:
    values = {"size": size, "density": density, "boards": boards, "probed": probed}
    cost = seconds_by_line(size, boards) + seconds_by_probing(size, density, probed)
    return Unit(f"{size:02d}x{size:02d}-d{density:02d}-b{number:03d}", values, cost)


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.nonogram.sampling import coloured_cells, sum_over_boards
    from gridpuzzles.seeds import stream_state

    size, density = unit.settings["size"], unit.settings["density"]
    coloured = coloured_cells(density / 100, size * size)
    boards, probed = unit.settings["boards"], unit.settings["probed"]
    sums = sum_over_boards(stream_state(seed), size, size, coloured, 1, boards, probed)
    return {
        "size": [size] * len(LEVELS),
        "density": [density] * len(LEVELS),
        "level": list(LEVELS),
        **{name: sums[:, number] for number, name in enumerate(SUMS)},
    }


def _build_cells(batches: "Iterator[pd.DataFrame]", _settings: DensitySettings) -> "pd.DataFrame":
    """Sum the blocks of each cell, and add means and shares with their 95 % limits."""
    import numpy as np

    from gridpuzzles.nonogram.estimates import mean_columns, share_columns

    table = folded(batches, CELL, dict.fromkeys(SUMS, np.add))
    cells = table["size"] ** 2
    return table.assign(
        **mean_columns("ratio", table["determined"], table["squares"], table["boards"], cells),
        **share_columns("solved", table["solved"], table["boards"]),
        **share_columns("started", table["started"], table["boards"]),
        **mean_columns("gain", table["gain"], table["gain_squares"], table["boards"], cells),
    )


_LEVEL_COLUMN = Column("level", "string", "the analyser: boxes, emptiness, line or probe")
_SUM_COLUMNS = (
    BOARDS_COLUMN,
    Column("determined", "int64", "determined cells, summed over the boards"),
    Column("squares", "int64", "squares of the determined cells of a board, summed over the boards"),
    Column("solved", "int64", "boards whose cells are all determined"),
    Column("started", "int64", "boards with at least one determined cell"),
    Column("gain", "int64", "cells determined beyond the level before, summed over the boards (boxes: beyond nothing)"),
    Column("gain_squares", "int64", "squares of this gain, summed over the boards"),
    Column("gained", "int64", "boards with such a gain"),
)


def _interval(name: str, what: str) -> tuple[Column, ...]:
    return (
        Column(f"{name}", "float64", what),
        Column(f"{name}_low", "float64", f"lower limit of the 95 % interval of {name}"),
        Column(f"{name}_high", "float64", f"upper limit of the 95 % interval of {name}"),
    )


def _is_plane(settings: DensitySettings) -> bool:
    return len(settings.sizes) > 1 and len(settings.densities) > 1


STUDY = Study(
    name="nonogram_density",
    title="Solvability of random boards",
    question="How much of a random nonogram can each analyser determine, by size and density?",
    settings=DensitySettings,
    units=_units,
    run=_run,
    rows=(SIZE_COLUMN, DENSITY_COLUMN, _LEVEL_COLUMN, *_SUM_COLUMNS),
    tables=(
        Table(
            name="cells",
            columns=(
                SIZE_COLUMN,
                DENSITY_COLUMN,
                _LEVEL_COLUMN,
                *_SUM_COLUMNS,
                *_interval("ratio_mean", "solvability ratio, mean over the boards; normal interval"),
                *_interval("solved_share", "share of boards that are solved; Wilson interval"),
                *_interval("started_share", "share of boards with a determined cell; Wilson interval"),
                *_interval(
                    "gain_mean", "gain over the level before, of all cells, on the same boards; normal interval"
                ),
            ),
            key=("size", "density", "level"),
            build=_build_cells,
        ),
    ),
    figures=(
        Figure("ratio_maps", "Mean solvability ratio by size and density", _is_plane),
        Figure("solved_maps", "Share of boards fully solved by size and density", _is_plane),
        Figure("gain_maps", "Where each analyser beats the one before", _is_plane),
        Figure("started_maps", "Share of boards with at least one cell deduced", _is_plane),
        Figure("phase_curves", "Phase curves of the analysers", lambda s: len(s.densities) > 1),
    ),
    random=True,
)
