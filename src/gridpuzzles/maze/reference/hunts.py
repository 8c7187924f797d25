"""Hunt and kill, in the words of its definition, with every rule of hunting.

The walk goes to random unvisited neighbours. Stuck, or given up, it *hunts* for a cell to go on from. The hunt scans
cells one by one, by one of these rules:

``rows``, ``columns``, ``spiral``
    From the top left, row by row, column by column, or along a clockwise spiral inwards, to the first *frontier* cell:
    unvisited, with a visited neighbour. It is joined to one of its visited neighbours, drawn uniformly.
``alternating``
    ``rows`` and ``columns`` in turn.
``random``
    A frontier cell drawn uniformly instead of a scan; it is looked at alone.
``visited``
    Row by row from the top left to the first *visited* cell with an unvisited neighbour; the walk goes on from there.
``boustrophedon``
    The same, but the scan goes on from the cell where the walk ended, and sweeps as the ox ploughs: along the row,
    back along the next; at the last row it turns and sweeps up. This is the hunt of Daedalus, without its change
    between rows and columns.

Sources: J. Buck, "Mazes for Programmers" (2015), for ``rows``; W. D. Pullen, Daedalus 3.2 (2016), ``PerfectGenerate``,
for ``boustrophedon`` and for the low river.
"""

from collections.abc import Callable, Iterator

from gridpuzzles.maze.model import DIRECTIONS, Cell, Maze
from gridpuzzles.maze.reference.carving import Carving, Draws, first_cell, pick, remove_from_bag

ORDERED = ("rows", "columns", "alternating", "spiral")


def hunt_and_kill(
    rows: int,
    cols: int,
    draws: Draws,
    scan: str = "rows",
    give_up: float = 0.0,
    low_river: bool = False,
    start: str | Cell = "random",
) -> Maze:
    """Walk and hunt in turn until every cell was visited.

    After each step the walk is given up with probability ``give_up``. With ``low_river`` it tries a single random
    direction at each step, and is stuck if that does not lead to an unvisited cell.
    """
    carving = Carving(rows, cols)
    hunt = hunter(carving, scan, draws)
    cell = first_cell(carving, start, draws)
    carving.visit(cell)
    given_up = False
    while not carving.complete:
        new = None if given_up else next_step(carving, cell, low_river, draws)
        if new is not None:
            carving.join(cell, new)
            cell = new
            given_up = give_up > 0 and draws.unit() < give_up
        else:
            carving.hunts += 1
            cell = hunt(cell)
            given_up = False
    return carving.maze()


def next_step(carving: Carving, cell: Cell, low_river: bool, draws: Draws) -> Cell | None:
    """Return the unvisited neighbour that the walk goes to, or None if it is stuck."""
    if low_river:
        new = carving.toward(cell, pick(draws, tuple(DIRECTIONS)))
        return None if new in carving.visits else new
    ahead = carving.unvisited(cell)
    return pick(draws, ahead) if ahead else None


def hunter(carving: Carving, scan: str, draws: Draws) -> Callable[[Cell], Cell]:
    """Return the function that hunts: from the cell where the walk ended to the one where it goes on."""
    if scan == "random":
        return _random_hunter(carving, draws)
    if scan == "visited":
        return lambda _: _first_with_a_way_on(carving, iter(carving.cells))
    if scan == "boustrophedon":
        plough = Plough(carving.rows, carving.cols)
        return lambda cell: _first_with_a_way_on(carving, plough.sweep(cell))
    orders = [scan_order(name, carving) for name in (("rows", "columns") if scan == "alternating" else (scan,))]

    def hunt(_: Cell) -> Cell:
        for cell in orders[(carving.hunts - 1) % len(orders)]:
            carving.looks += 1
            if cell not in carving.visits and carving.visited(cell):
                return _join_to_the_maze(carving, cell, draws)
        raise AssertionError("an incomplete maze has a frontier cell")

    return hunt


def _join_to_the_maze(carving: Carving, cell: Cell, draws: Draws) -> Cell:
    carving.carve(pick(draws, carving.visited(cell)), cell)
    carving.visit(cell)
    return cell


def _first_with_a_way_on(carving: Carving, scanned: Iterator[Cell]) -> Cell:
    for cell in scanned:
        carving.looks += 1
        if cell in carving.visits and carving.unvisited(cell):
            return cell
    raise AssertionError("an incomplete maze has a visited cell with an unvisited neighbour")


def _random_hunter(carving: Carving, draws: Draws) -> Callable[[Cell], Cell]:
    """Return the hunt that draws from the frontier, kept in the order in which its cells became part of it."""
    bag: list[Cell] = []
    known: set[Cell] = set()
    seen = 0

    def hunt(_: Cell) -> Cell:
        nonlocal seen
        for visited in list(carving.visits)[seen:]:
            if visited in known:
                remove_from_bag(bag, visited)
            known.add(visited)
            new = [cell for cell in carving.around(visited) if cell not in known]
            bag.extend(new)
            known.update(new)
        seen = len(carving.visits)
        carving.looks += 1
        return _join_to_the_maze(carving, pick(draws, bag), draws)

    return hunt


def scan_order(scan: str, carving: Carving) -> list[Cell]:
    """Return all cells in the order of a scan from the top left.

    Examples
    --------
    >>> scan_order("spiral", Carving(2, 3))
    [(1, 1), (1, 2), (1, 3), (2, 3), (2, 2), (2, 1)]
    """
    if scan == "rows":
        return carving.cells
    if scan == "columns":
        return sorted(carving.cells, key=lambda cell: (cell[1], cell[0]))
    order: list[Cell] = []
    left = set(carving.cells)
    cell, (down, right) = (1, 1), (0, 1)
    while left:
        order.append(cell)
        left.remove(cell)
        if (cell[0] + down, cell[1] + right) not in left:
            down, right = right, -down
        cell = (cell[0] + down, cell[1] + right)
    return order


class Plough:
    """The boustrophedon sweep; it keeps its two directions from hunt to hunt."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.down, self.right = 1, 1

    def sweep(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells after this one; at the end of a column of rows the last cell comes twice, as it turns."""
        row, col = cell
        while True:
            if 1 <= col + self.right <= self.cols:
                col += self.right
            else:
                self.right = -self.right
                if 1 <= row + self.down <= self.rows:
                    row += self.down
                else:
                    self.down = -self.down
            yield row, col
