"""The other tie-breaks: the compiled walks follow the plain definitions, blocks do not matter, bad input is refused."""

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.knight import tiebreaks
from gridpuzzles.knight.model import RULES, Situation, fixed, walk
from gridpuzzles.knight.orders import ORDERS, rank, unrank
from gridpuzzles.knight.switching import switching_orders
from gridpuzzles.knight.tiebreak_kernels import unrank_moves
from gridpuzzles.knight.tiebreaks import DEFINITIONS, reorder_block, start_sequence, start_states, walk_block
from gridpuzzles.seeds import Stream, seed_sequence

SEED = seed_sequence(5, "tie-breaks")

boards = st.tuples(st.integers(1, 12), st.integers(1, 9))
rules = st.sampled_from(RULES)
orders = st.integers(0, ORDERS - 1).map(unrank)
names = st.sampled_from([name for name in DEFINITIONS if name != "switching"])


def reference(name, order, depth, start):
    """Return the plain tie-break of this name."""
    return {
        "fixed": lambda: fixed(order),
        "random": lambda: tiebreaks.uniform(Stream(start_sequence(SEED, start))),
        "outermost": lambda: tiebreaks.outermost(order),
        "corner_distance": lambda: tiebreaks.corner_distance(order),
        "roth": lambda: tiebreaks.roth(order),
        "pohl": lambda: tiebreaks.pohl(order),
        "deep": lambda: tiebreaks.deep(order, depth),
    }[name]()


def assert_walked(walked, tour):
    """Check the one row of a block against a tour."""
    end, visited = walked[0], walked[1]
    assert visited.tolist() == [len(tour.squares)]
    assert divmod(int(end[0]), tour.cols) == (tour.end[0] - 1, tour.end[1] - 1)


