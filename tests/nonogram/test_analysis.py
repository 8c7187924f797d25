"""The analysers: equal to their definitions, nested, blind to turning, and right on real puzzles."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.nonogram import Puzzle, analyse, read
from gridpuzzles.nonogram.fixpoint import all_due, close_domains, first_domains
from gridpuzzles.nonogram.generated import n_dom
from gridpuzzles.nonogram.kernels import clues_of, possible
from gridpuzzles.nonogram.lines import make_scratch
from gridpuzzles.nonogram.model import LEVELS, UNKNOWN
from gridpuzzles.nonogram.probing import make_notes, probe_domains
from gridpuzzles.nonogram.reference import Contradiction, analyse_by_definition, solutions_by_definition


def possible_by_definition(puzzle, level):
    board = analyse_by_definition(puzzle, level)
    values = range(len(puzzle.colours) + 1)
    return np.array([[[value in domain for value in values] for domain in line] for line in board])


def assert_equals_definition(puzzle):
    for level in LEVELS:
        try:
            expected = possible_by_definition(puzzle, level)
        except Contradiction:
            assert analyse(puzzle, level).contradiction
            continue
        found = analyse(puzzle, level)
        assert not found.contradiction
        assert (found.possible == expected).all(), (puzzle, level)


def test_every_3x3_puzzle_equals_the_definition():
    for cells in product((0, 1), repeat=9):
        assert_equals_definition(Puzzle.from_grid(np.reshape(cells, (3, 3))))


@st.composite
def puzzles(draw, longest=6, colours=1):
    rows, cols = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    cells = draw(st.lists(st.integers(0, colours), min_size=rows * cols, max_size=rows * cols))
    return Puzzle.from_grid(np.reshape(cells, (rows, cols)), ["black", "red", "green"][:colours])


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_black_and_white_puzzles_equal_the_definition(puzzle):
    assert_equals_definition(puzzle)


@settings(max_examples=60, deadline=None)
@given(puzzles(longest=4, colours=3))
def test_coloured_puzzles_equal_the_definition(puzzle):
    assert_equals_definition(puzzle)


@settings(max_examples=30, deadline=None)
@given(puzzles(longest=4, colours=2), st.randoms(use_true_random=False))
def test_puzzles_without_grid_behind_equal_the_definition(puzzle, random):
    """Shuffled columns give clues that often have no solution; contradictions must be found alike."""
    cols = list(puzzle.cols)
    random.shuffle(cols)
    assert_equals_definition(Puzzle(puzzle.rows, cols, puzzle.colours))


@settings(max_examples=60, deadline=None)
@given(puzzles(longest=9, colours=2))
def test_turning_turns_the_analysis_and_its_order(puzzle):
    for level in LEVELS:
        found = analyse(puzzle, level)
        for turned, turn in (
            (puzzle.transposed(), lambda grid: grid.T),
            (puzzle.flipped(), lambda grid: grid[::-1]),
            (puzzle.mirrored(), lambda grid: grid[:, ::-1]),
            (puzzle.transposed().flipped(), lambda grid: grid.T[::-1]),
        ):
            other = analyse(turned, level)
            assert (other.grid == turn(found.grid)).all()
            assert (other.order == turn(found.order)).all()
            assert other.passes == found.passes


@settings(max_examples=60, deadline=None)
@given(puzzles(longest=4, colours=2))
def test_levels_are_nested_and_hold_in_every_solution(puzzle):
    solutions = np.array(solutions_by_definition(puzzle))
    assert len(solutions) > 0
    before = np.ones((*puzzle.shape, len(puzzle.colours) + 1), bool)
    for level in LEVELS:
        found = analyse(puzzle, level)
        assert (found.possible <= before).all()
        before = found.possible
        known = found.grid != UNKNOWN
        assert (solutions[:, known] == found.grid[known]).all()
        if found.solved:
            assert len(solutions) == 1
        assert found.determined == known.sum() == (found.order > 0).sum()
        assert found.passes == found.order.max(initial=0) or found.passes > 0


@settings(max_examples=40, deadline=None)
@given(puzzles(longest=9, colours=2))
def test_probing_at_once_and_in_rounds_comes_to_the_same(puzzle):
    clues, colours = clues_of(puzzle), len(puzzle.colours)
    scratch, domains = make_scratch(clues, colours), first_domains(clues, colours)
    assert close_domains(clues, domains, all_due(clues), 2, scratch)
    probe_domains(clues, domains, np.zeros_like(scratch.visited), make_notes(clues), scratch, -1, True)
    assert (possible(domains, puzzle.shape) == analyse(puzzle, "probe").possible).all()


REAL = {
    "webpbn-00001-dancer": (50, 50, 50, 50),
    "webpbn-00006-cat": (400, 400, 400, 400),
    "webpbn-00021-skid": (350, 350, 350, 350),
    "webpbn-00023-edge": (0, 0, 0, 110),
    "webpbn-00027-bucks": (532, 553, 553, 621),
    "webpbn-00436-petroglyph": (46, 46, 46, 1400),
    "webpbn-00529-swing": (2025, 2025, 2025, 2025),
}


@pytest.mark.parametrize("name", REAL)
def test_real_puzzles(puzzle_folder, name):
    puzzle = read(puzzle_folder / f"{name}.non")
    assert tuple(analyse(puzzle, level).determined for level in LEVELS) == REAL[name]
    for turned in (puzzle.transposed(), puzzle.flipped(), puzzle.mirrored()):
        assert tuple(analyse(turned, level).determined for level in LEVELS) == REAL[name]


def test_smile():
    smile = Puzzle([[1, 1], [2]], [[1], [1], [1], [1]])
    assert [analyse(smile, level).determined for level in LEVELS] == [0, 0, 0, 8]
    assert str(analyse(smile, "probe")) == "#..#\n.##."


def test_small_named_puzzles():
    assert analyse(Puzzle([[1]] * 5, [[1]] * 5), "probe").determined == 0
    four = Puzzle([[1, 1], [1, 1], [1, 1], [1]], [[1, 1], [1, 1], [1, 1], [1]])
    assert analyse(four, "line").determined == 0
    assert [analyse(n_dom(n), "line").determined for n in (5, 6, 8)] == [0, 0, 0]


def test_two_colours_with_an_empty_row():
    puzzle = Puzzle([[(1, "r")], [], [(1, "g")]], [[(1, "r"), (1, "g")]], colours=["red", "green"])
    for level in LEVELS:
        assert str(analyse(puzzle, level)) == "r\n.\ng"


def test_coloured_lines():
    rgr = Puzzle([[(1, "r"), (1, "g"), (1, "r")]], [[(1, "r")], [(1, "g")], [(1, "r")]], colours=["red", "green"])
    assert str(analyse(rgr, "boxes")) == "rgr"
    gap = Puzzle([[(1, "r"), (1, "r")]], [[(1, "r")], [], [(1, "r")]], colours=["red"])
    assert str(analyse(gap, "boxes")) == "r.r"


def test_boards_that_are_not_square_are_read_the_right_way_round():
    assert str(analyse(Puzzle([[3], [1]], [[2], [1], [1]]), "line")) == "###\n#.."


def test_levels_do_not_share_what_they_remember():
    puzzle = Puzzle([[2, 2], *([[]] * 0)], [[1], [1], [0], [1], [1]])
    first = [analyse(puzzle, level).determined for level in LEVELS]
    assert [analyse(puzzle, level).determined for level in reversed(LEVELS)] == first[::-1]


def test_a_contradiction_is_reported():
    """Three corners of a square: two rows and two columns cannot hold them with these sums."""
    impossible = Puzzle([[1], [1], [1, 1]], [[1, 1], [0], [1, 1]])
    assert analyse(impossible, "probe").contradiction
    assert not analyse(impossible, "probe").solved


def test_empty_and_full_boards_at_once():
    assert analyse(Puzzle([[0]] * 100, [[0]] * 100), "boxes").ratio == 1
    assert analyse(Puzzle([[100]] * 100, [[100]] * 100), "boxes").ratio == 1
    assert analyse(Puzzle([[1]], [[1]]), "boxes").passes == 1
    assert analyse(Puzzle([[0]], [[0]]), "boxes").order.tolist() == [[1]]


def test_200x200():
    rng = np.random.default_rng(1)
    grid = np.kron(rng.random((20, 20)) < 0.6, np.ones((10, 10), int))
    puzzle = Puzzle.from_grid(grid)
    found = analyse(puzzle, "line")
    known = found.grid != UNKNOWN
    assert (found.grid[known] == grid[known]).all()
    assert (analyse(puzzle.transposed(), "line").grid == found.grid.T).all()
