"""Exact laws on small boards: all mazes, and how probable a generator makes each.

A *history* is the sequence of choices that a plain generator makes. It has probability 1 / (product of the numbers of
choices). `law` runs the generator through all of them. Kruskal's many orders of edges are merged instead: after any
history, the next edge carved is uniform among those that join two parts.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.maze.catalogue import Recipe
from gridpuzzles.maze.model import Maze, is_perfect
from gridpuzzles.maze.reference.carving import Carving, Draws
from gridpuzzles.maze.reference.edges import Edge, all_edges

Code = int
"""A maze as a number: its openings as hexadecimal digits, row by row."""


def code(maze: Maze) -> Code:
    """Return a maze's code.

    Examples
    --------
    >>> hex(code(Maze(np.array([[2, 12], [2, 9]], dtype=np.uint8))))
    '0x2c29'
    """
    return int("".join(f"{openings:x}" for openings in maze.openings.ravel().tolist()), 16)


def codes(openings: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the codes of many mazes of up to 15 cells, int64 (mazes,), from uint8 (mazes, rows, cols)."""
    cells = openings.reshape(len(openings), -1).astype(np.int64)
    return cells @ (16 ** np.arange(cells.shape[1] - 1, -1, -1, dtype=np.int64))


@cache
def all_mazes(rows: int, cols: int) -> tuple[Code, ...]:
    """Return the codes of all perfect mazes of a small size, ascending.

    Examples
    --------
    >>> len(all_mazes(2, 3)), len(all_mazes(3, 3))
    (15, 192)
    """
    edges = all_edges(Carving(rows, cols))
    mazes = (_carved(rows, cols, chosen) for chosen in combinations(edges, rows * cols - 1))
    return tuple(sorted(code(maze) for maze in mazes if is_perfect(maze.openings)))


def _carved(rows: int, cols: int, edges: tuple[Edge, ...]) -> Maze:
    carving = Carving(rows, cols)
    for one, two in edges:
        carving.carve(one, two)
    return carving.maze()


def count_mazes(rows: int, cols: int) -> int:
    """Return the number of perfect mazes: a cofactor of the Laplacian, by fraction-free elimination.

    Sources: G. Kirchhoff (1847); E. H. Bareiss, Math. Comp. 22 (1968).

    Examples
    --------
    >>> [count_mazes(n, n) for n in range(1, 6)]
    [1, 4, 192, 100352, 557568000]
    """
    carving = Carving(rows, cols)
    cells = carving.cells[1:]
    matrix = [
        [len(carving.around(one)) if one == two else -(two in carving.around(one)) for two in cells] for one in cells
    ]
    previous = 1
    for pivot in range(len(matrix) - 1):
        for row in range(pivot + 1, len(matrix)):
            for col in range(pivot + 1, len(matrix)):
                product = matrix[row][col] * matrix[pivot][pivot] - matrix[row][pivot] * matrix[pivot][col]
                matrix[row][col] = product // previous
        previous = matrix[pivot][pivot]
    return matrix[-1][-1] if matrix else 1


class History:
    """A source of draws that repeats given choices and then takes the first of every further choice."""

    def __init__(self, given: list[int]) -> None:
        self.choices = given
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        """Return the next choice."""
        self.bounds.append(bound)
        if len(self.bounds) > len(self.choices):
            self.choices.append(0)
        return self.choices[len(self.bounds) - 1]

    def word(self) -> int:
        """Refuse: 64 coins at once are too many to enumerate."""
        raise ValueError("a generator that tosses coins has no enumerable histories here")

    def unit(self) -> float:
        """Refuse: a real number cannot be enumerated."""
        raise ValueError("a generator that draws real numbers has no enumerable histories here")

    def following(self) -> list[int] | None:
        """Return the choices that begin the next history, or None after the last one."""
        choices = self.choices[: len(self.bounds)]
        while choices and choices[-1] + 1 == self.bounds[len(choices) - 1]:
            choices.pop()
        if not choices:
            return None
        return [*choices[:-1], choices[-1] + 1]


def histories(generator: Callable[[Draws], Maze]) -> Iterator[tuple[Maze, Fraction]]:
    """Yield the maze of every history, with the history's probability."""
    given: list[int] | None = []
    while given is not None:
        history = History(given)
        maze = generator(history)
        denominator = 1
        for bound in history.bounds:
            denominator *= bound
        yield maze, Fraction(1, denominator)
        given = history.following()


def enumerate_law(generator: Callable[[Draws], Maze]) -> dict[Code, Fraction]:
    """Return {code: probability} of a generator, over all its histories."""
    law: dict[Code, Fraction] = {}
    for maze, probability in histories(generator):
        law[code(maze)] = law.get(code(maze), Fraction(0)) + probability
    return law


def kruskal_law(rows: int, cols: int) -> dict[Code, Fraction]:
    """Return {code: probability} of Kruskal's algorithm, forest by forest."""
    carving = Carving(rows, cols)
    edges = all_edges(carving)
    forests: dict[frozenset[Edge], Fraction] = {frozenset(): Fraction(1)}
    for _ in range(rows * cols - 1):
        grown: dict[frozenset[Edge], Fraction] = {}
        for forest, probability in forests.items():
            part = _parts(carving, forest)
            joining = [edge for edge in edges if part[edge[0]] != part[edge[1]]]
            for edge in joining:
                larger = forest | {edge}
                grown[larger] = grown.get(larger, Fraction(0)) + probability / len(joining)
        forests = grown
    return {code(_carved(rows, cols, tuple(forest))): probability for forest, probability in forests.items()}


def _parts(carving: Carving, forest: frozenset[Edge]) -> dict[tuple[int, int], int]:
    """Return {cell: the number of its part}."""
    part = {cell: number for number, cell in enumerate(carving.cells)}
    for one, two in forest:
        old, new = part[one], part[two]
        part = {cell: new if number == old else number for cell, number in part.items()}
    return part


def law(chosen: Recipe, rows: int, cols: int) -> dict[Code, Fraction] | None:
    """Return the exact law of a generator on a small board, or None where it is not computed here.

    Wilson and Aldous–Broder are uniform by theorem; Prim by weights makes Kruskal's mazes.
    """
    from gridpuzzles.maze.generators import plain

    options = chosen.unusual
    if chosen.algorithm in {"wilson", "aldous_broder"}:
        mazes = all_mazes(rows, cols)
        return dict.fromkeys(mazes, Fraction(1, len(mazes)))
    if chosen.algorithm == "kruskal" or (chosen.algorithm == "prim" and "by" not in options):
        return kruskal_law(rows, cols)
    if chosen.algorithm in {"eller", "sidewinder", "binary_tree"}:
        return None  # they toss coins
    if options.get("low_river") or options.get("give_up") or ":" in str(options.get("take")):
        return None  # histories without end, or real numbers
    if (chosen.algorithm == "prim" and rows * cols > 6) or options.get("take") == "random":
        return None  # too many histories
    return enumerate_law(lambda draws: plain(chosen.algorithm, rows, cols, draws, **chosen.options))


def dead_ends(maze_code: Code) -> int:
    """Return the number of dead ends of a maze with this code."""
    return sum(digit in "1248" for digit in f"{maze_code:x}")


def expected_dead_ends(probabilities: dict[Code, Fraction]) -> Fraction:
    """Return the expected number of dead ends under a law."""
    return sum((dead_ends(key) * probability for key, probability in probabilities.items()), Fraction(0))
