"""The 8! orders of the moves, and what the board's symmetries do to orders and to squares.

Vocabulary
----------
rank
    The place of an order, from 0, among all 40,320 in lexicographic order: "12345678" has rank 0.
symmetry
    A rotation or mirror image that maps a board onto itself: eight of a square board, four of any other.
image
    What a symmetry makes of a square, of a move, or of an order (move by move).
orbit
    All images of one order, or of one square. No symmetry but the identity keeps an order, so the 40,320 orders fall
    into 5,040 orbits of eight.

A tour looks the same in a mirror: ``tour(g(start), g(order)) = g(tour(start, order))`` for every symmetry g. Hence one
start of each orbit is enough for any count over all orders.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import MOVES, Square, check_order, check_size

ORDERS = math.factorial(8)


def rank(order: str) -> int:
    """Return the rank of an order, from 0.

    Examples
    --------
    >>> rank("12345678"), rank("12345687"), rank("87654321")
    (0, 1, 40319)
    """
    return int(ranks(moves_of(order)[None, :])[0])


def unrank(number: int) -> str:
    """Return the order with this rank.

    Examples
    --------
    >>> unrank(1)
    '12345687'
    """
    if not 0 <= number < ORDERS:
        raise InputError(f"rank: {number!r} is not in 0 .. {ORDERS - 1}")
    left = list("12345678")
    order = ""
    for place in range(7, -1, -1):
        index, number = divmod(number, math.factorial(place))
        order += left.pop(index)
    return order


def moves_of(order: str) -> NDArray[np.uint8]:
    """Return uint8 (8,): the moves of an order."""
    return np.array([int(move) for move in check_order(order)], dtype=np.uint8)


def ranks(orders: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return int32 (n,): the ranks of orders given as moves, uint8 (n, 8).

    The move at a place counts the smaller moves after it: that many blocks of orders come before.
    """
    total = np.zeros(len(orders), dtype=np.int32)
    for place in range(7):
        smaller_later = (orders[:, place + 1 :] < orders[:, place, None]).sum(axis=1, dtype=np.int32)
        total += smaller_later * np.int32(math.factorial(7 - place))
    return total


@cache
def all_orders() -> NDArray[np.uint8]:
    """Return uint8 (40320, 8), read-only: the moves 1..8 of every order, by rank.

    Examples
    --------
    >>> all_orders()[1].tolist()
    [1, 2, 3, 4, 5, 6, 8, 7]
    """
    orders = np.ones((1, 1), dtype=np.uint8)
    for size in range(2, 9):
        # Behind each first move follow the shorter orders, renumbered to the moves that are left.
        orders = np.vstack([_prepend(first, orders) for first in range(1, size + 1)])
    orders.flags.writeable = False
    return orders


