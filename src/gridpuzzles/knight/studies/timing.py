"""How long all starts of a board take, by size and by way of breaking ties, and the exponent with which this grows.

A unit is one board size under one way of breaking ties; it runs alone, repeats the walks and keeps the fastest repeat,
after a first walk that compiles. On boards beyond a set size a sample of the starts, evenly spread over the board, is
timed; the time for all starts is then the time of the sample scaled by their number, and says so.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.knight import columns
from gridpuzzles.knight.settings import TIE_BREAKS, TieBreakName, Walk
from gridpuzzles.settings import Sizes, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SECONDS_PER_STEP = 7e-9
SECONDS_PER_SLOW_STEP = 1.5e-7


class TimingSettings(Settings):
    """Which sizes are timed, and how."""

    walk: Annotated[Walk, Field(description="the rule and the order")] = Walk()
    sizes: Annotated[Sizes, Field(description="sides of the square boards")]
    all_starts_up_to: Annotated[int, whole(1, 2000), Field(description="largest side on which every start is timed")]
    sample: Annotated[int, whole(1, 10**6), Field(description="starts timed on larger boards")] = 400
    repeats: Annotated[int, whole(1, 100), Field(description="repeats, of which the fastest counts")] = 3
    tie_breaks: Annotated[tuple[TieBreakName, ...], Field(description="other ways of breaking ties timed")] = TIE_BREAKS
    tie_break_sizes: Annotated[Sizes, Field(description="sides of the boards on which they are timed")] = (8, 20, 50)
    fit_from: Annotated[int, whole(1, 2000), Field(description="smallest side that the fitted exponent uses")] = 20


def _units(settings: TimingSettings) -> list[Unit]:
    fixed = [_unit(settings, "fixed", size) for size in settings.sizes]
    others = (name for name in settings.tie_breaks if name != "fixed")
    return fixed + [_unit(settings, name, size) for name in others for size in settings.tie_break_sizes]


def _unit(settings: TimingSettings, tie_break: str, size: int) -> Unit:
    cells = size * size
    starts = cells if size <= settings.all_starts_up_to else min(cells, settings.sample)
    walk = settings.walk
    values = {"rule": walk.rule, "order": walk.order, "tie_break": tie_break, "size": size, "starts": starts}
    seconds = settings.repeats * starts * cells * (SECONDS_PER_STEP if tie_break == "fixed" else SECONDS_PER_SLOW_STEP)
    return Unit(f"{tie_break}-{size:03d}".replace("_", "-"), {**values, "repeats": settings.repeats}, seconds)


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    import time

    import numpy as np

    from gridpuzzles.knight.tiebreaks import start_states, walk_block

    rule, order, name, size = (unit.settings[key] for key in ("rule", "order", "tie_break", "size"))
    starts = np.linspace(0, size * size - 1, unit.settings["starts"]).astype(np.int32)
    states = start_states(seed, starts)
    _, visited = walk_block(name, size, size, starts[:1], order, rule, states=states[:1])
    seconds = []
    for _ in range(unit.settings["repeats"]):
        begin = time.perf_counter()
        _, visited = walk_block(name, size, size, starts, order, rule, states=states)
        seconds.append(time.perf_counter() - begin)
    return {
        **{key: [unit.settings[key]] for key in ("rule", "order", "tie_break", "size", "starts")},
        "steps": [int(visited.sum())],
        "seconds": [min(seconds)],
    }


def _build_sizes(batches: "Iterator[pd.DataFrame]", _settings: TimingSettings) -> "pd.DataFrame":
    import pandas as pd

    table = pd.concat(batches, ignore_index=True).drop(columns="unit")
    return table.assign(
        nanoseconds_per_step=1e9 * table["seconds"] / table["steps"],
        seconds_all_starts=table["seconds"] * table["size"] ** 2 / table["starts"],
    )


def _build_growth(batches: "Iterator[pd.DataFrame]", settings: TimingSettings) -> "pd.DataFrame":
    """Fit seconds = a N^b to the fixed order's times by least squares on the logarithms."""
    import numpy as np
    import pandas as pd
    from scipy import stats

    sizes = _build_sizes(batches, settings).query("tie_break == 'fixed'")
    used = sizes[sizes["size"] >= settings.fit_from]
    if len(used) < 3:
        used = sizes
    fit = stats.linregress(np.log(used["size"]), np.log(used["seconds_all_starts"]))
    half = stats.t.ppf(0.975, len(used) - 2) * fit.stderr if len(used) > 2 else float("inf")
    values = {"from_size": used["size"].min(), "to_size": used["size"].max(), "exponent": fit.slope}
    limits = {"exponent_low": fit.slope - half, "exponent_high": fit.slope + half, "factor": np.exp(fit.intercept)}
    return pd.DataFrame([{**values, **limits}])


_UNIT_COLUMNS = (
    columns.RULE,
    columns.ORDER,
    Column("tie_break", "string", "the way of breaking ties"),
    columns.SIZE,
    Column("starts", "int64", "starts timed"),
    Column("steps", "int64", "squares visited, summed over the starts"),
    Column("seconds", "float64", "seconds that these starts took on one core, the fastest of the repeats"),
)

STUDY = Study(
    name="knight_timing",
    title="Time by board size",
    question="How long does Warnsdorff's rule take from all starts, and how does this grow with the board?",
    settings=TimingSettings,
    units=_units,
    run=_run,
    rows=_UNIT_COLUMNS,
    tables=(
        Table(
            name="sizes",
            columns=(
                *_UNIT_COLUMNS,
                Column("nanoseconds_per_step", "float64", "nanoseconds a step"),
                Column("seconds_all_starts", "float64", "seconds for all starts: timed, or scaled from the sample"),
            ),
            key=("tie_break", "size"),
            build=_build_sizes,
        ),
        Table(
            name="growth",
            columns=(
                Column("from_size", "int32", "smallest side that the fit uses"),
                Column("to_size", "int32", "largest side that the fit uses"),
                Column("exponent", "float64", "b of seconds = a N^b, least squares on logarithms"),
                Column("exponent_low", "float64", "lower limit of its 95 % interval"),
                Column("exponent_high", "float64", "upper limit of its 95 % interval"),
                Column("factor", "float64", "a, in seconds"),
            ),
            key=("from_size",),
            build=_build_growth,
        ),
    ),
    figures=(
        Figure("seconds_by_size", "Seconds for all starts by board size"),
        Figure("cost_of_tiebreaks", "Time a step by way of breaking ties"),
    ),
    timed=True,
)
