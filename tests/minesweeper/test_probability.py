"""Mine probabilities: published vectors, brute force, an independent program, wide frontiers, contradictions."""

import importlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper import certainty, probabilities, reference
from gridpuzzles.minesweeper.exact import Playout
from gridpuzzles.minesweeper.model import boards, number_board


def random_position(rng, rows, cols, mines, opened):
    """Return the position after opening up to so many random safe cells of a random board."""
    board = np.zeros(rows * cols, dtype=bool)
    board[rng.permutation(rows * cols)[:mines]] = True
    board = board.reshape(rows, cols)
    free = np.argwhere(~board)
    chosen = free[rng.permutation(len(free))[:opened]]
    position = np.full((rows, cols), -1, dtype=np.int8)
    position[chosen[:, 0], chosen[:, 1]] = number_board(board)[chosen[:, 0], chosen[:, 1]]
    return position


def test_the_published_vector_on_8x8():
    position = np.full((8, 8), -1)
    position[:3, 0] = 1, 1, 2
    risk = probabilities(position, 10)
    expected = np.full((8, 8), 0.1415094339622642)
    expected[:3, 0] = 0
    expected[0, 1], expected[1, 1], expected[2, 1] = 1 / 13.25, 1 - 1 / 13.25, 0
    expected[3, :2] = 0.5377358490566038
    assert np.abs(risk - expected).max() < 1e-12
    assert risk.sum() == pytest.approx(10, abs=1e-12)


def test_the_worked_example_of_tu_et_al():
    assert probabilities([[-1, 1, -1, -1, -1, -1]], 2).tolist()[0] == pytest.approx(
        [1 / 2, 0, 1 / 2, 1 / 3, 1 / 3, 1 / 3], abs=1e-12
    )


def test_the_mine_count_decides_where_the_numbers_do_not():
    """Global count: one mine left beside the numbers empties the rest; it holds for all components together."""
    known = certainty([[-1, 1, -1, -1, -1]], 1)
    assert known.safe.tolist() == [[False, False, False, True, True]]
    both = certainty([[-1, 1, -1, -1, -1, 1, -1, -1]], 2)
    assert both.safe.tolist() == [[False, False, False, True, False, False, False, True]]
    full = certainty([[-1, 1, -1, -1]], 2)
    assert full.mine.tolist() == [[False, False, False, True]]


def check_by_brute_force(position, mines, worlds):
    """Compare probabilities and certainty with a list of all solutions, bool (solutions, rows, cols)."""
    known = certainty(position, mines)
    counts = worlds.sum(axis=0)
    assert np.abs(known.probability - counts / len(worlds)).max() < 1e-12
    assert (known.safe == ((counts == 0) & (position < 0))).all()
    assert (known.mine == (counts == len(worlds))).all()
    assert not (known.safe & (known.probability > 0)).any()
    assert not (known.mine & (known.probability < 1)).any()


@pytest.mark.parametrize(("rows", "cols", "mines"), [(3, 3, 1), (3, 3, 2), (3, 3, 4), (4, 3, 2), (4, 3, 3)])
def test_every_position_reached_on_small_boards(rows, cols, mines):
    """All positions of all games of a solver that guesses anywhere, against all boards that agree with them."""
    solver = "single_point_random" if rows * cols < 10 else "inference_random"
    playout = Playout(solver, rows, cols, mines, "any", (1, 1))
    playout.value()
    every = np.array(list(boards(rows, cols, mines, "any", (1, 1))))
    numbers = np.array([number_board(board) for board in every])
    assert len(playout.positions) > 20
    for alive, opened in playout.positions:
        flags = np.array([alive >> k & 1 for k in range(len(every))], dtype=bool)
        first = int(np.flatnonzero(flags)[0])
        is_open = np.frombuffer(opened, dtype=np.uint8).reshape(rows, cols) == 1
        position = np.where(is_open, numbers[first], -1).astype(np.int8)
        check_by_brute_force(position, mines, every[flags])


