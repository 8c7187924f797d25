"""Hunting more often, and by other rules: what it does to dead ends, diameter and river.

A unit is a block of mazes of one hunt rule, one probability of giving up the walk and one size; its rows are the
moments of each measure.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.maze.columns import MOMENTS, SIZE, SUMMARY
from gridpuzzles.maze.settings import Mazes, Probabilities, Scans, blocks, cost
from gridpuzzles.settings import Sizes
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


class HuntSettings(Settings):
    """Which hunts on which square mazes, and how many mazes of each."""

    scans: Annotated[Scans, Field(description="hunt rules")]
    give_up: Annotated[Probabilities, Field(description="probabilities of giving up the walk after a step")]
    sizes: Annotated[Sizes, Field(description="sides of the square mazes")]
    mazes: Annotated[Mazes, Field(description="mazes of each hunt rule, probability and size")]


def _units(settings: HuntSettings) -> list[Unit]:
    return [
        Unit(
            f"{scan}-{river}-{probability:g}-{side}-{number:03d}",
            {"scan": scan, "low_river": river == "low", "give_up": probability, "side": side, "mazes": mazes},
            cost("hunt_and_kill", side * side, mazes),
        )
        for scan in settings.scans
        for river, probabilities in (("high", settings.give_up), ("low", (0.0,)))
        for probability in probabilities
        for side in settings.sizes
        for number, mazes in blocks(settings.mazes, side * side)
    ]


def _run(unit: Unit, sequence: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.maze.sampling import measure_many, moments

    scan, low, give_up, side, mazes = unit.settings.values()
    recipe = f"hunt_and_kill scan={scan} give_up={give_up} low_river={str(low).lower()}"
    found = moments(measure_many(recipe, side, side, mazes, sequence, "longest"))
    count = len(found["measure"])
    head = {"scan": scan, "low_river": low, "give_up": give_up, "rows": side, "cols": side}
    return {**{name: [value] * count for name, value in head.items()}, **found}


def _build(batches: "Iterator[pd.DataFrame]", _settings: HuntSettings) -> "pd.DataFrame":
    from gridpuzzles.maze.sampling import summarise

    table = summarise(batches, ["scan", "low_river", "give_up", "rows", "cols"])
    return table.assign(percent=100 * table["mean"] / (table["rows"] * table["cols"]))


_HUNT = (
    Column("scan", "string", "hunt rule"),
    Column("low_river", "bool", "whether the walk tries one random direction only"),
    Column("give_up", "double", "probability of giving up the walk after a step"),
)

STUDY = Study(
    name="maze_hunt",
    title="Hunt and kill: hunting more often, and otherwise",
    question="How do the rule of the hunt and the probability of giving up the walk change the maze?",
    settings=HuntSettings,
    units=_units,
    run=_run,
    rows=(*_HUNT, *SIZE, *MOMENTS),
    tables=(
        Table(
            name="summary",
            columns=(
                *_HUNT,
                *SIZE,
                *SUMMARY,
                Column("percent", "double", "100 · mean / number of cells; meant for numbers of cells"),
            ),
            key=("scan", "low_river", "give_up", "rows", "cols", "measure"),
            build=_build,
        ),
    ),
    figures=(
        Figure("ten_or_eleven", "Ten or eleven per cent of dead ends", lambda settings: 0 in settings.give_up),
        Figure("curves", "Giving up the walk", lambda settings: len(settings.give_up) > 1),
        Figure("heatmaps", "Hunt rule and giving up", lambda settings: len(settings.give_up) > 1),
        Figure("sizes", "Dead ends, diameter and river against size", lambda s: len(s.sizes) > 1 and 0 in s.give_up),
        Figure("looks", "What rescanning would cost", lambda s: len(s.sizes) > 1 and 0 in s.give_up),
    ),
    random=True,
)
