"""Exact laws: published counts and expectations, and samples that meet them (or, rightly, do not)."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from gridpuzzles.maze import exact, generate, laws
from gridpuzzles.maze.catalogue import parse_recipe
from gridpuzzles.maze.generators import compiled
from gridpuzzles.maze.model import is_perfect
from gridpuzzles.seeds import seed_sequence, stream_state

SAMPLES = 20_000
CRITICAL = 257.13
"""The chi-square value that 191 degrees of freedom exceed with probability .001."""


def count_codes(text, rows, cols, mazes=SAMPLES):
    """Return how often each maze of a size was made, in the order of `laws.all_mazes`."""
    state = stream_state(seed_sequence(99, "laws", text, f"{rows}x{cols}"))
    generator = compiled(parse_recipe(text), rows, cols)
    found = laws.codes(np.stack([generator(state)[0] for _ in range(mazes)]))
    counts = [int((found == code).sum()) for code in laws.all_mazes(rows, cols)]
    assert sum(counts) == mazes
    return np.array(counts)


def test_numbers_of_mazes():
    assert [laws.count_mazes(n, n) for n in range(1, 6)] == [1, 4, 192, 100352, 557568000]
    assert laws.count_mazes(2, 3) == 15
    assert [laws.count_mazes(1, 5), laws.count_mazes(7, 1)] == [1, 1]
    assert [len(laws.all_mazes(2, 3)), len(laws.all_mazes(3, 3)), len(laws.all_mazes(2, 2))] == [15, 192, 4]


def test_codes_of_one_and_of_many_agree():
    mazes = [generate("wilson", 3, 3, seed) for seed in range(30)]
    many = laws.codes(np.stack([maze.openings for maze in mazes]))
    assert many.tolist() == [laws.code(maze) for maze in mazes]


@pytest.mark.parametrize(
    ("text", "reached", "expected"),
    [
        ("wilson", 192, Fraction(55, 16)),
        ("recursive_backtracker", 88, Fraction(143, 54)),
        ("growing_tree", 88, Fraction(143, 54)),
        ("hunt_and_kill", 111, Fraction(3223, 1296)),
        ("kruskal", 192, Fraction(21073, 5940)),
    ],
)
def test_exact_laws_of_three_by_three(text, reached, expected):
    law = laws.law(parse_recipe(text), 3, 3)
    assert sum(law.values()) == 1
    assert len(law) == reached
    assert set(law) <= set(laws.all_mazes(3, 3))
    assert laws.expected_dead_ends(law) == expected


def test_uniform_two_by_three():
    assert laws.expected_dead_ends(laws.law(parse_recipe("aldous_broder"), 2, 3)) == Fraction(38, 15)


@pytest.mark.parametrize(
    "text", ["hunt_and_kill", "recursive_backtracker", "growing_tree take=oldest", "prim by=cells"]
)
def test_random_starts_are_uniform_on_two_by_two(text):
    assert set(laws.law(parse_recipe(text), 2, 2).values()) == {Fraction(1, 4)}


@pytest.mark.parametrize("text", ["wilson", "aldous_broder", "wilson start=corner", "aldous_broder start=2,2"])
def test_uniform_generators_pass_the_chi_square_test(text):
    assert stats.chisquare(count_codes(text, 3, 3)).statistic < CRITICAL


@pytest.mark.parametrize(
    "text",
    [
        "hunt_and_kill",
        "recursive_backtracker",
        "growing_tree take=oldest",
        "growing_tree take=random",
        "kruskal",
        "prim",
        "prim by=edges",
        "prim by=cells",
        "eller",
        "sidewinder",
        "binary_tree",
        "recursive_division",
    ],
)
def test_all_other_generators_fail_it(text):
    assert stats.chisquare(count_codes(text, 3, 3)).statistic > CRITICAL


@pytest.mark.parametrize(
    "text",
    [
        "hunt_and_kill",
        "hunt_and_kill scan=boustrophedon",
        "hunt_and_kill scan=random",
        "hunt_and_kill scan=visited",
        "hunt_and_kill scan=spiral",
        "recursive_backtracker",
        "growing_tree take=oldest",
        "kruskal",
        "prim",
        "recursive_division",
    ],
)
def test_samples_meet_their_own_exact_law(text):
    mazes, counts = laws.all_mazes(3, 3), count_codes(text, 3, 3)
    law = laws.law(parse_recipe(text), 3, 3)
    expected = np.array([float(law.get(code, 0)) for code in mazes]) * SAMPLES
    assert counts[expected == 0].sum() == 0
    assert stats.chisquare(counts[expected > 0], expected[expected > 0]).pvalue > 1e-4


@pytest.mark.parametrize("text", ["prim by=cells", "prim by=edges"])
def test_samples_of_prim_meet_their_exact_law_on_two_by_three(text):
    law = laws.law(parse_recipe(text), 2, 3)
    expected = np.array([float(law.get(code, 0)) for code in laws.all_mazes(2, 3)]) * SAMPLES
    assert stats.chisquare(count_codes(text, 2, 3), expected).pvalue > 1e-4


def test_laws_that_are_not_enumerable_are_none():
    for text in (
        "eller",
        "hunt_and_kill low_river=true",
        "hunt_and_kill give_up=0.5",
        "growing_tree take=newest:1,oldest:1",
    ):
        assert laws.law(parse_recipe(text), 2, 3) is None


@pytest.mark.parametrize(
    ("size", "expected"),
    [((2, 3), 38 / 15), ((3, 3), 55 / 16), ((5, 5), 7.841312), ((20, 20), 116.151658), ((100, 100), 2932.607341)],
)
def test_expected_dead_ends_of_uniform_mazes(size, expected):
    assert exact.expected_types(exact.uniform(*size))["dead_ends"] == pytest.approx(expected, abs=6e-7)


def test_expected_shares_of_twenty_by_twenty_and_of_the_plane():
    shares = {kind: 100 * value / 400 for kind, value in exact.expected_types(exact.uniform(20, 20)).items()}
    published = {"dead_ends": 29.0379, "straights": 17.9539, "turns": 27.7226, "tees": 22.0333, "crosses": 3.2523}
    assert shares == pytest.approx(published, abs=6e-5)
    middle = exact.kind_probabilities(exact.uniform(401, 401)[200:201, 200:201])
    plane = {"dead_ends": 0.294545, "straights": 0.168125, "turns": 0.278865, "tees": 0.222385, "crosses": 0.036080}
    assert {kind: float(value[0, 0]) for kind, value in middle.items()} == pytest.approx(plane, abs=3e-5)
    assert pytest.approx(0.294545, abs=1e-6) == exact.INFINITE_DEAD_ENDS


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (1, 4), (4, 1), (1, 1)])
def test_uniform_law_equals_the_count_of_all_mazes(size):
    law, mazes = exact.uniform(*size), laws.all_mazes(*size)
    counted = np.zeros((size[0] * size[1], 16))
    for code in mazes:
        for cell, digit in enumerate(f"{code:0{size[0] * size[1]}x}"):
            counted[cell, int(digit, 16)] += 1 / len(mazes)
    np.testing.assert_allclose(law.reshape(-1, 16), counted, atol=1e-12)


def test_transfer_currents_equal_those_of_the_inverted_laplacian():
    rows, cols = 4, 6
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    near = np.array([[abs(a - c) + abs(b - d) == 1 for c, d in cells] for a, b in cells], dtype=float)
    voltage = np.linalg.pinv(np.diag(near.sum(axis=1)) - near)
    found = exact.transfer_currents(rows, cols)
    for place, (row, col) in enumerate(cells):
        around = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        for one, two in np.ndindex(4, 4):
            expected = 0.0
            if around[one] in cells and around[two] in cells:
                first, second = cells.index(around[one]), cells.index(around[two])
                unit = voltage[:, place] - voltage[:, first]
                expected = unit[place] - unit[second]
            assert found[row, col, one, two] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("law", exact.LAWS.values())
@pytest.mark.parametrize("size", [(1, 1), (1, 5), (5, 1), (2, 2), (3, 7), (20, 20)])
def test_laws_are_probabilities_of_perfect_mazes(law, size):
    found, cells = law(*size), size[0] * size[1]
    assert found.min() > -1e-12
    np.testing.assert_allclose(found.sum(axis=2), 1, atol=1e-12)
    assert (found @ np.bitwise_count(np.arange(16))).sum() == pytest.approx(2 * (cells - 1), abs=1e-9)


def test_binary_tree_and_sidewinder_expectations():
    for rows, cols in ((2, 2), (3, 5), (20, 20), (100, 100)):
        types = exact.expected_types(exact.binary_tree(rows, cols))
        assert types["dead_ends"] == pytest.approx(rows * cols / 4 + 1)
        assert types["crosses"] == 0
    assert exact.expected_types(exact.sidewinder(20, 20))["dead_ends"] == pytest.approx(109.483953, abs=6e-7)


EXACT = [
    (text, size, mazes)
    for text in ("wilson", "aldous_broder", "binary_tree", "sidewinder")
    for size, mazes in (((5, 5), 20_000), ((20, 20), 20_000), ((7, 30), 5_000), ((100, 100), 1_000))
]


@pytest.mark.parametrize(("text", "size", "mazes"), EXACT)
def test_samples_meet_the_exact_expectations(text, size, mazes, sample):
    found, law = sample(text, *size, mazes), exact.LAWS[text](*size)
    for kind, expected in exact.expected_types(law).items():
        assert abs(found.mean(kind) - expected) <= 4 * found.error(kind)
    horizontal = exact.expected_horizontal_share(law)
    assert abs(found.mean("horizontal_share") - horizontal) <= 4 * found.error("horizontal_share")


def test_aldous_broder_that_walks_to_unvisited_cells_only_would_be_caught():
    walk = count_codes("recursive_backtracker", 3, 3)
    assert (walk == 0).sum() == 192 - 88
    assert is_perfect(generate("aldous_broder", 3, 3, 1).openings)
