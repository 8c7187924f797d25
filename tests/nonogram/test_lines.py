"""One look at a line: both kernels against the definition, over all clues and all states of short lines."""

from itertools import product

import numba
import numpy as np
import pytest

from gridpuzzles.nonogram import lines
from gridpuzzles.nonogram.lines import LINE_AT, Clues, make_scratch
from gridpuzzles.nonogram.model import LEVELS, Block, clue_of, shortest_line
from gridpuzzles.nonogram.reference import Contradiction, boxes, look_at_line, painted, placements

LINE_LEVELS = LEVELS[:3]

look_black = numba.njit(lambda *arguments: lines.look_black(*arguments))
look_coloured = numba.njit(lambda *arguments: lines.look_coloured(*arguments))


def clues_on(size, colours):
    return sorted({clue_of(line) for line in product(range(colours + 1), repeat=size)})


def scratch_for(size, colours):
    shape = (2, size, size)
    sides = np.array([size, size])
    clues = Clues(sides, np.zeros((2, size), np.int64), np.zeros(shape, np.uint64), np.zeros(shape, np.int64))
    return make_scratch(clues, colours)


def as_sets(line, colours):
    """Return one whole number a value: the cells that may have it."""
    return [sum(1 << cell for cell, domain in enumerate(line) if value in domain) for value in range(colours + 1)]


def look_with_black_kernel(clue, line, level, scratch):
    empty, black = as_sets(line, 1)
    lengths = np.array([block.length for block in clue], dtype=np.uint64)
    found = look_black(
        LINE_LEVELS.index(level), len(line), len(clue), lengths, np.uint64(black), np.uint64(empty), scratch.sets
    )
    return None if found == (0, 0) else [int(found[1]), int(found[0])]


def look_with_coloured_kernel(clue, line, level, scratch, colours):
    words, mask = scratch.sets.shape[1], (1 << 64) - 1
    for value, cells in enumerate(as_sets(line, colours)):
        scratch.sets[LINE_AT + value] = [(cells >> (64 * k)) & mask for k in range(words)]
    lengths = np.array([block.length for block in clue], dtype=np.uint64)
    numbers = np.array([block.colour for block in clue], dtype=np.int64)
    arguments = (LINE_LEVELS.index(level), len(line), len(clue), lengths, numbers, colours + 1, scratch.sets)
    if not look_coloured(*arguments):
        return None
    result = scratch.sets[LINE_AT + colours + 1 : LINE_AT + 2 * colours + 2]
    return [sum(int(word) << (64 * k) for k, word in enumerate(row)) for row in result]


def by_definition(clue, line, level, colours):
    try:
        return as_sets(look_at_line(clue, line, level), colours)
    except Contradiction:
        return None


def all_looks(clue, size):
    """Yield every black-and-white state of a line with what the definition says at each level.

    A state's consistent placements are those whose cells avoid what is excluded, so they come from one list.
    """
    everything = [(p, painted(clue, p, size)) for p in placements(clue, size)]
    for line in product((frozenset({0}), frozenset({1}), frozenset({0, 1})), repeat=size):
        found = [(p, v) for p, v in everything if all(x in d for x, d in zip(v, line, strict=True))]
        if not found:
            yield line, dict.fromkeys(LINE_LEVELS)
            continue
        boxed = boxes(clue, line, [p for p, _ in found])
        seen = [set(values) for values in zip(*(v for _, v in found), strict=True)]
        fitting = [frozenset(v for v in d if v == 0 or v in s) for d, s in zip(boxed, seen, strict=True)]
        complete = [d & s for d, s in zip(boxed, seen, strict=True)]
        yield line, {"boxes": as_sets(boxed, 1), "emptiness": as_sets(fitting, 1), "line": as_sets(complete, 1)}


@pytest.mark.parametrize(
    "size", [1, 2, 3, 4, 5, 6, pytest.param(7, marks=pytest.mark.slow), pytest.param(8, marks=pytest.mark.slow)]
)
def test_black_kernel_equals_the_definition_for_all_clues_and_states(size):
    scratch = scratch_for(size, 1)
    for clue in clues_on(size, 1):
        for line, expected in all_looks(clue, size):
            for level in LINE_LEVELS:
                assert look_with_black_kernel(clue, line, level, scratch) == expected[level], (clue, line, level)


def test_the_shortcut_of_this_test_is_the_definition():
    for clue in clues_on(4, 1):
        for line, expected in all_looks(clue, 4):
            assert expected == {level: by_definition(clue, line, level, 1) for level in LINE_LEVELS}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_coloured_kernel_equals_the_definition_in_black_and_white(size):
    scratch = scratch_for(size, 1)
    for clue in clues_on(size, 1):
        for line, expected in all_looks(clue, size):
            for level in LINE_LEVELS:
                assert look_with_coloured_kernel(clue, line, level, scratch, 1) == expected[level], (clue, line, level)


