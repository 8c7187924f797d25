"""Orders: ranks as itertools counts them, the symmetry group, and that symmetries carry tours to tours."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.knight.model import RULES, fixed, walk
from gridpuzzles.knight.orders import (
    ORDERS,
    SYMMETRIES,
    all_orders,
    check_starts,
    images,
    orbit,
    orbit_representatives,
    orbit_sizes,
    rank,
    ranks,
    square_images,
    start_representatives,
    symmetries,
    unrank,
)

EVERY_ORDER = ["".join(order) for order in permutations("12345678")]


def test_all_orders_are_those_of_itertools_in_its_order():
    assert all_orders().tolist() == [[int(move) for move in order] for order in EVERY_ORDER]
    assert all_orders().dtype == np.uint8


def test_unrank_gives_every_order_at_its_rank():
    assert [unrank(number) for number in range(ORDERS)] == EVERY_ORDER


def test_ranks_give_every_rank():
    assert ranks(all_orders()).tolist() == list(range(ORDERS))


@given(st.permutations("12345678"))
def test_rank_is_the_inverse_of_unrank(moves):
    order = "".join(moves)
    assert EVERY_ORDER[rank(order)] == order


@pytest.mark.parametrize("number", [-1, ORDERS])
def test_unrank_refuses_what_is_no_rank(number):
    with pytest.raises(ValueError, match=f"rank: {number} is not in 0 .. 40319"):
        unrank(number)


@pytest.mark.parametrize("order", ["11345678", "1234567", "123456789", "abcdefgh", "１２３４５６７８"])
def test_rank_refuses_what_is_no_order(order):
    with pytest.raises(ValueError, match="is not a permutation of the digits 12345678"):
        rank(order)


def test_tables_cannot_be_changed_by_accident():
    with pytest.raises(ValueError, match="read-only"):
        all_orders()[0, 0] = 2
    with pytest.raises(ValueError, match="read-only"):
        images()[0, 0] = 2


def test_rotations_add_to_the_moves_and_mirrors_subtract_from_a_constant():
    moves = np.arange(1, 9)
    rotations = [(moves + turn - 1) % 8 + 1 for turn in (0, 2, 4, 6)]
    mirrors = [(axis - moves - 1) % 8 + 1 for axis in (3, 5, 7, 9)]
    assert [list(symmetry.moves) for symmetry in SYMMETRIES] == [turned.tolist() for turned in rotations + mirrors]


def test_symmetries_form_a_group():
    moves = {symmetry.moves: symmetry for symmetry in SYMMETRIES}
    assert len(moves) == 8
    for first, second in product(SYMMETRIES, repeat=2):
        both = moves[tuple(second.moves[move - 1] for move in first.moves)]
        assert (both.squares(5, 5) == second.squares(5, 5)[first.squares(5, 5)]).all()
    for symmetry in SYMMETRIES:
        assert any((symmetry.squares(6, 6)[other.squares(6, 6)] == np.arange(36)).all() for other in SYMMETRIES)


def test_rectangles_keep_the_symmetries_without_transposition():
    assert [symmetry.name for symmetry in symmetries(4, 7)] == [
        "identity",
        "half turn",
        "left-right mirror",
        "up-down mirror",
    ]
    with pytest.raises(ValueError, match="does not keep a 4x7 board; rows = cols is needed"):
        SYMMETRIES[1].squares(4, 7)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(5, 5), (6, 6), (8, 8), (3, 7), (6, 5), (5, 8)]),
    st.sampled_from(RULES),
    st.integers(0, ORDERS - 1),
    st.data(),
)
def test_a_symmetry_carries_the_tour_to_the_tour_of_its_images(board, rule, number, data):
    rows, cols = board
    symmetry = data.draw(st.sampled_from(symmetries(rows, cols)))
    start = (data.draw(st.integers(1, rows)), data.draw(st.integers(1, cols)))
    order = unrank(number)
    tour = walk(rows, cols, start, fixed(order), rule)
    image = walk(rows, cols, symmetry.square(rows, cols, start), fixed(symmetry.order(order)), rule)
    assert [symmetry.square(rows, cols, (row, col)) for row, col in tour.squares.tolist()] == [
        tuple(square) for square in image.squares.tolist()
    ]


def test_images_are_the_ranks_of_the_image_orders():
    for number in (0, 1, 4711, ORDERS - 1):
        assert images()[:, number].tolist() == [rank(order) for order in orbit(unrank(number))]


def test_orbits_have_eight_orders_each():
    representatives, counts = np.unique(orbit_representatives(), return_counts=True)
    assert len(representatives) == ORDERS // 8
    assert (counts == 8).all()
    assert (orbit_representatives()[images()] == orbit_representatives()).all()


@pytest.mark.parametrize("board", [(1, 1), (1, 6), (2, 2), (5, 5), (6, 6), (4, 7), (5, 8)])
def test_orbits_of_squares_share_out_the_board(board):
    starts = start_representatives(*board)
    orbits = [set(square_images(*board)[:, start].tolist()) for start in starts]
    assert sorted(square for members in orbits for square in members) == list(range(board[0] * board[1]))
    assert orbit_sizes(*board, starts).tolist() == [len(members) for members in orbits]
    assert [min(members) for members in orbits] == starts.tolist()


@pytest.mark.parametrize("start", [-1, 12, 0.5])
def test_starts_off_the_board_are_refused(start):
    with pytest.raises(ValueError, match=f"starts: {start} is not a whole number in 0 .. 11"):
        check_starts(3, 4, np.array([0, start]))
