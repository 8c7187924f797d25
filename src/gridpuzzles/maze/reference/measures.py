"""Measures of a maze, each in the words of its definition; slow, and the measure of the compiled ones."""

from collections.abc import Iterator
from itertools import combinations

from gridpuzzles.maze.model import DIRECTIONS, EAST, NORTH, OPPOSITE, SOUTH, WEST, Cell, Maze

Ways = dict[Cell, dict[int, Cell]]


def ways(maze: Maze) -> Ways:
    """Return {cell: {opening: the neighbour behind it}}."""
    found: Ways = {}
    for row in range(1, maze.rows + 1):
        for col in range(1, maze.cols + 1):
            bits = int(maze.openings[row - 1, col - 1])
            found[row, col] = {
                opening: (row + down, col + right) for opening, (down, right) in DIRECTIONS.items() if bits & opening
            }
    return found


def distances(open_ways: Ways, start: Cell) -> dict[Cell, int]:
    """Return every cell's distance from the start."""
    found, ahead = {start: 0}, [start]
    for cell in ahead:
        for other in open_ways[cell].values():
            if other not in found:
                found[other] = found[cell] + 1
                ahead.append(other)
    return found


def solution(open_ways: Ways, start: Cell, end: Cell) -> list[Cell]:
    """Return the cells of the path from start to end: downhill in the distance from the end."""
    far = distances(open_ways, end)
    path = [start]
    while path[-1] != end:
        path.append(min(open_ways[path[-1]].values(), key=far.__getitem__))
    return path


def cell_types(open_ways: Ways) -> dict[str, int]:
    """Return how many cells there are of each type."""
    kinds = {"dead_ends": 0, "straights": 0, "turns": 0, "tees": 0, "crosses": 0}
    for here in open_ways.values():
        if len(here) == 2:
            kinds["straights" if set(here) in ({NORTH, SOUTH}, {EAST, WEST}) else "turns"] += 1
        elif here:
            kinds[{1: "dead_ends", 3: "tees", 4: "crosses"}[len(here)]] += 1
    return kinds


def horizontal(open_ways: Ways) -> int:
    """Return the number of horizontal passages."""
    return sum(EAST in here for here in open_ways.values())


def straight_runs(open_ways: Ways) -> list[int]:
    """Return the length of every run: as many passages in one line, one after the other, as there are."""
    lengths = []
    for opening in (EAST, SOUTH):
        for cell, here in open_ways.items():
            if opening in here and OPPOSITE[opening] not in here:
                length, along = 0, cell
                while opening in open_ways[along]:
                    along, length = open_ways[along][opening], length + 1
                lengths.append(length)
    return lengths


def corridors_from(open_ways: Ways, cell: Cell) -> Iterator[int]:
    """Yield the lengths of the corridors that begin at a cell: through cells of degree 2, up to the next other cell."""
    for first in open_ways[cell].values():
        before, here, length = cell, first, 1
        while len(open_ways[here]) == 2:
            before, here = here, next(other for other in open_ways[here].values() if other != before)
            length += 1
        yield length


def corridors(open_ways: Ways) -> list[int]:
    """Return the length of every corridor; each is met from both of its ends."""
    met = sorted(n for cell, here in open_ways.items() if len(here) != 2 for n in corridors_from(open_ways, cell))
    return met[::2]


def branches(open_ways: Ways) -> list[int]:
    """Return the length of the corridor that begins at each dead end."""
    return [n for cell, here in open_ways.items() if len(here) == 1 for n in corridors_from(open_ways, cell)]


def pairwise_distances(open_ways: Ways) -> list[int]:
    """Return the distances of all pairs of different cells."""
    table = {cell: distances(open_ways, cell) for cell in open_ways}
    return [table[one][two] for one, two in combinations(open_ways, 2)]


def decisions(open_ways: Ways, path: list[Cell]) -> int:
    """Return at how many cells of a path, before its end, there is more than one way on, not counting the way back."""
    return sum(len(open_ways[cell]) - (index > 0) > 1 for index, cell in enumerate(path[:-1]))
