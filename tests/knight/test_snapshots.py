"""Snapshots of a tour: roles and degrees, checked against the words of Warnsdorff's rule."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import MOVES, RULES, Tour, fixed, neighbours, walk
from gridpuzzles.knight.snapshots import NOT_REACHABLE, ROLE_COLOURS, ROLE_INKS, ROLE_MEANINGS, Role, frames, snapshot

ORDERS = ("12345678", "83542671", "67812345")


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_the_chosen_square_is_the_one_that_the_rule_and_the_order_choose(data):
    rows, cols = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 7))
    start = data.draw(st.integers(1, rows)), data.draw(st.integers(1, cols))
    rule, order = data.draw(st.sampled_from(RULES)), data.draw(st.sampled_from(ORDERS))
    tour = walk(rows, cols, start, fixed(order), rule)
    for shot in frames(tour, rule):
        reachable = {
            move: int(shot.degrees[row - 1, col - 1])
            for move, (row, col) in neighbours(rows, cols, shot.square).items()
            if shot.roles[row - 1, col - 1] == Role.REACHABLE
        }
        assert bool(reachable) == (not shot.ended)
        if reachable:
            move = min(reachable, key=lambda move: (reachable[move], order.index(str(move))))
            down, right = MOVES[move - 1]
            assert shot.chosen == (shot.square[0] + down, shot.square[1] + right)


def test_degrees_stand_on_reachable_squares_and_nowhere_else():
    for shot in frames(walk(6, 5, (2, 2), fixed("12345678"))):
        assert np.array_equal(shot.degrees != NOT_REACHABLE, shot.roles == Role.REACHABLE)


def test_while_walking_there_is_one_knight_and_no_role_of_the_end():
    tour = walk(5, 5, (1, 3), fixed("83542671"))
    for shot in list(frames(tour))[:-1]:
        assert (shot.roles == Role.CURRENT).sum() == 1
        assert (shot.roles == Role.VISITED).sum() == shot.step - 1
        assert not {Role.FIRST, Role.LAST, Role.UNVISITED} & set(shot.present)


def test_under_thesis_the_start_lowers_no_degree():
    tour = walk(8, 8, (4, 4), fixed("12345678"), "thesis")
    standard, thesis = (snapshot(tour, 1, rule) for rule in RULES)
    reachable = standard.roles == Role.REACHABLE
    assert reachable.sum() == 8
    assert np.array_equal(thesis.degrees[reachable], standard.degrees[reachable] + 1)


def test_the_end_shows_first_last_and_unvisited_squares():
    shot = snapshot(walk(5, 5, (1, 3), fixed("83542671")), 17)
    assert shot.ended
    assert shot.chosen is None
    v, f, last, u = Role.VISITED, Role.FIRST, Role.LAST, Role.UNVISITED
    assert shot.roles.tolist() == [
        [v, v, f, u, v],
        [u, u, v, v, v],
        [v, v, u, v, u],
        [u, u, v, v, v],
        [last, v, v, u, v],
    ]


@pytest.mark.parametrize(("size", "start"), [((1, 1), (1, 1)), ((3, 3), (2, 2))])
def test_a_tour_of_one_square_ends_where_it_starts(size, start):
    shot = snapshot(walk(*size, start, fixed("12345678")), 1)
    assert shot.ended
    assert shot.roles[start[0] - 1, start[1] - 1] == Role.FIRST
    assert Role.LAST not in shot.present


def test_frames_of_chosen_steps():
    tour = walk(5, 5, (1, 1), fixed("12345678"))
    assert [shot.step for shot in frames(tour)] == list(range(1, len(tour.squares) + 1))
    assert [shot.step for shot in frames(tour, steps=[3, 1])] == [3, 1]


@pytest.mark.parametrize("step", [0, -1, 10])
def test_a_step_outside_the_tour_is_refused(step):
    tour = Tour(1, 1, np.ones((1, 2), dtype=np.int32))
    with pytest.raises(InputError, match="step"):
        snapshot(tour, step)


def test_an_unknown_rule_is_refused():
    with pytest.raises(InputError, match="rule: 'foo'"):
        snapshot(Tour(1, 1, np.ones((1, 2), dtype=np.int32)), 1, "foo")


def test_every_role_has_a_colour_of_its_own_an_ink_and_a_meaning():
    assert set(ROLE_COLOURS) == set(ROLE_INKS) == set(ROLE_MEANINGS) == set(Role)
    assert len(set(ROLE_COLOURS.values())) == len(Role)
