"""Types for config sections, whose errors name the value and what is allowed.

Vocabulary
----------
sizes
    Whole numbers, given as a list (``[6, 8, 10]``), as a range with both ends (``{min: 6, max: 300, step: 2}``), or as
    a list with ranges in it.
boards
    Board sizes, rows x columns, given as ``8`` (square) or ``6x8``; in a list of boards, a range of sizes stands for
    square boards.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

LARGEST_SIDE = 2000


def parse_whole(value: Any, low: int, high: int) -> int:
    """Return a whole number between low and high, or raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{value!r} is not a whole number from {low} to {high}")
    return value


def parse_sizes(value: Any) -> tuple[int, ...]:
    """Return the sizes in the order given.

    Examples
    --------
    >>> parse_sizes({"min": 6, "max": 12, "step": 2})
    (6, 8, 10, 12)
    >>> parse_sizes([5, {"min": 6, "max": 12, "step": 2}])
    (5, 6, 8, 10, 12)
    """
    if isinstance(value, Mapping):
        return _parse_range(value)
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is neither a list of sizes nor a range {{min, max, step}}")
    sizes: list[int] = []
    for item in value:
        sizes += _parse_range(item) if isinstance(item, Mapping) else [parse_whole(item, 1, LARGEST_SIDE)]
        if len(sizes) > LARGEST_SIDE:
            raise ValueError(f"more than {LARGEST_SIDE} sizes are given: a value stands twice")
    return _all_different(tuple(sizes))


def _parse_range(value: Mapping[Any, Any]) -> tuple[int, ...]:
    if not {"min", "max"} <= set(value) <= {"min", "max", "step"}:
        raise ValueError(f"{dict(value)} is not a range: the keys min and max are needed, step is allowed")
    low, high, step = (parse_whole(value.get(key, 1), 1, LARGEST_SIDE) for key in ("min", "max", "step"))
    if high < low:
        raise ValueError(f"max: {high} is smaller than min: {low}")
    return tuple(range(low, high + 1, step))


def parse_board(value: Any) -> tuple[int, int]:
    """Return a board's (rows, columns).

    Examples
    --------
    >>> parse_board("6x8"), parse_board(8)
    ((6, 8), (8, 8))
    """
    if isinstance(value, str):
        match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", value)
        if match:
            rows, cols = (parse_whole(int(side), 1, LARGEST_SIDE) for side in match.groups())
            return rows, cols
    elif isinstance(value, int) and not isinstance(value, bool):
        side = parse_whole(value, 1, LARGEST_SIDE)
        return side, side
    raise ValueError(f"{value!r} is not a board: rows x columns as in 6x8, or one whole number for a square")


def parse_boards(value: Any) -> tuple[tuple[int, int], ...]:
    """Return the boards in the order given; a range of sizes stands for square boards.

    Examples
    --------
    >>> parse_boards([8, "6x8"])
    ((8, 8), (6, 8))
    >>> parse_boards([5, {"min": 6, "max": 10, "step": 2}])
    ((5, 5), (6, 6), (8, 8), (10, 10))
    """
    if isinstance(value, Mapping):
        value = [value]
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"{value!r} is neither a list of boards nor a range {{min, max, step}}")  # noqa: TRY004
    boards: list[tuple[int, int]] = []
    for item in value:
        boards += [(side, side) for side in _parse_range(item)] if isinstance(item, Mapping) else [parse_board(item)]
    return _all_different(tuple(boards))


def board_name(board: tuple[int, int]) -> str:
    """Return ``rows x cols`` as files and configs write it.

    Examples
    --------
    >>> board_name((6, 8))
    '6x8'
    """
    return f"{board[0]}x{board[1]}"


def _all_different(values: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(set(values)) < len(values):
        raise ValueError(f"{list(values)} names a value twice")
    if not values:
        raise ValueError("the list is empty; at least one value is needed")
    return values


Sizes = Annotated[tuple[int, ...], BeforeValidator(parse_sizes)]
Board = Annotated[tuple[int, int], BeforeValidator(parse_board)]
Boards = Annotated[tuple[tuple[int, int], ...], BeforeValidator(parse_boards)]
Distinct = AfterValidator(_all_different)
"""Put on a tuple: at least one value, none twice."""


def whole(low: int, high: int) -> BeforeValidator:
    """Return the validator of a whole number from ``low`` to ``high``."""
    return BeforeValidator(lambda value: parse_whole(value, low, high))


def _parse_positive(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
        raise ValueError(f"{value!r} is not a positive number")
    try:
        return float(value)
    except OverflowError:
        raise ValueError("it is too large for a number with a fraction") from None


Positive = Annotated[float, BeforeValidator(_parse_positive)]
