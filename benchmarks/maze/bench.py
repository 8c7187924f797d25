"""Speed of the maze generators: against their floors at 1000x1000, and against the peers on PyPI at smaller sizes.

CPU seconds of one thread, the fastest of several runs, after compilation. The peers mazelib and lapyrinth run in the
interpreter that the environment variable ``MAZE_PEERS`` names (a virtual environment of their own), or in this one; the
table says where they are absent. Writes ``results/bench/maze.csv``; with ``--check``, a missed floor ends in exit
code 1.
"""

import csv
import os
import subprocess
import sys
import time
from pathlib import Path

from gridpuzzles.maze.catalogue import parse_recipe
from gridpuzzles.maze.generators import compiled, maze_state
from gridpuzzles.maze.kernels.measures import BY_LONGEST, measure
from gridpuzzles.pipeline.files import processor

SIDE = 1000
FLOORS = {
    "hunt_and_kill": 20,
    "hunt_and_kill start=corner": 40,
    "hunt_and_kill scan=columns": None,
    "hunt_and_kill scan=alternating": None,
    "hunt_and_kill scan=spiral": None,
    "hunt_and_kill scan=random": None,
    "hunt_and_kill scan=visited": None,
    "hunt_and_kill scan=boustrophedon": None,
    "recursive_backtracker": 20,
    "growing_tree": None,
    "growing_tree take=random": None,
    "wilson": 10,
    "kruskal": 3,
    "prim": None,
    "prim by=edges": None,
    "prim by=cells": None,
    "eller": None,
    "sidewinder": 50,
    "binary_tree": 50,
    "recursive_division": None,
}
"""{recipe: million cells a second that it must reach, if any}."""
PEER_SIDES = (40, 120)
FACTOR = 100
STATISTICS_FACTOR = 3.0
TABLE = Path("results/bench/maze.csv")
COLUMNS = ("what", "algorithm", "rows", "cols", "seconds", "mcells_per_second", "wanted", "reached", "holds")


def fastest(work, runs=9):
    """Return the CPU seconds of the fastest run; the first one compiles."""
    work()
    seconds = []
    for _ in range(runs):
        started = time.thread_time()
        work()
        seconds.append(time.thread_time() - started)
    return min(seconds)


def row(what, algorithm, side, seconds, wanted=None, reached=None):
    """Return a row of the table."""
    speed = side * side / seconds / 1e6
    reached = speed if reached is None else reached
    holds = "" if wanted is None else ("yes" if reached >= wanted else "NO")
    return dict(zip(COLUMNS, (what, algorithm, side, side, seconds, speed, wanted, reached, holds), strict=True))


def floors():
    """Yield the generators' speeds at 1000x1000."""
    for recipe, floor in FLOORS.items():
        generator, state = compiled(parse_recipe(recipe), SIDE, SIDE), maze_state(1)
        yield row("speed, Mcells/s", recipe, SIDE, fastest(lambda g=generator, s=state: g(s)), floor)


def statistics():
    """Yield how the full statistics of a 100x100 maze compare with making one by the backtracker."""
    generator, state = compiled(parse_recipe("recursive_backtracker"), 100, 100), maze_state(1)
    making = fastest(lambda: generator(state), 300)
    openings = generator(state)[0]
    measuring = fastest(lambda: measure(openings, BY_LONGEST, 0, 0), 300)
    found = row("statistics / making", "recursive_backtracker", 100, measuring)
    ratio = measuring / making
    yield {
        **found,
        "wanted": STATISTICS_FACTOR,
        "reached": ratio,
        "holds": "yes" if ratio <= STATISTICS_FACTOR else "NO",
    }


def peers():
    """Yield how many times faster a maze of the same size is made here than by each peer, mazes made in a row."""
    python = os.environ.get("MAZE_PEERS", sys.executable)
    script = Path(__file__).with_name("peers.py")
    command = [python, str(script), *map(str, PEER_SIDES)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    known = {}
    for program, version, algorithm, side, result in (line.split("\t") for line in lines):
        what, side = f"times faster than {program} {version}".strip(), int(side)
        if result in {"absent", "left out"} or result.startswith("failed"):
            yield {"what": what, "algorithm": algorithm, "rows": side, "cols": side, "holds": result}
            continue
        if (algorithm, side) not in known:
            generator, state = compiled(parse_recipe(algorithm), side, side), maze_state(1)
            known[algorithm, side] = fastest(lambda g=generator, s=state: g(s), 50)
        seconds = known[algorithm, side]
        yield row(what, algorithm, side, seconds, FACTOR, float(result) / seconds)


def show(line):
    """Print a row."""
    number = f"{line['reached']:10.2f}" if line.get("reached") is not None else " " * 10
    wanted = f"{line['wanted']:6g}" if line.get("wanted") is not None else " " * 6
    print(f"{line['what']:34} {line['algorithm']:34} {line['rows']:5} {number} {wanted}  {line['holds']}", flush=True)


def main():
    print(f"{processor()}; CPU time of one thread, after compilation")
    print(f"{'what':34} {'algorithm':34} {'side':>5} {'reached':>10} {'wanted':>6}  holds")
    lines = []
    for group in (floors, statistics, peers):
        for line in group():
            show(line)
            lines.append(line)
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    with TABLE.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    missed = sum(line["holds"] == "NO" for line in lines)
    print(f"{len(lines)} measurements, {missed} missed; written to {TABLE}")
    return 1 if missed and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
