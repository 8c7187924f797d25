"""Exact optima and exact values of the solvers on small boards."""

from fractions import Fraction

import pytest

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper import optimal, reference, solver_value
from gridpuzzles.minesweeper.exact import optimal_at

OPTIMA = {
    (3, 3, 1): (8, 9), (3, 3, 2): (24, 36), (3, 3, 3): (33, 84), (3, 3, 4): (27, 126), (3, 3, 5): (16, 126),
    (4, 3, 2): (52, 66), (4, 3, 3): (124, 220),
    (4, 4, 2): (102, 120), (4, 4, 3): (400, 560), (4, 4, 4): (961, 1820),
    (5, 5, 2): (266, 300),
}  # fmt: skip


@pytest.mark.parametrize(("board", "share"), OPTIMA.items())
def test_the_published_optima(board, share):
    assert optimal(*board, "any") == Fraction(*share)


@pytest.mark.parametrize("board", [(3, 3, 2), (4, 4, 4)])
def test_the_optimum_from_the_best_first_cell_and_from_the_corner(board):
    """The published .857143 and .704029 are those of the best first cell, on an edge; the corner is worse."""
    best = {(3, 3, 2): 0.857143, (4, 4, 4): 0.704029}[board]
    corner = {(3, 3, 2): Fraction(23, 28), (4, 4, 4): Fraction(949, 1365)}[board]
    assert float(optimal(*board, "safe")) == pytest.approx(best, abs=5e-7)
    assert optimal_at(*board, "safe", (1, 2)) == optimal(*board, "safe")
    assert optimal_at(*board, "safe", (1, 1)) == corner == solver_value("optimal", *board, "safe", (1, 1))


SMALL = {"single_point": 0.142857, "single_point_random": 0.454046, "inference": 0.392857, "probability": 0.795048}
LARGER = {"single_point": 0.040293, "inference": 0.197802, "probability": 0.655662}


@pytest.mark.parametrize("solver", SMALL)
def test_published_values_on_3x3_with_two_mines(solver):
    value = solver_value(solver, 3, 3, 2, "safe", (1, 1))
    assert float(value) == pytest.approx(SMALL[solver], abs=5e-7)
    assert value == reference.policy_value(reference.POLICIES[solver], 3, 3, 2, "safe", (1, 1))


@pytest.mark.parametrize("solver", LARGER)
def test_published_values_on_4x4_with_four_mines(solver):
    assert float(solver_value(solver, 4, 4, 4, "safe", (1, 1))) == pytest.approx(LARGER[solver], abs=5e-7)


@pytest.mark.slow
def test_the_published_value_of_random_guesses_on_4x4_with_four_mines():
    value = solver_value("single_point_random", 4, 4, 4, "safe", (1, 1))
    assert float(value) == pytest.approx(0.249970, abs=5e-7)


@pytest.mark.parametrize("board", [(3, 3, 2), (3, 3, 3), (4, 3, 3), (4, 4, 3)])
def test_theorems(board):
    """Surrendering at the first guess is never better than P, and nothing is better than the optimum."""
    solvers = (
        "single_point",
        "adamatzky",
        "subset",
        "inference",
        "probability",
        "pseq",
        "pseq_endgame",
        "lookahead",
        "foresight",
    )
    values = {solver: solver_value(solver, *board, "safe", (1, 1)) for solver in solvers}
    best = optimal_at(*board, "safe", (1, 1))
    assert values["inference"] <= values["probability"]
    assert values["adamatzky"] <= values["single_point"] <= values["subset"] <= values["inference"]
    assert max(values.values()) <= best


@pytest.mark.parametrize(("mines", "differs"), [(3, True), (4, True), (2, False)])
def test_only_solvers_with_an_endgame_use_it(mines, differs):
    """PSEQ has none, whatever the setting; on 3x3 with three or four mines that shows."""
    pseq, with_endgame = (
        {solver_value(solver, 3, 3, mines, "safe", (1, 1), endgame) for endgame in (0, 20)}
        for solver in ("pseq", "pseq_endgame")
    )
    assert len(pseq) == 1
    assert with_endgame == pseq or (differs and max(with_endgame) > min(pseq))
    assert (len(with_endgame) == 2) == differs


def test_exact_play_refuses_large_boards():
    with pytest.raises(InputError, match="exact play is for at most 60000"):
        optimal(9, 9, 10, "safe")
    with pytest.raises(InputError, match="mines: 6 do not fit"):
        optimal(3, 3, 6, "zero")
