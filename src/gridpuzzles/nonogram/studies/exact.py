"""Every grid of a size: how many are unique, and how many each analyser solves.

A unit is a range of groups of one size: grids whose rows have the same clues. Its rows say, for each number of black
cells and of solutions, how many clue sets there are and what the analysers make of them; everything else is summed
from these. Sides of at most seven cells, and at most 30 cells, are counted.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field

from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.settings import Board, Distinct, board_name, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit
from gridpuzzles.sums import folded

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

UNIQUE_SQUARES = {1: 2, 2: 14, 3: 384, 4: 52362, 5: 25309575, 6: 49745060669}
"""Unique n x n puzzles. Source: OEIS A242876."""
LONGEST_SIDE, MOST_CELLS = 7, 30
GRIDS_A_UNIT = 1 << 20
SECONDS_A_GRID = {False: 2.2e-6, True: 2.0e-6}
"""CPU seconds, without and with probing."""
BLACK = ["rows", "cols", "black", "solutions"]
SOLVED = tuple(f"{level}_solved" for level in LEVELS)
DETERMINED = tuple(f"{level}_determined" for level in LEVELS)


def _check_counted(boards: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    for rows, cols in boards:
        if max(rows, cols) > LONGEST_SIDE or rows * cols > MOST_CELLS:
            raise ValueError(f"{rows}x{cols} has a side beyond {LONGEST_SIDE} or more than {MOST_CELLS} cells")
    return boards


class ExactSettings(Settings):
    """Which boards are counted."""

    boards: Annotated[
        tuple[Board, ...], Distinct, AfterValidator(_check_counted), Field(description="boards, rows x columns")
    ]
    probed_up_to: Annotated[
        int, whole(0, MOST_CELLS), Field(description="most cells of a board that is probed too; on larger ones not")
    ] = 25


def clues_on_line(size: int) -> int:
    """Return the number of clues on a black-and-white line: the Fibonacci number F(size + 2), where F(1) = F(2) = 1.

    (A clue is a way to write at most size + 1 as a sum of numbers of at least 2: each block with the gap behind it.)

    Examples
    --------
    >>> [clues_on_line(size) for size in range(1, 7)]
    [2, 3, 5, 8, 13, 21]
    """
    one, other = 1, 1
    for _ in range(size):
        one, other = other, one + other
    return other


def _units(settings: ExactSettings) -> list[Unit]:
    return [unit for board in settings.boards for unit in _board_units(board, settings.probed_up_to)]


def _board_units(board: tuple[int, int], probed_up_to: int) -> Iterator[Unit]:
    rows, cols = board
    groups = clues_on_line(cols) ** rows
    parts = min(groups, max(1, (1 << (rows * cols)) // GRIDS_A_UNIT))
    probing = rows * cols <= probed_up_to
    cost = SECONDS_A_GRID[probing] * (1 << (rows * cols)) / parts + 0.001
    for part in range(parts):
        first, end = part * groups // parts, (part + 1) * groups // parts
        values = {"rows": rows, "cols": cols, "first": first, "end": end, "probing": probing}
        yield Unit(f"{board_name(board)}-g{first:09d}", values, cost)


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    import numpy as np

    from gridpuzzles.nonogram import counting

    rows, cols, first, end, probing = (unit.settings[name] for name in ("rows", "cols", "first", "end", "probing"))
    sums = counting.count_group_range(rows, cols, first, end, probing)
    black, solutions = np.nonzero(sums[..., counting.CLUE_SETS])
    found = sums[black, solutions]
    return {
        "rows": [rows] * len(found),
        "cols": [cols] * len(found),
        "black": black,
        "solutions": solutions,
        "probed": [probing] * len(found),
        "clue_sets": found[:, counting.CLUE_SETS],
        **{name: found[:, counting.SOLVED + k] for k, name in enumerate(SOLVED)},
        **{name: found[:, counting.DETERMINED + k] for k, name in enumerate(DETERMINED)},
    }


def _build_clue_sets(batches: "Iterator[pd.DataFrame]", _settings: ExactSettings) -> "pd.DataFrame":
    import numpy as np

    keys = [*BLACK, "probed"]
    sums = folded(batches, keys, dict.fromkeys(("clue_sets", *SOLVED, *DETERMINED), np.add))
    return sums.sort_values(keys, ignore_index=True)


def _build_boards(batches: "Iterator[pd.DataFrame]", settings: ExactSettings) -> "pd.DataFrame":
    """Sum over the numbers of black cells and of solutions; a determined cell counts once for each grid."""
    table = _build_clue_sets(batches, settings)
    weighted = table.assign(
        grids=table["clue_sets"] * table["solutions"],
        unique=table["clue_sets"].where(table["solutions"] == 1, 0),
        most_solutions=table["solutions"],
        **{name: table[name] * table["solutions"] for name in DETERMINED},
    )
    sums = dict.fromkeys(("grids", "clue_sets", "unique", *SOLVED, *DETERMINED), "sum")
    boards = weighted.groupby(["rows", "cols", "probed"]).agg({**sums, "most_solutions": "max"}).reset_index()
    cells = boards["grids"] * boards["rows"] * boards["cols"]
    published = [
        UNIQUE_SQUARES.get(rows, 0) if rows == cols else 0
        for rows, cols in zip(boards["rows"], boards["cols"], strict=True)
    ]
    return boards.assign(
        **{f"{level}_ratio": boards[f"{level}_determined"] / cells for level in LEVELS}, published_unique=published
    )


_SIZE_COLUMNS = (Column("rows", "int32", "number of rows"), Column("cols", "int32", "number of columns"))
_SET_COLUMNS = (
    *_SIZE_COLUMNS,
    Column("black", "int32", "number of black cells"),
    Column("solutions", "int32", "number of grids with the same clue set"),
    Column("probed", "bool", "whether the boards were probed; if not, probe repeats line"),
    Column("clue_sets", "int64", "number of such clue sets"),
    *(Column(f"{level}_solved", "int64", f"clue sets that {level} solves") for level in LEVELS),
    *(Column(f"{level}_determined", "int64", f"cells that {level} determines, once a clue set") for level in LEVELS),
)

STUDY = Study(
    name="nonogram_exact",
    title="Every grid of a size",
    question="How many grids have clues of their own, and how many of these does each analyser solve?",
    settings=ExactSettings,
    units=_units,
    run=_run,
    rows=_SET_COLUMNS,
    tables=(
        Table(name="clue_sets", columns=_SET_COLUMNS, key=tuple(BLACK), build=_build_clue_sets),
        Table(
            name="boards",
            columns=(
                *_SIZE_COLUMNS,
                Column("probed", "bool", "whether the boards were probed; if not, probe repeats line"),
                Column("grids", "int64", "all grids"),
                Column("clue_sets", "int64", "different clue sets"),
                Column("unique", "int64", "grids alone with their clue set"),
                *(Column(f"{level}_solved", "int64", f"grids that {level} solves") for level in LEVELS),
                *(
                    Column(f"{level}_determined", "int64", f"cells that {level} determines, summed over all grids")
                    for level in LEVELS
                ),
                Column("most_solutions", "int32", "largest number of grids with the same clue set"),
                *(Column(f"{level}_ratio", "float64", f"mean solvability ratio of {level}") for level in LEVELS),
                Column("published_unique", "int64", "unique grids by OEIS A242876; 0 where it has no value"),
            ),
            key=("rows", "cols"),
            build=_build_boards,
        ),
    ),
    figures=(
        Figure("counts", "Unique and solved grids, exactly"),
        Figure("by_black_cells", "Unique and solved grids by number of black cells"),
        Figure("solutions_per_clue_set", "Number of solutions of all clue sets"),
    ),
)