@settings(max_examples=300, deadline=None)
@given(names, boards, rules, orders, st.integers(1, 6), st.data())
def test_a_compiled_walk_is_the_plain_walk(name, board, rule, order, depth, data):
    rows, cols = board
    start = data.draw(st.integers(0, rows * cols - 1))
    starts = np.array([start], dtype=np.int32)
    plain = walk(rows, cols, (start // cols + 1, start % cols + 1), reference(name, order, depth, start), rule)
    states = start_states(SEED, starts)
    assert_walked(walk_block(name, rows, cols, starts, order, rule, depth=depth, states=states), plain)


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 13), rules, st.data())
def test_compiled_switching_is_the_plain_walk(size, rule, data):
    start = data.draw(st.integers(0, size * size - 1))
    plain = walk(size, size, (start // size + 1, start % size + 1), tiebreaks.switching(size), rule)
    assert_walked(walk_block("switching", size, size, np.array([start], dtype=np.int32), rule=rule), plain)


@pytest.mark.parametrize("size", [20, 21, 26, 27])
def test_switching_at_every_stage_is_the_plain_walk(assert_legal, size):
    plain = walk(size, size, (1, 1), tiebreaks.switching(size))
    assert_walked(walk_block("switching", size, size, np.array([0], dtype=np.int32)), plain)
    assert_legal(plain)
    path = [tuple(square) for square in plain.squares.tolist()]
    switches = [path.index(stage.until) for stage in switching_orders(size)[:-1]]
    assert switches == sorted(switches), "a stage was skipped, so that this proves nothing"


@settings(max_examples=60, deadline=None)
@given(boards, rules, orders, st.integers(1, 6), st.data())
def test_compiled_reordering_is_the_plain_reordering(board, rule, order, attempts, data):
    rows, cols = board
    start = data.draw(st.integers(0, rows * cols - 1))
    starts = np.array([start], dtype=np.int32)
    stream = Stream(start_sequence(SEED, start))
    square = (start // cols + 1, start % cols + 1)
    tried = tiebreaks.reorder(rows, cols, square, order, stream, attempts, rule)
    result = reorder_block(rows, cols, starts, start_states(SEED, starts), order, attempts, rule)
    last_order, last = tried[-1]
    assert_walked((result.end, result.visited), last)
    assert result.attempts.tolist() == [len(tried)]
    assert result.rank.tolist() == [rank(last_order) if last.complete else -1]


def test_reordering_rescues_failed_starts_and_stops_at_the_limit():
    starts = np.arange(625, dtype=np.int32)
    once = reorder_block(25, 25, starts, start_states(SEED, starts), attempts=1)
    result = reorder_block(25, 25, starts, start_states(SEED, starts), attempts=10)
    failed = once.visited < 625
    assert (once.attempts == 1).all()
    assert (result.attempts[~failed] == 1).all()
    assert (result.rank[~failed] == 0).all()
    assert (result.attempts[failed] > 1).all()
    assert ((result.visited == 625) == (result.rank >= 0)).all()
    assert (result.attempts[result.rank < 0] == 10).all()
    # On an odd board the squares of the minority colour are beyond rescue; here, all others are rescued.
    assert (np.flatnonzero(result.rank < 0) == starts[1::2]).all()


def test_rows_do_not_depend_on_the_block():
    starts = np.arange(400, dtype=np.int32)
    whole = walk_block("random", 20, 20, starts, states=start_states(SEED, starts))
    whole_reordered = reorder_block(20, 20, starts, start_states(SEED, starts))
    for part in (starts[:1], starts[7:40], starts[[399, 3, 200]]):
        end, visited = walk_block("random", 20, 20, part, states=start_states(SEED, part))
        assert (end == whole[0][part]).all()
        assert (visited == whole[1][part]).all()
        reordered = reorder_block(20, 20, part, start_states(SEED, part))
        for name in ("end", "visited", "attempts", "rank"):
            assert (getattr(reordered, name) == getattr(whole_reordered, name)[part]).all()


def test_states_stay_as_they_are_given():
    starts = np.arange(36, dtype=np.int32)
    states = start_states(SEED, starts)
    walk_block("random", 6, 6, starts, states=states)
    reorder_block(6, 6, starts, states)
    assert (states == start_states(SEED, starts)).all()


def test_compiled_unranking_gives_every_order():
    assert all("".join(map(str, unrank_moves(number))) == unrank(number) for number in range(0, ORDERS, 7))


def test_levels_behind_a_square_are_what_their_definition_says():
    # A 3x4 board without three squares: the levels behind (3, 2), and last the square itself.
    levels = [
        {(1, 3): 3, (2, 4): 1},
        {(3, 4): 5, (2, 1): 4, (1, 2): 6},
        {(3, 3): 2, (3, 1): 7},
        {(1, 4): 8},
        {(3, 2): 0},
    ]
    degrees = {square: degree for level in levels for square, degree in level.items()}
    situation = Situation(3, 4, [(2, 2), (2, 3), (1, 1)], degrees, {1: (3, 2)})
    assert tiebreaks.levels_behind(situation, (3, 2), 6) == (1, 4, 2, 8, inf, inf)
    assert tiebreaks.levels_behind(situation, (3, 2), 2) == (1, 4)


def test_switching_orders_are_known_for_every_remainder():
    for size in range(5, 60):
        stages = switching_orders(size)
        assert all(sorted(stage.order) == list("12345678") for stage in stages)
        assert [stage.until is None for stage in stages] == [False] * (len(stages) - 1) + [True]


def test_bad_input_is_refused_in_one_line():
    starts = np.zeros(1, dtype=np.int32)
    with pytest.raises(ValueError, match="tie-break: 'best' is not one of fixed, random, "):
        walk_block("best", 8, 8, starts)
    with pytest.raises(ValueError, match="size: 6x8 has no switching orders; rows = cols is needed"):
        walk_block("switching", 6, 8, starts)
    with pytest.raises(ValueError, match="size: 4 is too small for switching orders; 5 is the smallest"):
        walk_block("switching", 4, 4, starts)
    with pytest.raises(ValueError, match=r"states: None is given; uint64 with the shape \(1, 4\) is needed"):
        walk_block("random", 8, 8, starts)
    with pytest.raises(ValueError, match="depth: 0 is below 1"):
        walk_block("deep", 8, 8, starts, depth=0)
    with pytest.raises(ValueError, match="attempts: 0 is below 1"):
        reorder_block(8, 8, starts, start_states(SEED, starts), attempts=0)
    with pytest.raises(ValueError, match=r"starts: 64 is not a whole number in 0 \.\. 63"):
        walk_block("pohl", 8, 8, np.array([64]))
    with pytest.raises(ValueError, match="'fixed' has no scores; outermost, corner_distance, roth have"):
        tiebreaks.scores("fixed", 8, 8)
