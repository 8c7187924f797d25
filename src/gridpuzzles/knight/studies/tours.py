"""Single tours to look at: drawn as lines, as numbered boards, step by step.

A unit is one tour; its rows are its steps.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from gridpuzzles.knight import columns
from gridpuzzles.knight.model import Square, check_start
from gridpuzzles.knight.settings import Walk
from gridpuzzles.settings import Board, Distinct, Sizes, board_name, parse_whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SECONDS_PER_TOUR = 0.01


def _parse_square(value: Any) -> Square:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"{value!r} is not a square: [row, column], both counted from 1")
    return parse_whole(value[0], 1, 2000), parse_whole(value[1], 1, 2000)


class TourChoice(Walk):
    """One tour: a board and a start, with a rule and an order."""

    board: Board
    start: Annotated[Square, BeforeValidator(_parse_square)] = (1, 1)

    @model_validator(mode="after")
    def _start_on_board(self) -> "TourChoice":
        check_start(*self.board, self.start)
        return self


class ToursSettings(Settings):
    """Which tours are drawn, and how."""

    drawn: Annotated[tuple[TourChoice, ...], Distinct, Field(description="tours drawn as lines through the squares")]
    numbered: Annotated[tuple[TourChoice, ...], Distinct, Field(description="tours drawn as numbered boards")]
    stepwise: Annotated[TourChoice, Field(description="the tour that is shown step by step")]
    steps: Annotated[Sizes, Field(description="after which of its steps")] = (1, 12, 40, 64)

    @model_validator(mode="after")
    def _steps_exist(self) -> "ToursSettings":
        cells = self.stepwise.board[0] * self.stepwise.board[1]
        if max(self.steps) > cells:
            raise ValueError(f"steps: {max(self.steps)} is beyond the {cells} squares of the board")
        return self

    @property
    def tours(self) -> tuple[TourChoice, ...]:
        """All tours, each once."""
        return tuple(dict.fromkeys([*self.drawn, *self.numbered, self.stepwise]))


def _units(settings: ToursSettings) -> list[Unit]:
    return [
        Unit(
            f"{tour.rule}-{tour.order}-{board_name(tour.board)}-{tour.start[0]}.{tour.start[1]}",
            {"rule": tour.rule, "order": tour.order, "board": list(tour.board), "start": list(tour.start)},
            SECONDS_PER_TOUR,
        )
        for tour in settings.tours
    ]


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.knight import tour

    (rows, cols), (row, col) = unit.settings["board"], unit.settings["start"]
    walked = tour(rows, cols, (row, col), unit.settings["order"], unit.settings["rule"])
    count = len(walked.squares)
    same = {"rule": unit.settings["rule"], "order": unit.settings["order"]}
    same |= {"rows": rows, "cols": cols, "start_row": row, "start_col": col}
    return {name: [value] * count for name, value in same.items()} | {
        "step": range(1, count + 1),
        "row": walked.squares[:, 0],
        "col": walked.squares[:, 1],
    }


def _build_steps(batches: "Iterator[pd.DataFrame]", _settings: ToursSettings) -> "pd.DataFrame":
    import pandas as pd

    return pd.concat(batches, ignore_index=True).drop(columns="unit")


_COLUMNS = (
    columns.RULE,
    columns.ORDER,
    columns.ROWS,
    columns.COLS,
    Column("start_row", "int32", "row of the first square, from 1"),
    Column("start_col", "int32", "column of the first square, from 1"),
    Column("step", "int32", "number of the step, from 1"),
    Column("row", "int32", "row of the square visited at this step, from 1"),
    Column("col", "int32", "column of the square visited at this step, from 1"),
)

STUDY = Study(
    name="knight_tours",
    title="Pictures of tours",
    question="What do tours by Warnsdorff's rule look like, and how does the rule choose?",
    settings=ToursSettings,
    units=_units,
    run=_run,
    rows=_COLUMNS,
    tables=(
        Table(
            name="steps",
            columns=_COLUMNS,
            key=("rule", "order", "rows", "cols", "start_row", "start_col", "step"),
            build=_build_steps,
        ),
    ),
    figures=(
        Figure("moves_and_degrees", "The eight moves and the degrees of the empty board"),
        Figure("majority_colour", "Possible starts on an odd board"),
        Figure("step_by_step", "A tour step by step"),
        Figure("drawn_tours", "Tours as lines"),
        Figure("numbered_tours", "Tours as numbered boards"),
    ),
)
