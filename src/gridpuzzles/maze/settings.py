"""Types for the config sections of this family.

Vocabulary
----------
recipe
    A generator with its options, as text: ``hunt_and_kill scan=columns give_up=0.1``.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

from gridpuzzles.errors import InputError
from gridpuzzles.maze.catalogue import SCANS, parse_recipe
from gridpuzzles.settings import Board, Distinct, whole

MOST_MAZES = 10_000_000


def _recipe(value: Any) -> str:
    try:
        return parse_recipe(value).text
    except InputError as error:
        raise ValueError(f"recipe {value!r}: {error}") from None


def _scan(value: Any) -> str:
    if value not in SCANS:
        raise ValueError(f"{value!r} is not one of {', '.join(SCANS)}")
    return str(value)


def _ends(value: Any) -> str:
    rules = ("longest", "corners", "random", "border")
    if value not in rules:
        raise ValueError(f"{value!r} is not one of {', '.join(rules)}")
    return str(value)


def _probability(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"{value!r} is not a number from 0 to 1")
    return float(value)


def _small_boards(boards: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    for rows, cols in boards:
        if rows * cols > 9 or rows * cols < 2:
            raise ValueError(f"{rows}x{cols} has not 2 to 9 cells; the mazes of larger boards are not enumerated")
    return boards


Recipe = Annotated[str, BeforeValidator(_recipe)]
Recipes = Annotated[tuple[Recipe, ...], Distinct]
Boards = Annotated[tuple[Board, ...], Distinct]
SmallBoards = Annotated[tuple[Board, ...], Distinct, AfterValidator(_small_boards)]
Scans = Annotated[tuple[Annotated[str, BeforeValidator(_scan)], ...], Distinct]
Probabilities = Annotated[tuple[Annotated[float, BeforeValidator(_probability)], ...], Distinct]
Ends = Annotated[str, BeforeValidator(_ends)]
Mazes = Annotated[int, whole(1, MOST_MAZES)]


def blocks(mazes: int, cells: int) -> Iterator[tuple[int, int]]:
    """Yield (number, mazes) of blocks that do not depend on the total, so that more mazes only add blocks.

    A block has about ten million cells.

    Examples
    --------
    >>> list(blocks(2500, 10_000))
    [(0, 1000), (1, 1000), (2, 500)]
    """
    size = max(1, 10_000_000 // max(cells, 100))
    for number, first in enumerate(range(0, mazes, size)):
        yield number, min(size, mazes - first)


SECONDS_PER_CELL = 6e-8
SECONDS_PER_MAZE = 2e-5
DEAR = {"aldous_broder": 4.0, "prim": 4.0, "growing_tree take=random": 1.5}
"""{recipe: how many times dearer a cell is than usual}."""


def cost(recipe: str, cells: int, mazes: int) -> float:
    """Return the estimated CPU seconds of making and measuring mazes."""
    return mazes * (SECONDS_PER_MAZE + cells * SECONDS_PER_CELL * DEAR.get(recipe, 1.0))
