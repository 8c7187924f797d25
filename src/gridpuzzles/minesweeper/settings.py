"""Setting types of the Minesweeper studies: games ("16x30/99"), solvers, first clicks, first cells."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

from gridpuzzles.minesweeper.games import Setup
from gridpuzzles.minesweeper.model import FirstClick, Solver, check_board, check_first_click, check_solver, locate
from gridpuzzles.study import Settings


def parse_game(value: Any) -> tuple[int, int, int]:
    """Return (rows, columns, mines) of a text like ``16x30/99``.

    Examples
    --------
    >>> parse_game("16x30/99")
    (16, 30, 99)
    """
    match = re.fullmatch(r"(\d{1,4})x(\d{1,4})/(\d{1,6})", value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{value!r} is not a board with its mines: rows x columns / mines as in 16x30/99")
    rows, cols, mines = (int(part) for part in match.groups())
    check_board(rows, cols, mines)
    return rows, cols, mines


def game_name(game: tuple[int, int, int]) -> str:
    """Return a game as configs and figures write it.

    Examples
    --------
    >>> game_name((16, 30, 99))
    '16x30/99'
    """
    return f"{game[0]}x{game[1]}/{game[2]}"


def parse_cell(value: Any) -> str:
    """Return a first cell's name, or ``r3c5`` for row 3 and column 5."""
    if isinstance(value, str) and re.fullmatch(r"r\d{1,4}c\d{1,4}", value):
        return value
    locate(1, 1, value)
    return str(value)


def first_cell(name: str) -> Any:
    """Return what `gridpuzzles.minesweeper.games.Setup` takes as first cell.

    Examples
    --------
    >>> first_cell("r3c5"), first_cell("corner")
    ((3, 5), 'corner')
    """
    match = re.fullmatch(r"r(\d+)c(\d+)", name)
    return (int(match[1]), int(match[2])) if match else name


Game = Annotated[tuple[int, int, int], BeforeValidator(parse_game)]
SolverName = Annotated[Solver, BeforeValidator(check_solver)]
FirstClickName = Annotated[FirstClick, BeforeValidator(check_first_click)]
FirstCellName = Annotated[str, BeforeValidator(parse_cell)]


def setup_of(game: Sequence[int], law: FirstClick, cell: str) -> Setup:
    """Return the setup of a game with a first-click law and a first cell's name."""
    rows, cols, mines = game
    return Setup(rows, cols, mines, law, first_cell(cell))


class Start(Settings):
    """A first-click law with a first cell."""

    law: FirstClickName = "safe"
    cell: FirstCellName = "corner"


def check_starts(games: tuple[tuple[int, int, int], ...], starts: tuple[Start, ...]) -> None:
    """Raise ValueError if on some board the mines do not fit some start."""
    for game in games:
        for start in starts:
            setup_of(game, start.law, start.cell)


def _unequal(starts: tuple[Start, ...]) -> tuple[Start, ...]:
    if len(set(starts)) < len(starts) or not starts:
        raise ValueError("at least one start is needed, and none twice")
    return starts


Starts = Annotated[tuple[Start, ...], AfterValidator(_unequal)]
