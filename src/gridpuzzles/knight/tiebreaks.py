"""Ways to break ties other than one fixed order: their definitions, and plain code that reads like them.

Each of them decides only between *tied* moves: those to the free neighbours of the smallest degree. Those that it still
leaves equal are decided by the order. Distances are straight lines between the middles of squares unless another is
named; the *centre* is the middle of the board.

The functions that return a `model.TieBreak` are the reference that tests compare the compiled code with; `walk_block`
and `reorder_block` walk with the compiled code, `gridpuzzles.knight.tiebreak_kernels`.

Sources: I. Pohl, "A method for finding Hamilton paths and knight's tours", Communications of the ACM 10 (1967); S.
Ganzfried, "A simple algorithm for knight's tours" (2004), which also describes Roth's. That of the switching orders
stands with them, in `gridpuzzles.knight.switching`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import (
    DEFAULT_ORDER,
    Rule,
    Situation,
    Square,
    TieBreak,
    Tour,
    check_order,
    check_rule,
    check_size,
    fixed,
    neighbours,
    walk,
)
from gridpuzzles.knight.orders import ORDERS, check_starts, moves_of, rank, unrank
from gridpuzzles.knight.switching import order_after, stage_arrays, switching_orders
from gridpuzzles.seeds import Stream, stream_state

DEFAULT_DEPTH = 5
DEFAULT_ATTEMPTS = 10

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "fixed": "the first in the order",
        "random": "any of them, with equal probabilities",
        "outermost": "the farthest from the centre, by the larger of row and column distance: the outermost ring",
        "corner_distance": "the nearest to a corner",
        "roth": "the farthest from the centre (Roth)",
        "pohl": "the one whose free neighbours have the smallest sum of degrees (Pohl 1967)",
        "deep": "the one with the smallest degree on the first level behind it; among equals, on the second; and so on",
        "switching": "the first in an order that depends on the board and changes on the way (Squirrel and Cull 1996)",
    }
)


# --- The definitions as code -----------------------------------------------------------------------------------------


def smallest(score: Callable[[Situation, Square], object], order: str) -> TieBreak:
    """Return the tie-break that takes the tied square with the smallest score, then the first in the order."""
    check_order(order)
    return lambda situation: min(
        situation.tied, key=lambda move: (score(situation, situation.tied[move]), order.index(str(move)))
    )


def outermost(order: str) -> TieBreak:
    """Return the tie-break that takes the square farthest from the centre by the larger of both distances."""
    return smallest(lambda situation, square: -max(_from_centre(situation, square)), order)


def corner_distance(order: str) -> TieBreak:
    """Return the tie-break that takes the square nearest to a corner."""
    return smallest(_to_corner, order)


def roth(order: str) -> TieBreak:
    """Return the tie-break that takes the square farthest from the centre."""
    return smallest(lambda situation, square: -sum(side**2 for side in _from_centre(situation, square)), order)


def pohl(order: str) -> TieBreak:
    """Return the tie-break that takes the square whose free neighbours have the smallest sum of degrees."""
    return smallest(
        lambda situation, square: sum(map(situation.degrees.__getitem__, _free(situation, [square]))), order
    )


def deep(order: str, depth: int = DEFAULT_DEPTH) -> TieBreak:
    """Return the tie-break that looks at the levels behind the tied squares, one after the other, ``depth`` at most.

    The first level behind a square are its free neighbours; each further one, the free neighbours of the level before
    that are not the square itself and on no earlier level. A level is judged by its smallest degree; an empty one is
    larger than any other.
    """
    return smallest(lambda situation, square: levels_behind(situation, square, depth), order)


def levels_behind(situation: Situation, square: Square, depth: int) -> tuple[float, ...]:
    """Return the smallest degree on each of the levels behind a square, infinite where a level is empty."""
    smallest_degrees = []
    level, seen = {square}, {square}
    for _ in range(depth):
        level = _free(situation, level) - seen
        seen |= level
        smallest_degrees.append(min((situation.degrees[target] for target in level), default=inf))
    return tuple(smallest_degrees)


def uniform(stream: Stream) -> TieBreak:
    """Return the tie-break that draws each tied move with the same probability; nothing is drawn for a single one."""

    def draw(situation: Situation) -> int:
        moves = sorted(situation.tied)
        return moves[stream.below(len(moves)) if len(moves) > 1 else 0]

    return draw


def switching(size: int) -> TieBreak:
    """Return the tie-break by the switching orders of a square board."""
    stages = switching_orders(size)
    return lambda situation: fixed(order_after(situation.path, stages))(situation)


def reorder(
    rows: int,
    cols: int,
    start: Square,
    order: str,
    stream: Stream,
    attempts: int = DEFAULT_ATTEMPTS,
    rule: Rule = "standard",
) -> list[tuple[str, Tour]]:
    """Walk with the order and, as long as the tour fails, with new orders drawn uniformly; return all that were tried.

    Parameters
    ----------
    attempts
        The greatest number of tours, the first included.
    """
    tried = [(order, walk(rows, cols, start, fixed(order), rule))]
    while not tried[-1][1].complete and len(tried) < attempts:
        drawn = unrank(stream.below(ORDERS))
        tried.append((drawn, walk(rows, cols, start, fixed(drawn), rule)))
    return tried


def _from_centre(situation: Situation, square: Square) -> tuple[Fraction, Fraction]:
    """Return the distances of a square from the centre in rows and in columns."""
    row, col = square
    return abs(row - Fraction(situation.rows + 1, 2)), abs(col - Fraction(situation.cols + 1, 2))


def _to_corner(situation: Situation, square: Square) -> int:
    """Return the squared distance of a square to the nearest corner."""
    row, col = square
    return min(
        (row - corner_row) ** 2 + (col - corner_col) ** 2
        for corner_row in (1, situation.rows)
        for corner_col in (1, situation.cols)
    )


def _free(situation: Situation, squares: Iterable[Square]) -> set[Square]:
    """Return all free neighbours of some squares."""
    reached = (neighbours(situation.rows, situation.cols, square).values() for square in squares)
    return {target for targets in reached for target in targets if target in situation.degrees}


# --- Compiled walks --------------------------------------------------------------------------------------------------


def start_sequence(sequence: np.random.SeedSequence, start: int) -> np.random.SeedSequence:
    """Return the seed sequence of a start, a flat index from 0: it depends on no other start of a block."""
    return np.random.SeedSequence(sequence.entropy, spawn_key=(*sequence.spawn_key, start))


def start_states(sequence: np.random.SeedSequence, starts: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return uint64 (n, 4): the state of each start's own random stream."""
    states = [stream_state(start_sequence(sequence, int(start))) for start in starts]
    return np.array(states, dtype=np.uint64).reshape(-1, 4)


