"""How hard it is to find all solutions: nodes and looks, and what a search leaves undecided, by size and density.

A unit is a block of random black-and-white boards of one size and density. On each board both strategies look for two
solutions, with the same budget of nodes: one solution is unique, two are multiple, and what the budget leaves open is
undecided. Work is counted in nodes and in looks at a line, which do not depend on the machine; seconds are the business
of `gridpuzzles.nonogram.studies.timing`.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from gridpuzzles.nonogram.settings import BOARDS_COLUMN, DENSITY_COLUMN, SIZE_COLUMN, Boards, Sweep
from gridpuzzles.study import Column, Figure, Rows, Study, Table, Unit
from gridpuzzles.sums import folded

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

STRATEGIES = ("probe", "branch")
VERDICTS = ("unique", "multiple", "undecided")
CELL = ["size", "density", "strategy"]


class SearchSettings(Sweep):
    """Which boards are searched, and how far."""

    nodes: Annotated[Boards, Field(description="budget of the search, in nodes a board")] = 200


def _units(settings: SearchSettings) -> list[Unit]:
    return [
        _unit(size, density, number, boards, settings.nodes)
        for size in settings.sizes
        for density in settings.densities
        for number, boards in settings.blocks()
    ]


def _unit(size: int, density: int, number: int, boards: int, nodes: int) -> Unit:
    values = {"size": size, "density": density, "boards": boards, "nodes": nodes}
    return Unit(f"{size:02d}x{size:02d}-d{density:02d}-b{number:03d}", values, boards * seconds_a_board(size, density))


def seconds_a_board(size: int, density: int) -> float:
    """Return the estimated CPU seconds of both strategies together, as measured for a budget of 200 nodes."""
    hardness = next(cost for limit, cost in ((35, 2.6), (44, 5.0), (50, 0.7), (100, 0.08)) if density <= limit)
    return 1e-6 * size**3 * hardness + 1e-4


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.nonogram.sampling import coloured_cells, random_grid, read_clues
    from gridpuzzles.nonogram.search import Limits, solve_clues
    from gridpuzzles.seeds import stream_state

    size, density, boards = (unit.settings[name] for name in ("size", "density", "boards"))
    state, limits = stream_state(seed), Limits.of_nodes(unit.settings["nodes"])
    coloured = coloured_cells(density / 100, size * size)
    sums: dict[str, dict[str, int]] = {strategy: dict.fromkeys(_SUMS, 0) for strategy in STRATEGIES}
    for _ in range(boards):
        clues = read_clues(random_grid(state, size, size, coloured, 1))
        found = {strategy: solve_clues(clues, 1, 2, limits, strategy) for strategy in STRATEGIES}  # type: ignore[arg-type]
        _add_board(sums, found)
    rows = [{"size": size, "density": density, "strategy": name, "boards": boards, **sums[name]} for name in STRATEGIES]
    return {name: [row[name] for row in rows] for name in rows[0]}


def _add_board(sums: Mapping[str, dict[str, int]], found: Mapping[str, Any]) -> None:
    """Add a board's searches to the sums of both strategies."""
    verdicts = {strategy: result.verdict for strategy, result in found.items()}
    for strategy, result in found.items():
        other = next(name for name in found if name != strategy)
        row = sums[strategy]
        row[verdicts[strategy]] += 1
        row["only_decided"] += verdicts[strategy] != "undecided" and verdicts[other] == "undecided"
        row["without_branching"] += result.method != "search"
        row["nodes"] += result.nodes
        row["looks"] += result.looks


def _build_cells(batches: "Iterator[pd.DataFrame]", _settings: SearchSettings) -> "pd.DataFrame":
    import numpy as np

    from gridpuzzles.nonogram.estimates import share_columns

    counted = [column.name for column in _UNIT_COLUMNS if column.name not in CELL]
    table = folded(batches, CELL, dict.fromkeys(counted, np.add))
    estimates: dict[str, Any] = {}
    for name in VERDICTS:
        estimates |= share_columns(name, table[name], table["boards"])
    return table.assign(
        **estimates,
        nodes_mean=table["nodes"] / table["boards"],
        looks_mean=table["looks"] / table["boards"],
    )


