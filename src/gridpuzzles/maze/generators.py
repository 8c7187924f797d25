"""From a recipe to mazes: the compiled generators, and the plain ones beside them."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.maze.catalogue import Recipe, parse_weights, recipe
from gridpuzzles.maze.kernels import edges, hunts, sweeps, walks
from gridpuzzles.maze.kernels import rows as row_wise
from gridpuzzles.maze.kernels.hunts import Grown
from gridpuzzles.maze.model import Cell, Maze, check_cell, check_size
from gridpuzzles.maze.reference import edges as plain_edges
from gridpuzzles.maze.reference import hunts as plain_hunts
from gridpuzzles.maze.reference import rows as plain_rows
from gridpuzzles.maze.reference import walks as plain_walks
from gridpuzzles.maze.reference.carving import Draws
from gridpuzzles.seeds import seed_sequence, stream_state

Generator = Callable[[NDArray[np.uint64]], Grown]
"""From a stream's state, which it advances, to what a kernel returns."""


def generate(algorithm: str, rows: int, cols: int, seed: int, **options: Any) -> Maze:
    """Return the perfect maze that a generator makes from a seed.

    Parameters
    ----------
    algorithm
        One of `gridpuzzles.maze.catalogue.ALGORITHMS`.
    rows, cols
        1 to 2000 each.
    seed
        A non-negative integer.
    **options
        The generator's own: `gridpuzzles.maze.catalogue.OPTIONS`.

    Examples
    --------
    >>> maze = generate("hunt_and_kill", 20, 30, seed=7, scan="boustrophedon")
    >>> maze.rows, maze.cols, int(maze.degrees.sum())
    (20, 30, 1198)

    Raises
    ------
    gridpuzzles.errors.InputError
        With one line, if something is not allowed.
    """
    chosen = recipe(algorithm, **options)
    check_size(rows, cols)
    grown = compiled(chosen, rows, cols)(maze_state(seed))
    return _as_maze(grown, chosen, seed)


def plain(algorithm: str, rows: int, cols: int, draws: Draws, **options: Any) -> Maze:
    """Return the maze that the plain generator makes; `generate` makes the same from the same stream."""
    chosen = recipe(algorithm, **options)
    check_size(rows, cols)
    return _plain_function(chosen, rows, cols)(rows, cols, draws)


def maze_state(seed: int) -> NDArray[np.uint64]:
    """Return the state, uint64 (4,), of the stream that a seed stands for."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(f"seed: {seed!r} is not a non-negative integer")
    return stream_state(seed_sequence(int(seed), "maze"))


def compiled(chosen: Recipe, rows: int, cols: int) -> Generator:
    """Return the compiled generator of one size, to be called with a stream's state, maze after maze."""
    options: dict[str, Any] = dict(chosen.options)
    start = _start_index(options.get("start", "corner"), rows, cols)
    by_size: dict[str, Callable[..., Grown]] = {
        "kruskal": edges.kruskal,
        "eller": row_wise.eller,
        "sidewinder": row_wise.sidewinder,
        "binary_tree": row_wise.binary_tree,
        "recursive_division": row_wise.recursive_division,
    }
    prims = {"weights": edges.prim_by_weights, "edges": edges.prim_by_edges, "cells": edges.prim_by_cells}
    by_start: dict[str, Callable[..., Grown]] = {
        "recursive_backtracker": walks.recursive_backtracker,
        "wilson": walks.wilson,
        "aldous_broder": walks.aldous_broder,
        "prim": prims[options.get("by", "weights")],
    }
    if chosen.algorithm in by_size:
        return partial(by_size[chosen.algorithm], rows, cols)
    if chosen.algorithm in by_start:
        return partial(by_start[chosen.algorithm], rows, cols, start)
    if chosen.algorithm == "growing_tree":
        weights = parse_weights(options["take"])
        newest, oldest, anyone = (weights.get(name, 0.0) for name in ("newest", "oldest", "random"))
        return partial(walks.growing_tree, rows, cols, start, newest, oldest, anyone)
    return _compiled_hunt(rows, cols, start, options["scan"], float(options["give_up"]), bool(options["low_river"]))


