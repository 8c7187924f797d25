"""Times picross-solver on puzzles from standard input; `bench.py` runs this with an interpreter that has it.

Input: JSON, a list of [rows, columns]. Output: JSON, the best CPU seconds of the repeats and the grids.
"""

import json
import sys
import time

import numpy as np
from picross_solver import picross_solver

REPEATS = 3


def main() -> None:
    puzzles = json.load(sys.stdin)
    best, grids = float("inf"), []
    for _ in range(REPEATS):
        grids = [np.full((len(rows), len(cols)), -1) for rows, cols in puzzles]
        begin = time.thread_time()
        for (rows, cols), grid in zip(puzzles, grids, strict=True):
            picross_solver.solve(rows, cols, grid)
        best = min(best, time.thread_time() - begin)
    json.dump({"seconds": best, "grids": [grid.tolist() for grid in grids]}, sys.stdout)


main()
