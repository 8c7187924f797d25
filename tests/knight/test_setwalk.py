"""Walking all orders at once gives what walking each order alone gives; so does plain code, exhaustively."""

from dataclasses import dataclass, fields
from functools import cache

import numpy as np
import pytest

from gridpuzzles.knight.api import OrderSweep, sweep_orbits, sweep_orders
from gridpuzzles.knight.kernels import walk_starts
from gridpuzzles.knight.model import RULES, Rule, Situation, TieBreak, attacks, fixed, walk
from gridpuzzles.knight.orders import ORDERS, all_orders, images, orbit_representatives, square_images, symmetries
from gridpuzzles.knight.setwalk import walk_all_orders

SMALL = [(1, 1), (1, 6), (6, 1), (2, 2), (3, 3), (4, 4), (3, 4), (4, 3), (5, 5), (3, 7), (6, 6)]


@dataclass(frozen=True)
class Tours:
    """How the tours of every order from every start end: int32 (40320, starts) each."""

    rows: int
    cols: int
    end: np.ndarray
    visited: np.ndarray

    def sweep(self) -> dict[str, np.ndarray]:
        """Count the tours as `OrderSweep` does."""
        cells = self.rows * self.cols
        complete = self.visited == cells
        closed = complete & attacks(np.arange(cells), self.end, self.cols)
        return {
            "failures": (~complete).sum(axis=0).reshape(self.rows, self.cols),
            "closed": closed.sum(axis=0).reshape(self.rows, self.cols),
            "ends": np.bincount(self.end[complete], minlength=cells).reshape(self.rows, self.cols),
            "complete_by_order": complete.sum(axis=1),
            "closed_by_order": closed.sum(axis=1),
        }


@cache
def one_by_one(rows: int, cols: int, rule: Rule) -> Tours:
    """Walk every order from every start, each by itself, with the kernel of one order."""
    starts = np.arange(rows * cols, dtype=np.int32)
    results = [walk_starts(rows, cols, starts, order, rule == "standard") for order in all_orders()]
    return Tours(rows, cols, *(np.stack(parts) for parts in zip(*results, strict=True)))


@cache
def plain(rows: int, cols: int, rule: Rule) -> Tours:
    """Walk every order from every start with the plain code.

    Each tour is walked by one order and stands for all orders that decide each of its ties in the same way.
    """
    end = np.full((ORDERS, rows * cols), -1, dtype=np.int32)
    visited = np.zeros((ORDERS, rows * cols), dtype=np.int32)
    places = np.argsort(all_orders(), axis=1)
    for start in range(rows * cols):
        left = np.ones(ORDERS, dtype=bool)
        while left.any():
            same = np.ones(ORDERS, dtype=bool)
            order = "".join(map(str, all_orders()[left.argmax()]))
            square = (start // cols + 1, start % cols + 1)
            tour = walk(rows, cols, square, narrowing(fixed(order), places, same), rule)
            end[same, start] = (tour.end[0] - 1) * cols + tour.end[1] - 1
            visited[same, start] = len(tour.squares)
            left &= ~same
    return Tours(rows, cols, end, visited)


def narrowing(tie_break: TieBreak, places: np.ndarray, same: np.ndarray) -> TieBreak:
    """Return the tie-break, made to take off ``same`` all orders that put another tied move first."""

    def decide(situation: Situation) -> int:
        chosen = tie_break(situation)
        for move in situation.tied:
            same[places[:, move - 1] < places[:, chosen - 1]] = False
        return chosen

    return decide


def assert_equal(sweep: OrderSweep, expected: dict[str, np.ndarray]) -> None:
    for name, values in expected.items():
        assert (getattr(sweep, name) == values).all(), name


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", SMALL)
def test_plain_code_and_both_kernels_agree_for_every_order_and_start(board, rule):
    expected = plain(*board, rule)
    kernel = one_by_one(*board, rule)
    assert (kernel.end == expected.end).all()
    assert (kernel.visited == expected.visited).all()
    assert_equal(sweep_orders(*board, rule), expected.sweep())


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", [(6, 8), (7, 7), (8, 8)])
def test_all_orders_at_once_are_the_orders_one_by_one(board, rule):
    assert_equal(sweep_orders(*board, rule), one_by_one(*board, rule).sweep())


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", [(1, 1), (5, 5), (6, 6), (7, 7), (8, 8), (3, 7), (5, 8), (6, 8)])
def test_one_start_of_each_orbit_counts_for_all_its_images(board, rule):
    cells = board[0] * board[1]
    starts, weights = np.arange(cells, dtype=np.int32), np.ones(cells, dtype=np.int64)
    whole = walk_all_orders(*board, starts, weights, rule == "standard")
    expected = {
        "failures": whole.failing.reshape(board),
        "closed": whole.closed.reshape(board),
        "ends": whole.ends.reshape(board),
        "complete_by_order": whole.by_order[0],
        "closed_by_order": whole.by_order[1],
    }
    assert_equal(sweep_orders(*board, rule), expected)


@pytest.mark.parametrize("board", [(6, 6), (8, 8), (6, 8)])
def test_sweeps_are_symmetric(board):
    sweep = sweep_orders(*board)
    for image in square_images(*board):
        for values in (sweep.failures, sweep.closed, sweep.ends):
            assert (values.ravel()[image] == values.ravel()).all()
    for symmetry, image in zip(symmetries(8, 8), images(), strict=True):
        if symmetry.keeps(*board):
            assert (sweep.complete_by_order[image] == sweep.complete_by_order).all()
            assert (sweep.closed_by_order[image] == sweep.closed_by_order).all()
    if board[0] == board[1]:
        always = np.flatnonzero(sweep.complete_by_order == board[0] * board[1])
        assert (np.unique(orbit_representatives()[always], return_counts=True)[1] == 8).all()


@pytest.mark.parametrize("rule", RULES)
def test_sums_over_parts_are_the_whole(rule):
    whole = sweep_orders(7, 7, rule)
    parts = [sweep_orbits(7, 7, first, last, rule) for first, last in ((0, 0), (1, 5), (6, 8), (9, 9))]
    for field in fields(OrderSweep):
        total = sum(getattr(part, field.name) for part in parts)
        assert np.all(total == getattr(whole, field.name)), field.name


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", [(6, 6), (8, 8), (5, 8)])
def test_the_fields_of_a_sweep_count_the_same_tours(board, rule):
    sweep = sweep_orders(*board, rule)
    complete = ORDERS * board[0] * board[1] - int(sweep.failures.sum())
    assert complete == sweep.ends.sum() == sweep.complete_by_order.sum()
    assert sweep.closed.sum() == sweep.closed_by_order.sum()
    assert (sweep.closed_by_order <= sweep.complete_by_order).all()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", [(3, 3), (5, 5), (7, 7), (3, 7), (5, 9)])
def test_no_order_closes_a_tour_on_an_odd_board(board, rule):
    assert sweep_orders(*board, rule).closed.sum() == 0
