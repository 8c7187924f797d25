"""Minesweeper: microseconds a game of every solver; beside it the same solver in plain C and an installable peer."""

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# This file is run as a script, so that the folder above is not on the path.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness import Row, best_seconds, compile_c, peak_mebibytes, report

from gridpuzzles.minesweeper import analysis, deduction, desks, playing
from gridpuzzles.minesweeper.games import Setup, play_games
from gridpuzzles.minesweeper.model import number_board
from gridpuzzles.minesweeper.probability import field_of
from gridpuzzles.seeds import seed_sequence

BOARDS = {"9x9/10": (9, 9, 10), "16x16/40": (16, 16, 40), "16x30/99": (16, 30, 99)}
# Games in one repeat on the three boards.
GAMES = {
    "adamatzky": (20_000, 10_000, 10_000),
    "single_point": (20_000, 10_000, 10_000),
    "subset": (10_000, 5_000, 5_000),
    "inference": (10_000, 5_000, 3_000),
    "single_point_random": (40_000, 20_000, 20_000),
    "inference_random": (5_000, 2_000, 1_000),
    "probability": (5_000, 2_000, 1_000),
    "pseq": (2_000, 1_000, 500),
    "pseq_endgame": (2_000, 1_000, 400),
    "lookahead": (1_000, 500, 300),
    "foresight": (1_000, 500, 300),
}
# The games a second asked for.
GOALS = {
    "single_point_random": (150_000, None, 60_000),
    "probability": (12_000, 4_000, 900),
    "pseq": (8_000, 2_500, 450),
}
REPEATS = 3
POSITIONS = 200


def load_baseline() -> Callable[[tuple[int, int, int], int], int] | None:
    """Return the plain C loop as a function of board and games that returns the wins."""
    library = compile_c(Path(__file__).with_name("baseline.c"))
    if library is None:
        return None
    library.play_games.restype = ctypes.c_long
    library.play_games.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    return lambda board, games: int(library.play_games(*board, games))


def one_solver(solver: str, place: int, baseline: Callable[[tuple[int, int, int], int], int] | None) -> Row:
    """Measure a solver on one board: the games of all repeats are the same."""
    name, board = list(BOARDS.items())[place]
    games = GAMES[solver][place]
    boards, choices = seed_sequence(1, "bench", solver, name).spawn(2)

    def ours() -> float:
        return float(play_games(solver, Setup(*board), games, boards, choices)[:, 0].mean())

    share = ours()
    plain = None
    if baseline is None or solver != "single_point_random":
        seconds = best_seconds(REPEATS, ours)[0]
    else:
        assert abs(baseline(board, games) / games - share) < 0.03
        plain, seconds = best_seconds(REPEATS, lambda: baseline(board, games), ours)
        plain *= 1e6 / games
    goal = GOALS.get(solver, (None, None, None))[place]
    asked = "" if goal is None else f", asked for {1e6 / goal:.1f}"
    return Row(f"{solver}, {name}{asked}", "µs a game", plain, seconds / games * 1e6)


def guess_positions(count: int) -> list[NDArray[np.int8]]:
    """Return positions of expert games in which the solver P has to guess."""
    found: list[NDArray[np.int8]] = []
    field, desk = deduction.new_field(16, 30), desks.new_desk(480)
    rng = np.random.default_rng(3)
    opened = np.zeros(480, dtype=np.uint8)
    opened[0] = 1
    while len(found) < count:
        field.mine[:] = 0
        field.mine[1 + rng.permutation(479)[:99]] = 1
        playing.resume(field, opened)
        survived = True
        while survived and desks.advance(field, desk, playing.CODES["probability"]) == playing.STUCK:
            numbers = number_board(field.mine.reshape(16, 30) == 1)
            found.append(np.where(field.state.reshape(16, 30) == deduction.OPEN, numbers, -1).astype(np.int8))
            cell = int(np.flatnonzero(desk.choice.cell)[0])
            survived = deduction.open_cell(field, cell, deduction.GUESSED, 0.0)
    return found[:count]


def all_probabilities() -> Row:
    """Measure all mine probabilities of a position of expert, beside ms-toollib where it is installed."""
    positions = guess_positions(POSITIONS)
    fields = [field_of(position, 99) for position in positions]
    desk = desks.new_desk(480)

    def ours() -> None:
        for field in fields:
            analysis.find_certain(field, desk.front, desk.graph, desk.outlook)
            analysis.find_risks(desk.front, desk.graph, desk.outlook)

    measure = "all probabilities of an expert position"
    if importlib.util.find_spec("ms_toollib") is None:
        return Row(measure, "µs", None, best_seconds(REPEATS, ours)[0] / POSITIONS * 1e6)
    peer = importlib.import_module("ms_toollib").cal_probability_csp
    boards = [np.where(position < 0, 10, position).tolist() for position in positions]

    def theirs() -> None:
        for board in boards:
            peer(board, 99)

    slow, fast = best_seconds(2, theirs, ours)
    return Row(measure, "µs", slow / POSITIONS * 1e6, fast / POSITIONS * 1e6)


def main() -> None:
    baseline = load_baseline()
    rows = [one_solver(solver, place, baseline) for place in range(len(BOARDS)) for solver in GAMES]
    rows += [all_probabilities(), Row("peak memory", "MiB", None, peak_mebibytes())]
    report("minesweeper", rows)


if __name__ == "__main__":
    main()
