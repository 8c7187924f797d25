"""The measures of a maze: what each of them is, and where it comes from.

N is the number of cells; lengths count passages. Sources: [B] J. Buck, "Mazes for Programmers" (2015); [P] W. D.
Pullen, "Think Labyrinth: Maze Algorithms"; [W] H. Wiener, J. Am. Chem. Soc. 69 (1947); "ours" where we know of none.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.maze.model import Maze

DEFINITIONS: dict[str, str] = {
    "dead_ends": "cells with one passage [B]",
    "straights": "cells with two passages, opposite each other [B]",
    "turns": "cells with two passages at a right angle [B]",
    "tees": "cells with three passages [B]",
    "crosses": "cells with four passages [B]",
    "horizontal_share": "horizontal passages / all passages; 1/2 without bias on a square [P: bias]",
    "mean_run": "mean length of a straight run: passages in one line, as many as there are [P: run]",
    "longest_run": "length of the longest straight run [P: run]",
    "mean_corridor": "mean length of a corridor: a path through cells of degree 2 between two other cells (ours)",
    "longest_corridor": "length of the longest corridor (ours)",
    "river": "mean length of a dead-end branch: the corridor that begins at a dead end [P: river, as a number ours]",
    "longest_branch": "length of the longest dead-end branch (ours)",
    "diameter": "length of a longest path [B]",
    "corner_path": "length of the path from the top left to the bottom right corner (ours)",
    "mean_distance": "mean distance of two different cells: the Wiener index / (N (N - 1) / 2) [W]",
    "solution": "length of the path from the start to the end [P]",
    "elitism": "1 - solution / N: high if the solution passes by most of the maze [P: elitism]",
    "decisions": "cells of the solution, before its end, with more than one way on (ours)",
    "hunts": "how often hunt and kill went hunting (ours)",
    "looks": "cells that its hunts look at, scanning one by one (ours)",
}
"""{measure: its definition and source}, in the order of tables. A mean of nothing is 0."""


@dataclass(frozen=True, eq=False)
class MazeStatistics:
    """The measures of one maze; `DEFINITIONS` says what each is.

    Attributes
    ----------
    run_lengths, corridor_lengths, branch_lengths
        int64: how many straight runs, corridors and dead-end branches there are of length 0, 1, 2, …
    start, end
        The ends of the solution, cells (row, column) from 1.
    """

    rows: int
    cols: int
    dead_ends: int
    straights: int
    turns: int
    tees: int
    crosses: int
    horizontal_share: float
    mean_run: float
    longest_run: int
    mean_corridor: float
    longest_corridor: int
    river: float
    longest_branch: int
    diameter: int
    corner_path: int
    mean_distance: float
    solution: int
    elitism: float
    decisions: int
    hunts: int
    looks: int
    run_lengths: NDArray[np.int64]
    corridor_lengths: NDArray[np.int64]
    branch_lengths: NDArray[np.int64]
    start: tuple[int, int]
    end: tuple[int, int]

    @property
    def cells(self) -> int:
        """N, the number of cells."""
        return self.rows * self.cols

    @property
    def shares(self) -> dict[str, float]:
        """{type: share of the cells}; the five shares sum to 1, unless there is one cell only."""
        return {name: getattr(self, name) / self.cells for name in TYPES}


TYPES = ("dead_ends", "straights", "turns", "tees", "crosses")
WHOLE = frozenset(DEFINITIONS) - {"horizontal_share", "mean_run", "mean_corridor", "river", "mean_distance", "elitism"}
"""The measures that are whole numbers."""


def derive(raw: dict[str, Any], cells: int, hunts: int = 0, looks: int = 0) -> dict[str, Any]:
    """Return all measures from what `gridpuzzles.maze.kernels.measures.measure` counts.

    Parameters
    ----------
    raw
        {kernel's measure: number or float64 array, an entry a maze}; results are of the same shape.
    """
    passages = cells - 1
    derived = {
        "horizontal_share": _ratio(raw["horizontal"], passages),
        "mean_run": _ratio(passages, raw["runs"]),
        "mean_corridor": _ratio(passages, raw["corridors"]),
        "river": _ratio(raw["branch_total"], raw["dead_ends"]),
        "elitism": 1 - raw["solution"] / cells,
        "hunts": hunts,
        "looks": looks,
    }
    return {name: derived[name] if name in derived else raw[name] for name in DEFINITIONS}


def _ratio(above: Any, below: Any) -> Any:
    """Return above / below, 0 where that is 0 / 0."""
    return above / np.maximum(below, 1)


def statistics(maze: Maze, ends: str = "longest") -> MazeStatistics:
    """Return all measures of a maze, in linear time.

    Parameters
    ----------
    ends
        The rule for start and end: see `gridpuzzles.maze.endings`.

    Examples
    --------
    >>> from gridpuzzles import maze
    >>> found = maze.statistics(maze.generate("binary_tree", 20, 20, seed=1))
    >>> found.dead_ends == 2 + found.tees + 2 * found.crosses, found.crosses
    (True, 0)
    """
    from gridpuzzles.maze.endings import check_ends, rule_arguments
    from gridpuzzles.maze.kernels.measures import MEASURES, measure

    values, runs, corridors, branches, pair, _ = measure(maze.openings, *rule_arguments(maze, check_ends(ends)))
    raw = dict(zip(MEASURES, values.tolist(), strict=True))
    found = derive(raw, maze.rows * maze.cols, maze.hunts, maze.looks)
    typed: dict[str, Any] = {name: int(value) if name in WHOLE else float(value) for name, value in found.items()}
    start, end = ((int(cell) // maze.cols + 1, int(cell) % maze.cols + 1) for cell in pair)
    return MazeStatistics(
        rows=maze.rows,
        cols=maze.cols,
        **typed,
        run_lengths=_trimmed(runs),
        corridor_lengths=_trimmed(corridors),
        branch_lengths=_trimmed(branches),
        start=start,
        end=end,
    )


def _trimmed(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the counts up to the last that is not 0."""
    return np.trim_zeros(counts, "b")
