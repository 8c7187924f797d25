"""All solvers on the classic boards: win rates with intervals, and paired differences on the same boards.

A unit is a block of boards of one game under one start (a first-click law with a first cell); every solver plays the
block's first boards, so many as its number of games asks for. Rows count, for each pair of solvers, the boards won by
both, by one, by neither, on the boards that both played; a solver paired with itself gives its wins.
"""

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator

from gridpuzzles.minesweeper.settings import (
    FirstClickName,
    Game,
    SolverName,
    Start,
    Starts,
    check_starts,
    game_name,
    setup_of,
)
from gridpuzzles.settings import Distinct, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit
from gridpuzzles.sums import folded

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Count = Annotated[int, whole(1, 10**9)]
SECONDS: dict[str, float] = {
    "single_point": 1.6e-8,
    "single_point_random": 3.5e-8,
    "adamatzky": 1.6e-8,
    "subset": 3e-8,
    "inference": 6e-8,
    "inference_random": 1.6e-7,
    "probability": 2.3e-7,
    "pseq": 6e-7,
    "pseq_endgame": 9.5e-7,
    "lookahead": 1.25e-6,
    "foresight": 3e-6,
}
"""CPU seconds a game and cell, about."""


class SolversSettings(Settings):
    """Which solvers play how many games on which boards from which starts."""

    boards: Annotated[tuple[Game, ...], Distinct, Field(description="rows x columns / mines")]
    starts: Annotated[Starts, Field(description="first-click laws with first cells")] = (Start(),)
    games: Annotated[dict[SolverName, Count], Field(description="games of each solver, board and start")]
    block: Annotated[int, whole(100, 10**6), Field(description="games in a unit, at most")] = 20_000
    endgame: Annotated[int, whole(0, 10**5), Field(description="solutions from which the game tree is searched")] = 200
    shown: Annotated[FirstClickName, Field(description="first-click law of the figure of differences")] = "safe"

    @model_validator(mode="after")
    def _playable(self) -> "SolversSettings":
        check_starts(self.boards, self.starts)
        if not self.games or "optimal" in self.games:
            raise ValueError("games: solvers with their numbers of games are needed; 'optimal' is for the exact study")
        return self


def _units(settings: SolversSettings) -> list[Unit]:
    blocks = ceil(max(settings.games.values()) / settings.block)
    units = []
    for board in settings.boards:
        for start in settings.starts:
            for block in range(blocks):
                games = {solver: _share(count, blocks, block) for solver, count in settings.games.items()}
                cost = sum(count * SECONDS[solver] for solver, count in games.items()) * board[0] * board[1]
                values = {"game": list(board), "law": start.law, "cell": start.cell, "endgame": settings.endgame}
                key = f"{board[0]}x{board[1]}-{board[2]}-{start.law}-{start.cell}-{block:04d}"
                units.append(Unit(key, {**values, "games": games}, cost))
    return units


def _share(count: int, blocks: int, block: int) -> int:
    """Return how many of ``count`` games block number ``block`` plays."""
    return count * (block + 1) // blocks - count * block // blocks


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.minesweeper.games import Limits, play_games

    game, law, cell, endgame, games = (unit.settings[key] for key in ("game", "law", "cell", "endgame", "games"))
    setup = setup_of(game, law, cell)
    boards, *choices = seed.spawn(1 + len(games))
    results = {
        solver: play_games(solver, setup, count, boards, choice, Limits(endgame))
        for (solver, count), choice in zip(games.items(), choices, strict=True)
    }
    pairs = [(one, two) for k, one in enumerate(games) for two in list(games)[k:]]
    counted = [_compare(results[one], results[two]) for one, two in pairs]
    return {
        **{name: [value] * len(pairs) for name, value in zip(("rows", "cols", "mines"), game, strict=True)},
        "law": [law] * len(pairs),
        "cell": [cell] * len(pairs),
        "first": [one for one, _ in pairs],
        "second": [two for _, two in pairs],
        **{name: [row[name] for row in counted] for name in COUNTS},
    }


def _compare(one: "np.ndarray", two: "np.ndarray") -> dict[str, int]:
    """Return the counts of a pair of solvers, from int32 (games, 4) each, on the boards both played."""
    games = min(len(one), len(two))
    won, other = one[:games, 0] == 1, two[:games, 0] == 1
    return {
        "games": games,
        "both": int((won & other).sum()),
        "first_only": int((won & ~other).sum()),
        "second_only": int((~won & other).sum()),
        "guesses": int(one[:games, 1].sum()),
        "deduced": int(one[:games, 2].sum()),
        "before_guess": int(one[:games, 3].sum()),
        "no_guess_wins": int((won & (one[:games, 1] == 0)).sum()),
    }


