"""Exact counts of all grids: against the published numbers, and against counting clue by clue in plain code."""

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest

from gridpuzzles.nonogram import Puzzle, analyse
from gridpuzzles.nonogram.counting import CLUE_SETS, DETERMINED, SOLVED, count_group_range, groups
from gridpuzzles.nonogram.model import LEVELS

BOXES, EMPTINESS, LINE, PROBE = range(4)


def count(rows, cols, probing=True, threads=1):
    edges = np.linspace(0, groups(rows, cols), 40 * threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(
            lambda k: count_group_range(rows, cols, edges[k], edges[k + 1], probing), range(len(edges) - 1)
        )
    return sum(parts)


def unique(sums):
    return int(sums[:, 1, CLUE_SETS].sum())


def solved(sums, level):
    return int(sums[:, :, SOLVED + level].sum())


def grids(sums):
    return int((sums[..., CLUE_SETS] * np.arange(sums.shape[1])).sum())


def determined(sums, level):
    return int((sums[..., DETERMINED + level] * np.arange(sums.shape[1])).sum())


@pytest.mark.parametrize(
    ("rows", "cols", "unique_grids", "by_line", "by_boxes"),
    [(1, 1, 2, 2, 2), (2, 2, 14, 14, 14), (2, 5, 816, 810, 810), (3, 3, 384, 384, 384), (3, 4, 3152, 3116, 3116),
     (4, 4, 52362, 51234, 51234)],
)  # fmt: skip
def test_published_counts(rows, cols, unique_grids, by_line, by_boxes):
    for sums in (count(rows, cols), count(cols, rows)):
        assert grids(sums) == 2 ** (rows * cols)
        assert unique(sums) == unique_grids == solved(sums, PROBE)
        assert solved(sums, LINE) == by_line
        assert solved(sums, BOXES) == by_boxes


def test_distinct_clue_sets():
    assert [int(count(n, n, False)[..., CLUE_SETS].sum()) for n in range(1, 5)] == [2, 15, 445, 58196]


def test_mean_ratio_of_4x4():
    assert determined(count(4, 4), LINE) == 942232


def test_counting_equals_plain_counting():
    for rows, cols in ((2, 3), (3, 2), (3, 3), (1, 5)):
        sums = count(rows, cols)
        puzzles = Counter(
            Puzzle.from_grid(np.reshape(cells, (rows, cols))) for cells in product((0, 1), repeat=rows * cols)
        )
        expected = np.zeros_like(sums)
        for puzzle, solutions in puzzles.items():
            black = sum(block.length for clue in puzzle.rows for block in clue)
            row = expected[black, solutions]
            row[CLUE_SETS] += 1
            for number, level in enumerate(LEVELS):
                found = analyse(puzzle, level)
                row[SOLVED + number] += found.solved
                row[DETERMINED + number] += found.determined
        assert (sums == expected).all()


def test_two_colours():
    for rows, cols, unique_grids in ((2, 2, 77), (2, 3, 681), (3, 2, 681)):
        clues = Counter(
            Puzzle.from_grid(np.reshape(cells, (rows, cols)), ["red", "green"])
            for cells in product(range(3), repeat=rows * cols)
        )
        assert sum(clues.values()) == 3 ** (rows * cols)
        assert sum(number == 1 for number in clues.values()) == unique_grids


@pytest.mark.slow
def test_every_5x5_grid():
    """33,554,432 grids; OEIS A242876 gives the number of unique ones."""
    sums = count(5, 5, probing=False, threads=os.cpu_count() or 1)
    assert grids(sums) == 2**25
    assert unique(sums) == 25309575
    assert solved(sums, LINE) == 24976511
    assert solved(sums, BOXES) == EVERY_5X5_BY_BOXES


EVERY_5X5_BY_BOXES = 24854095
