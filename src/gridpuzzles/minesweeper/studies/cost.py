"""Time per game against win rate, and how the single-point solver's time grows with the board.

Timed units run one after the other. A first, short round compiles; then the games are played in equal rounds, and the
fastest round counts, in CPU seconds of the thread.

The solver of the seed is described as passing over the whole board until a pass changes nothing, which costs up to
O((n m)^2); ours visits a number only when something beside it has changed. Both reach the same fixpoint; ``passes``
times the former.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, model_validator

from gridpuzzles.minesweeper.games import Setup
from gridpuzzles.minesweeper.settings import Game, SolverName, Start, check_starts, game_name, setup_of
from gridpuzzles.minesweeper.studies.density import mines_of
from gridpuzzles.minesweeper.studies.solvers import SECONDS
from gridpuzzles.settings import Distinct, Sizes, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

ROUNDS = 3
METHODS = ("single_point_random", "passes")


class CostSettings(Settings):
    """What is timed."""

    boards: Annotated[tuple[Game, ...], Distinct, Field(description="rows x columns / mines")]
    solvers: Annotated[tuple[SolverName, ...], Distinct, Field(description="solvers timed")]
    seconds: Annotated[float, Field(gt=0, le=600, description="about how long each solver plays on each board")] = 1.0
    endgame: Annotated[int, whole(0, 10**5), Field(description="solutions from which the game tree is searched")] = 200
    sizes: Annotated[Sizes, Field(description="sides of the square boards on which the growth is timed")]
    percent: Annotated[int, whole(1, 99), Field(description="mine density of these boards, in per cent")] = 12
    start: Annotated[Start, Field(description="first-click law and first cell")] = Start()

    @model_validator(mode="after")
    def _playable(self) -> "CostSettings":
        check_starts(self.boards, (self.start,))
        return self


def _units(settings: CostSettings) -> list[Unit]:
    pairs = [(solver, game) for game in settings.boards for solver in settings.solvers]
    growth = [(method, (size, size, mines_of(size, settings.percent))) for size in settings.sizes for method in METHODS]
    units = [_unit(settings, "ladder", solver, game) for solver, game in pairs]
    return units + [_unit(settings, "growth", method, game) for method, game in growth]


def _unit(settings: CostSettings, part: str, method: str, game: tuple[int, int, int]) -> Unit:
    cells = game[0] * game[1]
    games = max(20, int(settings.seconds / ROUNDS / cells / SECONDS.get(method, 4e-7)))
    values = {
        "part": part,
        "method": method,
        "game": list(game),
        "games": games,
        "law": settings.start.law,
        "cell": settings.start.cell,
        "endgame": settings.endgame,
    }
    return Unit(
        f"{part}-{game_name(game).replace('/', '-')}-{method.replace('_', '-')}", values, settings.seconds * 1.2
    )


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    import time

    part, method, game, games = (unit.settings[key] for key in ("part", "method", "game", "games"))
    setup = setup_of(game, unit.settings["law"], unit.settings["cell"])
    rounds = seed.spawn(1 + ROUNDS)
    _play(method, setup, 2, rounds[0], unit.settings["endgame"])
    wins, seconds = 0, []
    for own in rounds[1:]:
        started = time.thread_time()
        wins += int(_play(method, setup, games, own, unit.settings["endgame"])[:, 0].sum())
        seconds.append((time.thread_time() - started) / games)
    return {
        "part": [part],
        "method": [method],
        **{name: [value] for name, value in zip(("rows", "cols", "mines"), game, strict=True)},
        "games": [games * ROUNDS],
        "wins": [wins],
        "microseconds": [1e6 * min(seconds)],
    }


def _play(method: str, setup: Setup, games: int, seed: "np.random.SeedSequence", endgame: int) -> Any:
    from gridpuzzles.minesweeper.games import Limits, play_games, play_in_passes

    boards, choices = seed.spawn(2)
    if method == "passes":
        return play_in_passes(setup, games, boards, choices)
    return play_games(method, setup, games, boards, choices, Limits(endgame))


def _build_ladder(batches: "Iterator[pd.DataFrame]", _settings: CostSettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.intervals import wilson

    rows = pd.concat(batches, ignore_index=True)
    rows = rows[rows["part"] == "ladder"].drop(columns=["unit", "part"]).reset_index(drop=True)
    intervals = [wilson(int(row.wins), int(row.games)) for row in rows.itertuples()]
    return rows.assign(
        games_per_second=1e6 / rows["microseconds"],
        share=[interval.estimate for interval in intervals],
        low=[interval.low for interval in intervals],
        high=[interval.high for interval in intervals],
    )


def _build_growth(batches: "Iterator[pd.DataFrame]", _settings: CostSettings) -> "pd.DataFrame":
    import pandas as pd

    rows = pd.concat(batches, ignore_index=True)
    rows = rows[rows["part"] == "growth"].reset_index(drop=True)
    names = [column.name for column in _TIMED]
    return rows[names].assign(cells=rows["rows"] * rows["cols"])


_TIMED = (
    Column("method", "string", "the solver; 'passes' is single_point_random by whole passes over the board"),
    Column("rows", "int32", "rows of the board"),
    Column("cols", "int32", "columns of the board"),
    Column("mines", "int32", "mines on the board"),
    Column("games", "int64", "games played"),
    Column("wins", "int64", "games won"),
    Column("microseconds", "double", "CPU time a game in microseconds, the fastest of three rounds"),
)

STUDY = Study(
    name="minesweeper_cost",
    title="What a win rate costs",
    question="How much time does a game take, what does it buy, and how does it grow with the board?",
    settings=CostSettings,
    units=_units,
    run=_run,
    rows=(Column("part", "string", "ladder or growth"), *_TIMED),
    tables=(
        Table(
            name="ladder",
            columns=(
                *_TIMED,
                Column("games_per_second", "double", "games a second of CPU time"),
                Column("share", "double", "share of games won"),
                Column("low", "double", "lower end of its 95 % Wilson interval"),
                Column("high", "double", "upper end of its 95 % Wilson interval"),
            ),
            key=("method", "rows", "cols", "mines"),
            build=_build_ladder,
        ),
        Table(
            name="growth",
            columns=(*_TIMED, Column("cells", "int64", "cells of the board")),
            key=("method", "rows", "cols", "mines"),
            build=_build_growth,
        ),
    ),
    figures=(
        Figure("pareto", "Time per game against win rate"),
        Figure("growth", "Time per game against the size of the board"),
    ),
    random=True,
    timed=True,
)
