"""Time the peers on PyPI, mazelib and lapyrinth, in whatever interpreter has them; print a line a measurement.

Each line is program, version, algorithm, side, and CPU seconds of the fastest of a few runs, separated by tabs; the
seconds are ``absent`` where the program is not installed, ``failed: …`` where it stops with an error, and ``left out``
where the side before was so slow that this one would take too long.
"""

import importlib
import importlib.metadata
import random
import sys
import time

MAZELIB = {
    "hunt_and_kill": ("HuntAndKill", {"hunt_order": "serpentine"}),
    "recursive_backtracker": ("BacktrackingGenerator", {}),
    "growing_tree": ("GrowingTree", {}),
    "wilson": ("Wilsons", {}),
    "aldous_broder": ("AldousBroder", {}),
    "kruskal": ("Kruskal", {}),
    "prim by=cells": ("Prims", {}),
    "eller": ("Ellers", {}),
    "sidewinder": ("Sidewinder", {}),
    "binary_tree": ("BinaryTree", {}),
    "recursive_division": ("Division", {}),
}
# Lapyrinth's true Prim gives weights to cells, and its modified Prim joins a cell to the one that found it: other laws.
LAPYRINTH = {
    "hunt_and_kill": "hunt_and_kill",
    "recursive_backtracker": "randomized_depth_first_search",
    "growing_tree": "growing_tree",
    "wilson": "wilson",
    "aldous_broder": "aldous_broder",
    "kruskal": "kruskal",
    "prim by=edges": "simplified_prim",
    "eller": "eller",
    "sidewinder": "sidewinder",
    "binary_tree": "binary_tree",
    "recursive_division": "iterative_division",
}
ENOUGH_SECONDS = 1.0
LONGEST_SECONDS = 10.0


def fastest(work):
    """Return the CPU seconds of the fastest of up to five runs; slow work runs once."""
    best, spent = float("inf"), 0.0
    for _ in range(5):
        started = time.thread_time()
        work()
        seconds = time.thread_time() - started
        best, spent = min(best, seconds), spent + seconds
        if spent > ENOUGH_SECONDS:
            break
    return best


def mazelib(algorithm, side):
    name, options = MAZELIB[algorithm]
    generator = getattr(importlib.import_module(f"mazelib.generate.{name}"), name)
    return lambda: generator(side, side, **options).generate()


def lapyrinth(algorithm, side):
    module = importlib.import_module("lapyrinth")
    return lambda: getattr(module.Maze(side, side), LAPYRINTH[algorithm])()


def main(sides):
    random.seed(1)
    for program, prepare, algorithms in (("mazelib", mazelib, MAZELIB), ("lapyrinth", lapyrinth, LAPYRINTH)):
        try:
            version = importlib.metadata.version(program)
        except importlib.metadata.PackageNotFoundError:
            print(program, "", "all", 0, "absent", sep="\t")
            continue
        for algorithm in algorithms:
            seconds = 0.0
            for before, side in zip([1, *sides], sides, strict=False):
                if seconds * (side / before) ** 3 > LONGEST_SECONDS:
                    result = "left out"
                else:
                    try:
                        seconds = fastest(prepare(algorithm, side))
                        result = f"{seconds:.6f}"
                    except Exception as error:
                        result = f"failed: {type(error).__name__}"
                print(program, version, algorithm, side, result, sep="\t", flush=True)


if __name__ == "__main__":
    main([int(side) for side in sys.argv[1:]])
