"""Partial orders: closed transitively, and counted as the orders that agree with them, one by one."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.knight import partial_orders
from gridpuzzles.knight.orders import ORDERS, all_orders

# [order, move]: the place that the order gives to the move.
PLACES = np.argsort(all_orders(), axis=1)


def pairs_of(partial: int) -> set[tuple[int, int]]:
    """Return all (first, second) of which the partial order says that first comes before second."""
    return {(first, second) for first, second in permutations(range(8), 2) if int(partial) >> 8 * first + second & 1}


def agreeing(pairs: set[tuple[int, int]]) -> np.ndarray:
    """Return which of all orders agree with some pairs."""
    agree = np.ones(ORDERS, dtype=bool)
    for first, second in pairs:
        agree &= PLACES[:, first] < PLACES[:, second]
    return agree


@st.composite
def partial_orders_with_pairs(draw) -> tuple[np.uint64, set[tuple[int, int]]]:
    """Build a partial order as a walk does: at each tie, a move is put before others; say which pairs that were."""
    order = draw(st.permutations(range(8)))
    partial, pairs = partial_orders.NOTHING_KNOWN, set()
    for tied in draw(st.lists(st.sets(st.integers(0, 7), min_size=2, max_size=5), max_size=10)):
        move, *others = sorted(tied, key=order.index)
        later = np.uint64(sum(1 << other for other in others))
        partial = np.uint64(partial_orders.put_before(partial, np.uint64(move), later))
        pairs |= {(move, other) for other in others}
    return partial, pairs


@settings(max_examples=40, deadline=None)
@given(partial_orders_with_pairs())
def test_a_partial_order_knows_the_pairs_and_what_follows_from_them(drawn):
    partial, pairs = drawn
    implied = {pair for pair in permutations(range(8), 2) if agreeing(pairs | {pair}).sum() == agreeing(pairs).sum()}
    assert pairs_of(partial) == implied


@settings(max_examples=100, deadline=None)
@given(partial_orders_with_pairs(), st.sets(st.integers(0, 7)))
def test_known_after_collects_the_moves_after_any_of_a_set(drawn, moves):
    partial, _ = drawn
    expected = {second for first, second in pairs_of(partial) if first in moves}
    found = int(partial_orders.known_after(partial, np.uint64(sum(1 << move for move in moves))))
    assert {move for move in range(8) if found >> move & 1} == expected


@settings(max_examples=200, deadline=None)
@given(partial_orders_with_pairs(), st.integers(-8, 8))
def test_the_orders_counted_are_those_that_agree(drawn, weight):
    partial, pairs = drawn
    by_order = np.full(ORDERS, 5, dtype=np.int32)
    partial_orders.add_orders(partial, weight, by_order)
    assert (by_order - 5 == weight * agreeing(pairs)).all()
    assert partial_orders.count_orders(partial) == agreeing(pairs).sum()


@pytest.mark.parametrize("rank", [0, 1, 12_345, ORDERS - 1])
def test_one_order_alone_is_counted_once(rank):
    partial = partial_orders.NOTHING_KNOWN
    moves = all_orders()[rank].astype(np.uint64) - np.uint64(1)
    for move, following in pairwise(moves):
        partial = np.uint64(partial_orders.put_before(partial, move, np.uint64(1) << following))
    by_order = np.zeros(ORDERS, dtype=np.int32)
    partial_orders.add_orders(partial, 1, by_order)
    assert np.flatnonzero(by_order).tolist() == [rank]
