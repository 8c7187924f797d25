"""Published and independently measured means: 20x20 and 50x50 mazes, within four combined standard errors."""

import math

import pytest

MAZES = 20_000
"""As many as the published means have, unless said otherwise."""

DEAD_ENDS = {
    "recursive_backtracker": 10.543,
    "hunt_and_kill": 10.012,
    "hunt_and_kill start=corner": 9.853,
    "hunt_and_kill scan=boustrophedon": 10.568,
    "hunt_and_kill scan=random": 11.607,
    "wilson": 29.039,
    "kruskal": 30.306,
    "prim": 30.306,
    "prim by=edges": 32.294,
    "prim by=cells": 35.167,
    "growing_tree take=random": 27.993,
    "growing_tree take=oldest": 11.620,
    "binary_tree": 25.260,
    "sidewinder": 27.347,
    "recursive_division": 27.139,
}
"""{recipe: per cent of the cells of 20x20}."""

DIAMETERS = {
    "recursive_backtracker": 229.6,
    "hunt_and_kill": 149.7,
    "hunt_and_kill start=corner": 155.0,
    "hunt_and_kill scan=boustrophedon": 173.7,
    "hunt_and_kill scan=random": 147.5,
    "wilson": 91.9,
    "kruskal": 81.9,
    "prim by=edges": 57.9,
    "binary_tree": 71.5,
    "recursive_division": 101.7,
}
SPREADS = {
    ("recursive_backtracker", "dead_ends"): 0.913,
    ("recursive_backtracker", "diameter"): 26.0,
    ("hunt_and_kill", "dead_ends"): 0.881,
    ("hunt_and_kill", "diameter"): 22.6,
    ("wilson", "dead_ends"): 1.382,
    ("wilson", "diameter"): 14.2,
}
GIVE_UP = {0: 9.53, 0.1: 13.40, 0.3: 17.60, 0.5: 19.61, 1: 22.01}
"""{probability: per cent of dead ends of 50x50}."""


@pytest.mark.parametrize(("text", "expected"), DEAD_ENDS.items())
def test_dead_ends(text, expected, sample):
    found = sample(text, 20, 20, MAZES)
    mean, error = found.mean("dead_ends") / 4, found.error("dead_ends") / 4
    assert abs(mean - expected) <= 4 * math.sqrt(2) * error


@pytest.mark.parametrize(("text", "expected"), DIAMETERS.items())
def test_diameters(text, expected, sample):
    found = sample(text, 20, 20, MAZES)
    assert abs(found.mean("diameter") - expected) <= 4 * math.sqrt(2) * found.error("diameter")


@pytest.mark.parametrize(("key", "expected"), SPREADS.items())
def test_standard_deviations(key, expected, sample):
    text, measure = key
    values = sample(text, 20, 20, MAZES).values[measure]
    spread = values.std(ddof=1) / (4 if measure == "dead_ends" else 1)
    assert spread == pytest.approx(expected, rel=4 / math.sqrt(MAZES))


@pytest.mark.parametrize(("probability", "expected"), GIVE_UP.items())
def test_giving_up(probability, expected, sample):
    found = sample(f"hunt_and_kill give_up={probability}", 50, 50, 2_000)
    mean, error = found.mean("dead_ends") / 25, found.error("dead_ends") / 25
    assert abs(mean - expected) <= 4 * math.sqrt(2) * error


def test_the_oldest_cell_leaves_straights(sample):
    found = sample("growing_tree take=oldest", 20, 20, MAZES)
    assert found.mean("straights") / 400 == pytest.approx(0.77, abs=0.005)


def test_no_crosses_in_a_binary_tree(sample):
    assert sample("binary_tree", 20, 20, MAZES).values["crosses"].max() == 0


def test_spread_of_dead_ends_shrinks_with_the_side(sample):
    for text, constant in (("hunt_and_kill", 18), ("recursive_backtracker", 18), ("wilson", 28)):
        for side, mazes in ((20, MAZES), (50, 2_000)):
            spread = 100 * sample(text, side, side, mazes).values["dead_ends"].std(ddof=1) / side**2
            assert spread * side == pytest.approx(constant, abs=1.5)


def test_rescanning_would_cost_a_quadratic_number_of_looks(sample):
    for side, mazes, expected in ((20, MAZES, 0.0424), (100, 200, 0.0456), (200, 60, 0.046)):
        found = sample("hunt_and_kill", side, side, mazes)
        assert found.mean("looks") / side**4 == pytest.approx(expected, abs=4e-4)


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("wilson", (29,)),
        ("aldous_broder", (29,)),
        ("sidewinder", (27,)),
        ("binary_tree", (25,)),
        ("recursive_backtracker", (10, 11)),
        ("hunt_and_kill", (9, 10)),
    ],
)
def test_bucks_percentages(text, percent, sample):
    assert round(sample(text, 20, 20, MAZES).mean("dead_ends") / 4) in percent
