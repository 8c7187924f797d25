"""Exact probabilities of every cell's openings, for the generators whose law has a closed form.

All functions return float64 (rows, cols, 16): the probability that a cell's set of openings is the index. Expected
numbers of dead ends and of all other types are sums over it (`expected_types`).

Uniform mazes
    In a uniform spanning tree the edges in any set S are all present with probability det K(S), where K(e, f), the
    *transfer current*, is the current through f when a unit current flows through the grid of unit resistors from one
    end of e to the other. Source: R. Burton and R. Pemantle, Annals of Probability 21 (1993), theorem 1.1.
    On a grid, K is a sum over the products of cosines that diagonalise its Laplacian.
Binary tree, sidewinder
    From their definitions: cells, or the runs of different rows, are independent.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.maze.model import EAST, NORTH, SOUTH, WEST, check_size

Law = NDArray[np.float64]
KINDS: dict[str, tuple[int, ...]] = {
    "dead_ends": (1, 2, 4, 8),
    "straights": (5, 10),
    "turns": (3, 6, 9, 12),
    "tees": (7, 11, 13, 14),
    "crosses": (15,),
}
"""{type: its sets of openings}."""

INFINITE_DEAD_ENDS = 8 * (np.pi - 2) / np.pi**3
"""The share of dead ends in a uniform maze of the whole plane; Manna, Dhar, Majumdar, Phys. Rev. A 46 (1992)."""


def transfer_currents(rows: int, cols: int) -> NDArray[np.float64]:
    """Return K between the edges of each cell, float64 (rows, cols, 4, 4), in the order north, east, south, west.

    Edges are directed away from the cell. An edge that would leave the grid has K = 0 with every other.

    Examples
    --------
    An edge of a 2x2 grid is missing in one of the four mazes:

    >>> transfer_currents(2, 2)[0, 0, 1, 1].round(6).item()
    0.75
    """
    down, right = _cosines(rows), _cosines(cols)
    across = [
        (down - down[_moved(rows, -1)], right),
        (down, right - right[_moved(cols, 1)]),
        (down - down[_moved(rows, 1)], right),
        (down, right - right[_moved(cols, -1)]),
    ]
    eigenvalues = _eigenvalues(rows)[:, None] + _eigenvalues(cols)
    eigenvalues[0, 0] = np.inf
    currents = np.empty((rows, cols, 4, 4))
    for one, (down_one, right_one) in enumerate(across):
        for two, (down_two, right_two) in enumerate(across):
            currents[:, :, one, two] = (down_one * down_two) @ (1 / eigenvalues) @ (right_one * right_two).T
    return currents


def _cosines(side: int) -> NDArray[np.float64]:
    """Return the orthonormal eigenvectors of a path's Laplacian, (cell, mode)."""
    cell, mode = np.mgrid[0:side, 0:side]
    waves = np.cos(np.pi * mode * (cell + 0.5) / side) * np.sqrt(np.where(mode == 0, 1, 2) / side)
    return np.asarray(waves, dtype=np.float64)


def _eigenvalues(side: int) -> NDArray[np.float64]:
    return 2 - 2 * np.cos(np.pi * np.arange(side) / side)


def _moved(side: int, step: int) -> NDArray[np.intp]:
    """Return each cell's neighbour, or itself where there is none: that makes the difference 0."""
    return np.clip(np.arange(side) + step, 0, side - 1)


def uniform(rows: int, cols: int) -> Law:
    """Return the law of openings in a uniform maze: Wilson's and Aldous–Broder's."""
    check_size(rows, cols)
    currents = transfer_currents(rows, cols)
    absent = np.eye(4) - currents
    law = np.empty((rows, cols, 16))
    for openings in range(16):
        present = np.array([openings >> direction & 1 for direction in range(4)], dtype=bool)
        law[:, :, openings] = np.linalg.det(np.where(present[:, None], currents, absent))
    return law


def binary_tree(rows: int, cols: int) -> Law:
    """Return the law of openings in a binary tree: each cell's choice is independent."""
    check_size(rows, cols)
    north = np.full((rows, cols), 0.5)
    north[:, -1], north[0] = 1, 0
    east = 1 - north
    east[0, -1] = 0
    south, west = np.zeros((rows, cols)), np.zeros((rows, cols))
    south[:-1], west[:, 1:] = north[1:], east[:, :-1]
    own = {NORTH: north, EAST: east, 0: 1 - north - east}
    law = np.zeros((rows, cols, 16))
    for choice, probability in own.items():
        for down in (0, SOUTH):
            for left in (0, WEST):
                law[:, :, choice | down | left] += (
                    probability * (south if down else 1 - south) * (west if left else 1 - west)
                )
    return law


def sidewinder(rows: int, cols: int) -> Law:
    """Return the law of openings in a sidewinder maze: the rows below the first are independent and alike."""
    check_size(rows, cols)
    row_law = _sidewinder_row(cols)
    upward = row_law[:, [openings for openings in range(16) if openings & NORTH]].sum(axis=1)
    law = np.zeros((rows, cols, 16))
    law[1:] = row_law
    first = np.zeros((cols, 16))
    first[np.arange(cols), [EAST * (col < cols - 1) | WEST * (col > 0) for col in range(cols)]] = 1
    law[0] = first
    below = law[:-1].copy()
    law[:-1] = below * (1 - upward)[:, None]
    for openings in range(16):
        if not openings & SOUTH:
            law[:-1, :, openings | SOUTH] += below[:, :, openings] * upward
    return law


def _sidewinder_row(cols: int) -> NDArray[np.float64]:
    """Return (cols, 16): the law of north, east and west in one row, summed over the runs that a cell may lie in."""
    law = np.zeros((cols, 16))
    for first in range(cols):
        begins = 1.0 if first == 0 else 0.5
        for last in range(first, cols):
            probability = begins * 0.5 ** (last - first) * (1.0 if last == cols - 1 else 0.5)
            chosen = 1 / (last - first + 1)
            cells = np.arange(first, last + 1)
            sides = EAST * (cells < last) | WEST * (cells > first)
            law[cells, sides | NORTH] += probability * chosen
            law[cells, sides] += probability * (1 - chosen)
    return law


LAWS: dict[str, Callable[[int, int], Law]] = {
    "wilson": uniform,
    "aldous_broder": uniform,
    "binary_tree": binary_tree,
    "sidewinder": sidewinder,
}
"""{generator: its law of openings}."""


def kind_probabilities(law: Law) -> dict[str, NDArray[np.float64]]:
    """Return {type: float64 (rows, cols): the probability that a cell is of that type}."""
    return {kind: law[:, :, list(sets)].sum(axis=2) for kind, sets in KINDS.items()}


def expected_types(law: Law) -> dict[str, float]:
    """Return {type: its expected number of cells}.

    Examples
    --------
    >>> expected_types(uniform(20, 20))["dead_ends"]  # doctest: +ELLIPSIS
    116.15165...
    >>> round(expected_types(binary_tree(20, 20))["dead_ends"], 9)
    101.0
    """
    return {kind: float(np.sum(probability)) for kind, probability in kind_probabilities(law).items()}


def expected_horizontal_share(law: Law) -> float:
    """Return the expected share of horizontal passages; 0 for one cell."""
    east = law[:, :, [openings for openings in range(16) if openings & EAST]].sum()
    return float(east / max(law.shape[0] * law.shape[1] - 1, 1))
