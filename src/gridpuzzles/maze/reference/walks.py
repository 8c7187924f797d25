"""Generators that walk through the grid, in the words of their definitions."""

from collections.abc import Mapping

from gridpuzzles.maze.model import Cell, Maze
from gridpuzzles.maze.reference.carving import Bits, Carving, Draws, first_cell, pick, remove_from_bag


def recursive_backtracker(rows: int, cols: int, draws: Draws, start: str | Cell = "random") -> Maze:
    """Walk to random unvisited neighbours; when stuck, step back along the walk to where it can go on."""
    carving = Carving(rows, cols)
    path = [first_cell(carving, start, draws)]
    carving.visit(path[0])
    while path:
        ahead = carving.unvisited(path[-1])
        if ahead:
            new = pick(draws, ahead)
            carving.join(path[-1], new)
            path.append(new)
        else:
            path.pop()
    return carving.maze()


def growing_tree(
    rows: int, cols: int, draws: Draws, weights: Mapping[str, float], start: str | Cell = "random"
) -> Maze:
    """Keep a list of active cells; take one, join a random unvisited neighbour to it, drop it once it has none left.

    ``weights`` says how often the newest, the oldest or a random active cell is taken.
    """
    carving = Carving(rows, cols)
    active = [first_cell(carving, start, draws)]
    bag = list(active)  # the same cells, in an order that means nothing
    carving.visit(active[0])
    while active:
        manner = draw_weighted(draws, weights)
        cell = pick(draws, bag) if manner == "random" else active[-1 if manner == "newest" else 0]
        ahead = carving.unvisited(cell)
        if ahead:
            new = pick(draws, ahead)
            carving.join(cell, new)
            active.append(new)
            bag.append(new)
        else:
            active.remove(cell)
            remove_from_bag(bag, cell)
    return carving.maze()


def draw_weighted(draws: Draws, weights: Mapping[str, float]) -> str:
    """Return a name with probability in proportion to its weight; one name alone is taken without a draw."""
    names = [name for name in ("newest", "oldest", "random") if weights.get(name, 0) > 0]
    if len(names) == 1:
        return names[0]
    total = sum(weights[name] for name in names)
    mark = draws.unit() * total
    for name in names[:-1]:
        mark -= weights[name]
        if mark < 0:
            return name
    return names[-1]


def wilson(rows: int, cols: int, draws: Draws, start: str | Cell = "random") -> Maze:
    """From each cell outside the maze in turn, walk at random until the maze is met; its loops erased, the walk joins.

    Source: D. B. Wilson, "Generating random spanning trees more quickly than the cover time", STOC 1996. The result is
    uniform for every order of the cells; here it is row by row.
    """
    carving, bits = Carving(rows, cols), Bits(draws)
    carving.visit(first_cell(carving, start, draws))
    for first in carving.cells:
        leaves: dict[Cell, Cell] = {}  # where the walk went when it last left a cell: that erases its loops
        cell = first
        while cell not in carving.visits:
            leaves[cell] = random_neighbour(carving, cell, bits)
            cell = leaves[cell]
        cell = first
        while cell not in carving.visits:
            carving.carve(cell, leaves[cell])
            carving.visit(cell)
            cell = leaves[cell]
    return carving.maze()


def aldous_broder(rows: int, cols: int, draws: Draws, start: str | Cell = "random") -> Maze:
    """Walk at random over all cells, visited or not; each cell keeps the passage by which it was first entered.

    Sources: D. J. Aldous, SIAM J. Discrete Math. 3 (1990); A. Broder, FOCS 1989.
    """
    carving, bits = Carving(rows, cols), Bits(draws)
    cell = first_cell(carving, start, draws)
    carving.visit(cell)
    while not carving.complete:
        new = random_neighbour(carving, cell, bits)
        if new not in carving.visits:
            carving.join(cell, new)
        cell = new
    return carving.maze()


def random_neighbour(carving: Carving, cell: Cell, bits: Bits) -> Cell:
    """Return a neighbour drawn uniformly: directions are drawn until one stays on the grid."""
    while True:
        new = carving.toward(cell, bits.compass())
        if new is not None:
            return new
