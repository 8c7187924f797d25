"""Every tie broken by a fair draw: the exact probability of a complete tour, by following every way to walk.

A unit is one start of each orbit of the board's symmetries, which permute the starts and leave the probability alone;
its row holds the probability as a fraction. The table has every square.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field

from gridpuzzles.knight import columns
from gridpuzzles.knight.model import RULES
from gridpuzzles.knight.settings import RuleName
from gridpuzzles.settings import Board, Distinct, board_name
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

MOST_SQUARES = 100


def _small(boards: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    for rows, cols in boards:
        if rows * cols > MOST_SQUARES:
            raise ValueError(f"{board_name((rows, cols))} has more than {MOST_SQUARES} squares: too many ways to walk")
    return boards


class RandomTiesSettings(Settings):
    """Which boards under which rules."""

    boards: Annotated[
        tuple[Board, ...], Distinct, AfterValidator(_small), Field(description="boards of up to 100 squares")
    ]
    rules: Annotated[tuple[RuleName, ...], Distinct, Field(description="rules compared")] = RULES


def _units(settings: RandomTiesSettings) -> list[Unit]:
    from gridpuzzles.knight.orders import start_representatives

    return [
        _unit(rule, board, int(start))
        for rule in settings.rules
        for board in settings.boards
        for start in start_representatives(*board)
    ]


def _unit(rule: str, board: tuple[int, int], start: int) -> Unit:
    cost = 0.05 * 1.13 ** (board[0] * board[1] - 49)
    return Unit(f"{rule}-{board_name(board)}-{start:02d}", {"rule": rule, "board": list(board), "start": start}, cost)


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.knight.random_ties import random_success_probability

    rule, (rows, cols), start = (unit.settings[name] for name in ("rule", "board", "start"))
    row, col = divmod(start, cols)
    probability = random_success_probability(rows, cols, (row + 1, col + 1), rule)
    return {
        "rule": [rule],
        "rows": [rows],
        "cols": [cols],
        "start": [start],
        "numerator": [str(probability.numerator)],
        "denominator": [str(probability.denominator)],
    }


def _build_starts(batches: "Iterator[pd.DataFrame]", _settings: RandomTiesSettings) -> "pd.DataFrame":
    """Give every square the probability of its representative."""
    from fractions import Fraction

    import numpy as np
    import pandas as pd

    from gridpuzzles.knight.orders import square_images

    frames = []
    for row in pd.concat(batches).itertuples():
        squares = np.unique(square_images(row.rows, row.cols)[:, row.start])
        place = {"row": squares // row.cols + 1, "col": squares % row.cols + 1}
        same = {name: getattr(row, name) for name in ("rule", "rows", "cols", "numerator", "denominator")}
        probability = float(Fraction(int(row.numerator), int(row.denominator)))
        frames.append(pd.DataFrame(place).assign(**same, probability=probability))
    return pd.concat(frames).sort_values(["rule", "rows", "cols", "row", "col"], kind="stable", ignore_index=True)


_COLUMNS = (
    columns.RULE,
    columns.ROWS,
    columns.COLS,
)
_FRACTION = (
    Column("numerator", "string", "numerator of the probability of a complete tour, in lowest terms"),
    Column("denominator", "string", "denominator of this probability"),
)

STUDY = Study(
    name="knight_random_ties",
    title="Ties broken at random, exactly",
    question="With which probability does Warnsdorff's rule complete if every tie is broken by a fair draw?",
    settings=RandomTiesSettings,
    units=_units,
    run=_run,
    rows=(*_COLUMNS, Column("start", "int32", "the start, a flat index from 0"), *_FRACTION),
    tables=(
        Table(
            name="starts",
            columns=(
                *_COLUMNS,
                Column("row", "int32", "row of the start, from 1"),
                Column("col", "int32", "column of the start, from 1"),
                *_FRACTION,
                Column("probability", "float64", "this probability, rounded"),
            ),
            key=("rule", "rows", "cols", "row", "col"),
            build=_build_starts,
        ),
    ),
    figures=(Figure("success_probability", "Exact probability of success with random ties"),),
)
