"""All measures of all generators, with intervals, and exact expectations beside them where they are known.

A unit is a block of mazes of one recipe and size; its rows are the moments of each measure.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.maze.columns import MOMENTS, RECIPE, SIZE, SUMMARY
from gridpuzzles.maze.settings import Boards, Ends, Mazes, Recipes, blocks, cost
from gridpuzzles.settings import board_name
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


WITH_LAW = ("wilson", "aldous_broder", "binary_tree", "sidewinder")
"""The generators whose expectations `gridpuzzles.maze.exact` knows."""


class StatisticsSettings(Settings):
    """Which generators at which sizes, and how many mazes of each."""

    recipes: Annotated[Recipes, Field(description="generators with their options")]
    sizes: Annotated[Boards, Field(description="rows x columns")]
    mazes: Annotated[Mazes, Field(description="mazes of each recipe and size")]
    ends: Annotated[Ends, Field(description="the rule for start and end of the solution")] = "border"


def _units(settings: StatisticsSettings) -> list[Unit]:
    from gridpuzzles.maze.catalogue import parse_recipe

    return [
        Unit(
            f"{parse_recipe(recipe).slug}-{board_name(size)}-{number:03d}",
            {"recipe": recipe, "rows": size[0], "cols": size[1], "mazes": mazes, "ends": settings.ends},
            cost(recipe, size[0] * size[1], mazes),
        )
        for recipe in settings.recipes
        for size in settings.sizes
        for number, mazes in blocks(settings.mazes, size[0] * size[1])
    ]


def _run(unit: Unit, sequence: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.maze.sampling import measure_many, moments

    settings = unit.settings
    found = moments(
        measure_many(
            settings["recipe"], settings["rows"], settings["cols"], settings["mazes"], sequence, settings["ends"]
        )
    )
    count = len(found["measure"])
    return {**{name: [settings[name]] * count for name in ("recipe", "rows", "cols")}, **found}


def _build(batches: "Iterator[pd.DataFrame]", _settings: StatisticsSettings) -> "pd.DataFrame":
    import numpy as np

    from gridpuzzles.maze.sampling import summarise

    table = summarise(batches, ["recipe", "rows", "cols"])
    known = {
        (recipe, rows, cols): _expectations(recipe, rows, cols)
        for recipe, rows, cols in table[["recipe", "rows", "cols"]].drop_duplicates().itertuples(index=False)
    }
    exact = np.array([known[row.recipe, row.rows, row.cols].get(row.measure, np.nan) for row in table.itertuples()])
    error = table["sd"].to_numpy() / np.sqrt(table["mazes"].to_numpy())
    difference = table["mean"].to_numpy() - exact
    z = np.full(len(table), np.nan)
    np.divide(difference, error, out=z, where=error > 0)
    cells = table["rows"] * table["cols"]
    return table.assign(percent=100 * table["mean"] / cells, exact=exact, z=z)


def _expectations(recipe: str, rows: int, cols: int) -> dict[str, float]:
    """Return {measure: its exact expectation}, for the generators that have a known law."""
    from gridpuzzles.maze.exact import LAWS, expected_horizontal_share, expected_types

    algorithm = recipe.split()[0]
    if algorithm not in LAWS:
        return {}
    law = LAWS[algorithm](rows, cols)
    return {**expected_types(law), "horizontal_share": expected_horizontal_share(law)}


STUDY = Study(
    name="maze_statistics",
    title="All generators compared",
    question="What do the mazes of each generator look like, in numbers, and do the numbers meet their exact values?",
    settings=StatisticsSettings,
    units=_units,
    run=_run,
    rows=(*RECIPE, *SIZE, *MOMENTS),
    tables=(
        Table(
            name="summary",
            columns=(
                *RECIPE,
                *SIZE,
                *SUMMARY,
                Column("percent", "double", "100 · mean / number of cells; meant for numbers of cells"),
                Column("exact", "double", "exact expectation; NaN where none is known"),
                Column("z", "double", "(mean - exact) / standard error; NaN where no expectation is known"),
            ),
            key=("recipe", "rows", "cols", "measure"),
            build=_build,
        ),
    ),
    figures=(
        Figure("comparison", "Seven measures of all generators"),
        Figure("composition", "What the cells of each generator's mazes are"),
        Figure("sizes", "Dead ends against size", lambda s: sum(rows == cols for rows, cols in s.sizes) > 1),
        Figure(
            "exactness",
            "Sampled means against exact expectations",
            lambda s: s.mazes > 1 and any(recipe.split()[0] in WITH_LAW for recipe in s.recipes),
        ),
    ),
    random=True,
)
