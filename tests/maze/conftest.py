"""What the tests of this family share: every recipe and awkward size, and ways to make mazes and samples."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from gridpuzzles.maze.catalogue import ALGORITHMS, SCANS, parse_recipe
from gridpuzzles.maze.generators import compiled, generate, plain
from gridpuzzles.maze.kernels.measures import MEASURES, measure
from gridpuzzles.maze.measures import derive
from gridpuzzles.seeds import Stream, seed_sequence, stream_state

HUNTS = tuple(
    f"hunt_and_kill scan={scan}{extra}"
    for scan in SCANS
    for extra in ("", " start=corner", " give_up=0.3", " give_up=1", " low_river=true", " low_river=true give_up=0.5")
)
TREES = tuple(
    f"growing_tree take={take}"
    for take in ("oldest", "random", "newest:1,random:1", "newest:1,oldest:2", "newest:1,oldest:2,random:3")
)
RECIPES = (*ALGORITHMS, *HUNTS, *TREES, "prim by=edges", "prim by=cells", "wilson start=corner")
SIZES = ((1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (3, 7), (7, 3))


def pytest_generate_tests(metafunc):
    """Give a test with an argument ``any_recipe`` every recipe."""
    if "any_recipe" in metafunc.fixturenames:
        metafunc.parametrize("any_recipe", RECIPES)


@pytest.fixture(scope="session")
def sizes():
    return SIZES


def _make(text, rows, cols, seed=1):
    recipe = parse_recipe(text)
    return generate(recipe.algorithm, rows, cols, seed, **recipe.options)


def _make_plain(text, rows, cols, seed=1):
    recipe = parse_recipe(text)
    return plain(recipe.algorithm, rows, cols, Stream(seed_sequence(seed, "maze")), **recipe.options)


@pytest.fixture(scope="session")
def make():
    """Return the function that makes the maze of a recipe's text."""
    return _make


@pytest.fixture(scope="session")
def make_plain():
    """Return the function that makes it by the plain generator, from the same stream."""
    return _make_plain


@dataclass(frozen=True)
class Sample:
    """All measures of many mazes, each float64 (mazes,)."""

    cells: int
    values: dict[str, Any]

    def mean(self, name):
        return float(self.values[name].mean())

    def error(self, name):
        """Return the standard error of the mean."""
        return float(self.values[name].std(ddof=1) / np.sqrt(len(self.values[name])))


@pytest.fixture(scope="session")
def sample():
    """Return the function that measures many mazes of one stream; samples are kept for further tests."""
    known = {}

    def draw(text, rows, cols, mazes=20_000):
        key = (text, rows, cols, mazes)
        if key not in known:
            state = stream_state(seed_sequence(2024, "tests", text, f"{rows}x{cols}"))
            generator = compiled(parse_recipe(text), rows, cols)
            raw, hunts, looks = np.empty((mazes, len(MEASURES))), np.zeros(mazes), np.zeros(mazes)
            for index in range(mazes):
                openings, _, hunts[index], looks[index] = generator(state)
                raw[index] = measure(openings, 0, 0, 0)[0]
            values = derive(dict(zip(MEASURES, raw.T, strict=True)), rows * cols, hunts, looks)
            known[key] = Sample(rows * cols, values)
        return known[key]

    return draw
