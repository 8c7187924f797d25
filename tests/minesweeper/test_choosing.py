"""Guesses: exact ties, the promise of a cell, one click ahead."""

from fractions import Fraction

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.minesweeper import analysis, choosing, desks, playing, probing, reference, ties
from gridpuzzles.minesweeper.exact import solver_value
from gridpuzzles.minesweeper.model import number_board
from gridpuzzles.minesweeper.probability import field_of


@numba.njit
def look_ahead(field, front, graph, outlook, probe, cell):
    """Call a kernel that has no wrapper for Python."""
    return probing.look_ahead(field, front, graph, outlook, probe, cell)


@numba.njit
def keep_equal(front, graph, outlook, residues, chosen, best):
    ties.keep_equal(front, graph, outlook, residues, chosen, best)


def look(position, mines):
    """Return the field and a desk that has counted a position, nothing being certain in it."""
    field = field_of(np.asarray(position, dtype=np.int8), mines)
    desk = desks.new_desk(field.state.size)
    assert analysis.find_certain(field, desk.front, desk.graph, desk.outlook)
    analysis.find_risks(desk.front, desk.graph, desk.outlook)
    return field, desk


def promise(field, desk, cell):
    """Return S, E and Q of a cell by the kernels."""
    assert look_ahead(field, desk.front, desk.graph, desk.outlook, desk.probe, cell)
    share, safe = desk.probe.share.copy(), desk.probe.safe.copy()
    shown = share > 0
    entropy = -(share[shown] * np.log(share[shown])).sum()
    return share[shown & (safe > 0)].sum(), (share * safe)[shown].sum(), entropy


def test_the_worked_example_of_pseq():
    """1x6, two mines, the second cell shows 1: S, E, Q of the other cells, and the choice of cell 6.

    The published E of cell 4 is 1/2, against the definition: if it is safe, one mine lies in {1, 3} and one in {5, 6};
    it shows 0 and 2 with probability 1/4 each, and then two cells are certainly safe: E = 1. The choice is the same.
    """
    position = np.array([[-1, 1, -1, -1, -1, -1]])
    field, desk = look(position, 2)
    found = [promise(field, desk, cell) for cell in (0, 2, 3, 4, 5)]
    expected = [(0, 0, 0), (1, 4 / 3, 0.637), (1 / 2, 1, 1.040), (0, 0, 0), (1, 1, 0.693)]
    for values, known in zip(found, expected, strict=True):
        assert values == pytest.approx(known, abs=5e-4)
    desks.choose(field, desk, playing.CODES["pseq"])
    assert desk.choice.cell.tolist() == [0, 0, 0, 0, 0, 1]
    assert reference.pseq(position.astype(np.int8), 2).guess == ((1, 6),)


def random_game_position(rng, rows, cols, mines):
    """Return a position in which nothing is certain, or None."""
    board = np.zeros(rows * cols, dtype=bool)
    board[rng.permutation(rows * cols)[:mines]] = True
    board = board.reshape(rows, cols)
    numbers = number_board(board)
    position = np.full((rows, cols), -1, dtype=np.int8)
    free = np.argwhere(~board)
    for row, col in free[rng.permutation(len(free))[: int(rng.integers(0, 4))]]:
        position[row, col] = numbers[row, col]
    while (position < 0).sum() > mines:
        safe = reference.inference(position, mines).safe
        if not safe:
            return position
        for row, col in safe:
            position[row - 1, col - 1] = numbers[row - 1, col - 1]
    return None


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 4), st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_promises_equal_their_definition(rows, cols, seed):
    """S, E and Q of every cell against all solutions, tight mine counts included."""
    rng = np.random.default_rng(seed)
    mines = int(rng.integers(1, max(2, rows * cols // 2)))
    position = random_game_position(rng, rows, cols, mines)
    if position is None:
        return
    field, desk = look(position, mines)
    worlds = reference.solutions(position, mines)
    risk = reference.risks(position, worlds)
    for row, col in reference.closed_cells(position):
        if risk[row, col] < 1:
            found = promise(field, desk, (row - 1) * cols + col - 1)
            known = reference.promise(position, worlds, (row, col))
            assert found == pytest.approx([float(value) for value in known], abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 4), st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_the_least_dangerous_cells_are_exactly_the_tied_ones(rows, cols, seed):
    rng = np.random.default_rng(seed)
    mines = int(rng.integers(1, max(2, rows * cols // 3)))
    position = random_game_position(rng, rows, cols, mines)
    if position is None:
        return
    field, desk = look(position, mines)
    desks.choose(field, desk, playing.CODES["probability"])
    tied = reference.least(reference.risks(position, reference.solutions(position, mines)))
    chosen = [(int(k) // cols + 1, int(k) % cols + 1) for k in np.flatnonzero(desk.choice.cell)]
    assert tuple(chosen) == tied


def test_equal_boxes_stay_together_and_others_leave():
    """Three corners show 1, 1 and 2: by residues, without a look at floats, the first two are equally dangerous."""
    position = np.full((12, 12), -1)
    position[0, 0], position[0, 11], position[11, 0] = 1, 1, 2
    _, desk = look(position, 40)
    assert ties.bits_needed.py_func(desk.front, desk.outlook) > 0
    desk.choice.box[:3] = 1
    keep_equal(desk.front, desk.graph, desk.outlook, desk.residues, desk.choice.box, 0)
    assert desk.choice.box[:3].tolist() == [1, 1, 0]


def test_the_primes_are_prime():
    for prime in ties.PRIMES[:8].tolist():
        assert all(prime % divisor for divisor in range(2, 50_000))
    assert (np.diff(ties.PRIMES.astype(np.int64)) < 0).all()


def test_looking_ahead_is_worth_more_than_p_on_small_boards():
    values = {solver: solver_value(solver, 4, 4, 3, "safe", (1, 1), 0) for solver in ("probability", "lookahead")}
    assert values["probability"] < values["lookahead"] <= Fraction(1)


@pytest.mark.slow
def test_looking_two_clicks_ahead_leaves_the_position_as_it_was():
    rng = np.random.default_rng(8)
    checked = 0
    while checked < 20:
        position = random_game_position(rng, 4, 4, 4)
        if position is None:
            continue
        field, desk = look(position, 4)
        desk = desk._replace(depth=2, deep=choosing.new_deep(16))
        before = [array.copy() for array in (field.state, field.counter, field.closed, field.total)]
        desks.choose(field, desk, playing.CODES["lookahead"])
        for array, old in zip((field.state, field.counter, field.closed, field.total), before, strict=True):
            assert (array == old).all()
        assert desk.choice.cell.sum() > 0
        checked += 1
