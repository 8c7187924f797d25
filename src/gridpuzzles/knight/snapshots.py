"""What a tour looks like at one of its steps: the role of every square and the degrees that the knight chooses by.

The pictures and the animations draw these snapshots, in the colours of ``ROLE_COLOURS``. Everything is computed from
the definitions in ``gridpuzzles.knight.model``, not from the counts that a kernel keeps.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import Rule, Square, Tour, check_rule, neighbours


class Role(IntEnum):
    """What a square is at a step. The last three occur only when the tour has ended."""

    FREE = 0
    VISITED = 1
    REACHABLE = 2
    CURRENT = 3
    FIRST = 4
    LAST = 5
    UNVISITED = 6


ROLE_COLOURS: Mapping[Role, str] = {
    Role.FREE: "#FFFFFF",
    Role.VISITED: "#C9D3DC",
    Role.REACHABLE: "#F0E442",
    Role.CURRENT: "#D55E00",
    Role.FIRST: "#009E73",
    Role.LAST: "#0072B2",
    Role.UNVISITED: "#E69F00",
}
"""One colour a role, after Okabe and Ito (2008): colour-blind readers can tell them apart."""

ROLE_INKS: Mapping[Role, str] = {
    role: "#FFFFFF" if role in {Role.CURRENT, Role.FIRST, Role.LAST} else "#000000" for role in Role
}
"""The colour in which to write on each role's colour."""

ROLE_MEANINGS: Mapping[Role, str] = {
    Role.FREE: "free",
    Role.VISITED: "visited",
    Role.REACHABLE: "reachable (degree)",
    Role.CURRENT: "knight",
    Role.FIRST: "first",
    Role.LAST: "last",
    Role.UNVISITED: "unvisited",
}
"""What a legend says."""

NOT_REACHABLE = -1


@dataclass(frozen=True)
class Snapshot:
    """A tour at one step, as the knight stands there and looks for its next square.

    Attributes
    ----------
    step, steps
        The step, from 1, and the number of steps of the whole tour.
    square
        Where the knight stands.
    chosen
        The reachable square that it goes to next; None at the end.
    roles
        int8 (rows, cols): the ``Role`` of each square.
    degrees
        int8 (rows, cols): the degree of each reachable square, as the rule counts it; -1 elsewhere.
    """

    step: int
    steps: int
    square: Square
    chosen: Square | None
    roles: NDArray[np.int8]
    degrees: NDArray[np.int8]

    @property
    def ended(self) -> bool:
        """Whether no free square is reachable any more."""
        return self.step == self.steps

    @property
    def present(self) -> tuple[Role, ...]:
        """The roles that occur, in the order of their numbers."""
        return tuple(Role(role) for role in np.unique(self.roles).tolist())


def snapshot(tour: Tour, step: int, rule: Rule = "standard") -> Snapshot:
    """Return a tour at a step.

    Parameters
    ----------
    step
        1 is the start, ``len(tour.squares)`` the end.
    rule
        How the start counts (see ``gridpuzzles.knight.model``); a tour does not know by which rule it was found.

    Examples
    --------
    >>> from gridpuzzles.knight.model import fixed, walk
    >>> tour = walk(3, 4, (1, 1), fixed("12345678"))
    >>> snapshot(tour, 1).degrees.tolist()
    [[-1, -1, -1, -1], [-1, -1, 1, -1], [-1, 2, -1, -1]]
    """
    check_rule(rule)
    return _at(tour, tour.board, step, rule)


def frames(tour: Tour, rule: Rule = "standard", steps: Iterable[int] | None = None) -> Iterator[Snapshot]:
    """Yield a tour's snapshots, of all steps or of the given ones."""
    check_rule(rule)
    board = tour.board
    for step in range(1, len(tour.squares) + 1) if steps is None else steps:
        yield _at(tour, board, step, rule)


def _at(tour: Tour, board: NDArray[np.int32], step: int, rule: Rule) -> Snapshot:
    steps = len(tour.squares)
    if not 1 <= step <= steps:
        raise InputError(f"step: {step!r} is not a whole number from 1 to {steps}")
    visited = (board > 0) & (board <= step)
    roles = np.where(visited, Role.VISITED, Role.FREE).astype(np.int8)
    degrees = np.full(board.shape, NOT_REACHABLE, dtype=np.int8)
    square = _square(tour, step)
    if step == steps:
        roles[~visited] = Role.UNVISITED
        roles[_index(square)] = Role.LAST
        roles[_index(tour.start)] = Role.FIRST
        return Snapshot(step, steps, square, None, roles, degrees)
    roles[_index(square)] = Role.CURRENT
    for target in neighbours(tour.rows, tour.cols, square).values():
        if not visited[_index(target)]:
            roles[_index(target)] = Role.REACHABLE
            degrees[_index(target)] = _degree(tour, visited, target, rule)
    return Snapshot(step, steps, square, _square(tour, step + 1), roles, degrees)


def _degree(tour: Tour, visited: NDArray[np.bool_], square: Square, rule: Rule) -> int:
    """Return a free square's degree; under ``thesis`` the start never lowers it, as if it were free for ever."""
    around = neighbours(tour.rows, tour.cols, square).values()
    return sum(not visited[_index(near)] or (rule == "thesis" and near == tour.start) for near in around)


def _square(tour: Tour, step: int) -> Square:
    row, col = tour.squares[step - 1].tolist()
    return row, col


def _index(square: Square) -> Square:
    """Return a square's index in arrays, which count from 0."""
    return square[0] - 1, square[1] - 1
