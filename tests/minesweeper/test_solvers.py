"""Every compiled solver against its plain reference, game by game, and what must hold in every game."""

import numpy as np
import pytest

from gridpuzzles.minesweeper import deduction, desks, placing, playing, reference
from gridpuzzles.minesweeper.games import Limits, Setup, estimate, play_games
from gridpuzzles.minesweeper.model import SOLVERS, neighbours
from gridpuzzles.minesweeper.probability import certainty
from gridpuzzles.seeds import Stream, seed_sequence, stream_state

SETUPS = [(3, 3, 2), (4, 3, 3), (4, 4, 4), (5, 4, 4), (1, 9, 3), (2, 6, 3)]
COMPARED = ("single_point", "single_point_random", "adamatzky", "subset", "inference", "inference_random",
            "probability", "pseq")  # fmt: skip


def run_games(solver, rows, cols, mines, games, law="safe", endgame=20, seed=0, first=0):
    """Yield the field after each of some games."""
    field = deduction.new_field(rows, cols)
    boards, choices = (stream_state(seed_sequence(seed, name)) for name in ("boards", "choices"))
    results = np.zeros((1, 4), dtype=np.int32)
    code = playing.CODES[solver]
    desk = None
    if code >= playing.INFERENCE:
        desk = desks.desk_for(solver, rows * cols, mines, endgame, 1)
    for _ in range(games):
        common = (code, mines, placing.LAW_CODES[law], first, boards, choices, results)
        if desk is None:
            playing.play_simple(field, *common)
        else:
            assert desks.play(field, desk, *common)
        yield field, results[0]


