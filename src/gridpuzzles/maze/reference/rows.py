"""Generators that work row by row or by division, in the words of their definitions."""

from gridpuzzles.maze.model import Cell, Maze
from gridpuzzles.maze.reference.carving import Bits, Carving, Draws, pick


def binary_tree(rows: int, cols: int, draws: Draws) -> Maze:
    """Carve from each cell to the north or to the east, by a coin; along the border there is one way only."""
    carving, bits = Carving(rows, cols), Bits(draws)
    for row, col in carving.cells:
        if row > 1 and col < cols:
            carving.carve((row, col), (row - 1, col) if bits.coin() else (row, col + 1))
        elif row > 1:
            carving.carve((row, col), (row - 1, col))
        elif col < cols:
            carving.carve((row, col), (row, col + 1))
    return carving.maze()


def sidewinder(rows: int, cols: int, draws: Draws) -> Maze:
    """Carve runs to the east, closed out by a coin; from each run carve north from one of its cells, drawn uniformly.

    The first row is one run, without a way north. A run of one cell draws too.
    """
    carving, bits = Carving(rows, cols), Bits(draws)
    for col in range(1, cols):
        carving.carve((1, col), (1, col + 1))
    for row in range(2, rows + 1):
        run: list[Cell] = []
        for col in range(1, cols + 1):
            run.append((row, col))
            if col == cols or bits.coin():
                upward = run[draws.below(len(run))]
                carving.carve(upward, (upward[0] - 1, upward[1]))
                run = []
            else:
                carving.carve((row, col), (row, col + 1))
    return carving.maze()


def eller(rows: int, cols: int, draws: Draws) -> Maze:
    """Keep the sets of connected cells of one row; join some along the row, and carve down from each set.

    Along the row, from the west: neighbours of different sets are joined by a coin, in the last row always. Down: from
    each cell by a coin; a set that got no way down gets one, from a cell drawn uniformly, sets taken from the west.

    Source: M. Eller (1982), as told by J. Buck, "Mazes for Programmers" (2015).
    """
    carving, bits = Carving(rows, cols), Bits(draws)
    part = {col: {col} for col in range(1, cols + 1)}
    for row in range(1, rows + 1):
        for col in range(1, cols):
            if part[col] is not part[col + 1] and (row == rows or bits.coin()):
                carving.carve((row, col), (row, col + 1))
                part[col] |= part[col + 1]
                for other in part[col + 1]:
                    part[other] = part[col]
        if row < rows:
            down = {col for col in range(1, cols + 1) if bits.coin()}
            for col in range(1, cols + 1):
                if col == min(part[col]) and not part[col] & down:
                    down.add(pick(draws, sorted(part[col])))
            for col in down:
                carving.carve((row, col), (row + 1, col))
            part = _next_row(part, down)
    return carving.maze()


def _next_row(part: dict[int, set[int]], down: set[int]) -> dict[int, set[int]]:
    """Return the sets of the next row: what the ways down connect, and every other cell alone."""
    kept = {id(cols): cols & down for cols in part.values()}
    return {col: kept[id(part[col])] if col in down else {col} for col in part}


def recursive_division(rows: int, cols: int, draws: Draws) -> Maze:
    """Divide an open field by a wall with one gap, across its longer side, and so both parts until they are corridors.

    A square field is divided by a coin. The wall's place and its gap are drawn uniformly. The part above, or to the
    west, comes first.
    """
    carving = Carving(rows, cols)
    for row, col in carving.cells:
        for other in ((row, col + 1), (row + 1, col)):
            if other in carving.openings:
                carving.carve((row, col), other)
    fields = [(1, 1, rows, cols)]
    while fields:
        top, left, height, width = fields.pop()
        if min(height, width) == 1:
            continue
        across = height > width or (height == width and pick(draws, (False, True)))
        if across:
            wall = pick(draws, range(1, height))
            gap = left + pick(draws, range(width))
            pairs = [((top + wall - 1, col), (top + wall, col)) for col in range(left, left + width) if col != gap]
            parts = [(top, left, wall, width), (top + wall, left, height - wall, width)]
        else:
            wall = pick(draws, range(1, width))
            gap = top + pick(draws, range(height))
            pairs = [((row, left + wall - 1), (row, left + wall)) for row in range(top, top + height) if row != gap]
            parts = [(top, left, height, wall), (top, left + wall, height, width - wall)]
        for one, two in pairs:
            carving.close(one, two)
        fields += reversed(parts)
    return carving.maze()
