"""All measures of a maze in a few passes over its cells; `gridpuzzles.maze.measures` defines each."""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, kernel
from gridpuzzles.maze.kernels.tree import DEGREE, decisions, farthest_pair, on_border, path, place_of, spread
from gridpuzzles.maze.kernels.types import signed

MEASURES = (
    "dead_ends",
    "straights",
    "turns",
    "tees",
    "crosses",
    "horizontal",
    "runs",
    "longest_run",
    "corridors",
    "longest_corridor",
    "branch_total",
    "longest_branch",
    "diameter",
    "corner_path",
    "mean_distance",
    "solution",
    "decisions",
)
"""The measures in the order in which `measure` returns them; the names below are their places."""
(
    DEAD_ENDS,
    STRAIGHTS,
    TURNS,
    TEES,
    CROSSES,
    HORIZONTAL,
    RUNS,
    LONGEST_RUN,
    CORRIDORS,
    LONGEST_CORRIDOR,
    BRANCH_TOTAL,
    LONGEST_BRANCH,
    DIAMETER,
    CORNER_PATH,
    MEAN_DISTANCE,
    SOLUTION,
    DECISIONS,
) = range(len(MEASURES))
BY_LONGEST, BY_CORNERS, BY_GIVEN, BY_BORDER = range(4)
"""Which start and end: the ends of a longest path, two corners, those given, the border cells farthest apart."""

Measured = tuple[
    NDArray[np.float64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], tuple[int, int], tuple[int, int]
]


@kernel
def measure(openings: NDArray[np.uint8], rule: int, start: int, end: int) -> Measured:
    """Return the measures, three tables of lengths, the start and end, and the ends of a longest path.

    Parameters
    ----------
    openings
        uint8 (rows, cols).
    rule, start, end
        Which start and end; the latter two count under `BY_GIVEN`.

    Returns
    -------
    tuple
        float64 (measures,); how many straight runs, corridors and dead-end branches there are of each length, int64;
        two pairs of cells.
    """
    rows, cols = openings.shape
    cells = openings.reshape(rows * cols)
    values = np.zeros(len(MEASURES), dtype=np.float64)
    runs = np.zeros(max(rows, cols), dtype=np.int64)
    corridors, branches = np.zeros(rows * cols, dtype=np.int64), np.zeros(rows * cols, dtype=np.int64)
    _count_types(cells, values)
    _count_runs(openings, runs, values)
    order, above, depth = spread(cells, cols, 0)
    one, two = _climb(cells, order, above, corridors, branches, values)
    longest = (signed(order[one]), signed(order[two]))
    corner = place_of(order, rows * cols - 1)
    values[CORNER_PATH] = depth[corner]
    if rule == BY_CORNERS:
        one, two = 0, corner
    elif rule == BY_GIVEN:
        one, two = place_of(order, start), place_of(order, end)
    elif rule == BY_BORDER:
        one, two = farthest_pair(above, on_border(order, rows, cols))
    way = path(order, above, depth, one, two)
    values[SOLUTION] = len(way) - 1
    values[DECISIONS] = decisions(cells, way)
    return values, runs, corridors, branches, (signed(order[one]), signed(order[two])), longest


@inner
def _count_types(cells: NDArray[np.uint8], values: NDArray[np.float64]) -> None:
    """Count the cells of each type and the horizontal passages."""
    kinds = np.zeros(16, dtype=np.int64)
    for cell in range(len(cells)):
        kinds[cells[cell]] += 1
    for kind in range(16):
        degree = DEGREE[kind]
        if degree == 2:
            values[STRAIGHTS if kind in (5, 10) else TURNS] += kinds[kind]
        elif degree > 0:  # TEES is 3, CROSSES is 4
            values[DEAD_ENDS if degree == 1 else degree] += kinds[kind]
        if kind & 2:
            values[HORIZONTAL] += kinds[kind]


@inner
def _count_runs(openings: NDArray[np.uint8], runs: NDArray[np.int64], values: NDArray[np.float64]) -> None:
    """Count the straight runs: passages in one line, one after the other, as many as there are."""
    rows, cols = openings.shape
    down = np.zeros(cols, dtype=np.int32)
    for row in range(rows):
        right = 0
        for col in range(cols):
            bits = openings[row, col]
            if bits & 2:
                right += 1
            elif right > 0:
                runs[right] += 1
                right = 0
            if bits & 4:
                down[col] += 1
            elif down[col] > 0:
                runs[down[col]] += 1
                down[col] = 0
    for length in range(1, len(runs)):
        if runs[length] > 0:
            values[RUNS] += runs[length]
            values[LONGEST_RUN] = length


@inner
def _climb(
    cells: NDArray[np.uint8],
    order: NDArray[np.int32],
    above: NDArray[np.int32],
    corridors: NDArray[np.int64],
    branches: NDArray[np.int64],
    values: NDArray[np.float64],
) -> tuple[int, int]:
    """Go from the outermost place to the root; return the places at the ends of a longest path.

    Each place hands up the number of cells below it, the depth below it and where it is deepest, and the length of the
    corridor that leads up to it, doubled, plus 1 if it began at a dead end.
    """
    total = len(cells)
    size, reach = np.ones(total, dtype=np.int32), np.zeros(total, dtype=np.int32)
    deepest = np.arange(total, dtype=np.int32)
    corridor = np.zeros(total, dtype=np.int32)
    best, one, two = 0, 0, 0
    distances = np.uint64(0)  # at most N³ / 6, which fits for 2000 x 2000 cells
    for place in range(total - 1, 0, -1):
        up, below = signed(above[place]), signed(size[place])
        size[up] += below
        distances += np.uint64(below * (total - below))
        far = signed(reach[place]) + 1
        if reach[up] + far > best:
            best, one, two = signed(reach[up]) + far, signed(deepest[up]), signed(deepest[place])
        if far > reach[up]:
            reach[up], deepest[up] = far, deepest[place]
        degree = DEGREE[cells[order[place]]]
        length = 2 + (signed(corridor[place]) if degree == 2 else signed(degree == 1))
        degree_up = DEGREE[cells[order[up]]]
        if degree_up != 2:
            _end_corridor(length, degree_up == 1, corridors, branches)
        elif up > 0 or corridor[0] == 0:
            corridor[up] = length
        else:  # a corridor that bends back at the root
            joined = (length >> 1) + (signed(corridor[0]) >> 1)
            _end_corridor(2 * joined + (length & 1), (corridor[0] & 1) == 1, corridors, branches)
    _sum_lengths(corridors, branches, values)
    values[DIAMETER] = best
    if total > 1:
        values[MEAN_DISTANCE] = np.float64(distances) / (0.5 * total * (total - 1))
    return one, two


@inner
def _end_corridor(length: int, dead: bool, corridors: NDArray[np.int64], branches: NDArray[np.int64]) -> None:
    """Count a corridor once, and as a branch for each of its ends that is a dead end."""
    corridors[length >> 1] += 1
    branches[length >> 1] += (length & 1) + signed(dead)


@inner
def _sum_lengths(corridors: NDArray[np.int64], branches: NDArray[np.int64], values: NDArray[np.float64]) -> None:
    for length in range(1, len(corridors)):
        if corridors[length] > 0:
            values[CORRIDORS] += corridors[length]
            values[LONGEST_CORRIDOR] = length
            values[BRANCH_TOTAL] += length * branches[length]
            if branches[length] > 0:
                values[LONGEST_BRANCH] = length