def _prepend(first: int, orders: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the orders with one more move, ``first``, in front; the moves from ``first`` on are counted up."""
    return np.insert(orders + (orders >= first), 0, first, axis=1).astype(np.uint8)


@dataclass(frozen=True)
class Symmetry:
    """One symmetry of a board: exchange rows and columns if ``transpose``, then turn either axis around if asked to.

    Attributes
    ----------
    name
        What it does, in words.
    transpose, flip_rows, flip_cols
        Exchange row and column; then count the rows from the bottom; count the columns from the right.
    """

    name: str
    transpose: bool
    flip_rows: bool
    flip_cols: bool

    @property
    def moves(self) -> tuple[int, ...]:
        """The image of each of the moves 1..8.

        Examples
        --------
        >>> SYMMETRIES[1].moves
        (3, 4, 5, 6, 7, 8, 1, 2)
        """
        return tuple(MOVES.index(self._turn(*move)) + 1 for move in MOVES)

    def _turn(self, down: int, right: int) -> Square:
        """Return the image of a step, given as rows down and columns to the right."""
        if self.transpose:
            down, right = right, down
        return (-down if self.flip_rows else down), (-right if self.flip_cols else right)

    def keeps(self, rows: int, cols: int) -> bool:
        """Whether it maps a board of this size onto itself."""
        return rows == cols or not self.transpose

    def square(self, rows: int, cols: int, square: Square) -> Square:
        """Return the image of a square, counted from 1.

        Examples
        --------
        >>> SYMMETRIES[1].square(8, 8, (1, 3))
        (3, 8)
        """
        image = int(self.squares(rows, cols)[(square[0] - 1) * cols + square[1] - 1])
        return image // cols + 1, image % cols + 1

    def squares(self, rows: int, cols: int) -> NDArray[np.int32]:
        """Return int32 (rows * cols,): the image of each square, both as flat indices from 0."""
        check_size(rows, cols)
        if not self.keeps(rows, cols):
            raise InputError(f"symmetry: {self.name!r} does not keep a {rows}x{cols} board; rows = cols is needed")
        row, col = np.divmod(np.arange(rows * cols, dtype=np.int32), np.int32(cols))
        if self.transpose:
            row, col = col, row
        row = rows - 1 - row if self.flip_rows else row
        col = cols - 1 - col if self.flip_cols else col
        image: NDArray[np.int32] = (row * cols + col).astype(np.int32)
        return image

    def order(self, order: str) -> str:
        """Return the image of an order.

        Examples
        --------
        >>> SYMMETRIES[1].order("12345678")
        '34567812'
        """
        return "".join(str(self.moves[int(move) - 1]) for move in check_order(order))


# Rotations add 2, 4 or 6 to the number of a move; a mirror takes move k to c - k, all modulo 8.
SYMMETRIES: tuple[Symmetry, ...] = (
    Symmetry("identity", transpose=False, flip_rows=False, flip_cols=False),
    Symmetry("quarter turn clockwise", transpose=True, flip_rows=False, flip_cols=True),
    Symmetry("half turn", transpose=False, flip_rows=True, flip_cols=True),
    Symmetry("quarter turn counter-clockwise", transpose=True, flip_rows=True, flip_cols=False),
    Symmetry("left-right mirror", transpose=False, flip_rows=False, flip_cols=True),
    Symmetry("anti-diagonal mirror", transpose=True, flip_rows=True, flip_cols=True),
    Symmetry("up-down mirror", transpose=False, flip_rows=True, flip_cols=False),
    Symmetry("diagonal mirror", transpose=True, flip_rows=False, flip_cols=False),
)


def symmetries(rows: int, cols: int) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board: all eight if it is square, the four without transposition if not.

    Examples
    --------
    >>> [symmetry.name for symmetry in symmetries(6, 8)]
    ['identity', 'half turn', 'left-right mirror', 'up-down mirror']
    """
    return tuple(symmetry for symmetry in SYMMETRIES if symmetry.keeps(rows, cols))


def orbit(order: str) -> tuple[str, ...]:
    """Return the eight images of an order, one for each of `SYMMETRIES`.

    Examples
    --------
    >>> orbit("12345678")[:5]
    ('12345678', '34567812', '56781234', '78123456', '21876543')
    """
    return tuple(symmetry.order(order) for symmetry in SYMMETRIES)


@cache
def images() -> NDArray[np.int32]:
    """Return int32 (8, 40320), read-only: the rank of the image of every order under each of `SYMMETRIES`."""
    relabelled = [np.array((0, *symmetry.moves), dtype=np.uint8)[all_orders()] for symmetry in SYMMETRIES]
    table = np.stack([ranks(orders) for orders in relabelled])
    table.flags.writeable = False
    return table


def orbit_representatives(rows: int = 8, cols: int = 8) -> NDArray[np.int32]:
    """Return int32 (40320,): for each order the smallest rank in its orbit under the symmetries of the board.

    Two orders have the same value exactly if a symmetry of the board maps one to the other.
    """
    kept = [symmetry.keeps(rows, cols) for symmetry in SYMMETRIES]
    smallest: NDArray[np.int32] = images()[kept].min(axis=0)
    return smallest


def check_starts(rows: int, cols: int, starts: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the starts, flat indices from 0, as int32 (n,), or raise InputError: compiled code checks no bounds."""
    given = np.asarray(starts)
    wrong = given[(given < 0) | (given >= rows * cols) | (given % 1 != 0)]
    if wrong.size:
        raise InputError(f"starts: {wrong[0]} is not a whole number in 0 .. {rows * cols - 1}")
    return np.ascontiguousarray(given, dtype=np.int32)


def square_images(rows: int, cols: int) -> NDArray[np.int32]:
    """Return int32 (8 or 4, rows * cols): the image of every square under each of the board's symmetries."""
    return np.stack([symmetry.squares(rows, cols) for symmetry in symmetries(rows, cols)])


def start_representatives(rows: int, cols: int) -> NDArray[np.int32]:
    """Return int32 (n,), ascending: one square of each orbit, the first in reading order, as flat indices from 0.

    Examples
    --------
    >>> start_representatives(4, 4).tolist()
    [0, 1, 5]
    """
    representatives: NDArray[np.int32] = np.unique(square_images(rows, cols).min(axis=0))
    return representatives


def orbit_sizes(rows: int, cols: int, squares: Sequence[int] | NDArray[np.int32]) -> NDArray[np.int64]:
    """Return int64 (n,): the number of distinct images of each of the squares (flat indices from 0)."""
    found = np.sort(square_images(rows, cols)[:, np.asarray(squares, dtype=np.int64)], axis=0)
    sizes: NDArray[np.int64] = 1 + (np.diff(found, axis=0) != 0).sum(axis=0, dtype=np.int64)
    return sizes


def sum_over_square_images(rows: int, cols: int, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return int64 (rows * cols,): for each square the sum of the values of its images under every symmetry."""
    total: NDArray[np.int64] = values[square_images(rows, cols)].sum(axis=0)
    return total


def sum_over_order_images(rows: int, cols: int, values: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return int64 (..., 40320): for each order the sum of the values of its images under the board's symmetries."""
    kept = [symmetry.keeps(rows, cols) for symmetry in SYMMETRIES]
    total: NDArray[np.int64] = np.take(values, images()[kept], axis=-1).sum(axis=-2, dtype=np.int64)
    return total