def scores(tie_break: str, rows: int, cols: int) -> NDArray[np.int64]:
    """Return int64 (rows * cols,): what ``outermost``, ``corner_distance`` and ``roth`` compare; the smallest wins.

    Distances from the centre are doubled, so that all are whole numbers; they are negative, since the farthest wins.

    Examples
    --------
    >>> scores("roth", 3, 3).tolist()
    [-8, -4, -8, -4, 0, -4, -8, -4, -8]
    """
    row, col = np.divmod(np.arange(rows * cols, dtype=np.int64), cols)
    down, right = np.abs(2 * row - (rows - 1)), np.abs(2 * col - (cols - 1))
    edge_row, edge_col = np.minimum(row, rows - 1 - row), np.minimum(col, cols - 1 - col)
    known: dict[str, NDArray[np.int64]] = {
        "outermost": -np.maximum(down, right),
        "corner_distance": edge_row**2 + edge_col**2,
        "roth": -(down**2 + right**2),
    }
    if tie_break not in known:
        raise InputError(f"tie-break: {tie_break!r} has no scores; {', '.join(known)} have")
    return known[tie_break]


def walk_block(
    tie_break: str,
    rows: int,
    cols: int,
    starts: NDArray[np.int32],
    order: str = DEFAULT_ORDER,
    rule: Rule = "standard",
    *,
    depth: int = DEFAULT_DEPTH,
    states: NDArray[np.uint64] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Walk one tour from each of a block of starts.

    Parameters
    ----------
    tie_break
        One of `DEFINITIONS`.
    starts
        int32 (n,): flat indices from 0.
    order
        What decides when the tie-break does not; without meaning for ``random`` and ``switching``.
    depth
        For ``deep``: the greatest number of levels to look at.
    states
        For ``random``: uint64 (n, 4), from `start_states`. They are left as they are.

    Returns
    -------
    end, visited
        int32 (n,) each: the last square of each tour, a flat index from 0, and the number of squares visited.
    """
    check_size(rows, cols)
    if tie_break not in DEFINITIONS:
        raise InputError(f"tie-break: {tie_break!r} is not one of {', '.join(DEFINITIONS)}")
    moves, lower_start = moves_of(order), check_rule(rule) == "standard"
    block = check_starts(rows, cols, starts)
    from gridpuzzles.knight import kernels, tiebreak_kernels

    if tie_break == "fixed":
        return kernels.walk_starts(rows, cols, block, moves, lower_start)
    if tie_break == "random":
        return tiebreak_kernels.walk_random(rows, cols, block, _check_states(states, block), lower_start)
    if tie_break == "pohl":
        return tiebreak_kernels.walk_pohl(rows, cols, block, moves, lower_start)
    if tie_break == "deep":
        return tiebreak_kernels.walk_deep(rows, cols, block, _check_count("depth", depth), moves, lower_start)
    if tie_break == "switching":
        return tiebreak_kernels.walk_switching(rows, cols, block, *stage_arrays(rows, cols), lower_start)
    return tiebreak_kernels.walk_scored(rows, cols, block, scores(tie_break, rows, cols), moves, lower_start)


@dataclass(frozen=True)
class Reordering:
    """What random re-ordering made of a block of starts.

    Attributes
    ----------
    end, visited
        int32 (n,): the last square, a flat index from 0, and the number of visited squares of each start's last tour.
    attempts
        int32 (n,): the tours walked from each start, the one with the given order included.
    rank
        int32 (n,): the rank of the order whose tour is complete, -1 if none was.
    """

    end: NDArray[np.int32]
    visited: NDArray[np.int32]
    attempts: NDArray[np.int32]
    rank: NDArray[np.int32]


def reorder_block(
    rows: int,
    cols: int,
    starts: NDArray[np.int32],
    states: NDArray[np.uint64],
    order: str = DEFAULT_ORDER,
    attempts: int = DEFAULT_ATTEMPTS,
    rule: Rule = "standard",
) -> Reordering:
    """Do for each of a block of starts what `reorder` does for one.

    Parameters
    ----------
    starts
        int32 (n,): flat indices from 0.
    states
        uint64 (n, 4), from `start_states`. They are left as they are.
    attempts
        The greatest number of tours from each start, the first included.
    """
    check_size(rows, cols)
    block, lower_start = check_starts(rows, cols, starts), check_rule(rule) == "standard"
    states, attempts = _check_states(states, block), _check_count("attempts", attempts)
    from gridpuzzles.knight.tiebreak_kernels import walk_reordered

    return Reordering(*walk_reordered(rows, cols, block, rank(order), attempts, states, lower_start))


def _check_states(states: NDArray[np.uint64] | None, starts: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return a copy of the random states, which the kernels advance, or raise InputError."""
    if states is None or states.dtype != np.uint64 or states.shape != (len(starts), 4):
        given = None if states is None else (str(states.dtype), states.shape)
        raise InputError(f"states: {given} is given; uint64 with the shape {(len(starts), 4)} is needed")
    return np.array(states)


def _check_count(name: str, value: int) -> int:
    """Return the value, or raise InputError unless it is at least 1."""
    if value < 1:
        raise InputError(f"{name}: {value!r} is below 1")
    return value
