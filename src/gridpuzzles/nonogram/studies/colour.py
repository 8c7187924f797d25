"""Coloured random boards: what colours give away.

A unit is a block of random boards of one size, density and number of colours; every coloured cell draws one of the
colours. Each board is analysed at all levels; what probing leaves open goes to the search with a budget of nodes, to
see whether the puzzle is unique.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.nonogram.settings import BOARDS_COLUMN, DENSITY_COLUMN, SIZE_COLUMN, Boards, Sweep
from gridpuzzles.settings import Sizes
from gridpuzzles.study import Column, Figure, Rows, Study, Table, Unit
from gridpuzzles.sums import folded

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

MOST_COLOURS = 8
CELL = ["size", "colours", "density"]
VERDICTS = ("unique", "multiple", "undecided")


def _check_colours(values: tuple[int, ...]) -> tuple[int, ...]:
    for value in values:
        if value > MOST_COLOURS:
            raise ValueError(f"{value} is not a number of colours from 1 to {MOST_COLOURS}")
    return values


class ColourSettings(Sweep):
    """Which boards are drawn, and how far the search goes."""

    colours: Annotated[Sizes, AfterValidator(_check_colours), Field(description="numbers of colours besides empty")]
    nodes: Annotated[Boards, Field(description="budget of the search, in nodes a board")] = 100


def _units(settings: ColourSettings) -> list[Unit]:
    return [
        _unit(size, colours, density, number, boards, settings.nodes)
        for size in settings.sizes
        for colours in settings.colours
        for density in settings.densities
        for number, boards in settings.blocks()
    ]


def _unit(size: int, colours: int, density: int, number: int, boards: int, nodes: int) -> Unit:
    values = {"size": size, "colours": colours, "density": density, "boards": boards, "nodes": nodes}
    cost = boards * 1e-6 * size**3 * (1.0 if density <= 50 else 0.3)
    return Unit(f"{size:02d}x{size:02d}-c{colours}-d{density:02d}-b{number:03d}", values, cost)


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.nonogram import sampling
    from gridpuzzles.nonogram.search import Limits, solve_clues
    from gridpuzzles.seeds import stream_state

    size, colours, boards = (unit.settings[name] for name in ("size", "colours", "boards"))
    coloured = sampling.coloured_cells(unit.settings["density"] / 100, size * size)
    sums = sampling.sum_over_boards(stream_state(seed), size, size, coloured, colours, boards, boards)
    verdicts = dict.fromkeys(VERDICTS, 0)
    state, limits = stream_state(seed), Limits.of_nodes(unit.settings["nodes"])
    for _ in range(boards):
        clues = sampling.read_clues(sampling.random_grid(state, size, size, coloured, colours))
        verdicts[solve_clues(clues, colours, 2, limits).verdict] += 1
    row = {
        **{name: unit.settings[name] for name in (*CELL, "boards")},
        **{f"{level}_determined": sums[k, sampling.DETERMINED] for k, level in enumerate(LEVELS)},
        **{f"{level}_squares": sums[k, sampling.SQUARES] for k, level in enumerate(LEVELS)},
        **{f"{level}_solved": sums[k, sampling.SOLVED] for k, level in enumerate(LEVELS)},
        **verdicts,
    }
    return {name: [value] for name, value in row.items()}


def _build_cells(batches: "Iterator[pd.DataFrame]", _settings: ColourSettings) -> "pd.DataFrame":
    import numpy as np

    from gridpuzzles.nonogram.estimates import mean_columns, share_columns

    counted = [column.name for column in _UNIT_COLUMNS if column.name not in CELL]
    table = folded(batches, CELL, dict.fromkeys(counted, np.add))
    cells, boards = table["size"] ** 2, table["boards"]
    estimates: dict[str, Any] = {}
    for level in LEVELS:
        sums = (table[f"{level}_determined"], table[f"{level}_squares"])
        estimates |= mean_columns(f"{level}_ratio", *sums, boards, cells)
        estimates |= share_columns(f"{level}_solved", table[f"{level}_solved"], boards)
    for name in VERDICTS:
        estimates |= share_columns(name, table[name], boards)
    return table.assign(**estimates)


def _interval(name: str, what: str) -> tuple[Column, ...]:
    return (
        Column(name, "float64", what),
        Column(f"{name}_low", "float64", f"lower limit of the 95 % interval of {name}"),
        Column(f"{name}_high", "float64", f"upper limit of the 95 % interval of {name}"),
    )


_UNIT_COLUMNS = (
    SIZE_COLUMN,
    Column("colours", "int32", "number of colours besides empty"),
    DENSITY_COLUMN,
    BOARDS_COLUMN,
    *(Column(f"{level}_determined", "int64", f"cells that {level} determines, summed") for level in LEVELS),
    *(Column(f"{level}_squares", "int64", f"squares of the cells that {level} determines, summed") for level in LEVELS),
    *(Column(f"{level}_solved", "int64", f"boards that {level} solves") for level in LEVELS),
    Column("unique", "int64", "boards shown to have one solution"),
    Column("multiple", "int64", "boards shown to have several solutions"),
    Column("undecided", "int64", "boards on which the budget ended before either was shown"),
)

STUDY = Study(
    name="nonogram_colour",
    title="Coloured boards",
    question="How do the number of colours and the density decide how much gives way, and whether a board is unique?",
    settings=ColourSettings,
    units=_units,
    run=_run,
    rows=_UNIT_COLUMNS,
    tables=(
        Table(
            name="cells",
            columns=(
                *_UNIT_COLUMNS,
                *(
                    column
                    for level in LEVELS
                    for column in (
                        *_interval(f"{level}_ratio_mean", f"mean solvability ratio of {level}; normal interval"),
                        *_interval(f"{level}_solved_share", f"share of boards that {level} solves; Wilson interval"),
                    )
                ),
                *(
                    column
                    for name in VERDICTS
                    for column in _interval(f"{name}_share", f"share of boards that are {name}; Wilson interval")
                ),
            ),
            key=("size", "colours", "density"),
            build=_build_cells,
        ),
    ),
    figures=(
        Figure("ratio_by_colours", "Solvability ratio by number of colours"),
        Figure("unique_by_colours", "Share of unique boards by number of colours"),
    ),
    random=True,
)