def _build_differences(batches: "Iterator[pd.DataFrame]", settings: SearchSettings) -> "pd.DataFrame":
    """Compare the strategies on the same boards: the paired difference of the shares that they decide."""
    import pandas as pd

    from gridpuzzles.intervals import paired_difference

    table = _build_cells(batches, settings)
    probe = table[table["strategy"] == "probe"].reset_index(drop=True)
    branch = table[table["strategy"] == "branch"].reset_index(drop=True)
    both = probe["boards"] - probe["undecided"] - probe["only_decided"]
    neither = probe["undecided"] - branch["only_decided"]
    counts = (both, probe["only_decided"], branch["only_decided"], neither)
    intervals = [paired_difference(*map(int, numbers)) for numbers in zip(*counts, strict=True)]
    return pd.DataFrame(
        {
            "size": probe["size"],
            "density": probe["density"],
            "boards": probe["boards"],
            "only_probe": probe["only_decided"],
            "only_branch": branch["only_decided"],
            "difference": [interval.estimate for interval in intervals],
            "difference_low": [interval.low for interval in intervals],
            "difference_high": [interval.high for interval in intervals],
        }
    )


_SUMS = (*VERDICTS, "only_decided", "without_branching", "nodes", "looks")
_UNIT_COLUMNS = (
    SIZE_COLUMN,
    DENSITY_COLUMN,
    Column("strategy", "string", "probe: follow up by probing; branch: follow up by lines only"),
    BOARDS_COLUMN,
    Column("unique", "int64", "boards shown to have one solution"),
    Column("multiple", "int64", "boards shown to have several"),
    Column("undecided", "int64", "boards on which the budget ended before either was shown"),
    Column("only_decided", "int64", "boards that this strategy decides and the other does not"),
    Column("without_branching", "int64", "boards that are solved at the first node"),
    Column("nodes", "int64", "nodes, summed over the boards"),
    Column("looks", "int64", "looks at a line, summed over the boards"),
)

STUDY = Study(
    name="nonogram_search",
    title="Searching for all solutions",
    question="How many random boards are unique, how much search does it take to know, and does probing pay?",
    settings=SearchSettings,
    units=_units,
    run=_run,
    rows=_UNIT_COLUMNS,
    tables=(
        Table(
            name="cells",
            columns=(
                *_UNIT_COLUMNS,
                *(
                    Column(f"{name}_share{end}", "float64", f"share of boards that are {name}{what}")
                    for name in VERDICTS
                    for end, what in (("", ""), ("_low", ", lower 95 % limit"), ("_high", ", upper 95 % limit"))
                ),
                Column("nodes_mean", "float64", "nodes a board"),
                Column("looks_mean", "float64", "looks at a line a board"),
            ),
            key=("size", "density", "strategy"),
            build=_build_cells,
        ),
        Table(
            name="differences",
            columns=(
                SIZE_COLUMN,
                DENSITY_COLUMN,
                BOARDS_COLUMN,
                Column("only_probe", "int64", "boards that only probing decides"),
                Column("only_branch", "int64", "boards that only branching decides"),
                Column("difference", "float64", "share decided by probing minus share decided by branching"),
                Column("difference_low", "float64", "lower limit of its paired 95 % interval"),
                Column("difference_high", "float64", "upper limit of its paired 95 % interval"),
            ),
            key=("size", "density"),
            build=_build_differences,
        ),
    ),
    figures=(
        Figure("verdicts", "Unique, multiple and undecided boards"),
        Figure("effort", "Nodes and looks of the two strategies"),
        Figure("decided_difference", "Boards decided by probing against branching"),
    ),
    random=True,
)
