"""Exact values on small boards: the optimum, every solver's probability of winning, and games drawn at random.

A unit is one board with one solver. The exact value comes from playing all boards at once (`minesweeper.exact`), the
estimate from games whose boards are drawn; both must agree.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator

from gridpuzzles.minesweeper.exact import check_small
from gridpuzzles.minesweeper.games import Limits
from gridpuzzles.minesweeper.settings import Game, SolverName, Start, game_name, setup_of
from gridpuzzles.settings import Distinct, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

WIDE = ("single_point_random", "inference_random")
"""Solvers that guess anywhere, so that very many positions must be followed."""
SEARCHING = ("pseq_endgame", "lookahead", "foresight", "optimal")
"""Solvers that search a tree in each game."""


class ExactSettings(Settings):
    """Which solvers are evaluated on which boards."""

    boards: Annotated[tuple[Game, ...], Distinct, Field(description="rows x columns / mines, small")]
    solvers: Annotated[tuple[SolverName, ...], Distinct, Field(description="solvers evaluated")]
    games: Annotated[int, whole(10, 10**8), Field(description="games drawn for each estimate")]
    start: Annotated[Start, Field(description="first-click law and first cell")] = Start()
    endgame: Annotated[int, whole(0, 10**5), Field(description="solutions from which the game tree is searched")] = 20

    widest: Annotated[
        int, whole(1, 10**5), Field(description="placements of the mines up to which random guesses are followed")
    ] = 250

    @model_validator(mode="after")
    def _small(self) -> "ExactSettings":
        for game in self.boards:
            check_small(*game)
            if self.start.cell == "random":
                raise ValueError("start.cell: 'random' has no exact value; name a cell")
            setup_of(game, self.start.law, self.start.cell)
        return self


def _units(settings: ExactSettings) -> list[Unit]:
    units = []
    for game in settings.boards:
        boards = comb(game[0] * game[1], game[2])
        for solver in settings.solvers:
            if solver in WIDE and boards > settings.widest:
                continue
            values = {
                "game": list(game),
                "solver": solver,
                "games": settings.games,
                "law": settings.start.law,
                "cell": settings.start.cell,
                "endgame": settings.endgame,
            }
            cost = 4e-7 * boards**2.6 if solver in WIDE else 1e-6 * boards**1.8
            drawn = settings.games * (4e-5 if solver in SEARCHING else 1e-5)
            key = f"{game_name(game).replace('/', '-')}-{solver.replace('_', '-')}"
            units.append(Unit(key, values, 0.05 + cost + drawn))
    return units


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.minesweeper.exact import optimal, optimal_at, solver_value
    from gridpuzzles.minesweeper.games import play_games
    from gridpuzzles.minesweeper.model import locate

    game, solver, games, law, cell, endgame = (
        unit.settings[key] for key in ("game", "solver", "games", "law", "cell", "endgame")
    )
    setup = setup_of(game, law, cell)
    rows, cols, mines = game
    place = locate(rows, cols, setup.first_cell)
    assert place is not None
    value = solver_value(solver, rows, cols, mines, law, place, endgame)
    boards, choices = seed.spawn(2)
    wins = int(play_games(solver, setup, games, boards, choices, Limits(endgame))[:, 0].sum())
    return {
        "rows": [rows],
        "cols": [cols],
        "mines": [mines],
        "law": [law],
        "cell": [cell],
        "solver": [solver],
        "value": [str(value)],
        "optimum": [str(optimal_at(rows, cols, mines, law, place))],
        "best_cell": [str(optimal(rows, cols, mines, law))],
        "games": [games],
        "wins": [wins],
    }


def _build(batches: "Iterator[pd.DataFrame]", _settings: ExactSettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.intervals import wilson

    rows = pd.concat(batches, ignore_index=True).drop(columns="unit")
    exact = [Fraction(text) for text in rows["value"]]
    optimum = [Fraction(text) for text in rows["optimum"]]
    intervals = [wilson(int(row.wins), int(row.games)) for row in rows.itertuples()]
    return rows.assign(
        exact=[float(value) for value in exact],
        gap=[float(best - value) for best, value in zip(optimum, exact, strict=True)],
        share=[interval.estimate for interval in intervals],
        low=[interval.low for interval in intervals],
        high=[interval.high for interval in intervals],
        z=[
            _z(int(row.wins), int(row.games), float(value)) for row, value in zip(rows.itertuples(), exact, strict=True)
        ],
    )


def _z(wins: int, games: int, exact: float) -> float:
    """Return by how many standard errors an estimate differs from the exact value."""
    variance = exact * (1 - exact) / games
    if variance == 0:
        return 0.0 if wins == exact * games else float("inf")
    return float((wins / games - exact) / variance**0.5)


_ROWS = (
    Column("rows", "int32", "rows of the board"),
    Column("cols", "int32", "columns of the board"),
    Column("mines", "int32", "mines on the board"),
    Column("law", "string", "first-click law: any, safe or zero"),
    Column("cell", "string", "first cell"),
    Column("solver", "string", "the solver"),
    Column("value", "string", "its exact probability of winning, a fraction in lowest terms"),
    Column("optimum", "string", "that of the best play from this first cell"),
    Column("best_cell", "string", "that of the best play from the best first cell"),
    Column("games", "int64", "games drawn"),
    Column("wins", "int64", "games won"),
)

STUDY = Study(
    name="minesweeper_exact",
    title="Exact values on small boards",
    question="How far is each solver from the best play, and do drawn games agree with exact values?",
    settings=ExactSettings,
    units=_units,
    run=_run,
    rows=_ROWS,
    tables=(
        Table(
            name="values",
            columns=(
                *_ROWS,
                Column("exact", "double", "the exact probability, rounded"),
                Column("gap", "double", "the optimum from this first cell less the exact probability"),
                Column("share", "double", "share of the drawn games won"),
                Column("low", "double", "lower end of its 95 % Wilson interval"),
                Column("high", "double", "upper end of its 95 % Wilson interval"),
                Column("z", "double", "share less exact probability, in standard errors"),
            ),
            key=("rows", "cols", "mines", "law", "cell", "solver"),
            build=_build,
        ),
    ),
    figures=(Figure("gaps", "Distance from the best play on small boards"),),
    random=True,
)