def _sum(batches: "Iterator[pd.DataFrame]") -> "pd.DataFrame":
    import numpy as np

    return folded(batches, [column.name for column in (*_START, *_PAIR)], dict.fromkeys(COUNTS, np.add))


def _build_rates(batches: "Iterator[pd.DataFrame]", _settings: SolversSettings) -> "pd.DataFrame":
    from gridpuzzles.intervals import wilson

    sums = _sum(batches)
    own = sums[sums["first"] == sums["second"]].reset_index(drop=True)
    intervals = [wilson(int(row.both), int(row.games)) for row in own.itertuples()]
    safe_cells = own["games"] * (own["rows"] * own["cols"] - own["mines"])
    return own[[column.name for column in _START]].assign(
        solver=own["first"],
        games=own["games"],
        wins=own["both"],
        share=[interval.estimate for interval in intervals],
        low=[interval.low for interval in intervals],
        high=[interval.high for interval in intervals],
        guesses=own["guesses"] / own["games"],
        deduced=own["deduced"] / safe_cells,
        no_guess=own["no_guess_wins"] / own["games"],
    )


def _build_pairs(batches: "Iterator[pd.DataFrame]", _settings: SolversSettings) -> "pd.DataFrame":
    from gridpuzzles.intervals import paired_difference

    sums = _sum(batches)
    pairs = sums[sums["first"] != sums["second"]].reset_index(drop=True)
    neither = pairs["games"] - pairs["both"] - pairs["first_only"] - pairs["second_only"]
    intervals = [
        paired_difference(int(row.both), int(row.second_only), int(row.first_only), int(rest))
        for row, rest in zip(pairs.itertuples(), neither, strict=True)
    ]
    return pairs[[column.name for column in (*_START, *_PAIR)]].assign(
        games=pairs["games"],
        both=pairs["both"],
        first_only=pairs["first_only"],
        second_only=pairs["second_only"],
        neither=neither,
        difference=[interval.estimate for interval in intervals],
        low=[interval.low for interval in intervals],
        high=[interval.high for interval in intervals],
    )


_START = (
    Column("rows", "int32", "rows of the board"),
    Column("cols", "int32", "columns of the board"),
    Column("mines", "int32", "mines on the board"),
    Column("law", "string", "first-click law: any, safe or zero"),
    Column("cell", "string", "first cell: a name, or r<row>c<column>"),
)
_PAIR = (Column("first", "string", "a solver"), Column("second", "string", "a solver"))
COUNTS: dict[str, str] = {
    "games": "boards that both played",
    "both": "boards won by both",
    "first_only": "boards won by the first alone",
    "second_only": "boards won by the second alone",
    "guesses": "guesses of the first in all these games",
    "deduced": "cells opened by deduction by the first in all these games",
    "before_guess": "those of them opened before its first guess",
    "no_guess_wins": "games the first won without a guess",
}
_SHARE = (
    Column("low", "double", "lower end of the 95 % Wilson interval"),
    Column("high", "double", "upper end of the 95 % Wilson interval"),
)

STUDY = Study(
    name="minesweeper_solvers",
    title="Solvers on the classic boards",
    question="How often does each solver win, and by how much is one better than another on the same boards?",
    settings=SolversSettings,
    units=_units,
    run=_run,
    rows=(*_START, *_PAIR, *(Column(name, "int64", meaning) for name, meaning in COUNTS.items())),
    tables=(
        Table(
            name="rates",
            columns=(
                *_START,
                Column("solver", "string", "the solver"),
                Column("games", "int64", "games played"),
                Column("wins", "int64", "games won"),
                Column("share", "double", "share of games won"),
                *_SHARE,
                Column("guesses", "double", "guesses a game"),
                Column("deduced", "double", "mean share of the safe cells opened by deduction"),
                Column("no_guess", "double", "share of games won without a guess"),
            ),
            key=("rows", "cols", "mines", "law", "cell", "solver"),
            build=_build_rates,
        ),
        Table(
            name="pairs",
            columns=(
                *_START,
                *_PAIR,
                *(Column(name, "int64", COUNTS[name]) for name in ("games", "both", "first_only", "second_only")),
                Column("neither", "int64", "boards won by neither"),
                Column("difference", "double", "share won by the second less share won by the first"),
                Column("low", "double", "lower end of its 95 % paired interval"),
                Column("high", "double", "upper end of its 95 % paired interval"),
            ),
            key=("rows", "cols", "mines", "law", "cell", "first", "second"),
            build=_build_pairs,
        ),
    ),
    figures=(
        Figure("win_rates", "Win rates of the solvers on the classic boards"),
        Figure("differences", "What each step of the ladder gains"),
    ),
    random=True,
)

__all__ = ["STUDY", "SolversSettings", "game_name"]
