"""Puzzles: what is accepted, what is refused, and how a puzzle turns."""

import numpy as np
import pytest

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.model import Block, Colour, Puzzle, check_level, clue_of, show


def test_zero_means_no_block():
    assert Puzzle([[0], [1]], [[0], [1]]) == Puzzle([[], [1]], [[], [1]])


def test_a_puzzle_is_hashable_and_equal_by_its_clues():
    one, other = (Puzzle([[1]], [[1]], title=title) for title in ("a", "b"))
    assert len({one, other}) == 1


@pytest.mark.parametrize(
    ("rows", "cols", "message"),
    [
        ([[3]], [[1], [1]], "row 1: the clue needs 3 cells, the line has 2"),
        ([[1, 1]], [[1], [1]], "row 1: the clue needs 3 cells"),
        ([[1], [1]], [[2], [1]], "column 2: the rows hold 2 black cells, the columns 3"),
        ([[-1], [1]], [[1], [0]], "row 1: a block of -1 cells"),
        ([[0, 1]], [[1], [0]], "row 1: a block of 0 cells"),
        ([[(1, 2)]], [[(1, 2)]], "row 1: unknown colour 2"),
        ([[(1, "x")]], [[(1, "x")]], "row 1: unknown colour 'x'"),
        ([[1.5]], [[1]], "row 1: 1.5 is not a whole number"),
        ([[True]], [[1]], "row 1: True is not a whole number"),
        ([], [[1]], "rows: 0 is not in 1 .. 500"),
        ([[1]] * 501, [[1]], "rows: 501 is not in 1 .. 500"),
    ],
)
def test_what_is_no_puzzle_is_refused(rows, cols, message):
    with pytest.raises(InputError) as error:
        Puzzle(rows, cols)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_sums_are_compared_per_colour():
    with pytest.raises(InputError, match="the rows hold 1 red cells, the columns 0"):
        Puzzle([[(1, "r")]], [[(1, "g")]], colours=["red", "green"])


def test_blocks_of_different_colours_need_no_gap():
    Puzzle([[(1, "r"), (1, "g")]], [[(1, "r")], [(1, "g")]], colours=["red", "green"])
    with pytest.raises(InputError, match="needs 3 cells"):
        Puzzle([[(2, "r"), (1, "g")]], [[(2, "r")], [(1, "g")]], colours=["red", "green"])


def test_turning_twice_is_nothing():
    puzzle = Puzzle.from_grid([[1, 0, 2], [0, 2, 2]], colours=["red", "green"])
    assert puzzle.transposed().transposed() == puzzle == puzzle.flipped().flipped() == puzzle.mirrored().mirrored()
    assert puzzle.mirrored() == Puzzle.from_grid([[2, 0, 1], [2, 2, 0]], colours=["red", "green"])
    assert puzzle.flipped() == Puzzle.from_grid([[0, 2, 2], [1, 0, 2]], colours=["red", "green"])


def test_colours_are_checked():
    for arguments in (("x", "x", "red"), ("x", "ab", "#000000"), ("x", ".", "#000000"), ("x", "1", "#000000")):
        with pytest.raises(InputError):
            Colour(*arguments)
    with pytest.raises(InputError, match="share a symbol"):
        Puzzle([[1]], [[1]], colours=["red", Colour("other", "r", "#00ff00")])


def test_clues_and_text():
    assert clue_of(np.array([0, 1, 1, 2, 0])) == (Block(2, 1), Block(1, 2))
    assert show([[1, 0], [-1, 1]]) == "#.\n?#"
    with pytest.raises(InputError, match="level: 'lines' is not one of boxes, emptiness, line, probe"):
        check_level("lines")
