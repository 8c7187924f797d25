"""The exact probability under random ties: against every tie branch walked by itself, and against frequencies."""

from fractions import Fraction

import numpy as np
import pytest

from gridpuzzles.intervals import wilson
from gridpuzzles.knight.model import RULES, Rule, Square, neighbours
from gridpuzzles.knight.random_ties import random_success_probability
from gridpuzzles.knight.tiebreaks import start_states, walk_block
from gridpuzzles.seeds import seed_sequence


def every_branch(rows: int, cols: int, start: Square, rule: Rule) -> Fraction:
    """Return the probability of success by walking every branch at every tie to its end."""

    def success(free: frozenset[Square], square: Square) -> Fraction:
        beside = [target for target in neighbours(rows, cols, square).values() if target in free]
        if not beside:
            return Fraction(not free)
        degrees = [
            sum(target in free for target in neighbours(rows, cols, step).values())
            + (rule == "thesis" and step in neighbours(rows, cols, start).values())
            for step in beside
        ]
        tied = [step for step, degree in zip(beside, degrees, strict=True) if degree == min(degrees)]
        return sum((success(free - {step}, step) for step in tied), Fraction(0)) / len(tied)

    board = frozenset((row, col) for row in range(1, rows + 1) for col in range(1, cols + 1))
    return success(board - {start}, start)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", [(1, 1), (1, 4), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (3, 7), (5, 5), (5, 6)])
def test_all_ways_at_once_are_the_ways_one_by_one(board, rule):
    for row in range(1, board[0] // 2 + 2):
        for col in range(1, board[1] // 2 + 2):
            if row <= board[0] and col <= board[1]:
                expected = every_branch(*board, (row, col), rule)
                assert random_success_probability(*board, (row, col), rule) == expected


@pytest.mark.parametrize("rule", RULES)
def test_it_is_the_frequency_of_random_walks(rule):
    draws = 20_000
    states = start_states(seed_sequence(3, "frequency", rule), np.arange(draws, dtype=np.int32))
    _, visited = walk_block("random", 6, 6, np.full(draws, 14, dtype=np.int32), rule=rule, states=states)
    interval = wilson(int((visited == 36).sum()), draws, 0.9999)
    assert interval.low < random_success_probability(6, 6, (3, 3), rule) < interval.high


@pytest.mark.parametrize("size", [5, 7])
def test_no_tour_from_the_minority_colour_of_an_odd_board(size):
    assert random_success_probability(size, size, (1, 2)) == 0
