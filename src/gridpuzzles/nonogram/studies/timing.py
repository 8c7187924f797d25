"""Seconds of propagation and of search, by size and density.

A unit is one size and density; it runs alone. The same boards go through complete line solving, probing, and both
strategies of the search with a budget of nodes; each step is timed over
all boards, several times, and the fastest counts.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.nonogram.settings import BOARDS_COLUMN, DENSITY_COLUMN, SIZE_COLUMN, Boards, Sweep
from gridpuzzles.study import Column, Figure, Rows, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

REPEATS = 3
STEPS = ("line", "probe", "search by probing", "search by branching")


class TimingSettings(Sweep):
    """Which boards are timed, and how far the search goes."""

    nodes: Annotated[Boards, Field(description="budget of the search, in nodes a board")] = 200


def _units(settings: TimingSettings) -> list[Unit]:
    from gridpuzzles.nonogram.studies.search import seconds_a_board

    return [
        Unit(
            f"{size:02d}x{size:02d}-d{density:02d}",
            {"size": size, "density": density, "boards": settings.boards, "nodes": settings.nodes},
            4 * settings.boards * seconds_a_board(size, density),
        )
        for size in settings.sizes
        for density in settings.densities
    ]


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    import time

    from gridpuzzles.nonogram.sampling import coloured_cells, random_grid, read_clues
    from gridpuzzles.nonogram.search import Limits, solve_clues
    from gridpuzzles.seeds import stream_state

    size, density, boards = (unit.settings[name] for name in ("size", "density", "boards"))
    state, budget = stream_state(seed), Limits.of_nodes(unit.settings["nodes"])
    coloured = coloured_cells(density / 100, size * size)
    puzzles = [read_clues(random_grid(state, size, size, coloured, 1)) for _ in range(boards)]
    one = Limits.of_nodes(1)
    settings = (("branch", one), ("probe", one), ("probe", budget), ("branch", budget))
    seconds = []
    for strategy, limits in settings:
        times = []
        for _ in range(REPEATS):
            begin = time.perf_counter()
            for clues in puzzles:
                solve_clues(clues, 1, 2, limits, strategy)  # type: ignore[arg-type]
            times.append(time.perf_counter() - begin)
        seconds.append(min(times))
    count = len(STEPS)
    return {
        "size": [size] * count,
        "density": [density] * count,
        "step": list(STEPS),
        "boards": [boards] * count,
        "seconds": seconds,
    }


def _build_cells(batches: "Iterator[pd.DataFrame]", _settings: TimingSettings) -> "pd.DataFrame":
    import pandas as pd

    table = pd.concat(batches, ignore_index=True).drop(columns="unit")
    return table.assign(milliseconds=1e3 * table["seconds"] / table["boards"])


_UNIT_COLUMNS = (
    SIZE_COLUMN,
    DENSITY_COLUMN,
    Column("step", "string", "what is timed: line, probe (each with the set-up of a search), or a whole search"),
    BOARDS_COLUMN,
    Column("seconds", "float64", "seconds for all boards on one core, the fastest of the repeats"),
)

STUDY = Study(
    name="nonogram_timing",
    title="Seconds by size and density",
    question="How long do line solving, probing and the two searches take?",
    settings=TimingSettings,
    units=_units,
    run=_run,
    rows=_UNIT_COLUMNS,
    tables=(
        Table(
            name="cells",
            columns=(*_UNIT_COLUMNS, Column("milliseconds", "float64", "milliseconds a board on one core")),
            key=("size", "density", "step"),
            build=_build_cells,
        ),
    ),
    figures=(Figure("milliseconds", "Time a board by density"),),
    random=True,
    timed=True,
)
