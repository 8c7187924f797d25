"""A sampled sweep: the success share over all orders and starts of boards that are too large to try them all.

A unit is one board under one rule; its rows are the start classes. Pairs of an order and a start are drawn at random
until the interval of the success share is narrow enough; small boards can be counted in full beside that.
`gridpuzzles.knight.sampling` has the definitions, the rule by which the draws end, and what it does to the interval.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field

from gridpuzzles.knight import columns
from gridpuzzles.knight.model import RULES
from gridpuzzles.knight.settings import RuleName
from gridpuzzles.settings import Distinct, Positive, Sizes, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

NORMAL_97_5 = 1.96
SECONDS_PER_DRAW = 1.5e-5
SECONDS_PER_STEP = 7.5e-9
SECONDS_PER_STEP_OF_LARGE_BOARDS = 1.1e-8
HALF_SUCCESS_SIZE, FALL = 120, 1.2
"""The success share is about 1 / (1 + (size / 120) ** 1.2); measured, for the cost only."""


def _check_width(width: float) -> float:
    if not 0.001 <= width <= 0.5:
        raise ValueError(f"{width} is not a width from 0.001 to 0.5")
    return width


class SampleSettings(Settings):
    """Which boards under which rules, and how long to draw."""

    sizes: Annotated[Sizes, Field(description="sides of the square boards sampled")]
    rules: Annotated[tuple[RuleName, ...], Distinct, Field(description="rules compared")] = RULES
    width: Annotated[
        Positive, AfterValidator(_check_width), Field(description="width of the 95 % interval at which drawing ends")
    ] = 0.02
    stage: Annotated[int, whole(20, 10**5), Field(description="draws between two looks at the interval")] = 500
    most: Annotated[int, whole(20, 10**7), Field(description="draws of a board at most")] = 50_000
    counted: Annotated[Sizes, Field(description="sides of the boards counted in full, for comparison")] = (6, 8, 10)


def _units(settings: SampleSettings) -> list[Unit]:
    sampled = [_sampled_unit(settings, rule, size) for rule in settings.rules for size in settings.sizes]
    return sampled + [_counted_unit(rule, size) for rule in settings.rules for size in settings.counted]


def _sampled_unit(settings: SampleSettings, rule: str, size: int) -> Unit:
    values = {**settings.model_dump(mode="json", include={"width", "stage", "most"}), "rule": rule, "size": size}
    return Unit(f"{rule}-{size:04d}-sampled", values, _seconds(settings, size))


def _seconds(settings: SampleSettings, size: int) -> float:
    """Return the estimated CPU seconds of a sampled board, from the draws that its success share asks for."""
    success: float = 1 / (1 + (size / HALF_SUCCESS_SIZE) ** FALL)
    needed = 4 * NORMAL_97_5**2 * success * (1 - success) / settings.width**2
    stages = max(1, min(needed, settings.most) / settings.stage)
    per_step = SECONDS_PER_STEP if size <= 200 else SECONDS_PER_STEP_OF_LARGE_BOARDS
    return 1.2 * stages * settings.stage * (SECONDS_PER_DRAW + size * size * per_step)


def _counted_unit(rule: str, size: int) -> Unit:
    from gridpuzzles.knight.studies.orders import SECONDS_PER_START, orbit_count, shared_steps

    cost = orbit_count(size, size) * (SECONDS_PER_START + shared_steps(size, size) * SECONDS_PER_STEP)
    return Unit(f"{rule}-{size:04d}-counted", {"rule": rule, "size": size}, cost)


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.knight.sampling import count_all, sample_success
    from gridpuzzles.seeds import Stream

    settings, counted = unit.settings, "width" not in unit.settings
    rule, size = settings["rule"], settings["size"]
    if counted:
        sample = count_all(size, rule)
    else:
        sample = sample_success(size, rule, Stream(seed), settings["width"], settings["stage"], settings["most"])
    same = {"rule": rule, "size": size, "counted": counted}
    return {name: [value] * len(sample.degree) for name, value in same.items()} | {
        name: getattr(sample, name) for name in ("degree", "squares", "draws", "complete", "closed")
    }


def _build_classes(batches: "Iterator[pd.DataFrame]", _settings: SampleSettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.intervals import wilson

    table = pd.concat(batches, ignore_index=True).drop(columns="unit")
    intervals = [wilson(row.complete, row.draws) for row in table.itertuples()]
    share = pd.Series([interval.estimate for interval in intervals])
    return table.assign(
        share=share,
        low=pd.Series([interval.low for interval in intervals]).where(~table["counted"], share),
        high=pd.Series([interval.high for interval in intervals]).where(~table["counted"], share),
    )


def _build_sizes(batches: "Iterator[pd.DataFrame]", settings: SampleSettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.intervals import Interval, weighted_share

    def row(group: "pd.DataFrame") -> dict[str, object]:
        first, counted = group.iloc[0], bool(group["counted"].iloc[0])
        weights = (group["squares"] / group["squares"].sum()).tolist()
        found = weighted_share(group["complete"].tolist(), group["draws"].tolist(), weights)
        if counted:
            found = Interval(found.estimate, found.estimate, found.estimate)
        same = {name: first[name] for name in ("rule", "size", "counted")}
        limits = {"share": found.estimate, "low": found.low, "high": found.high}
        narrow = found.high - found.low <= settings.width
        return {**same, "draws": int(group["draws"].sum()), **limits, "narrow": narrow}

    table = pd.concat(batches, ignore_index=True)
    return pd.DataFrame([row(group) for _, group in table.groupby("unit", sort=False)])


_KEY_COLUMNS = (
    columns.RULE,
    columns.SIZE,
    Column("counted", "bool", "whether all 8! orders from all squares were walked, instead of a sample"),
)
_CLASS_COLUMNS = (
    *_KEY_COLUMNS,
    Column("degree", "int32", "the start class: the degree of its squares on the empty board"),
    Column("squares", "int64", "squares of the class"),
    Column("draws", "int64", "pairs (order, start) walked"),
    Column("complete", "int64", "pairs whose tour is complete"),
    Column("closed", "int64", "pairs whose tour is closed"),
)

STUDY = Study(
    name="knight_sample",
    title="Random orders from random starts",
    question="Which share of all orders and starts completes on boards that are too large to try them all?",
    settings=SampleSettings,
    units=_units,
    run=_run,
    rows=_CLASS_COLUMNS,
    tables=(
        Table(
            name="sizes",
            columns=(
                *_KEY_COLUMNS,
                Column("draws", "int64", "pairs (order, start) walked"),
                Column("share", "float64", "estimated share of all pairs whose tour is complete"),
                Column("low", "float64", "lower limit of its 95 % interval; the share where counted"),
                Column("high", "float64", "upper limit of its 95 % interval; the share where counted"),
                Column("narrow", "bool", "whether the interval is as narrow as asked for; else the draws ran out"),
            ),
            key=("rule", "size", "counted"),
            build=_build_sizes,
        ),
        Table(
            name="classes",
            columns=(
                *_CLASS_COLUMNS,
                Column("share", "float64", "estimated share of the class' pairs whose tour is complete"),
                Column("low", "float64", "lower limit of its 95 % Wilson interval; the share where counted"),
                Column("high", "float64", "upper limit of its 95 % Wilson interval; the share where counted"),
            ),
            key=("rule", "size", "counted", "degree"),
            build=_build_classes,
        ),
    ),
    figures=(
        Figure("success_by_size", "Complete tours of random orders from random starts"),
        Figure("success_by_class", "Complete tours by the start's degree"),
    ),
    random=True,
)
