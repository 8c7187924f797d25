"""The search: all solutions, honest limits, and the same answer from every strategy and from the SAT solver."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram import Limits, Puzzle, read, solve
from gridpuzzles.nonogram.generated import n_dom
from gridpuzzles.nonogram.model import show
from gridpuzzles.nonogram.reference import solutions_by_definition

MANY = 10**6


@st.composite
def puzzles(draw, longest=4, colours=2):
    rows, cols = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    cells = draw(st.lists(st.integers(0, colours), min_size=rows * cols, max_size=rows * cols))
    return Puzzle.from_grid(np.reshape(cells, (rows, cols)), ["black", "red"][:colours])


def as_set(solutions):
    return {tuple(map(tuple, grid.tolist())) for grid in solutions}


def by_sat(puzzle, max_solutions=MANY):
    limits = Limits(nodes=1, choice_seconds=None, variant_seconds=None, seconds=None)
    return solve(puzzle, max_solutions, limits, strategy="branch", sat=True)


@settings(max_examples=80, deadline=None)
@given(puzzles())
def test_all_solutions_are_found(puzzle):
    expected = set(solutions_by_definition(puzzle))
    for found in (solve(puzzle, MANY), solve(puzzle, MANY, strategy="branch"), by_sat(puzzle)):
        assert len(found.solutions) == len(expected)
        assert as_set(found.solutions) == expected
        assert found.status == ("unique" if len(expected) == 1 else "multiple")


@settings(max_examples=30, deadline=None)
@given(puzzles(longest=4, colours=1), st.randoms(use_true_random=False))
def test_puzzles_without_solution(puzzle, random):
    cols = list(puzzle.cols)
    random.shuffle(cols)
    shuffled = Puzzle(puzzle.rows, cols)
    expected = set(solutions_by_definition(shuffled))
    for found in (solve(shuffled, MANY), solve(shuffled, MANY, strategy="branch"), by_sat(shuffled)):
        assert as_set(found.solutions) == expected
        assert (found.status == "none") == (not expected)


def test_named_puzzles():
    assert len(solve(Puzzle([[1]] * 5, [[1]] * 5), MANY).solutions) == 120
    assert len(solve(Puzzle([[1, 1]] * 5, [[1, 1]] * 5), MANY).solutions) == 16
    four = solve(Puzzle([[1, 1], [1, 1], [1, 1], [1]], [[1, 1], [1, 1], [1, 1], [1]]))
    assert four.unique
    two = solve(Puzzle([[1], [1]], [[1], [1]]))
    assert (two.status, len(two.solutions)) == ("multiple", 2)
    assert two.differing.all()


def test_two_red_and_one_green_do_not_fit_into_two_cells():
    with pytest.raises(InputError, match="the clue needs 3 cells, the line has 2"):
        Puzzle([[(2, "r"), (1, "g")]], [[(1, "r")], [(1, "r")]], colours=["red", "green"])


def test_n_dom_is_unique():

    for n in range(1, 9):
        assert solve(n_dom(n)).unique


def test_ten_solutions_and_maybe_more():
    found = solve(Puzzle([[1]] * 5, [[1]] * 5))
    assert (found.status, len(found.solutions), found.stopped) == ("at least", 10, "solutions")
    assert "10 solutions found, there may be more" in str(found)


def test_as_many_as_asked_for_and_no_more_is_not_a_stop():
    found = solve(Puzzle([[1], [1]], [[1], [1]]), max_solutions=2)
    assert (found.status, found.stopped) == ("multiple", "")


def test_node_budget_gives_the_same_result_every_time():
    puzzle = Puzzle([[1]] * 7, [[1]] * 7)
    results = [solve(puzzle, MANY, Limits.of_nodes(50)) for _ in range(2)]
    assert results[0].stopped == "nodes"
    assert results[0].nodes == 50
    assert results[0].status == "at least"
    assert as_set(results[0].solutions) == as_set(results[1].solutions)
    assert results[0].looks == results[1].looks


def test_undecided_is_its_own_status():
    found = solve(Puzzle([[1]] * 5, [[1]] * 5), limits=Limits.of_nodes(1))
    assert (found.status, found.solutions, found.stopped) == ("undecided", (), "nodes")


class Clock:
    """A clock that advances with every look at it."""

    def __init__(self, step):
        self.step, self.now = step, 0.0

    def __call__(self):
        self.now += self.step
        return self.now


def test_the_three_time_limits():
    puzzle = Puzzle([[1]] * 9, [[1]] * 9)
    assert solve(puzzle, MANY, clock=Clock(1.0)).stopped == "variants"
    assert solve(puzzle, MANY, Limits(variant_seconds=None), clock=Clock(1.0)).stopped == "seconds"
    hard = Puzzle.from_grid(np.eye(14, dtype=int))
    assert solve(hard, MANY, clock=Clock(25.0)).stopped in ("choice", "seconds")
    assert solve(hard, MANY, Limits(seconds=None, choice_seconds=0.5), clock=Clock(1.0)).stopped == "choice"


def test_sat_takes_over_and_says_so():
    puzzle = Puzzle([[1]] * 5, [[1]] * 5)
    assert solve(puzzle, MANY, Limits.of_nodes(2), sat=True).method == "sat"
    assert len(by_sat(puzzle).solutions) == 120
    few = by_sat(puzzle, 7)
    assert (few.status, len(few.solutions), few.stopped) == ("at least", 7, "solutions")
    assert solve(Puzzle([[5]], [[1]] * 5), sat=True).method == "line"


def test_real_puzzles_are_unique(puzzle_folder):
    methods = {}
    for path in sorted(puzzle_folder.glob("*.non")):
        puzzle = read(path)
        found = solve(puzzle)
        assert found.unique
        goal = path.read_text().partition('goal "')[2].partition('"')[0]
        assert show(found.solutions[0]).replace("\n", "").replace(".", "0").replace("#", "1") == goal
        methods[path.stem[13:]] = found.method
    assert methods["dancer"] == methods["cat"] == methods["swing"] == "line"
    assert methods["edge"] == methods["bucks"] == methods["petroglyph"] == "probe"


def test_sat_solves_a_real_puzzle(puzzle_folder):
    puzzle = read(puzzle_folder / "webpbn-00436-petroglyph.non")
    found = by_sat(puzzle)
    assert found.unique
    assert found.method == "sat"
    assert (found.solutions[0] == solve(puzzle).solutions[0]).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"max_solutions": 0}, "max_solutions: 0"),
        ({"strategy": "guess"}, "strategy: 'guess' is not one of probe, branch"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(InputError, match=message):
        solve(Puzzle([[1]], [[1]]), **arguments)
    with pytest.raises(InputError, match="seconds: -1 is not a positive number"):
        Limits(seconds=-1)
