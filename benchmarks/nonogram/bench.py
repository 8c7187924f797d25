"""Nonograms: line solving, probing, counting, and a peer from PyPI on the same puzzles.

The peer, picross-solver, is optional: set PICROSS_PYTHON to an interpreter that has it and numpy, for example of a
throwaway environment (``python -m venv /tmp/peer; /tmp/peer/bin/pip install picross-solver numpy``).
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

# This file is run as a script, so that the folder above is not on the path.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness import ROOT, Row, best_seconds, report

from gridpuzzles.nonogram import Puzzle, analyse, read
from gridpuzzles.nonogram.counting import count_group_range, groups
from gridpuzzles.nonogram.sampling import coloured_cells, line_solve_boards, random_grid, sum_over_boards
from gridpuzzles.seeds import seed_sequence, stream_state

SIDE = 25
DENSITIES = (0.50, 0.45, 0.40, 0.35)
BOARDS = 4000
PROBED = 100
COUNTED = 64
"""One in so many slices of the 5 x 5 groups is counted."""
LARGE = 200
PEER_BOARDS = 20


def state(*names: str) -> np.ndarray:
    return stream_state(seed_sequence(1, "bench", *names))


def line_solving(density: float) -> Row:
    """Microseconds a board, drawing it and reading its clues included."""
    coloured = coloured_cells(density, SIDE * SIDE)
    seconds = best_seconds(3, lambda: line_solve_boards(state("line"), SIDE, SIDE, coloured, BOARDS))[0]
    name = f"{SIDE} x {SIDE}, density {density:.2f}, to rest by line"
    print(f"{name}: {BOARDS / seconds:,.0f} boards/s")
    return Row(name, "us a board", None, 1e6 * seconds / BOARDS)


def all_line_levels() -> Row:
    """Microseconds a board for boxes, emptiness and line one after the other, at the densest of the boards."""
    coloured = coloured_cells(DENSITIES[0], SIDE * SIDE)
    seconds = best_seconds(3, lambda: sum_over_boards(state("all"), SIDE, SIDE, coloured, 1, BOARDS, 0))[0]
    return Row(f"{SIDE} x {SIDE}, density 0.50, boxes, emptiness, line", "us a board", None, 1e6 * seconds / BOARDS)


def probing() -> Row:
    """Seconds for 1,000 boards, evenly of the four densities."""

    def run() -> None:
        for density in DENSITIES:
            sum_over_boards(state("probe"), SIDE, SIDE, coloured_cells(density, SIDE * SIDE), 1, PROBED, PROBED)

    seconds = best_seconds(2, run)[0]
    return Row(
        f"probing 1,000 boards of {SIDE} x {SIDE} (scaled)", "s", None, 1000 * seconds / (PROBED * len(DENSITIES))
    )


def counting() -> Row:
    """Seconds for all 5 x 5 grids, boxes to line, from evenly spread slices of the groups."""
    slices = np.linspace(0, groups(5, 5), 64 * COUNTED + 1).astype(int)
    chosen = [(slices[k], slices[k + 1]) for k in range(COUNTED // 2, len(slices) - 1, COUNTED)]
    seconds = best_seconds(2, lambda: [count_group_range(5, 5, *ends, False) for ends in chosen])[0]
    counted = sum(_grids(count_group_range(5, 5, *ends, False)) for ends in chosen)
    return Row("all 5 x 5 grids, boxes to line (scaled)", "s", None, seconds * 2**25 / counted)


def _grids(sums: np.ndarray) -> int:
    return int((sums[..., 0] * np.arange(sums.shape[1])).sum())


def large_board() -> Row:
    """Seconds of a 200 x 200 picture of large discs, some with holes."""
    rng = np.random.default_rng(1)
    y, x = np.mgrid[0:LARGE, 0:LARGE]
    picture = np.zeros((LARGE, LARGE), int)
    for a, b, r in rng.integers((0, 0, 20), (LARGE, LARGE, 40), (18, 3)):
        distance = (y - a) ** 2 + (x - b) ** 2
        picture[distance < r * r] = 1
        picture[distance < (r / 3) ** 2] = 0
    puzzle = Puzzle.from_grid(picture)
    ratio = analyse(puzzle, "line").ratio
    seconds = best_seconds(5, lambda: analyse(puzzle, "line"))[0]
    return Row(f"{LARGE} x {LARGE} picture to rest by line ({100 * ratio:.0f} % of cells)", "s", None, seconds)


def against_peer() -> Row | None:
    """Seconds for puzzles that line solving solves, so that the peer propagates and never guesses."""
    puzzles = [read(path) for path in sorted((ROOT / "config" / "puzzles").glob("*.non"))]
    stream = state("peer")
    drawn = (random_grid(stream, SIDE, SIDE, coloured_cells(0.6, SIDE * SIDE), 1) for _ in range(20 * PEER_BOARDS))
    puzzles += [puzzle for puzzle in map(Puzzle.from_grid, drawn) if analyse(puzzle, "line").solved][:PEER_BOARDS]
    puzzles = [puzzle for puzzle in puzzles if len(puzzle.colours) == 1 and analyse(puzzle, "line").solved]
    command = [os.environ.get("PICROSS_PYTHON", sys.executable), str(Path(__file__).with_name("peer.py"))]
    clues = [[[[b.length for b in clue] or [0] for clue in axis] for axis in (p.rows, p.cols)] for p in puzzles]
    result = subprocess.run(command, input=json.dumps(clues), capture_output=True, text=True, check=False)
    seconds = best_seconds(3, lambda: [analyse(puzzle, "line") for puzzle in puzzles])[0]
    name = f"{len(puzzles)} puzzles by line, picross-solver against us"
    if result.returncode:
        print("picross-solver is absent (set PICROSS_PYTHON to an interpreter that has it): no comparison")
        return Row(name, "s", None, seconds)
    answer = json.loads(result.stdout)
    same = all((analyse(p, "line").grid == grid).all() for p, grid in zip(puzzles, answer["grids"], strict=True))
    print(f"picross-solver and we agree on all {len(puzzles)} grids: {same}")
    return Row(name, "s", answer["seconds"], seconds)


def main() -> None:
    sum_over_boards(state("warm"), 5, 5, 12, 1, 5, 5)
    line_solve_boards(state("warm"), 5, 5, 12, 5)
    rows = [line_solving(density) for density in DENSITIES]
    report("nonogram", [*rows, all_line_levels(), probing(), counting(), large_board(), against_peer()])


if __name__ == "__main__":
    main()
