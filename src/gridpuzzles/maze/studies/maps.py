"""What happens where in the maze: dead ends, order of the visit, solutions, ends of longest paths, cell by cell.

A unit is a block of mazes of one recipe and size; it has a row a cell.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.maze.columns import RECIPE, SIZE
from gridpuzzles.maze.settings import Mazes, Recipes, blocks, cost
from gridpuzzles.settings import Board, board_name
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


WALKERS = ("hunt_and_kill", "recursive_backtracker", "growing_tree", "wilson", "aldous_broder", "prim")
"""The generators that visit cells one after the other."""


class MapsSettings(Settings):
    """Which generators are mapped, at one size, and from how many mazes."""

    recipes: Annotated[Recipes, Field(description="generators with their options")]
    size: Annotated[Board, Field(description="rows x columns")]
    mazes: Annotated[Mazes, Field(description="mazes of each recipe")]


def _units(settings: MapsSettings) -> list[Unit]:
    from gridpuzzles.maze.catalogue import parse_recipe

    rows, cols = settings.size
    return [
        Unit(
            f"{parse_recipe(recipe).slug}-{board_name(settings.size)}-{number:03d}",
            {"recipe": recipe, "rows": rows, "cols": cols, "mazes": mazes},
            0.6 * cost(recipe, rows * cols, mazes),
        )
        for recipe in settings.recipes
        for number, mazes in blocks(settings.mazes, rows * cols)
    ]


def _run(unit: Unit, sequence: "np.random.SeedSequence") -> Rows:
    import numpy as np

    from gridpuzzles.maze.catalogue import parse_recipe
    from gridpuzzles.maze.generators import compiled
    from gridpuzzles.maze.kernels.maps import LAYERS, add_maps
    from gridpuzzles.seeds import stream_state

    recipe, rows, cols, mazes = unit.settings.values()
    generator, state = compiled(parse_recipe(recipe), rows, cols), stream_state(sequence)
    sums = np.zeros((len(LAYERS), rows * cols), dtype=np.int64)
    for _ in range(mazes):
        openings, visits, _, _ = generator(state)
        add_maps(openings, visits, sums)
    cell = np.arange(rows * cols)
    head = {name: [value] * len(cell) for name, value in unit.settings.items()}
    return {**head, "row": cell // cols + 1, "col": cell % cols + 1, **dict(zip(LAYERS, sums, strict=True))}


def _build(batches: "Iterator[pd.DataFrame]", _settings: MapsSettings) -> "pd.DataFrame":
    import numpy as np
    import pandas as pd

    from gridpuzzles.maze.exact import LAWS, kind_probabilities

    keys = ["recipe", "rows", "cols", "row", "col"]
    table = pd.concat(list(batches), ignore_index=True).drop(columns="unit")
    table = table.groupby(keys, sort=False, as_index=False).sum()
    parts = []
    for (recipe, rows, cols), part in table.groupby(["recipe", "rows", "cols"], sort=False):
        law = LAWS.get(recipe.split()[0])
        exact = kind_probabilities(law(rows, cols))["dead_ends"].ravel() if law else np.full(rows * cols, np.nan)
        parts.append(part.assign(exact_dead_ends=exact))
    return pd.concat(parts, ignore_index=True)


_CELL = (
    Column("row", "int32", "row of the cell, from 1"),
    Column("col", "int32", "column of the cell, from 1"),
)
_COUNTS = (
    Column("mazes", "int64", "mazes made"),
    Column("dead_ends", "int64", "mazes in which the cell is a dead end"),
    Column("visits", "int64", "sum of the steps, from 1, in which it was visited; 0 where the generator does not walk"),
    Column("solutions", "int64", "mazes in which it lies on the path from the top left to the bottom right corner"),
    Column("diameter_ends", "int64", "mazes in which it is an end of the longest path found first"),
)

STUDY = Study(
    name="maze_maps",
    title="Where in the maze",
    question="Where do dead ends, late visits, solutions and the ends of longest paths lie?",
    settings=MapsSettings,
    units=_units,
    run=_run,
    rows=(*RECIPE, *SIZE, *_CELL, *_COUNTS),
    tables=(
        Table(
            name="cells",
            columns=(
                *RECIPE,
                *SIZE,
                *_CELL,
                *_COUNTS,
                Column("exact_dead_ends", "double", "exact probability of a dead end; NaN where it is not known"),
            ),
            key=("recipe", "rows", "cols", "row", "col"),
            build=_build,
        ),
    ),
    figures=(
        Figure("exact_dead_ends", "Dead ends of uniform mazes, sampled and exact", lambda s: "wilson" in s.recipes),
        Figure("dead_ends", "Where dead ends lie"),
        Figure("visits", "When cells are visited", lambda s: any(recipe.split()[0] in WALKERS for recipe in s.recipes)),
        Figure("solutions", "Where solutions run"),
        Figure("diameter_ends", "Where longest paths end"),
    ),
    random=True,
)