def _compiled_hunt(rows: int, cols: int, start: int, scan: str, give_up: float, low_river: bool) -> Generator:
    if scan == "random":
        return partial(hunts.hunt_at_random, rows, cols, start, give_up, low_river)
    if scan in {"visited", "boustrophedon"}:
        return partial(sweeps.hunt_for_visited, rows, cols, start, scan == "boustrophedon", give_up, low_river)
    return partial(hunts.hunt_in_order, rows, cols, start, *scan_tables(scan, rows, cols), give_up, low_river)


@lru_cache(maxsize=64)
def scan_tables(scan: str, rows: int, cols: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the grid cells in the order of each scan, int32 (orders, N), and each grid cell's place in it."""
    index = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    cells = (index // cols + 1) * (cols + 2) + index % cols + 1
    by_row, by_column = cells.ravel(), cells.T.ravel()
    known = {"rows": [by_row], "columns": [by_column], "alternating": [by_row, by_column]}
    orders = np.ascontiguousarray([_spiral(cells)] if scan == "spiral" else known[scan], dtype=np.int32)
    ranks = np.zeros((len(orders), (rows + 2) * (cols + 2)), dtype=np.int32)
    for rank, order in zip(ranks, orders, strict=True):
        rank[order] = np.arange(rows * cols, dtype=np.int32)
    orders.setflags(write=False)
    ranks.setflags(write=False)
    return orders, ranks


def _spiral(cells: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the cells along a clockwise spiral inwards: the first row, then the rest turned a quarter back."""
    parts = []
    while cells.size:
        parts.append(cells[0])
        cells = np.rot90(cells[1:])
    return np.concatenate(parts)


def _start_index(start: str | Cell, rows: int, cols: int) -> int:
    """Return the start, counted row by row from 0, or -1 for a random one."""
    if isinstance(start, str):
        return -1 if start == "random" else 0
    row, col = check_cell("start", start, rows, cols)
    return (row - 1) * cols + col - 1


def _as_maze(grown: Grown, chosen: Recipe, seed: int) -> Maze:
    openings, sequence, hunted, looks = grown
    rows, cols = openings.shape
    visits = np.zeros(rows * cols, dtype=np.int32)
    if len(sequence):
        visits[cells_of(sequence, cols)] = np.arange(1, rows * cols + 1, dtype=np.int32)
    return Maze(openings, chosen.algorithm, chosen.options, seed, visits.reshape(rows, cols), int(hunted), int(looks))


def cells_of(grid_cells: NDArray[np.int32], cols: int) -> NDArray[np.int32]:
    """Return grid cells as cells counted row by row from 0."""
    found: NDArray[np.int32] = (grid_cells // (cols + 2) - 1) * cols + grid_cells % (cols + 2) - 1
    return found


def _plain_function(chosen: Recipe, rows: int, cols: int) -> Callable[[int, int, Draws], Maze]:
    options: dict[str, Any] = dict(chosen.options)
    _start_index(options.get("start", "corner"), rows, cols)
    known: dict[str, Callable[..., Maze]] = {
        "hunt_and_kill": plain_hunts.hunt_and_kill,
        "recursive_backtracker": plain_walks.recursive_backtracker,
        "growing_tree": plain_walks.growing_tree,
        "wilson": plain_walks.wilson,
        "aldous_broder": plain_walks.aldous_broder,
        "kruskal": plain_edges.kruskal,
        "eller": plain_rows.eller,
        "sidewinder": plain_rows.sidewinder,
        "binary_tree": plain_rows.binary_tree,
        "recursive_division": plain_rows.recursive_division,
    }
    if chosen.algorithm == "growing_tree":
        options["weights"] = parse_weights(options.pop("take"))
    if chosen.algorithm == "prim":
        by = options.pop("by")
        rules = {
            "weights": plain_edges.prim_by_weights,
            "edges": plain_edges.prim_by_edges,
            "cells": plain_edges.prim_by_cells,
        }
        return partial(rules[by], **options)
    return partial(known[chosen.algorithm], **options)