@pytest.mark.parametrize("solver", COMPARED)
@pytest.mark.parametrize(("rows", "cols", "mines"), SETUPS)
def test_kernels_equal_their_references(solver, rows, cols, mines):
    """Same boards, same choices: the same cells are guessed, the same are open at the end, the same games are won."""
    boards, choices = (Stream(seed_sequence(0, name)) for name in ("boards", "choices"))
    for field, result in run_games(solver, rows, cols, mines, 25 if rows * cols < 20 else 6):
        game = reference.play(reference.POLICIES[solver], rows, cols, mines, "safe", (1, 1), boards, choices)
        log = field.log[: field.total[deduction.LOGGED]]
        guesses = [(int(k) // cols + 1, int(k) % cols + 1) for k, reason in log if reason == deduction.GUESSED]
        assert guesses == list(game.guesses)
        assert bool(result[playing.WON]) == game.won
        assert ((field.state == deduction.OPEN) == (game.position.reshape(-1) >= 0)).all()


@pytest.mark.parametrize("solver", ["pseq_endgame", "optimal"])
def test_endgame_guesses_are_best_by_the_plain_game_tree(solver):
    """The compiled tree may take another of several best cells, so its guesses are judged, not compared."""
    for field, _ in run_games(solver, 4, 3, 3, 40, endgame=20):
        position, judged = np.full((4, 3), -1, dtype=np.int8), 0
        for cell, reason in field.log[: field.total[deduction.LOGGED]]:
            place = (int(cell) // 3, int(cell) % 3)
            if reason == deduction.GUESSED:
                worlds = reference.solutions(position, 3)
                if solver == "optimal" or len(worlds) <= 20:
                    best = reference.game_tree(position, worlds)[1]
                    assert (place[0] + 1, place[1] + 1) in best
                    judged += 1
            if reason not in (deduction.POINT_MARKED, deduction.INFERRED_MARKED) and not field.mine[cell]:
                position[place] = field.number[cell]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("law", ["any", "safe"])
def test_invariants_hold_in_every_game(solver, law):
    """No certain mine is opened, nothing is guessed while a safe cell exists, counters stay at 0 or above."""
    rows, cols, mines = (4, 4, 4) if solver == "optimal" else (8, 8, 12)
    for field, result in run_games(solver, rows, cols, mines, 12, law=law, first=rows + 1):
        position = np.full((rows, cols), -1, dtype=np.int8)
        marked = set()
        for cell, reason in field.log[: field.total[deduction.LOGGED]]:
            place = (int(cell) // cols, int(cell) % cols)
            if reason in (deduction.POINT_MARKED, deduction.PAIR_MARKED, deduction.INFERRED_MARKED):
                assert field.mine[cell]
                assert place not in marked
                marked.add(place)
                continue
            assert place not in marked
            assert reason in (deduction.FIRST, deduction.GUESSED) or not field.mine[cell]
            if reason == deduction.GUESSED:
                known = certainty(position, mines)
                assert not known.mine[place] or solver == "single_point_random"
                if playing.CODES[solver] >= playing.INFERENCE:
                    assert not known.safe.any()
                else:
                    assert not reference.deduce(position)[0]
            if field.mine[cell]:
                assert result[playing.WON] == 0
            else:
                position[place] = field.number[cell]
        is_open = field.state == deduction.OPEN
        assert (field.counter[is_open] >= 0).all()
        assert bool(result[playing.WON]) == (is_open.sum() == rows * cols - mines)
        for cell in np.flatnonzero(is_open):
            around = neighbours(rows, cols, (int(cell) // cols + 1, int(cell) % cols + 1))
            flags = sum(field.state[(r - 1) * cols + c - 1] == deduction.MARKED for r, c in around)
            assert field.counter[cell] == field.number[cell] - flags


def test_marking_twice_lowers_counters_once():
    field = deduction.new_field(3, 3)
    field.mine[0] = 1
    deduction.deal(field)
    deduction.mark_cell(field, 0, deduction.POINT_MARKED)
    before = field.counter.copy(), field.total.copy()
    deduction.mark_cell(field, 0, deduction.POINT_MARKED)
    assert (field.counter == before[0]).all()
    assert (field.total == before[1]).all()
    assert (field.counter >= 0).all()


@pytest.mark.parametrize("solver", SOLVERS)
def test_boards_without_mines_and_with_nothing_else(solver):
    setup = (3, 3) if solver == "optimal" else (6, 7)
    assert estimate(solver, *setup, 0, games=5).wins == 5
    assert estimate(solver, *setup, 0, "any", "random", games=5).guesses == 0
    full = setup[0] * setup[1]
    assert estimate(solver, *setup, full - 1, "safe", games=5).wins == 5
    assert estimate(solver, *setup, full, "any", games=5).wins == 0
    assert 0 < estimate(solver, *setup, full - 1, "any", games=400, seed=3).wins < 60


def test_a_large_empty_board_opens_without_recursion():
    assert estimate("single_point", 100, 100, 0, games=3).wins == 3
    assert estimate("probability", 60, 60, 30, "zero", "centre", games=3).games == 3


def test_any_is_safe_times_the_share_of_free_first_cells():
    """P(win | any) = P(win | safe) (1 - M/N), exactly, for every solver: what is random comes after the first click."""
    from gridpuzzles.minesweeper.exact import solver_value

    for solver in (
        "single_point",
        "adamatzky",
        "subset",
        "inference",
        "probability",
        "pseq",
        "pseq_endgame",
        "optimal",
    ):
        safe = solver_value(solver, 3, 3, 2, "safe", (1, 1))
        assert solver_value(solver, 3, 3, 2, "any", (1, 1)) == safe * (9 - 2) / 9


def test_every_solver_sees_the_same_boards():
    """The first clicks under `any` are lost in the same games by all solvers."""
    setup = Setup(5, 5, 6, "any", "random")
    lost = []
    for solver in SOLVERS[:-1]:
        results = play_games(solver, setup, 200, seed_sequence(1, "boards"), seed_sequence(1, solver), Limits(20))
        lost.append((results[:, 0] == 0) & (results[:, 1] == 0) & (results[:, 2] == 0))
    all_lost = np.logical_and.reduce(lost)
    assert 30 < all_lost.sum() < 70
    assert all((flags[all_lost]).all() for flags in lost)


def test_an_estimate_does_not_depend_on_the_number_of_threads():
    one, two = (estimate("probability", 8, 8, 10, games=10_001, seed=9, threads=threads) for threads in (1, 2))
    assert (one.wins, one.guesses, one.deduced) == (two.wins, two.guesses, two.deduced)
    assert one.interval.low < one.share < one.interval.high