def test_random_positions_of_4x4_and_5x5():
    """Two thousand positions against all boards."""
    rng = np.random.default_rng(20)
    for side, count in ((4, 1400), (5, 600)):
        for mines in (2, 3, 4) if side == 4 else (2, 3):
            every = np.array(list(boards(side, side, mines, "any", (1, 1))))
            numbers = np.array([number_board(board) for board in every])
            for _ in range(count // (3 if side == 4 else 2) + 1):
                position = random_position(rng, side, side, mines, int(rng.integers(0, side * side - mines)))
                agree = ((position < 0) | ((numbers == position) & ~every)).all(axis=(1, 2))
                check_by_brute_force(position, mines, every[agree])


def test_against_an_independent_program():
    """Two thousand random positions up to 16x30 against ms-toollib (E. Wang and others), where it gives an answer."""
    toollib = importlib.import_module("ms_toollib")
    rng = np.random.default_rng(31)
    compared = 0
    for _ in range(2300):
        rows, cols = int(rng.integers(4, 17)), int(rng.integers(4, 31))
        mines = int(rows * cols * rng.uniform(0.1, 0.25)) + 1
        position = grown_position(rng, rows, cols, mines)
        if (position >= 0).sum() == rows * cols - mines or (position >= 0).sum() == 0:
            continue
        theirs = toollib.cal_probability_csp(np.where(position < 0, 10, position).tolist(), mines)
        risk = probabilities(position, mines)
        for (row, col), value in theirs[0]:
            assert risk[row, col] == pytest.approx(value, abs=1e-9)
        compared += 1
    assert compared >= 2000


def grown_position(rng, rows, cols, mines):
    """Return a position like those of games: a few openings, each with its area of zeros."""
    board = np.zeros(rows * cols, dtype=bool)
    board[rng.permutation(rows * cols)[:mines]] = True
    board = board.reshape(rows, cols)
    numbers = number_board(board)
    position = np.full((rows, cols), -1, dtype=np.int8)
    free = np.argwhere(~board)
    waiting = [tuple(cell) for cell in free[rng.permutation(len(free))[: int(rng.integers(1, 12))]]]
    while waiting:
        row, col = waiting.pop()
        if position[row, col] < 0:
            position[row, col] = numbers[row, col]
            if numbers[row, col] == 0:
                near = [(row + dr, col + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1)]
                waiting += [(r, c) for r, c in near if 0 <= r < rows and 0 <= c < cols]
    return position


def comb_position(density, seed):
    """Return a 21x10 board whose open cells form a comb, and its mines: a spine with teeth all the way down."""
    teeth = np.zeros((21, 10), dtype=bool)
    teeth[1] = True
    teeth[1:, 1::2] = True
    board = (np.random.default_rng(seed).random((21, 10)) < density) & ~teeth
    return np.where(teeth, number_board(board), -1).astype(np.int8), board


@pytest.mark.parametrize("density", [0.2, 0.5, 0.8])
def test_combs_are_eliminated_not_enumerated(density):
    """About a hundred border cells in one component: probabilities add up to the mines, in every column too."""
    position, board = comb_position(density, 4)
    known = certainty(position, int(board.sum()))
    assert known.probability.sum() == pytest.approx(board.sum(), abs=1e-9)
    for row, col in np.argwhere(position >= 0):
        near = known.probability[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
        assert near.sum() == pytest.approx(position[row, col], abs=1e-9)
    assert (board[known.mine]).all()
    assert not (board[known.safe]).any()


def test_counts_beyond_every_integer_type():
    """Hundreds of bits: a 100x100 board with one open corner; the rest has one density."""
    position = np.full((100, 100), -1, dtype=np.int8)
    position[0, 0] = 1
    risk = probabilities(position, 5000)
    assert risk[0, 1] == pytest.approx(1 / 3, abs=1e-12)
    assert risk[50, 50] == pytest.approx(4999 / (10000 - 4), abs=1e-12)


@pytest.mark.parametrize(
    ("board", "mines", "message"),
    [
        ([[9, -1]], 1, r"9 at \(1, 1\) is not -1"),
        ([[-1, 3]], 1, r"the number 3 at \(1, 2\) has only 1 closed neighbours"),
        ([[2, -1, 1], [-1, -1, -1], [0, -1, -1]], 2, r"no placement of mines agrees with the numbers at \(1, 1\)"),
        ([[-1, 1, -1, -1]], 0, r"0 mines cannot be placed: the cells beside numbers take 1 to 1"),
        ([[-1, 1, -1]], 2, r"2 mines cannot be placed"),
        ([[-1, -1]], 3, "mines: 3 is not a whole number from 0 to 2"),
        ([-1, 1], 1, "a matrix of whole numbers"),
        ([[0.5]], 1, "a matrix of whole numbers"),
    ],
)
def test_contradictory_boards_are_refused_where_they_are_wrong(board, mines, message):
    with pytest.raises(InputError, match=message):
        probabilities(board, mines)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_symmetry_and_the_plain_reference(rows, cols, seed):
    """A turned board has turned probabilities; small ones are those of the plain definition."""
    rng = np.random.default_rng(seed)
    mines = int(rng.integers(0, min(6, rows * cols) + 1))
    position = random_position(rng, rows, cols, mines, int(rng.integers(0, rows * cols)))
    risk = probabilities(position, mines)
    assert np.abs(np.rot90(risk) - probabilities(np.rot90(position), mines)).max() < 1e-12
    plain = reference.risks(position, reference.solutions(position, mines))
    for (row, col), value in plain.items():
        assert risk[row - 1, col - 1] == pytest.approx(float(value), abs=1e-12)
