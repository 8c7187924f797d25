"""Measures: the compiled ones equal their definitions; identities; starts, ends and solutions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.errors import InputError
from gridpuzzles.maze import distances, generate, solve, statistics, suggest_ends
from gridpuzzles.maze.catalogue import ALGORITHMS
from gridpuzzles.maze.endings import RULES, random_pair
from gridpuzzles.maze.measures import DEFINITIONS, TYPES
from gridpuzzles.maze.model import Maze
from gridpuzzles.maze.reference import measures as plain
from gridpuzzles.seeds import Stream, seed_sequence


def assert_equal_to_definitions(maze, rule):
    found, ways = statistics(maze, rule), plain.ways(maze)
    runs, corridors, branches = plain.straight_runs(ways), plain.corridors(ways), plain.branches(ways)
    pairs = plain.pairwise_distances(ways)
    path = plain.solution(ways, found.start, found.end)
    expected = {
        **plain.cell_types(ways),
        "horizontal_share": plain.horizontal(ways) / max(len(ways) - 1, 1),
        "mean_run": np.mean(runs or [0]),
        "longest_run": max(runs, default=0),
        "mean_corridor": np.mean(corridors or [0]),
        "longest_corridor": max(corridors, default=0),
        "river": np.mean(branches or [0]),
        "longest_branch": max(branches, default=0),
        "diameter": max(pairs, default=0),
        "corner_path": plain.distances(ways, (1, 1))[maze.rows, maze.cols],
        "mean_distance": np.mean(pairs or [0]),
        "solution": len(path) - 1,
        "elitism": 1 - (len(path) - 1) / len(ways),
        "decisions": plain.decisions(ways, path),
        "hunts": maze.hunts,
        "looks": maze.looks,
    }
    assert {name: getattr(found, name) for name in DEFINITIONS} == pytest.approx(expected, abs=1e-12)
    for counted, lengths in (
        (found.run_lengths, runs),
        (found.corridor_lengths, corridors),
        (found.branch_lengths, branches),
    ):
        assert counted.tolist() == (np.bincount(lengths).tolist() if lengths else [])
    assert solve(maze, found.start, found.end).cells.tolist() == [list(cell) for cell in path]
    return found


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("rule", RULES)
def test_measures_equal_their_definitions_on_small_mazes(algorithm, rule, sizes):
    for rows, cols in sizes:
        assert_equal_to_definitions(generate(algorithm, rows, cols, 7), rule)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(ALGORITHMS), st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**40), st.sampled_from(RULES))
def test_measures_equal_their_definitions_on_random_mazes(algorithm, rows, cols, seed, rule):
    maze = generate(algorithm, rows, cols, seed)
    found, ways = assert_equal_to_definitions(maze, rule), plain.ways(maze)
    far = plain.distances(ways, found.start)
    if rule == "longest":
        assert found.solution == found.diameter
        assert rows * cols == 1 or all(len(ways[cell]) == 1 for cell in (found.start, found.end))
    elif rule == "corners":
        assert (found.start, found.end, found.solution) == ((1, 1), (rows, cols), found.corner_path)
    elif rule == "random":
        assert rows * cols == 1 or found.start != found.end
    else:
        border = [cell for cell in ways if cell[0] in (1, rows) or cell[1] in (1, cols)]
        tables = [plain.distances(ways, cell) for cell in border]
        assert found.solution == max(table[cell] for table in tables for cell in border)
    np.testing.assert_array_equal(distances(maze, found.start).ravel(), [far[cell] for cell in ways])


def test_identities_hold(sample):
    for text in (*ALGORITHMS, "growing_tree take=oldest", "hunt_and_kill scan=boustrophedon low_river=true"):
        values = sample(text, 20, 20, 500).values
        assert (values["dead_ends"] == 2 + values["tees"] + 2 * values["crosses"]).all()
        assert (sum(values[kind] for kind in TYPES) == 400).all()
        assert (values["solution"] == values["diameter"]).all()


def test_the_smallest_mazes():
    one, path, square = generate("wilson", 1, 1, 1), generate("wilson", 1, 9, 1), generate("wilson", 2, 2, 1)
    assert (statistics(one).dead_ends, statistics(one).diameter, statistics(one).elitism) == (0, 0, 1)
    assert suggest_ends(one) == ((1, 1), (1, 1))
    assert (statistics(path).dead_ends, statistics(path).diameter, statistics(path).river) == (2, 8, 8)
    assert (statistics(square).dead_ends, statistics(square).diameter) == (2, 3)


def test_choosing_start_and_end_never_changes_the_maze():
    for rule in RULES:
        maze = generate("hunt_and_kill", 12, 9, 4)
        ends = suggest_ends(maze, rule)
        assert generate("hunt_and_kill", 12, 9, 4).digest == maze.digest
        assert suggest_ends(generate("hunt_and_kill", 12, 9, 4), rule) == ends


def test_random_pairs_are_different_cells_drawn_uniformly():
    stream = Stream(seed_sequence(1, "pairs"))
    pairs = [random_pair(4, stream) for _ in range(12_000)]
    counts = np.unique(pairs, axis=0, return_counts=True)[1]
    assert len(counts) == 12
    assert abs(counts - 1000).max() < 150
    assert random_pair(1, stream) == (0, 0)


def test_start_equal_to_end_is_a_path_of_one_cell():
    assert solve(generate("wilson", 4, 4, 1), (2, 3), (2, 3)).cells.tolist() == [[2, 3]]


def test_worst_cases_do_not_overflow():
    snake = np.full((2000, 2000), 10, dtype=np.uint8)
    snake[:, 0], snake[:, -1] = 2, 8
    snake[0:-1:2, -1] |= 4
    snake[1::2, -1] |= 1
    snake[1:-1:2, 0] |= 4
    snake[2::2, 0] |= 1
    found, cells = statistics(Maze(snake)), 4_000_000
    assert (found.diameter, found.dead_ends, found.longest_run) == (cells - 1, 2, 1999)
    assert found.mean_distance == pytest.approx((cells + 1) / 3, rel=1e-12)


def test_unknown_rules_and_cells_are_refused():
    maze = generate("wilson", 3, 3, 1)
    with pytest.raises(InputError, match="ends: 'middle' is not one of longest, corners, random, border"):
        statistics(maze, "middle")
    with pytest.raises(InputError, match=r"end: \(4, 1\) is not a cell of the 3x3 grid"):
        solve(maze, (1, 1), (4, 1))
