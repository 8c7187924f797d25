"""Win rates by board size and mine density, and the curves at one size.

A unit is one square board with one number of mines; all solvers play the same boards. A density gives the number of
mines by rounding density x cells to the nearest whole number, halves up.
"""

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator

from gridpuzzles.minesweeper.games import Setup
from gridpuzzles.minesweeper.settings import SolverName, Start, first_cell
from gridpuzzles.minesweeper.studies.solvers import SECONDS
from gridpuzzles.settings import Distinct, Sizes, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Percent = Annotated[int, whole(1, 99)]


class DensitySettings(Settings):
    """Which solvers play on which sizes at which densities."""

    sizes: Annotated[Sizes, Field(description="sides of the square boards of the heatmaps")]
    percents: Annotated[tuple[Percent, ...], Distinct, Field(description="mine densities of the heatmaps, in per cent")]
    solvers: Annotated[tuple[SolverName, ...], Distinct, Field(description="solvers compared")]
    games: Annotated[int, whole(10, 10**8), Field(description="games of each solver, size and density")]
    curve_size: Annotated[int, whole(2, 200), Field(description="side of the board of the curves")] = 16
    curve_percents: Annotated[tuple[Percent, ...], Distinct, Field(description="densities of the curves, in per cent")]
    curve_games: Annotated[int, whole(10, 10**8), Field(description="games of each solver and density of the curves")]
    start: Annotated[Start, Field(description="first-click law and first cell")] = Start()

    @model_validator(mode="after")
    def _playable(self) -> "DensitySettings":
        for size, percent in _cells(self):
            Setup(size, size, mines_of(size, percent), self.start.law, first_cell(self.start.cell))
        return self


def mines_of(size: int, percent: int) -> int:
    """Return the number of mines of a density, in per cent, on a square board.

    Examples
    --------
    >>> mines_of(16, 15)
    38
    """
    return floor(percent * size * size / 100 + 0.5)


def _cells(settings: DensitySettings) -> dict[tuple[int, int], int]:
    """Return the games of each (size, density); the curves' are a cell each too."""
    cells = {(size, percent): settings.games for size in settings.sizes for percent in settings.percents}
    for percent in settings.curve_percents:
        key = (settings.curve_size, percent)
        cells[key] = max(settings.curve_games, cells.get(key, 0))
    return cells


def _units(settings: DensitySettings) -> list[Unit]:
    units = []
    for (size, percent), games in _cells(settings).items():
        cost = sum(SECONDS[solver] for solver in settings.solvers) * games * size * size
        values = {
            "size": size,
            "percent": percent,
            "mines": mines_of(size, percent),
            "solvers": list(settings.solvers),
            "games": games,
            "law": settings.start.law,
            "cell": settings.start.cell,
        }
        units.append(Unit(f"{size:03d}-{percent:02d}", values, cost))
    return units


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.minesweeper.games import play_games

    size, mines, solvers, games = (unit.settings[key] for key in ("size", "mines", "solvers", "games"))
    setup = Setup(size, size, mines, unit.settings["law"], first_cell(unit.settings["cell"]))
    boards, *choices = seed.spawn(1 + len(solvers))
    results = [play_games(solver, setup, games, boards, own) for solver, own in zip(solvers, choices, strict=True)]
    return {
        "size": [size] * len(solvers),
        "percent": [unit.settings["percent"]] * len(solvers),
        "mines": [mines] * len(solvers),
        "solver": solvers,
        "games": [games] * len(solvers),
        "wins": [int(result[:, 0].sum()) for result in results],
        "no_guess_wins": [int(((result[:, 0] == 1) & (result[:, 1] == 0)).sum()) for result in results],
        "deduced": [int(result[:, 2].sum()) for result in results],
    }


def _build(batches: "Iterator[pd.DataFrame]", _settings: DensitySettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.intervals import wilson

    rows = pd.concat(batches, ignore_index=True).drop(columns="unit")
    won = [wilson(int(row.wins), int(row.games)) for row in rows.itertuples()]
    sure = [wilson(int(row.no_guess_wins), int(row.games)) for row in rows.itertuples()]
    return rows.assign(
        share=[interval.estimate for interval in won],
        low=[interval.low for interval in won],
        high=[interval.high for interval in won],
        no_guess=[interval.estimate for interval in sure],
        no_guess_low=[interval.low for interval in sure],
        no_guess_high=[interval.high for interval in sure],
        deduced_share=rows["deduced"] / (rows["games"] * (rows["size"] ** 2 - rows["mines"])),
    )


_COUNTED = (
    Column("size", "int32", "side of the square board"),
    Column("percent", "int32", "mine density in per cent, before rounding to whole mines"),
    Column("mines", "int32", "mines on the board"),
    Column("solver", "string", "the solver"),
    Column("games", "int64", "games played"),
    Column("wins", "int64", "games won"),
    Column("no_guess_wins", "int64", "games won without a guess"),
    Column("deduced", "int64", "cells opened by deduction in all games"),
)

STUDY = Study(
    name="minesweeper_density",
    title="Win rate by size and mine density",
    question="Where does deduction stop to suffice, and where does every solver fail?",
    settings=DensitySettings,
    units=_units,
    run=_run,
    rows=_COUNTED,
    tables=(
        Table(
            name="rates",
            columns=(
                *_COUNTED,
                Column("share", "double", "share of games won"),
                Column("low", "double", "lower end of its 95 % Wilson interval"),
                Column("high", "double", "upper end of its 95 % Wilson interval"),
                Column("no_guess", "double", "share of games won without a guess"),
                Column("no_guess_low", "double", "lower end of its 95 % Wilson interval"),
                Column("no_guess_high", "double", "upper end of its 95 % Wilson interval"),
                Column("deduced_share", "double", "mean share of the safe cells opened by deduction"),
            ),
            key=("size", "percent", "solver"),
            build=_build,
        ),
    ),
    figures=(
        Figure("maps", "Win rate, wins without a guess, and deduced share by size and density"),
        Figure("curves", "Win rate and deduced share against mine density"),
    ),
    random=True,
)
