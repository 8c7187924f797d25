"""One maze of every generator, of the same size and from the same seed.

A unit is one maze. The seed is part of the settings, so that the pictures are those that the commands draw.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.maze.columns import RECIPE, SIZE
from gridpuzzles.maze.settings import Ends, Recipes, cost
from gridpuzzles.settings import Board, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


class GallerySettings(Settings):
    """Which generators are shown, their size and seed, and the rule for start and end."""

    recipes: Annotated[Recipes, Field(description="generators with their options")]
    size: Annotated[Board, Field(description="rows x columns")] = (20, 20)
    seed: Annotated[int, whole(0, 2**63 - 1), Field(description="seed of every maze, as the commands take it")] = 7
    ends: Annotated[Ends, Field(description="the rule for start and end")] = "longest"


def _units(settings: GallerySettings) -> list[Unit]:
    from gridpuzzles.maze.catalogue import parse_recipe

    rows, cols = settings.size
    return [
        Unit(
            parse_recipe(recipe).slug,
            {"recipe": recipe, "rows": rows, "cols": cols, "seed": settings.seed, "ends": settings.ends},
            cost(recipe, rows * cols, 1),
        )
        for recipe in settings.recipes
    ]


def _run(unit: Unit, _sequence: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.maze.catalogue import parse_recipe
    from gridpuzzles.maze.endings import suggest_ends
    from gridpuzzles.maze.generators import generate

    recipe, rows, cols, seed, rule = unit.settings.values()
    chosen = parse_recipe(recipe)
    maze = generate(chosen.algorithm, rows, cols, seed, **chosen.options)
    start, end = suggest_ends(maze, rule)
    return {
        **{name: [unit.settings[name]] for name in ("recipe", "rows", "cols", "seed")},
        "openings": [maze.openings.ravel()],
        "start_row": [start[0]],
        "start_col": [start[1]],
        "end_row": [end[0]],
        "end_col": [end[1]],
        "digest": [maze.digest],
    }


def _build(batches: "Iterator[pd.DataFrame]", _settings: GallerySettings) -> "pd.DataFrame":
    import pandas as pd

    table: pd.DataFrame = pd.concat(list(batches), ignore_index=True).drop(columns="unit")
    return table


_COLUMNS = (
    *RECIPE,
    *SIZE,
    Column("seed", "int64", "seed of the maze"),
    Column("openings", "list<uint8>", "openings of the cells, row by row: north 1, east 2, south 4, west 8"),
    Column("start_row", "int32", "row of the start, from 1"),
    Column("start_col", "int32", "column of the start, from 1"),
    Column("end_row", "int32", "row of the end, from 1"),
    Column("end_col", "int32", "column of the end, from 1"),
    Column("digest", "string", "SHA-256 of size and openings"),
)

STUDY = Study(
    name="maze_gallery",
    title="A maze of every generator",
    question="What do the mazes of each generator look like?",
    settings=GallerySettings,
    units=_units,
    run=_run,
    rows=_COLUMNS,
    tables=(Table(name="mazes", columns=_COLUMNS, key=("recipe",), build=_build, csv=False),),
    figures=(
        Figure("mazes", "A maze of every generator"),
        Figure("solutions", "The same mazes with a longest path"),
        Figure("distances", "The same mazes, coloured by the distance from the start"),
        Figure("forms", "One maze as text, as raster and as lines"),
    ),
)
