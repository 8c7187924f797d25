"""How lengths grow with the side of the maze, and how mazes of one size differ.

A unit is a block of mazes of one recipe and side; its rows are the moments of each measure.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from gridpuzzles.maze.columns import MOMENTS, RECIPE, SIZE, SUMMARY
from gridpuzzles.maze.settings import Mazes, Recipes, blocks, cost
from gridpuzzles.settings import Sizes, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

LENGTHS = ("diameter", "corner_path", "mean_distance")
KEPT = ("dead_ends", *LENGTHS)


class ScalingSettings(Settings):
    """Which generators at which sides, and how many mazes of each."""

    recipes: Annotated[Recipes, Field(description="generators with their options")]
    sizes: Annotated[Sizes, Field(description="sides of the square mazes")]
    mazes: Annotated[Mazes, Field(description="mazes of each recipe and side")]
    fit_from: Annotated[int, whole(2, 1000), Field(description="smallest side that the exponents are fitted to")] = 32


def _units(settings: ScalingSettings) -> list[Unit]:
    from gridpuzzles.maze.catalogue import parse_recipe

    return [
        Unit(
            f"{parse_recipe(recipe).slug}-{side}-{number:03d}",
            {"recipe": recipe, "side": side, "mazes": mazes},
            cost(recipe, side * side, mazes),
        )
        for recipe in settings.recipes
        for side in settings.sizes
        for number, mazes in blocks(settings.mazes, side * side)
    ]


def _run(unit: Unit, sequence: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.maze.sampling import measure_many, moments

    recipe, side, mazes = unit.settings.values()
    measured = measure_many(recipe, side, side, mazes, sequence, "longest")
    found = moments({name: measured[name] for name in KEPT})
    head = {"recipe": recipe, "rows": side, "cols": side}
    return {**{name: [value] * len(KEPT) for name, value in head.items()}, **found}


def _build_summary(batches: "Iterator[pd.DataFrame]", _settings: ScalingSettings) -> "pd.DataFrame":
    from gridpuzzles.maze.sampling import summarise

    table = summarise(batches, ["recipe", "rows", "cols"])
    return table.assign(relative_variance=(table["sd"] / table["mean"]) ** 2)


def _build_exponents(batches: "Iterator[pd.DataFrame]", settings: ScalingSettings) -> "pd.DataFrame":
    import pandas as pd

    summary = _build_summary(batches, settings)
    rows = []
    for (recipe, measure), part in summary.groupby(["recipe", "measure"], sort=False):
        fitted = part[part["rows"] >= settings.fit_from]
        if measure in LENGTHS and len(fitted) >= 3:
            rows.append({"recipe": recipe, "measure": measure, "range": "fit", **_fit(fitted)})
        ordered = part.sort_values("rows")
        for first in range(len(ordered) - 1 if measure in LENGTHS else 0):
            pair = ordered.iloc[first : first + 2]
            rows.append({"recipe": recipe, "measure": measure, "range": "pair", **_fit(pair)})
    return pd.DataFrame(rows, columns=[column.name for column in _EXPONENTS])


def _fit(part: "pd.DataFrame") -> dict[str, Any]:
    """Fit log mean = constant + exponent · log side, weighted by the standard errors of the means.

    Where the points scatter about the line more than their errors explain, the interval is widened accordingly: then
    the power law holds approximately only. A length that never varies has errors 0; its points count alike.
    """
    import numpy as np

    from gridpuzzles.maze.sampling import Z95

    side, mean = np.log(part["rows"].to_numpy(float)), part["mean"].to_numpy()
    error = part["sd"].to_numpy() / np.sqrt(part["mazes"].to_numpy()) / mean
    certain = bool(error.max() == 0)
    weight = np.ones(len(error)) if certain else 1 / error**2
    centre = (weight * side).sum() / weight.sum()
    spread = (weight * (side - centre) ** 2).sum()
    exponent = (weight * (side - centre) * np.log(mean)).sum() / spread
    residual = np.log(mean) - (weight * np.log(mean)).sum() / weight.sum() - exponent * (side - centre)
    freedom = len(part) - 2
    scatter = float((weight * residual**2).sum() / freedom) if freedom else float(not certain)
    half = Z95 * np.sqrt((scatter if certain else max(scatter, 1.0)) / spread)
    return {
        "first": int(part["rows"].min()),
        "last": int(part["rows"].max()),
        "exponent": float(exponent),
        "low": float(exponent - half),
        "high": float(exponent + half),
        "scatter": scatter,
    }


_EXPONENTS = (
    *RECIPE,
    Column("measure", "string", "which length"),
    Column("range", "string", "fit: over all sides from fit_from on; pair: between two neighbouring sides"),
    Column("first", "int32", "smallest side"),
    Column("last", "int32", "largest side"),
    Column("exponent", "double", "slope of log mean against log side"),
    Column("low", "double", "lower end of its 95 % interval"),
    Column("high", "double", "upper end of its 95 % interval"),
    Column(
        "scatter",
        "double",
        "chi-square per degree of freedom about the line (mean square if errors are 0); 1 for a pair",
    ),
)

STUDY = Study(
    name="maze_scaling",
    title="Lengths against size",
    question="With which power of the side do diameter and solution grow, and do large mazes resemble each other?",
    settings=ScalingSettings,
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
                Column("relative_variance", "double", "variance / mean²"),
            ),
            key=("recipe", "rows", "measure"),
            build=_build_summary,
        ),
        Table(
            name="exponents",
            columns=_EXPONENTS,
            key=("recipe", "measure", "range", "first"),
            build=_build_exponents,
        ),
    ),
    figures=(
        Figure("lengths", "Diameter and solution against size"),
        Figure("exponents", "Growth exponents", lambda s: sum(side >= s.fit_from for side in s.sizes) >= 3),
        Figure("self_averaging", "Do large mazes resemble each other?", lambda s: s.mazes > 1),
    ),
    random=True,
)
