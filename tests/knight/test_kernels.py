"""The kernels of one order walk as the plain code does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.knight import kernels
from gridpuzzles.knight.api import tour, walk_block
from gridpuzzles.knight.model import RULES, degree_board, fixed, walk
from gridpuzzles.knight.orders import ORDERS, moves_of, unrank


@pytest.mark.parametrize("board", [(1, 1), (1, 5), (3, 3), (4, 3), (5, 5), (8, 8), (7, 12)])
def test_the_empty_board_holds_the_degrees(board):
    rows, cols = board
    cells = kernels.empty_board(rows, cols)
    square = [int(cells[kernels.cell_of(index, cols)]) for index in range(rows * cols)]
    degrees = [level.bit_length() // 8 + 1 if level else 0 for level in square]
    assert degrees == degree_board(rows, cols).ravel().tolist()
    assert np.count_nonzero(cells) == np.count_nonzero(degrees), "the padding is not blocked"


def test_cells_and_squares_are_each_others_inverse():
    assert [kernels.square_of(kernels.cell_of(square, 7), 7) for square in range(35)] == list(range(35))


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 12), st.integers(1, 9), st.sampled_from(RULES), st.integers(0, ORDERS - 1), st.data())
def test_a_tour_is_the_plain_tour(rows, cols, rule, number, data):
    start = (data.draw(st.integers(1, rows)), data.draw(st.integers(1, cols)))
    order = unrank(number)
    expected = walk(rows, cols, start, fixed(order), rule)
    assert tour(rows, cols, start, order, rule).squares.tolist() == expected.squares.tolist()


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), st.sampled_from(RULES), st.integers(0, ORDERS - 1), st.randoms())
def test_a_block_of_starts_is_tour_after_tour(rows, cols, rule, number, random):
    order = unrank(number)
    starts = [random.randrange(rows * cols) for _ in range(random.randrange(12))]
    end, visited = walk_block(rows, cols, np.array(starts, dtype=np.int32), order, rule)
    tours = [tour(rows, cols, (start // cols + 1, start % cols + 1), order, rule) for start in starts]
    assert visited.tolist() == [len(each.squares) for each in tours]
    assert [(last // cols + 1, last % cols + 1) for last in end.tolist()] == [each.end for each in tours]


def test_blocks_put_together_are_the_whole():
    starts = np.arange(400, dtype=np.int32)
    whole = walk_block(20, 20, starts)
    parts = [walk_block(20, 20, part) for part in np.split(starts, [1, 4, 5, 123, 399])]
    for result, pieces in zip(whole, zip(*parts, strict=True), strict=True):
        assert (result == np.concatenate(pieces)).all()


@pytest.mark.parametrize("rule", RULES)
def test_every_tour_of_a_board_is_legal(assert_legal, rule):
    for order in ("12345678", "67812345", "13472568", "87654321"):
        for start in range(64):
            assert_legal(tour(8, 8, (start // 8 + 1, start % 8 + 1), order, rule))
    for size in (20, 51):
        assert_legal(tour(size, size, (1, 1), "67812345", rule))


@pytest.mark.parametrize("rule", RULES)
def test_a_closed_tour_on_an_odd_board_never_occurs(rule):
    for rows, cols in [(5, 5), (7, 7), (3, 7), (5, 9), (9, 9), (15, 15), (21, 21), (31, 31)]:
        starts = np.arange(rows * cols, dtype=np.int32)
        _, visited = walk_block(rows, cols, starts, rule=rule)
        majority = (starts // cols + starts % cols) % 2 == 0
        assert not (visited[~majority] == rows * cols).any(), "a tour from the minority colour is complete"
        for start in starts[visited == rows * cols]:
            assert not tour(rows, cols, (start // cols + 1, start % cols + 1), rule=rule).closed


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [300, pytest.param(1000, marks=pytest.mark.slow)])
def test_large_boards_work(assert_legal, size, rule):
    walked = tour(size, size, (1, 1), "67812345", rule)
    assert_legal(walked)
    end, visited = kernels.walk_starts(
        size, size, np.zeros(1, dtype=np.int32), moves_of("67812345"), rule == "standard"
    )
    assert visited[0] == len(walked.squares) > size * size // 2
    assert divmod(int(end[0]), size) == (walked.end[0] - 1, walked.end[1] - 1)
