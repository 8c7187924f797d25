"""The win rate of every first cell, under each first-click law.

Mirrored and turned first cells have the same win rate, because the laws and the solvers treat all cells alike. So a
unit is one cell of each *orbit* of the board's symmetries, and the table gives its result to the whole orbit. To check
this, some orbits have a unit for a second cell too, with boards of its own.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator

from gridpuzzles.minesweeper.settings import FirstClickName, Game, SolverName, game_name, setup_of
from gridpuzzles.minesweeper.studies.solvers import SECONDS
from gridpuzzles.settings import Distinct, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


class FirstMoveSettings(Settings):
    """Which boards are mapped, with which solver, under which laws."""

    boards: Annotated[tuple[Game, ...], Distinct, Field(description="rows x columns / mines")]
    laws: Annotated[tuple[FirstClickName, ...], Distinct, Field(description="first-click laws")] = ("safe", "zero")
    solver: Annotated[SolverName, Field(description="the solver")] = "probability"
    games: Annotated[tuple[int, ...], Field(description="games of each first cell, a number a board")]
    checked: Annotated[int, whole(0, 100), Field(description="orbits whose symmetry is checked, a board and law")] = 3

    @model_validator(mode="after")
    def _playable(self) -> "FirstMoveSettings":
        if len(self.games) != len(self.boards) or min(self.games) < 1:
            raise ValueError("games: one positive whole number a board is needed")
        for game in self.boards:
            for law in self.laws:
                setup_of(game, law, "centre")
        return self


def orbit(rows: int, cols: int, cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells that the board's symmetries make of a cell, sorted.

    Examples
    --------
    >>> orbit(3, 4, (1, 2))
    [(1, 2), (1, 3), (3, 2), (3, 3)]
    >>> len(orbit(9, 9, (1, 2)))
    8
    """
    row, col = cell
    images = {(r, c) for r in (row, rows + 1 - row) for c in (col, cols + 1 - col)}
    if rows == cols:
        images |= {(c, r) for r, c in images}
    return sorted(images)


def _units(settings: FirstMoveSettings) -> list[Unit]:
    units = []
    for game, games in zip(settings.boards, settings.games, strict=True):
        rows, cols = game[:2]
        cells = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]
        orbits = [images for cell in cells if (images := orbit(rows, cols, cell))[0] == cell]
        large = [images for images in orbits if len(images) > 1][: settings.checked]
        chosen = [(images[0], False) for images in orbits] + [(images[-1], True) for images in large]
        for law in settings.laws:
            units += [_unit(settings.solver, game, law, cell, games, check) for cell, check in chosen]
    return units


def _unit(solver: str, game: tuple[int, int, int], law: str, cell: tuple[int, int], games: int, check: bool) -> Unit:
    values = {"solver": solver, "game": list(game), "law": law, "cell": list(cell), "games": games, "check": check}
    key = f"{game_name(game).replace('/', '-')}-{law}-r{cell[0]:02d}c{cell[1]:02d}"
    return Unit(key, values, SECONDS.get(solver, 1e-6) * game[0] * game[1] * games)


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.minesweeper.games import play_games

    game, law, cell, games = (unit.settings[key] for key in ("game", "law", "cell", "games"))
    boards, choices = seed.spawn(2)
    results = play_games(unit.settings["solver"], setup_of(game, law, f"r{cell[0]}c{cell[1]}"), games, boards, choices)
    return {
        **{name: [value] for name, value in zip(("rows", "cols", "mines"), game, strict=True)},
        "law": [law],
        "row": [cell[0]],
        "col": [cell[1]],
        "check": [unit.settings["check"]],
        "games": [games],
        "wins": [int(results[:, 0].sum())],
    }


def _build_cells(batches: "Iterator[pd.DataFrame]", _settings: FirstMoveSettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.intervals import wilson

    frames = []
    for row in pd.concat(batches).itertuples():
        if not row.check:
            images = orbit(row.rows, row.cols, (row.row, row.col))
            interval = wilson(int(row.wins), int(row.games))
            frame = pd.DataFrame(images, columns=["row", "col"])
            same = {name: getattr(row, name) for name in ("rows", "cols", "mines", "law", "games", "wins")}
            frames.append(frame.assign(**same, share=interval.estimate, low=interval.low, high=interval.high))
    return pd.concat(frames, ignore_index=True)


def _build_symmetry(batches: "Iterator[pd.DataFrame]", _settings: FirstMoveSettings) -> "pd.DataFrame":
    """Compare both cells of each checked orbit."""
    import pandas as pd

    rows = pd.concat(batches, ignore_index=True)
    names = ["rows", "cols", "mines", "law"]
    first = [orbit(row.rows, row.cols, (row.row, row.col))[0] for row in rows.itertuples()]
    rows = rows.assign(orbit_row=[row for row, _ in first], orbit_col=[col for _, col in first])
    both = rows[~rows["check"]].merge(
        rows[rows["check"]], on=[*names, "orbit_row", "orbit_col"], suffixes=("", "_image")
    )
    pooled = (both["wins"] + both["wins_image"]) / (both["games"] + both["games_image"])
    variance = pooled * (1 - pooled) * (1 / both["games"] + 1 / both["games_image"])
    difference = both["wins_image"] / both["games_image"] - both["wins"] / both["games"]
    kept = [*names, "row", "col", "row_image", "col_image", "games", "wins", "games_image", "wins_image"]
    return both[kept].assign(z=(difference / variance.clip(lower=1e-12) ** 0.5).astype(float))


_GAME = (
    Column("rows", "int32", "rows of the board"),
    Column("cols", "int32", "columns of the board"),
    Column("mines", "int32", "mines on the board"),
    Column("law", "string", "first-click law: any, safe or zero"),
)
_CELL = (Column("row", "int32", "row of the first cell, from 1"), Column("col", "int32", "column of the first cell"))
_WINS = (Column("games", "int64", "games played"), Column("wins", "int64", "games won"))

STUDY = Study(
    name="minesweeper_first_move",
    title="Where to click first",
    question="How does the win rate depend on the first cell, under each first-click law?",
    settings=FirstMoveSettings,
    units=_units,
    run=_run,
    rows=(*_GAME, *_CELL, Column("check", "bool", "whether the unit checks the symmetry"), *_WINS),
    tables=(
        Table(
            name="cells",
            columns=(
                *_GAME,
                *_CELL,
                *_WINS,
                Column("share", "double", "share of games won"),
                Column("low", "double", "lower end of its 95 % Wilson interval"),
                Column("high", "double", "upper end of its 95 % Wilson interval"),
            ),
            key=("rows", "cols", "mines", "law", "row", "col"),
            build=_build_cells,
        ),
        Table(
            name="symmetry",
            columns=(
                *_GAME,
                *_CELL,
                Column("row_image", "int32", "row of its image under a symmetry of the board"),
                Column("col_image", "int32", "column of the image"),
                *_WINS,
                Column("games_image", "int64", "games played from the image"),
                Column("wins_image", "int64", "games won from the image"),
                Column("z", "double", "difference of the shares in standard errors"),
            ),
            key=("rows", "cols", "mines", "law", "row", "col"),
            build=_build_symmetry,
        ),
    ),
    figures=(Figure("maps", "Win rate by first cell"),),
    random=True,
)
