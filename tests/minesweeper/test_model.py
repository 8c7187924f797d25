"""Boards, first-click laws and the placing of mines."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper import placing
from gridpuzzles.minesweeper.games import Limits, Setup, estimate
from gridpuzzles.minesweeper.model import (
    FIRST_CLICKS,
    boards,
    check_first_click,
    check_solver,
    locate,
    neighbours,
    number_board,
    protected,
)
from gridpuzzles.seeds import Stream, seed_sequence, stream_state


def draw(rows, cols, mines, law, cell, state):
    table, degrees = placing.neighbour_table(rows, cols)
    mine, free = np.zeros(rows * cols, dtype=np.uint8), np.zeros(rows * cols, dtype=np.int32)
    first = (cell[0] - 1) * cols + cell[1] - 1
    placing.place(mine, free, table, degrees, mines, placing.LAW_CODES[law], first, state)
    return mine.reshape(rows, cols).astype(bool)


def test_boards_do_not_wrap_around():
    assert neighbours(4, 5, (1, 1)) == [(1, 2), (2, 1), (2, 2)]
    assert neighbours(4, 5, (4, 5)) == [(3, 4), (3, 5), (4, 4)]
    assert len(neighbours(4, 5, (2, 3))) == 8
    table, degrees = placing.neighbour_table(4, 5)
    for index in range(20):
        around = [(int(k) // 5 + 1, int(k) % 5 + 1) for k in table[index, : degrees[index]]]
        assert around == neighbours(4, 5, (index // 5 + 1, index % 5 + 1))
        assert (table[index, degrees[index] :] == -1).all()


def test_numbers_count_the_neighbours_that_are_mines():
    mines = np.random.default_rng(3).random((6, 7)) < 0.3
    numbers = number_board(mines)
    for row, col in np.ndindex(mines.shape):
        around = neighbours(6, 7, (row + 1, col + 1))
        assert numbers[row, col] == sum(mines[r - 1, c - 1] for r, c in around)


@pytest.mark.parametrize(("law", "count"), [("any", 36), ("safe", 28), ("zero", 10)])
def test_first_click_laws_on_3x3_with_two_mines_from_the_corner(law, count):
    """The exact numbers of equally likely boards; the kernel draws each of them equally often."""
    listed = [board.tobytes() for board in boards(3, 3, 2, law, (1, 1))]
    assert len(set(listed)) == len(listed) == count
    state = stream_state(seed_sequence(5, "laws", law))
    drawn = Counter(draw(3, 3, 2, law, (1, 1), state).tobytes() for _ in range(400 * count))
    assert set(drawn) == set(listed)
    assert stats.chisquare(list(drawn.values())).pvalue > 1e-4


def test_moving_a_mine_to_a_random_free_cell_is_the_safe_law_but_to_the_first_free_cell_is_not():
    """Both ways of clearing the first cell, enumerated over all boards of 3x3 with two mines."""
    uniform, first_free = Counter(), Counter()
    for board in boards(3, 3, 2, "any", (1, 1)):
        if not board[0, 0]:
            uniform[board.tobytes()] += 7
            first_free[board.tobytes()] += 1
            continue
        targets = [cell for cell in np.ndindex(3, 3) if not board[cell]]
        for k, target in enumerate(targets):
            moved = board.copy()
            moved[0, 0], moved[target] = False, True
            uniform[moved.tobytes()] += 1
            first_free[moved.tobytes()] += k == 0
    assert len(set(uniform.values())) == 1
    assert len(uniform) == 28
    assert len(set(first_free.values())) > 1


@settings(deadline=None)
@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_the_placing_kernel_equals_its_reference(rows, cols, data):
    law = data.draw(st.sampled_from(FIRST_CLICKS))
    cell = (data.draw(st.integers(1, rows)), data.draw(st.integers(1, cols)))
    kept = protected(rows, cols, cell, law)
    mines = data.draw(st.integers(0, rows * cols - len(kept)))
    sequence = seed_sequence(data.draw(st.integers(0, 99)), "placing")
    drawn = draw(rows, cols, mines, law, cell, stream_state(sequence))
    assert (drawn == placing.place_plain(rows, cols, mines, law, cell, Stream(sequence))).all()
    assert drawn.sum() == mines
    assert not any(drawn[row - 1, col - 1] for row, col in kept)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Setup(9, 9, 81), "mines: 81 do not fit on 9x9 with first click 'safe'"),
        (lambda: Setup(9, 9, 78, "zero", "corner"), "at most 77 mines"),
        (lambda: Setup(9, 9, 73, "zero", "random"), "at most 72 mines"),
        (lambda: Setup(9, 9, 10, "safe", (10, 1)), "is not a cell of the 9x9 board"),
        (lambda: Setup(9, 9, 10, "safe", "middle"), "first_cell: 'middle' is not one of corner"),
        (lambda: Setup(0, 9, 1), "rows: 0 is not a whole number"),
        (lambda: Setup(3, 3, -1), "mines: -1 is not a whole number"),
        (lambda: check_first_click("lucky"), "first_click: 'lucky' is not one of any, safe, zero"),
        (lambda: check_solver("oracle"), "solver: 'oracle' is not one of single_point"),
        (lambda: estimate("single_point", 3, 3, 1, games=0), "games: 0 is not a positive"),
        (lambda: Limits(endgame=-1), "endgame: -1"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(call, message):
    with pytest.raises(InputError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_named_first_cells():
    assert locate(9, 9, "centre") == (5, 5)
    assert locate(9, 9, "random") is None
