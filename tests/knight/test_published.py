"""Numbers from the literature, and numbers of this experiment that were computed before, by other programs."""

import numpy as np
import pytest

from gridpuzzles.knight import api
from gridpuzzles.knight.model import RULES
from gridpuzzles.knight.orders import ORDERS, orbit, orbit_representatives, rank, unrank
from gridpuzzles.knight.random_ties import random_success_probability
from gridpuzzles.knight.tiebreaks import walk_block

CORNER = np.zeros(1, dtype=np.int32)


def numbered(text: str) -> list[list[int]]:
    """Read a printed board; a dash is a square that was not visited."""
    return [[0 if step == "-" else int(step) for step in row.split()] for row in text.split("/")]


def completes(size: int, order: str) -> bool:
    """Whether the tour from the corner of a square board is complete."""
    _, visited = api.walk_block(size, size, CORNER, order)
    return bool(visited[0] == size * size)


def test_squirrel_and_culls_failing_tour_on_5x5():
    tour = api.tour(5, 5, (1, 3), "83542671")
    assert tour.board.tolist() == numbered("11 6 1 - 13 / - - 12 7 2 / 5 10 - 14 - / - - 16 3 8 / 17 4 9 - 15")
    assert (len(tour.squares), tour.end, tour.complete) == (17, (5, 1), False)


def test_squirrel_and_culls_tour_on_8x8():
    tour = api.tour(8, 8, (1, 1), "67812345")
    assert tour.board.tolist() == numbered(
        "1 16 27 22 3 18 47 56 / 26 23 2 17 46 57 4 19 / 15 28 25 62 21 48 55 58 / 24 35 30 45 60 63 20 5 /"
        "29 14 61 34 49 44 59 54 / 36 31 38 41 64 53 6 9 / 13 40 33 50 11 8 43 52 / 32 37 12 39 42 51 10 7"
    )
    assert (tour.complete, tour.closed, tour.end) == (True, False, (6, 5))


def test_the_boards_on_which_67812345_fails_from_the_corner():
    assert [size for size in range(5, 76) if not completes(size, "67812345")] == [41, 52, 59, 60, 66, 74]


def test_the_boards_on_which_47385621_fails_from_the_corner():
    assert [size for size in range(5, 41) if not completes(size, "47385621")] == [15, 26, 27, 32]


@pytest.mark.parametrize(("rows", "cols", "starts"), [(6, 6, 35), (6, 5, 20), (6, 4, 10), (3, 7, 4), (6, 8, 47)])
def test_complete_starts_on_rectangles(rows, cols, starts):
    assert api.sweep_starts(rows, cols, "43218765").complete.sum() == starts


def test_starts_that_fail_and_close_on_even_boards():
    incomplete_and_closed = {
        "standard": "1/7 1/7 2/7 2/8 2/6 2/7 5/4 1/3 6/4 5/8 10/5 9/2 12/7",
        "thesis": "1/17 5/29 3/38 8/40 10/27 4/31 8/30 9/32 13/30 15/34 13/24 13/29 24/26",
    }
    for rule in RULES:
        sweeps = [api.sweep_starts(size, size, rule=rule) for size in range(6, 31, 2)]
        counts = [f"{(~sweep.complete).sum()}/{sweep.closed.sum()}" for sweep in sweeps]
        assert counts == incomplete_and_closed[rule].split(), rule


def test_the_orders_that_fail_from_each_start_of_8x8():
    sweep = api.sweep_orders(8, 8)
    quarter = [[396, 272, 609, 1313], [272, 1386, 338, 3457], [609, 338, 1080, 1902], [1313, 3457, 1902, 1064]]
    assert sweep.failures[:4, :4].tolist() == quarter
    for whole in (sweep.failures[::-1], sweep.failures[:, ::-1], sweep.failures.T):
        assert (whole == sweep.failures).all()


def test_the_orders_that_complete_from_every_start_of_8x8():
    standard, thesis = (np.flatnonzero(api.sweep_orders(8, 8, rule).complete_by_order == 64) for rule in RULES)
    assert (len(standard), len(thesis)) == (7376, 16)
    assert {unrank(number) for number in thesis} == {*orbit("13472568"), *orbit("13475268")}
    assert len(np.unique(orbit_representatives()[thesis])) == 2
    assert rank("13472568") in thesis


def test_boards_from_3x3_to_6x6():
    for order in ("12345678", "87654321", "31428657"):
        sweep = api.sweep_starts(3, 3, order)
        assert sweep.visited.tolist() == [[8, 8, 8], [8, 1, 8], [8, 8, 8]]
        for row, col in [(1, 1), (1, 2), (3, 2)]:
            squares = api.tour(3, 3, (row, col), order).squares
            assert sorted(abs(squares[0] - squares[-1])) == [1, 2], "the knight could step back to the first square"
    for rule in RULES:
        assert (api.sweep_orders(4, 4, rule).failures == ORDERS).all()
        odd = api.sweep_orders(5, 5, rule)
        minority = np.indices((5, 5)).sum(axis=0) % 2 == 1
        assert (odd.failures[minority] == ORDERS).all()
        assert (odd.failures[~minority] < ORDERS).all()
        assert (api.sweep_orders(6, 6, rule).failures < ORDERS).all()


@pytest.mark.parametrize(
    ("size", "start", "probability"),
    [(6, (1, 1), 1.0), (6, (2, 2), 0.980469), (6, (3, 3), 0.765625), (7, (1, 1), 0.736916), (8, (1, 1), 0.979578)],
)
def test_the_probability_of_success_under_random_ties(size, start, probability):
    assert float(random_success_probability(size, size, start)) == pytest.approx(probability, abs=5e-7)


@pytest.mark.parametrize("sizes", [range(5, 81), pytest.param(range(81, 200), marks=pytest.mark.slow)])
def test_switching_orders_fail_at_74_only(sizes):
    visited = {size: walk_block("switching", size, size, CORNER)[1][0] for size in sizes}
    assert [size for size in sizes if visited[size] < size * size] == [size for size in sizes if size == 74]
