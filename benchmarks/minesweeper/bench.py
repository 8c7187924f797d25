"""Games a second of every solver, beside a plain C loop and an installable peer in the same run.

    python benchmarks/minesweeper/bench.py [--quick]

One core, after compilation, CPU time of the thread, the fastest of three rounds. Writes results/bench/minesweeper.csv.
"""

import csv
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from gridpuzzles.minesweeper import analysis, deduction, playing
from gridpuzzles.minesweeper.games import Setup, play_games
from gridpuzzles.minesweeper.model import number_board
from gridpuzzles.minesweeper.probability import field_of
from gridpuzzles.seeds import seed_sequence

HERE = Path(__file__).parent
BOARDS = {"9x9/10": (9, 9, 10), "16x16/40": (16, 16, 40), "16x30/99": (16, 30, 99)}
GOALS = {
    ("single_point_random", "9x9/10"): 150_000,
    ("single_point_random", "16x30/99"): 60_000,
    ("probability", "9x9/10"): 12_000,
    ("probability", "16x16/40"): 4_000,
    ("probability", "16x30/99"): 900,
    ("pseq", "9x9/10"): 8_000,
    ("pseq", "16x16/40"): 2_500,
    ("pseq", "16x30/99"): 450,
}
SOLVERS = (
    "adamatzky", "single_point", "subset", "inference", "single_point_random", "inference_random",
    "probability", "pseq", "pseq_endgame", "lookahead",
)  # fmt: skip
ROUNDS = 3


def games_per_second(solver, board, seconds):
    """Return the games a second of the fastest round."""
    setup = Setup(*board)

    def play(games, round_number):
        boards, choices = seed_sequence(1, "bench", solver, str(round_number)).spawn(2)
        started = time.thread_time()
        play_games(solver, setup, games, boards, choices)
        return time.thread_time() - started

    play(20, 0)
    games = max(20, int(20 * seconds / ROUNDS / max(play(20, 0), 1e-5)))
    games = max(20, int(games * seconds / ROUNDS / max(play(games, 0), 1e-5)))
    return games / min(play(games, number) for number in range(1, ROUNDS + 1))


def c_games_per_second(folder, board, games):
    """Return the games a second of the plain C loop, or None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = Path(folder) / "single_point"
    if not program.exists():
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "single_point.c"], check=True)
    arguments = [str(program), *map(str, board), str(games)]
    runs = [subprocess.run(arguments, capture_output=True, text=True, check=True) for _ in range(ROUNDS)]
    return games / min(float(run.stdout.split()[1]) for run in runs)


def positions_of_games(count):
    """Return positions of expert games, as the solver P meets them before a guess."""
    setup, found = Setup(16, 30, 99), []
    field, desk = deduction.new_field(16, 30), playing.new_desk(480)
    rng = np.random.default_rng(3)
    while len(found) < count:
        mine = np.zeros(480, dtype=np.uint8)
        mine[1 + rng.permutation(479)[: setup.mines]] = 1
        field.mine[:] = mine
        opened = np.zeros(480, dtype=np.uint8)
        opened[0] = 1
        playing.resume(field, opened)
        while playing.advance_exactly(field, desk, playing.CODES["probability"]) == playing.GUESSES_NOW:
            numbers = number_board(mine.reshape(16, 30).astype(bool))
            found.append(np.where(field.state.reshape(16, 30) == deduction.OPEN, numbers, -1).astype(np.int8))
            cell = int(np.flatnonzero(desk.choice.cell)[0])
            if not deduction.open_cell(field, cell, deduction.GUESSED, 0.0):
                break
    return found[:count]


def peer_ratio(count):
    """Return microseconds a position of ours and of ms-toollib for all mine probabilities, or None without it."""
    try:
        import ms_toollib
    except ImportError:
        return None
    positions = positions_of_games(count)
    fields = [field_of(position, 99) for position in positions]
    desk = playing.new_desk(480)
    started = time.thread_time()
    for field in fields:
        analysis.find_certain(field, desk.front, desk.graph, desk.outlook)
        analysis.find_risks(desk.front, desk.graph, desk.outlook)
    ours = time.thread_time() - started
    boards = [np.where(position < 0, 10, position).tolist() for position in positions]
    started = time.thread_time()
    for board in boards:
        ms_toollib.cal_probability_csp(board, 99)
    return 1e6 * ours / count, 1e6 * (time.thread_time() - started) / count


def main():
    seconds = 0.3 if "--quick" in sys.argv else 1.5
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, board in BOARDS.items():
            plain = c_games_per_second(folder, board, 20_000 if "--quick" in sys.argv else 100_000)
            for solver in SOLVERS:
                rate = games_per_second(solver, board, seconds)
                goal = GOALS.get((solver, name))
                ratio = rate / plain if plain and solver == "single_point_random" else None
                rows.append((solver, name, round(rate), goal, ratio and round(ratio, 2)))
                met = "" if goal is None else f"goal {goal:>8,}  {rate / goal:6.2f} of it"
                print(f"{name:>9}  {solver:<20} {rate:>10,.0f} games/s  {met}"
                      + (f"  {ratio:.2f} of plain C ({plain:,.0f})" if ratio else ""), flush=True)  # fmt: skip
    peer = peer_ratio(50 if "--quick" in sys.argv else 300)
    if peer is not None:
        ours, theirs = peer
        rows.append(("probabilities, µs a position", "16x30/99", round(ours, 1), None, round(theirs / ours, 1)))
        print(f"all probabilities of an expert position: {ours:.0f} µs, ms-toollib {theirs:.0f} µs ({theirs / ours:.1f}x)")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    print(f"largest memory: {memory:.0f} MiB")
    target = Path("results/bench/minesweeper.csv")
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("what", "board", "rate", "goal", "ratio_to_peer"))
        writer.writerows(rows)
    print(f"table: {target}{os.linesep}", end="")


if __name__ == "__main__":
    main()
