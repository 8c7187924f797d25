"""Partial orders of the moves, in one word each, and the 8! orders that agree with them; compiled.

Vocabulary
----------
set of moves
    Eight bits of a uint64, bit k - 1 for move k.
partial order
    A uint64 whose byte k - 1 is the set of the moves known to come after move k; always transitively closed. Zero says
    that nothing is known. An order *agrees* with it if it says nothing to the contrary (is a linear extension of it).
half
    Four of the moves. A half can come first if none of its moves is known to come after one of the other half; then
    the orders that begin with it are all pairs of an arrangement of this half and one of the other.
arrangements
    Twenty-four bits of a uint64: which of the 4! orders of a half agree, in lexicographic order.
"""

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel, trailing_zeros
from gridpuzzles.knight.orders import ranks

NOTHING_KNOWN = np.uint64(0)
ALL_MOVES = np.uint64(255)

_ZERO, _ONE, _EIGHT = np.uint64(0), np.uint64(1), np.uint64(8)
_ONE_PER_BYTE = np.uint64(0x0101010101010101)
# For each set of moves: its size, and the word whose bytes are full at these moves and empty elsewhere.
_SIZES = np.array([moves.bit_count() for moves in range(256)], dtype=np.int64)
_BYTES = np.array(
    [sum(255 << 8 * move for move in range(8) if moves >> move & 1) for moves in range(256)], dtype=np.uint64
)
# The halves: four moves (0..7) each, ascending. The first 35 hold move 0, and half h is without the moves of 69 - h.
_HALVES = np.array(list(combinations(range(8), 4)), dtype=np.uint64)
_PART = 35
_LAST_HALF = 69
_ARRANGEMENTS = list(permutations(range(4)))
_ALL_ARRANGEMENTS = np.uint64(2**24 - 1)
# The twelve ways to compare two moves of a half, and for each of them the arrangements that say "i before j".
_COMPARISONS = list(permutations(range(4), 2))
_ARRANGED_SO = np.array(
    [sum(1 << index for index, a in enumerate(_ARRANGEMENTS) if a.index(i) < a.index(j)) for i, j in _COMPARISONS],
    dtype=np.uint64,
)


def _comparison_bits() -> NDArray[np.uint64]:
    """Return uint64 (70, 12): for each half and comparison the bit of a partial order that says "i before j"."""
    before, after = np.array(_COMPARISONS).T
    return _EIGHT * _HALVES[:, before] + _HALVES[:, after]


def _possible_halves() -> NDArray[np.uint64]:
    """Return uint64 (8, 256, 2), [move, moves known to come after it, part]: which halves this lets come first.

    Those with the move, and those without any of the later ones. Part 0 has a bit for each half with move 0, part 1
    for each half without.
    """
    sets = (_ONE << _HALVES).sum(axis=1)
    move, later = np.arange(8, dtype=np.uint64)[:, None, None], np.arange(256, dtype=np.uint64)[None, :, None]
    possible = ((sets >> move) & _ONE == _ONE) | (sets & later == _ZERO)
    bits = possible.reshape(8, 256, 2, _PART).astype(np.uint64) << np.arange(_PART, dtype=np.uint64)
    halves: NDArray[np.uint64] = bits.sum(axis=-1, dtype=np.uint64)
    return halves


def _first_ranks() -> NDArray[np.int64]:
    """Return int64 (70, 24): the rank of the first order that begins with each half in each arrangement."""
    first = _HALVES[:, np.array(_ARRANGEMENTS)]
    second = np.broadcast_to(_HALVES[::-1, None, :], first.shape)
    moves = np.concatenate([first, second], axis=2).reshape(-1, 8) + _ONE
    return ranks(moves.astype(np.uint8)).reshape(first.shape[:2]).astype(np.int64)


_COMPARISON_BITS = _comparison_bits()
_POSSIBLE_HALVES = _possible_halves()
_FIRST_RANKS = _first_ranks()


@kernel
def known_after(partial: np.uint64, moves: np.uint64) -> np.uint64:
    """Return the set of all moves that are known to come after any move of a set."""
    word: np.uint64 = partial & _BYTES[moves]
    word |= word >> np.uint64(32)
    word |= word >> np.uint64(16)
    word |= word >> _EIGHT
    return word & ALL_MOVES


@kernel
def put_before(partial: np.uint64, move: np.uint64, others: np.uint64) -> np.uint64:
    """Return the partial order with a move (0..7) put before a set of others, none of which may be known to precede it.

    The product writes the set of the later moves into the byte of each of the earlier ones.
    """
    later = others | known_after(partial, others)
    earlier = ((partial >> move) & _ONE_PER_BYTE) | (_ONE << (_EIGHT * move))
    return partial | earlier * later


@kernel
def possible_halves(partial: np.uint64, part: int) -> np.uint64:
    """Return the halves that can come first, of those with (part 0) or without (part 1) move 0, one bit a half."""
    halves = _POSSIBLE_HALVES[0, partial & ALL_MOVES, part]
    for move in range(1, 8):
        halves &= _POSSIBLE_HALVES[move, (partial >> np.uint64(8 * move)) & ALL_MOVES, part]
    return halves  # type: ignore[no-any-return]


@kernel
def arrangements(partial: np.uint64, half: int | np.int64) -> np.uint64:
    """Return the arrangements of a half that agree with a partial order."""
    agreeing = _ALL_ARRANGEMENTS
    for comparison in range(12):
        known = (partial >> _COMPARISON_BITS[half, comparison]) & _ONE
        agreeing &= _ARRANGED_SO[comparison] | (known - _ONE)  # all of them if nothing is known
    return agreeing


@kernel
def count_bits(word: np.uint64) -> int:
    """Return the number of ones in the lowest 24 bits."""
    low, middle, high = word & ALL_MOVES, (word >> _EIGHT) & ALL_MOVES, (word >> np.uint64(16)) & ALL_MOVES
    return _SIZES[low] + _SIZES[middle] + _SIZES[high]  # type: ignore[no-any-return]


@kernel
def count_orders(partial: np.uint64) -> int:
    """Return how many orders agree with a partial order."""
    count = 0
    for part in range(2):
        halves = possible_halves(partial, part)
        while halves != _ZERO:
            half = part * _PART + np.int64(trailing_zeros(halves))
            halves &= halves - _ONE
            first, second = arrangements(partial, half), arrangements(partial, _LAST_HALF - half)
            count += count_bits(first) * count_bits(second)
    return count


@kernel
def add_orders(partial: np.uint64, weight: int, by_order: NDArray[np.int32]) -> None:
    """Add ``weight`` to the entry of each order that agrees with a partial order.

    Parameters
    ----------
    by_order
        int32 (40320,), changed in place: one entry an order, by rank.
    """
    for part in range(2):
        halves = possible_halves(partial, part)
        while halves != _ZERO:
            half = part * _PART + np.int64(trailing_zeros(halves))
            halves &= halves - _ONE
            first, second = arrangements(partial, half), arrangements(partial, _LAST_HALF - half)
            while first != _ZERO:
                add_run(by_order, _FIRST_RANKS[half, trailing_zeros(first)], second, weight)
                first &= first - _ONE


@kernel
def add_run(by_order: NDArray[np.int32], rank: int, second: np.uint64, weight: int) -> None:
    """Add ``weight`` to those of the 24 orders from ``rank`` on whose second half is arranged as ``second`` allows."""
    for arrangement in range(24):
        allowed = np.int32(second >> np.uint64(arrangement)) & np.int32(1)
        by_order[rank + arrangement] += np.int32(weight) * allowed
