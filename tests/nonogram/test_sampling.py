"""Random boards: the kernel draws the reference's boards, and many of them agree with the published means."""

import math

import numpy as np
import pytest

from gridpuzzles.nonogram import Puzzle, analyse
from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.nonogram.sampling import (
    BOARDS,
    DETERMINED,
    GAIN,
    GAIN_SQUARES,
    GAINED,
    SOLVED,
    SQUARES,
    STARTED,
    coloured_cells,
    random_grid,
    random_grid_by_definition,
    read_clues,
    sum_over_boards,
)
from gridpuzzles.seeds import Stream, seed_sequence, stream_state


@pytest.mark.parametrize("colours", [1, 2, 4])
def test_kernel_draws_the_boards_of_the_reference(colours):
    sequence = seed_sequence(3, "boards", str(colours))
    state, stream = stream_state(sequence), Stream(sequence)
    for rows, cols, coloured in ((1, 1, 0), (1, 1, 1), (4, 7, 13), (7, 4, 28), (12, 12, 70)):
        expected = random_grid_by_definition(stream, rows, cols, coloured, colours)
        assert (random_grid(state, rows, cols, coloured, colours) == expected).all()
        assert (expected > 0).sum() == coloured


def test_every_board_is_equally_likely():
    state = stream_state(seed_sequence(3, "uniform"))
    boards = [tuple(random_grid(state, 2, 2, 2, 1).ravel().tolist()) for _ in range(6000)]
    counts = np.unique(boards, axis=0, return_counts=True)[1]
    assert len(counts) == 6
    assert ((counts - 1000) ** 2 / 1000).sum() < 25.7  # chi-square, 5 degrees of freedom, p = 1e-4


def test_clues_of_a_grid():
    state = stream_state(seed_sequence(3, "clues"))
    for _ in range(50):
        grid = random_grid(state, 5, 8, 20, 3)
        puzzle, clues = Puzzle.from_grid(grid, ["red", "green", "blue"]), read_clues(grid)
        for axis, lines in enumerate((puzzle.rows, puzzle.cols)):
            for line, clue in enumerate(lines):
                count = clues.counts[axis, line]
                assert [b.length for b in clue] == clues.lengths[axis, line, :count].tolist()
                assert [b.colour for b in clue] == clues.colours[axis, line, :count].tolist()


@pytest.mark.parametrize(("rows", "cols", "coloured", "colours"), [(6, 9, 27, 1), (5, 5, 14, 2)])
def test_sums_equal_board_by_board_analysis(rows, cols, coloured, colours):
    sequence = seed_sequence(3, "sums")
    sums = sum_over_boards(stream_state(sequence), rows, cols, coloured, colours, 40, 25)
    stream = Stream(sequence)
    expected = np.zeros((4, 8), np.int64)
    for board in range(40):
        grid = random_grid_by_definition(stream, rows, cols, coloured, colours)
        puzzle, before = Puzzle.from_grid(grid, ["black", "red"][:colours]), 0
        for number, level in enumerate(LEVELS[: 4 if board < 25 else 3]):
            found = analyse(puzzle, level)
            row, gain = expected[number], found.determined - before
            row[BOARDS] += 1
            row[DETERMINED] += found.determined
            row[SQUARES] += found.determined**2
            row[SOLVED] += found.solved
            row[STARTED] += found.determined > 0
            row[GAIN] += gain
            row[GAIN_SQUARES] += gain**2
            row[GAINED] += gain > 0
            before = found.determined
    assert (sums == expected).all()


def test_density_is_an_exact_number_of_cells():
    assert [coloured_cells(k / 20, 400) for k in range(21)] == [20 * k for k in range(21)]
    assert coloured_cells(0.35, 225) == 78


PUBLISHED = {  # density: for sides 10, 20 and 30 the mean ratio of line and of boxes, and the share that line solves
    0.30: ((0.169, 0.144, 0.007), (0.0038, 0.0031, None), (0.0001, 0.0001, None)),
    0.45: ((0.783, 0.695, 0.239), (0.132, 0.080, 0.0), (0.020, 0.014, 0.0)),
    0.50: ((0.946, 0.926, 0.529), (0.686, 0.411, 0.068), (0.109, 0.064, 0.0005)),
    0.55: ((0.984, 0.982, 0.732), (0.983, 0.965, 0.377), (0.897, 0.581, 0.134)),
    0.70: ((0.999, 0.999, 0.970), (0.999, 0.999, 0.941), (1.000, 1.000, 0.922)),
}
PUBLISHED_BOARDS = 2000


@pytest.mark.parametrize("density", PUBLISHED)
@pytest.mark.parametrize("size", [10, 20, 30])
def test_published_means_of_random_boards(density, size):
    """Within four standard errors of the two samples together, and half a unit of the last published digit."""
    boards = 4000
    state = stream_state(seed_sequence(2, "published", str(size), str(density)))
    sums = sum_over_boards(state, size, size, coloured_cells(density, size * size), 1, boards, 0)
    line_ratio, boxes_ratio, solved = PUBLISHED[density][size // 10 - 1]
    for level, ratio in ((2, line_ratio), (0, boxes_ratio)):
        mean = sums[level, DETERMINED] / boards
        variance = sums[level, SQUARES] / boards - mean**2
        error = math.sqrt(variance * (1 / boards + 1 / PUBLISHED_BOARDS)) / size**2
        digit = 0.00005 if ratio < 0.01 else 0.0005
        assert abs(mean / size**2 - ratio) < 4 * error + digit
    if solved is not None:
        share = sums[2, SOLVED] / boards
        error = math.sqrt(max(share, 1 / boards) * (1 - share) * (1 / boards + 1 / PUBLISHED_BOARDS))
        assert abs(share - solved) < 4 * error + 0.0005


def test_tournament_boards():
    """25 x 25 boards, density falling evenly from .50 to .35: line solving determines about 32 of 625 cells.

    Within four standard errors, and half a unit of the published number.
    """
    steps, boards = 300, 60
    means, variances = [], []
    for step in range(steps):
        density = 0.50 - 0.15 * (step + 0.5) / steps
        state = stream_state(seed_sequence(2, "tournament", str(step)))
        sums = sum_over_boards(state, 25, 25, coloured_cells(density, 625), 1, boards, 0)[2]
        means.append(sums[DETERMINED] / boards)
        variances.append((sums[SQUARES] / boards - means[-1] ** 2) / boards)
    error = math.sqrt(sum(variances)) / steps
    assert abs(np.mean(means) - 32) < 4 * error + 0.5
