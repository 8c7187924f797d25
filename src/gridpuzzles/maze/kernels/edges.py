"""Kruskal and Prim, compiled. Edges are listed cell by cell, row by row: to the east first, then to the south."""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, kernel
from gridpuzzles.maze.kernels.bitset import first_from, insert, level_starts, remove
from gridpuzzles.maze.kernels.grid import (
    FRONTIER,
    VISITED,
    bordered,
    carve,
    first_cell,
    openings,
    pick,
    random_direction,
    steps,
    unvisited,
    visited,
)
from gridpuzzles.maze.kernels.hunts import Grown
from gridpuzzles.maze.kernels.types import signed

EAST, SOUTH = 1, 2


@kernel
def all_edges(rows: int, cols: int) -> NDArray[np.int32]:
    """Return int32 (edges,): 2 · grid cell, plus 1 where the edge leads south."""
    edges = np.empty(2 * rows * cols - rows - cols, dtype=np.int32)
    count = 0
    for row in range(1, rows + 1):
        for col in range(1, cols + 1):
            cell = row * (cols + 2) + col
            if col < cols:
                edges[count] = 2 * cell
                count += 1
            if row < rows:
                edges[count] = 2 * cell + 1
                count += 1
    return edges


@inner
def draw_to_front(edges: NDArray[np.int32], place: int, state: NDArray[np.uint64]) -> int:
    """Do one step of the shuffle from the front; return the edge that now stands at ``place``."""
    other = place + pick(state, len(edges) - place)
    edge = edges[other]
    edges[place], edges[other] = edge, edges[place]
    return signed(edge)


@inner
def find(parents: NDArray[np.int32], cell: int) -> int:
    """Return the representative of a cell's part, halving the path to it."""
    while True:
        parent = signed(parents[cell])
        if parent == cell:
            return cell
        grandparent = parents[parent]
        parents[cell] = grandparent
        cell = signed(grandparent)


@kernel
def kruskal(rows: int, cols: int, state: NDArray[np.uint64]) -> Grown:
    """Carve the edges that connect two parts, in random order; shuffle only as far as needed."""
    grid, step = bordered(rows, cols), steps(cols)
    edges = all_edges(rows, cols)
    parents = np.arange(len(grid), dtype=np.int32)
    missing, place = rows * cols - 1, 0
    while missing > 0:
        edge = draw_to_front(edges, place, state)
        place += 1
        cell, direction = edge >> 1, EAST + (edge & 1)
        one, two = find(parents, cell), find(parents, cell + step[direction])
        if one != two:
            parents[max(one, two)] = min(one, two)
            carve(grid, cell, direction, cell + step[direction])
            missing -= 1
    return openings(grid, rows, cols), np.empty(0, dtype=np.int32), 0, 0


@kernel
def prim_by_weights(rows: int, cols: int, start: int, state: NDArray[np.uint64]) -> Grown:
    """Carve the lightest edge out of the maze; an edge's weight is its place in a random order.

    The weights are small whole numbers, so that a bitset serves as the queue of edges.
    """
    grid, step, width = bordered(rows, cols), steps(cols), cols + 2
    cell = first_cell(start, rows, cols, state)
    edges = all_edges(rows, cols)
    weights = np.empty(2 * len(grid), dtype=np.int32)
    for place in range(len(edges)):
        weights[draw_to_front(edges, place, state)] = place
    starts = level_starts(max(len(edges), 1))
    queue = np.zeros(starts[-1], dtype=np.uint64)
    sequence = np.empty(rows * cols, dtype=np.int32)
    grid[cell], sequence[0] = VISITED, cell
    for count in range(1, rows * cols):
        ahead = unvisited(grid, cell, width)
        for direction in range(4):
            if ahead >> direction & 1:
                edge = 2 * min(cell, cell + step[direction]) + (direction + 1) % 2
                insert(queue, starts, signed(weights[edge]))
        while True:
            lightest = first_from(queue, starts, 0)
            remove(queue, starts, lightest)
            one = signed(edges[lightest]) >> 1
            direction = EAST + (signed(edges[lightest]) & 1)
            two = one + step[direction]
            if grid[one] == 0 or grid[two] == 0:
                break
        cell = one if grid[one] == 0 else two
        carve(grid, one, direction, two)
        sequence[count] = cell
    return openings(grid, rows, cols), sequence, 0, 0


@kernel
def prim_by_edges(rows: int, cols: int, start: int, state: NDArray[np.uint64]) -> Grown:
    """Carve a random edge between the maze and an unvisited cell; edges of the bag inside the maze are thrown away."""
    grid, step, width = bordered(rows, cols), steps(cols), cols + 2
    sequence = np.empty(rows * cols, dtype=np.int32)
    bag = np.empty(2 * rows * cols, dtype=np.int64)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    size, count = 0, 1
    while True:
        ahead = unvisited(grid, cell, width)
        for direction in range(4):
            if ahead >> direction & 1:
                bag[size] = 4 * cell + direction
                size += 1
        if count == rows * cols:
            return openings(grid, rows, cols), sequence, 0, 0
        while True:
            place = pick(state, size)
            edge = bag[place]
            size -= 1
            bag[place] = bag[size]
            direction = edge & 3
            cell = (edge >> 2) + step[direction]
            if grid[cell] == 0:
                break
        carve(grid, edge >> 2, direction, cell)
        sequence[count] = cell
        count += 1


@kernel
def prim_by_cells(rows: int, cols: int, start: int, state: NDArray[np.uint64]) -> Grown:
    """Join a random frontier cell to a random visited neighbour; frontier cells carry a mark of their own."""
    grid, step, width = bordered(rows, cols), steps(cols), cols + 2
    sequence = np.empty(rows * cols, dtype=np.int32)
    bag = np.empty(rows * cols, dtype=np.int32)
    cell = first_cell(start, rows, cols, state)
    grid[cell], sequence[0] = VISITED, cell
    size = 0
    for count in range(1, rows * cols):
        untouched = unvisited(grid, cell, width)
        for direction in range(4):
            if untouched >> direction & 1:
                bag[size] = cell + step[direction]
                grid[bag[size]] = FRONTIER
                size += 1
        place = pick(state, size)
        cell = signed(bag[place])
        size -= 1
        bag[place] = bag[size]
        direction = random_direction(visited(grid, cell, width), state)
        carve(grid, cell, direction, cell + step[direction])
        sequence[count] = cell
    return openings(grid, rows, cols), sequence, 0, 0
