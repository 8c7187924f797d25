"""Ways to break ties other than one fixed order: their definitions, and plain code that reads like them.

Each of them decides only between *tied* moves: those to the free neighbours of the smallest degree. Those that it still
leaves equal are decided by the order. Distances are straight lines between the middles of squares unless another is
named; the *centre* is the middle of the board.

The functions that return a `model.TieBreak` are the reference that tests compare the compiled code with; `walk_block`
and `reorder_block` walk with the compiled code, `gridpuzzles.knight.tiebreak_kernels`.

Sources: I. Pohl, "A method for finding Hamilton paths and knight's tours", Communications of the ACM 10 (1967);
D. Squirrel and P. Cull, "A Warnsdorff-rule algorithm for knight's tours on square chessboards" (1996); S. Ganzfried, "A
simple algorithm for knight's tours" (2004), which also describes Roth's.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from types import MappingProxyType
from typing import NamedTuple

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
from gridpuzzles.seeds import Stream, stream_state

DEFAULT_DEPTH = 5
DEFAULT_ATTEMPTS = 10
SMALLEST_SWITCHING_SIDE = 5

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
    return lambda situation: fixed(_order_after(situation.path, stages))(situation)


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


# --- Switching orders ------------------------------------------------------------------------------------------------


class Stage(NamedTuple):
    """An order, and the square at which the next stage begins as soon as the knight stands on it; None for the last."""

    order: str
    until: Square | None


def switching_orders(size: int) -> tuple[Stage, ...]:
    """Return the stages by which Squirrel and Cull walk a square board of a size from its corner.

    Examples
    --------
    >>> switching_orders(9)[0]
    Stage(order='81736245', until=(8, 7))
    """
    check_size(size, size)
    if size < SMALLEST_SWITCHING_SIDE:
        raise InputError(f"size: {size} is too small for switching orders; {SMALLEST_SWITCHING_SIDE} is the smallest")
    return tuple(Stage(_renumbered(order), until) for order, until in _switching_table(size)[size % 8])


def _switching_table(m: int) -> Mapping[int, tuple[tuple[str, Square | None], ...]]:
    """Return, by m modulo 8, the stages on an m x m board, in the authors' own numbers of the moves."""
    return {
        0: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (7, m - 3)),
            ("21435678", None),
        ),
        1: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 6, (m + 9) // 2)),
            ("32481765", None),
        ),
        2: (
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 15, 4)),
            ("52431678", (10, m - 2)),
            ("85647123", (5, (m - 6) // 2)),
            ("15746823", None),
        ),
        3: (
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 10, 3)),
            ("61825437", ((m + 1) // 2, m - 2)),
            ("71642538", None),
        ),
        4: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (10, m - 5)),
            ("86753421", (13, (m + 2) // 2)),
            ("78563421", None),
        ),
        5: (
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 2, (m - 5) // 2 if m % 16 == 5 else (m - 13) // 2)),
            ("15234678", None),
        ),
        6: (
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 10, 1)),
            ("52431678", (10, m - 2)),
            ("85647123", (3, (m + 8) // 2)),
            ("12453678", None),
        ),
        7: (
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 6, 3)),
            ("61825437", ((m + 1) // 2, m - 2)),
            ("61357284", None),
        ),
    }


def _renumbered(order: str) -> str:
    """Return an order in our numbers of the moves, given in those of Squirrel and Cull."""
    return "".join(str((int(move) + 4) % 8 + 1) for move in order)


def _order_after(path: Iterable[Square], stages: Sequence[Stage]) -> str:
    """Return the order in force after a path."""
    stage = 0
    for square in path:
        if square == stages[stage].until:
            stage += 1
    return stages[stage].order


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
        return tiebreak_kernels.walk_switching(rows, cols, block, *_stage_arrays(rows, cols), lower_start)
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


def _stage_arrays(rows: int, cols: int) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return uint8 (stages, 8) and int32 (stages,): each stage's moves and the flat index of its last square, or -1."""
    if rows != cols:
        raise InputError(f"size: {rows}x{cols} has no switching orders; rows = cols is needed")
    stages = switching_orders(rows)
    moves = np.stack([moves_of(stage.order) for stage in stages])
    return moves, np.array([_flat_index(stage.until, rows) for stage in stages], dtype=np.int32)


def _flat_index(square: Square | None, size: int) -> int:
    """Return the flat index from 0 of a square, -1 for none and for one that a small board does not have."""
    if square is None or not (1 <= min(square) and max(square) <= size):
        return -1
    return (square[0] - 1) * size + square[1] - 1
