"""Published win rates, with fixed seeds and |z| < 4; a short version in every run, a long one among the slow tests."""

import math
import os

import pytest

from gridpuzzles.minesweeper import estimate
from gridpuzzles.minesweeper.published import RATES
from gridpuzzles.minesweeper.settings import first_cell

GAMES = {"single_point_random": 300_000, "inference": 200_000, "probability": 60_000, "pseq": 20_000}


def deviation(known, games):
    """Return by how many standard errors an estimate differs from a published rate, whose own error counts too."""
    found = estimate(
        known.solver, known.rows, known.cols, known.mines, known.law, first_cell(known.cell), games, seed=2017,
        threads=min(2, os.cpu_count() or 1),
    )  # fmt: skip
    share = known.percent / 100
    own = share * (1 - share) / games
    return (found.share - share) / math.sqrt(own + (known.half / 100 / 1.96) ** 2)


def name(known):
    return f"{known.solver}-{known.rows}x{known.cols}-{known.law}-{known.cell}"


@pytest.mark.parametrize("known", RATES, ids=name)
def test_published_rates_in_short(known):
    assert abs(deviation(known, GAMES[known.solver] // 10)) < 4


@pytest.mark.slow
@pytest.mark.parametrize("known", RATES, ids=name)
def test_published_rates(known):
    assert abs(deviation(known, GAMES[known.solver])) < 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "cell", "percent", "half"),
    [
        ((9, 9, 10), "random", 68.19, 0.07),
        ((16, 16, 40), "random", 35.69, 0.12),
        ((16, 30, 99), "random", 0.864, 0.023),
    ],
)
def test_single_point_random_as_computed_independently(board, cell, percent, half):
    found = estimate("single_point_random", *board, "safe", cell, 600_000, seed=5, threads=2)
    error = math.hypot(found.interval.high - found.interval.low, 2 * half / 100) / 3.92
    assert abs(found.share - percent / 100) < 4 * error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "percent", "half"), [((9, 9, 10), 30.92, 0.07), ((16, 16, 40), 8.82, 0.07), ((16, 30, 99), 0.024, 0.002)]
)
def test_single_point_surrender_as_computed_independently(board, percent, half):
    found = estimate("single_point", *board, "safe", "corner", 600_000, seed=5, threads=2)
    error = math.hypot(found.interval.high - found.interval.low, 2 * half / 100) / 3.92
    assert abs(found.share - percent / 100) < 4 * error
