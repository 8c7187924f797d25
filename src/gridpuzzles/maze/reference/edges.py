"""Generators that draw edges or frontier cells, in the words of their definitions.

An *edge* is a pair of neighbouring cells. Edges are listed cell by cell, row by row: to the east first, then to the
south.
"""

import heapq
from typing import TypeAlias

from gridpuzzles.maze.model import Cell, Maze
from gridpuzzles.maze.reference.carving import Carving, Draws, first_cell, pick, remove_from_bag

Edge: TypeAlias = tuple[Cell, Cell]


def all_edges(carving: Carving) -> list[Edge]:
    """Return all edges of the grid.

    Examples
    --------
    >>> all_edges(Carving(2, 2))
    [((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2))]
    """
    pairs = (((row, col), other) for row, col in carving.cells for other in ((row, col + 1), (row + 1, col)))
    return [pair for pair in pairs if pair[1] in carving.openings]


def shuffled_edges(carving: Carving, draws: Draws) -> list[Edge]:
    """Return the edges in random order, by the shuffle of Fisher and Yates from the front."""
    edges = all_edges(carving)
    for place in range(len(edges)):
        other = pick(draws, range(place, len(edges)))
        edges[place], edges[other] = edges[other], edges[place]
    return edges


def kruskal(rows: int, cols: int, draws: Draws) -> Maze:
    """Go through the edges in random order; carve those whose cells are not connected yet.

    Source: J. B. Kruskal, Proc. AMS 7 (1956); a random order is the same as independent random weights.
    """
    carving = Carving(rows, cols)
    part = {cell: {cell} for cell in carving.cells}
    for one, two in shuffled_edges(carving, draws):
        if part[one] is not part[two]:
            carving.carve(one, two)
            part[one] |= part[two]
            for cell in part[two]:
                part[cell] = part[one]
    return carving.maze()


def prim_by_weights(rows: int, cols: int, draws: Draws, start: str | Cell = "random") -> Maze:
    """Give the edges weights in random order; carve the lightest edge out of the maze, again and again.

    Source: R. C. Prim, Bell System Technical Journal 36 (1957).
    """
    carving = Carving(rows, cols)
    first = first_cell(carving, start, draws)
    weights = {edge: weight for weight, edge in enumerate(shuffled_edges(carving, draws))}
    ways_out: list[tuple[int, Cell, Cell]] = []

    def visit(cell: Cell) -> None:
        carving.visit(cell)
        for new in carving.unvisited(cell):
            heapq.heappush(ways_out, (weights[min(cell, new), max(cell, new)], cell, new))

    visit(first)
    while ways_out:
        _, cell, new = heapq.heappop(ways_out)
        if new not in carving.visits:
            carving.carve(cell, new)
            visit(new)
    return carving.maze()


def prim_by_edges(rows: int, cols: int, draws: Draws, start: str | Cell = "random") -> Maze:
    """Carve an edge drawn uniformly from those between the maze and unvisited cells, again and again.

    Edges inside the maze stay in the bag until they are drawn, and are then thrown away: that leaves the law as it is.
    """
    carving = Carving(rows, cols)
    cell = first_cell(carving, start, draws)
    carving.visit(cell)
    bag = [(cell, new) for new in carving.unvisited(cell)]
    while bag:
        edge = pick(draws, bag)
        remove_from_bag(bag, edge)
        if edge[1] not in carving.visits:
            carving.join(*edge)
            bag += [(edge[1], new) for new in carving.unvisited(edge[1])]
    return carving.maze()


def prim_by_cells(rows: int, cols: int, draws: Draws, start: str | Cell = "random") -> Maze:
    """Join a frontier cell, drawn uniformly, to one of its visited neighbours, drawn uniformly, again and again."""
    carving = Carving(rows, cols)
    cell = first_cell(carving, start, draws)
    carving.visit(cell)
    bag = carving.unvisited(cell)
    while bag:
        new = pick(draws, bag)
        remove_from_bag(bag, new)
        carving.join(pick(draws, carving.visited(new)), new)
        bag += [cell for cell in carving.unvisited(new) if cell not in bag]
    return carving.maze()