@pytest.mark.parametrize("size", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_coloured_kernel_equals_the_definition_with_two_colours(size):
    domains = [frozenset(v for v in range(3) if bits >> v & 1) for bits in range(1, 8)]
    scratch = scratch_for(size, 2)
    for clue in clues_on(size, 2):
        for line in product(domains, repeat=size):
            for level in LINE_LEVELS:
                expected = by_definition(clue, line, level, 2)
                assert look_with_coloured_kernel(clue, line, level, scratch, 2) == expected, (clue, line, level)


def random_line(rng, size, colours, known):
    """Return a random clue that fits a line, and domains in which some cells are partly known."""
    grid = rng.integers(0, colours + 1, size) * (rng.random(size) < 0.6)
    everything = frozenset(range(colours + 1))
    line = [
        frozenset({int(value)} | set(rng.integers(0, colours + 1, 1).tolist())) if rng.random() < known else everything
        for value in grid
    ]
    return clue_of(grid), tuple(line)


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_kernels_equal_the_definition_on_random_lines(colours):
    rng = np.random.default_rng(5)
    for _ in range(400):
        size = int(rng.integers(1, 13))
        clue, line = random_line(rng, size, colours, rng.random())
        scratch = scratch_for(size, colours)
        for level in LINE_LEVELS:
            expected = by_definition(clue, line, level, colours)
            assert look_with_coloured_kernel(clue, line, level, scratch, colours) == expected, (clue, line, level)
            if colours == 1:
                assert look_with_black_kernel(clue, line, level, scratch) == expected, (clue, line, level)


@pytest.mark.parametrize("size", [62, 63, 64, 65, 127, 128, 129, 200])
def test_long_lines_equal_short_ones_moved(size):
    """Known empty cells in front of a short line move it over the borders of words."""
    rng = np.random.default_rng(size)
    for _ in range(60):
        short = int(rng.integers(4, 11))
        clue, line = random_line(rng, short, 2, rng.random())
        front = int(rng.integers(max(0, size - short - 70), size - short + 1))
        padded = (frozenset({0}),) * front + line + (frozenset({0}),) * (size - front - short)
        for level in LINE_LEVELS:
            expected = by_definition(clue, line, level, 2)
            found = look_with_coloured_kernel(clue, padded, level, scratch_for(size, 2), 2)
            if expected is None:
                assert found is None
                continue
            outside = ((1 << size) - 1) ^ (((1 << short) - 1) << front)
            assert found == [(expected[0] << front) | outside, expected[1] << front, expected[2] << front]


@pytest.mark.parametrize("size", [50, 63, 64, 150])
def test_both_kernels_agree_on_long_lines(size):
    rng = np.random.default_rng(size)
    for _ in range(100):
        clue, line = random_line(rng, size, 1, rng.random() * 0.6)
        found = {level: look_with_coloured_kernel(clue, line, level, scratch_for(size, 1), 1) for level in LINE_LEVELS}
        assert shortest_line(clue) <= size
        if size <= 63:
            for level in LINE_LEVELS:
                assert look_with_black_kernel(clue, line, level, scratch_for(size, 1)) == found[level]


def text_look(clue, text, level):
    meaning = {"?": frozenset({0, 1}), "#": frozenset({1}), ".": frozenset({0})}
    line = tuple(meaning[character] for character in text)
    empty, black = look_with_black_kernel(tuple(map(Block, clue)), line, level, scratch_for(len(text), 1))
    shown = {(1, 1): "?", (1, 0): "#", (0, 1): "."}
    return "".join(shown[black >> k & 1, empty >> k & 1] for k in range(len(text)))


def test_smallest_differences_between_the_levels():
    assert text_look((1, 1), "??#??", "boxes") == "??#??"
    assert text_look((1, 1), "??#??", "line") == "?.#.?"
    assert text_look((2, 2), "??.#????", "emptiness") == "??.#?.??"
    assert text_look((2, 2), "??.#????", "line") == "??.##.??"


def test_emptiness_equals_line_up_to_length_seven():
    """And length 8 has the first difference, see above."""
    for size in range(1, 8):
        for clue in clues_on(size, 1):
            for _, expected in all_looks(clue, size):
                assert expected["emptiness"] == expected["line"]


def test_a_line_with_billions_of_placements_takes_no_time():
    clue = (Block(1),) * 12
    line = (frozenset({0, 1}),) * 50
    scratch = scratch_for(50, 1)
    assert look_with_black_kernel(clue, line, "line", scratch) == as_sets(line, 1)
