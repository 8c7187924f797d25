"""The public functions: documented shapes and types, the smallest boards, one clear line for bad input."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gridpuzzles import knight
from gridpuzzles.knight import api
from gridpuzzles.knight.model import RULES, attacks
from gridpuzzles.knight.orders import ORDERS, rank


def test_a_sweep_of_starts_holds_what_single_tours_say():
    sweep = knight.sweep_starts(6, 7, "31425867", "thesis")
    assert sweep.complete.shape == sweep.closed.shape == sweep.visited.shape == (6, 7)
    assert sweep.end.shape == (6, 7, 2)
    assert [values.dtype for values in (sweep.complete, sweep.closed, sweep.end, sweep.visited)] == [
        np.bool_,
        np.bool_,
        np.int32,
        np.int32,
    ]
    for row in range(6):
        for col in range(7):
            tour = knight.tour(6, 7, (row + 1, col + 1), "31425867", "thesis")
            assert (sweep.complete[row, col], sweep.closed[row, col]) == (tour.complete, tour.closed)
            assert sweep.visited[row, col] == len(tour.squares)
            assert tuple(sweep.end[row, col]) == tour.end


def test_a_sweep_of_orders_holds_what_sweeps_of_starts_say():
    sweep = knight.sweep_orders(6, 8)
    assert [values.shape for values in (sweep.failures, sweep.closed, sweep.ends)] == [(6, 8)] * 3
    assert sweep.failures.dtype == sweep.closed.dtype == sweep.complete_by_order.dtype == np.int32
    assert sweep.ends.dtype == np.int64
    assert sweep.complete_by_order.shape == sweep.closed_by_order.shape == (ORDERS,)
    for order in ("12345678", "43218765", "87654321"):
        starts = knight.sweep_starts(6, 8, order)
        assert sweep.complete_by_order[rank(order)] == starts.complete.sum()
        assert sweep.closed_by_order[rank(order)] == starts.closed.sum()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "cols", "visited", "failing"),
    [
        (1, 1, [[1]], [[0]]),
        (1, 4, [[1, 1, 1, 1]], [[ORDERS] * 4]),
        (4, 1, [[1]] * 4, [[ORDERS]] * 4),
        (2, 2, [[1, 1], [1, 1]], [[ORDERS] * 2] * 2),
        (2, 3, [[2, 1, 2], [2, 1, 2]], [[ORDERS] * 3] * 2),
        (3, 3, [[8, 8, 8], [8, 1, 8], [8, 8, 8]], [[ORDERS] * 3] * 3),
    ],
)
def test_the_smallest_boards_give_honest_results(rule, rows, cols, visited, failing):
    sweep = knight.sweep_starts(rows, cols, rule=rule)
    assert sweep.visited.tolist() == visited
    assert (sweep.complete == (sweep.visited == rows * cols)).all()
    assert not sweep.closed.any()
    orders = knight.sweep_orders(rows, cols, rule)
    assert orders.failures.tolist() == failing
    assert not orders.closed.any()
    assert not orders.closed_by_order.any()


@pytest.mark.parametrize("rule", RULES)
def test_3x4_and_4x3_complete_from_the_same_squares(rule):
    wide, tall = knight.sweep_orders(3, 4, rule), knight.sweep_orders(4, 3, rule)
    assert 0 < (wide.failures == 0).sum() < 12
    assert (wide.failures == tall.failures.T).all()
    assert (wide.ends == tall.ends.T).all()
    assert wide.closed.sum() == tall.closed.sum() == 0


def test_closed_means_that_end_and_start_attack_each_other():
    starts = np.arange(64, dtype=np.int32)
    end, visited = api.walk_block(8, 8, starts, rule="thesis")
    closed = (visited == 64) & attacks(starts, end, 8)
    assert (knight.sweep_starts(8, 8, rule="thesis").closed.ravel() == closed).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: knight.tour(0, 8, (1, 1)), "rows: 0 is not a whole number from 1 to 2000"),
        (lambda: knight.tour(8, 8.5, (1, 1)), "cols: 8.5 is not a whole number from 1 to 2000"),
        (lambda: knight.tour(8, 8, (0, 1)), r"start: \(0, 1\) is not a square of the 8x8 board"),
        (lambda: knight.tour(8, 8, (1, 1), "11345678"), "order: '11345678' is not a permutation"),
        (lambda: knight.tour(8, 8, (1, 1), rule="foo"), "rule: 'foo' is not one of standard, thesis"),
        (lambda: knight.sweep_starts(8, 2001), "cols: 2001 is not a whole number from 1 to 2000"),
        (lambda: knight.sweep_starts(8, 8, "1234567"), "order: '1234567' is not a permutation"),
        (lambda: knight.sweep_starts(8, 8, rule=""), "rule: '' is not one of standard, thesis"),
        (lambda: knight.sweep_orders(-1, 8), "rows: -1 is not a whole number from 1 to 2000"),
        (lambda: knight.sweep_orders(8, 8, "Standard"), "rule: 'Standard' is not one of standard, thesis"),
        (lambda: api.sweep_orbits(8, 8, 3, 10), r"orbits: 3 \.\. 10 is not a range within 0 \.\. 9"),
        (lambda: api.sweep_orbits(8, 8, 3, 2), r"orbits: 3 \.\. 2 is not a range within 0 \.\. 9"),
    ],
)
def test_bad_input_is_refused_in_one_line(call, message):
    with pytest.raises(ValueError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def test_importing_the_family_imports_no_compiler():
    script = "import sys, gridpuzzles.knight, gridpuzzles.knight.tiebreaks; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parent)
