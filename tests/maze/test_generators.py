"""Generators: perfect mazes of every size, the same from kernel and reference, the same for a seed everywhere."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.errors import InputError
from gridpuzzles.maze import generate
from gridpuzzles.maze.catalogue import ALGORITHMS, SCANS, parse_recipe, recipe
from gridpuzzles.maze.generators import compiled, maze_state, scan_tables
from gridpuzzles.maze.model import Maze, is_perfect
from gridpuzzles.maze.reference.carving import Carving
from gridpuzzles.maze.reference.hunts import scan_order

GOLDEN = {
    "hunt_and_kill": "e04340902ad53e6b",
    "recursive_backtracker": "b33b7ca2de63340b",
    "growing_tree": "b33b7ca2de63340b",
    "wilson": "0357abdf0e6d675f",
    "aldous_broder": "7b66c1bc1f0ef1a5",
    "kruskal": "d4cf7fdfc75a4813",
    "prim": "67149e98cd20b158",
    "eller": "77e718d90084c3f4",
    "sidewinder": "83dbb36c6d731682",
    "binary_tree": "f93e8413224ceb08",
    "recursive_division": "88b24d0af7a7ffb0",
    "hunt_and_kill scan=columns": "1e2511191b12d1f1",
    "hunt_and_kill scan=alternating": "588a4ba6b9ea3b42",
    "hunt_and_kill scan=spiral": "cfe2ed858efebff3",
    "hunt_and_kill scan=random": "ea6eb0dc76363a25",
    "hunt_and_kill scan=visited": "ceaac0e0f8639102",
    "hunt_and_kill scan=boustrophedon": "63ad72392d75e08a",
    "hunt_and_kill give_up=0.3 low_river=true": "6a5610fff5dc6c61",
    "growing_tree take=newest:3,random:1": "f06e803b68d44371",
    "prim by=edges": "2b03f0831daae32d",
    "prim by=cells": "d270bd8a8594b616",
}
"""{recipe: the first 16 digits of the SHA-256 of its 21x34 maze of seed 1597}."""


def assert_identities(maze):
    """Check what holds for every perfect maze."""
    cells, degrees = maze.rows * maze.cols, maze.degrees
    dead, tees, crosses = ((degrees == degree).sum() for degree in (1, 3, 4))
    assert is_perfect(maze.openings)
    assert degrees.sum() == 2 * (cells - 1)
    assert cells == 1 or dead == 2 + tees + 2 * crosses
    assert cells > 1 or degrees.sum() == 0


def test_small_mazes_are_perfect_and_equal_the_plain_ones(any_recipe, sizes, make, make_plain):
    for rows, cols in (*sizes, (6, 9)):
        for seed in (1, 2, 3):
            maze, reference = make(any_recipe, rows, cols, seed), make_plain(any_recipe, rows, cols, seed)
            assert_identities(maze)
            assert maze.digest == reference.digest
            assert (maze.hunts, maze.looks) == (reference.hunts, reference.looks)
            np.testing.assert_array_equal(maze.visits, reference.visits)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SCANS), st.integers(1, 24), st.integers(1, 24), st.integers(0, 2**32), st.booleans(), st.data())
def test_hunts_without_rescanning_equal_full_rescanning(make, make_plain, scan, rows, cols, seed, low_river, data):
    give_up = data.draw(st.sampled_from([0, 0.1, 0.9]))
    start = data.draw(st.sampled_from(["random", "corner", f"{rows},{(cols + 1) // 2}"]))
    text = f"hunt_and_kill scan={scan} give_up={give_up} low_river={str(low_river).lower()} start={start}"
    maze, reference = make(text, rows, cols, seed), make_plain(text, rows, cols, seed)
    assert maze.digest == reference.digest
    assert (maze.hunts, maze.looks) == (reference.hunts, reference.looks)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALGORITHMS), st.integers(1, 30), st.integers(1, 30), st.integers(0, 2**63))
def test_all_algorithms_equal_their_references_at_random_sizes(make, make_plain, text, rows, cols, seed):
    maze = make(text, rows, cols, seed)
    assert_identities(maze)
    assert maze.digest == make_plain(text, rows, cols, seed).digest


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("size", [(200, 200), (2000, 1), (1, 2000)])
def test_large_and_long_mazes(algorithm, size):
    maze = generate(algorithm, *size, seed=5)
    degrees = maze.degrees
    assert degrees.sum() == 2 * (size[0] * size[1] - 1)
    assert degrees.min() == 1
    assert (degrees == 1).sum() == 2 + (degrees == 3).sum() + 2 * (degrees == 4).sum()


def test_one_by_n_has_one_maze_and_two_by_two_is_a_path(any_recipe, make):
    for seed in range(5):
        assert make(any_recipe, 1, 6, seed).openings.tolist() == [[2, 10, 10, 10, 10, 8]]
        assert make(any_recipe, 6, 1, seed).openings.ravel().tolist() == [4, 5, 5, 5, 5, 1]
        assert sorted(make(any_recipe, 2, 2, seed).degrees.ravel().tolist()) == [1, 1, 2, 2]


def test_walkers_visit_every_cell_once_and_begin_at_their_start(make):
    for text in ("hunt_and_kill", "recursive_backtracker", "growing_tree", "wilson", "aldous_broder", "prim"):
        visits = make(f"{text} start=3,2", 5, 7).visits
        assert sorted(visits.ravel().tolist()) == list(range(1, 36))
        assert visits[2, 1] == 1
    assert make("kruskal", 5, 7).visits.sum() == 0


def test_related_algorithms_make_the_same_maze_from_the_same_draws(make):
    for seed in range(20):
        assert make("growing_tree take=newest", 9, 8, seed).digest == make("recursive_backtracker", 9, 8, seed).digest
        assert make("prim start=corner", 9, 8, seed).digest == make("kruskal", 9, 8, seed).digest


@pytest.mark.parametrize("scan", ["rows", "columns", "spiral"])
@pytest.mark.parametrize("size", [(1, 1), (1, 5), (5, 1), (3, 7), (7, 3), (6, 6)])
def test_scan_tables_hold_the_defined_orders(scan, size):
    rows, cols = size
    orders, ranks = scan_tables(scan, rows, cols)
    expected = [row * (cols + 2) + col for row, col in scan_order(scan, Carving(rows, cols))]
    assert orders.tolist() == [expected]
    assert ranks[0, orders[0]].tolist() == list(range(rows * cols))


def test_two_seeds_make_two_mazes_and_one_seed_one(any_recipe, make):
    digests = {make(any_recipe, 9, 9, seed).digest for seed in range(6)}
    assert len(digests) == 6
    assert make(any_recipe, 9, 9, 0).digest in digests


def test_threads_do_not_change_mazes():
    tasks = [(name, 40, 30, seed) for name in ALGORITHMS for seed in range(3)]
    alone = [generate(*task).digest for task in tasks]
    for workers in (2, 4):
        with ThreadPoolExecutor(workers) as pool:
            assert list(pool.map(lambda task: generate(*task).digest, tasks)) == alone


def test_mazes_of_one_stream_follow_each_other():
    generator, state = compiled(parse_recipe("wilson"), 8, 8), maze_state(3)
    first, second = generator(state)[0], generator(state)[0]
    assert Maze(first).digest == generate("wilson", 8, 8, 3).digest
    assert Maze(second).digest != Maze(first).digest


@pytest.mark.parametrize(("text", "digest"), GOLDEN.items())
def test_golden_mazes(text, digest, make):
    assert make(text, 21, 34, 1597).digest[:16] == digest


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("hunt", 3, 3, 1), "algorithm: 'hunt' is not one of hunt_and_kill, "),
        (("wilson", 0, 3, 1), "rows: 0 is not a whole number from 1 to 2000"),
        (("wilson", 3, 2001, 1), "cols: 2001 is not"),
        (("wilson", True, 3, 1), "rows: True is not"),
        (("wilson", 3, 3, -1), "seed: -1 is not a non-negative integer"),
    ],
)
def test_bad_calls_name_key_value_and_what_is_allowed(call, message):
    with pytest.raises(InputError, match=message):
        generate(*call)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scan": "zigzag"}, "scan: 'zigzag' is not one of rows, columns, "),
        ({"give_up": 1.5}, "give_up: 1.5 is not a number from 0 to 1"),
        ({"give_up": float("nan")}, "give_up: nan is not a number"),
        ({"low_river": "maybe"}, "low_river: 'maybe' is not true or false"),
        ({"start": (9, 1)}, r"start: \(9, 1\) is not a cell of the 3x3 grid"),
        ({"start": "middle"}, "start: 'middle' is not random, corner or a cell"),
        ({"start": (0, 1)}, "start: .* row and column count from 1"),
        ({"speed": 1}, "speed: is not an option of hunt_and_kill; its options are scan, give_up, low_river, start"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        generate("hunt_and_kill", 3, 3, 1, **options)


def test_recipes_are_read_written_and_refused():
    assert parse_recipe("growing_tree take=random:1,newest:3").text == "growing_tree take=newest:3,random:1"
    assert parse_recipe("hunt_and_kill scan=rows start=2,3").text == "hunt_and_kill start=2,3"
    assert parse_recipe("hunt_and_kill give_up=0.25 scan=spiral").slug == "hunt-and-kill-scan-spiral-give-up-0.25"
    assert recipe("prim", by="cells").label == "Prim, frontier cell"
    for bad in (
        "growing_tree take=best",
        "growing_tree take=newest:0",
        "growing_tree take=newest,newest",
        "wilson x",
        "",
    ):
        with pytest.raises(InputError):
            parse_recipe(bad)
    with pytest.raises(InputError, match="kruskal; it has no options"):
        recipe("kruskal", start="corner")
