"""Every way of breaking ties, from the same starts, to see which one to use at which size.

A unit is one board under one rule; its rows are the ways of breaking ties, all from the same starts: every square of a
small board, a random sample of the squares of a large one.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.knight import columns
from gridpuzzles.knight.model import DEFAULT_ORDER
from gridpuzzles.knight.settings import TIE_BREAKS, OrderName, RuleName, TieBreakName
from gridpuzzles.settings import Distinct, Sizes, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

SECONDS_PER_STEP = 4e-7
"""For all ways together; looking deep takes most of it."""


class TieBreaksSettings(Settings):
    """Which ways of breaking ties on which square boards, from how many starts."""

    sizes: Annotated[Sizes, Field(description="sides of the square boards")]
    rules: Annotated[tuple[RuleName, ...], Distinct, Field(description="rules compared")] = ("standard",)
    tie_breaks: Annotated[tuple[TieBreakName, ...], Distinct, Field(description="ways of breaking ties")] = TIE_BREAKS
    starts: Annotated[int, whole(1, 10**6), Field(description="starts of a board at most; all if it has fewer")] = 1000
    order: Annotated[OrderName, Field(description="the order that decides what else is tied")] = DEFAULT_ORDER
    depth: Annotated[int, whole(1, 100), Field(description="levels that the way `deep` looks at")] = 5


def _units(settings: TieBreaksSettings) -> list[Unit]:
    return [_unit(settings, rule, size) for rule in settings.rules for size in settings.sizes]


def _unit(settings: TieBreaksSettings, rule: str, size: int) -> Unit:
    starts = min(settings.starts, size * size)
    values = {**settings.model_dump(mode="json", include={"tie_breaks", "order", "depth"}), "starts": starts}
    return Unit(f"{rule}-{size:03d}", {**values, "rule": rule, "size": size}, starts * size * size * SECONDS_PER_STEP)


def _run(unit: Unit, seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.knight.model import attacks
    from gridpuzzles.knight.tiebreaks import start_states, walk_block

    settings = unit.settings
    size, names = settings["size"], settings["tie_breaks"]
    starts = _sample(size * size, settings["starts"], seed)
    successes, closed, visited_sum = [], [], []
    for name in names:
        states = start_states(seed, starts) if name == "random" else None
        order, rule, depth = settings["order"], settings["rule"], settings["depth"]
        end, visited = walk_block(name, size, size, starts, order, rule, depth=depth, states=states)
        complete = visited == size * size
        successes.append(int(complete.sum()))
        closed.append(int((complete & attacks(starts, end, size)).sum()))
        visited_sum.append(int(visited.sum()))
    same = {"rule": settings["rule"], "order": settings["order"], "size": size, "starts": len(starts)}
    return {name: [value] * len(names) for name, value in same.items()} | {
        "tie_break": names,
        "complete": successes,
        "closed": closed,
        "visited": visited_sum,
    }


def _sample(cells: int, count: int, seed: "np.random.SeedSequence") -> "NDArray[np.int32]":
    """Return ``count`` distinct squares, ascending, drawn uniformly (a partial Fisher–Yates shuffle)."""
    import numpy as np

    from gridpuzzles.seeds import Stream

    squares, stream = np.arange(cells, dtype=np.int32), Stream(seed)
    if count < cells:
        for place in range(count):
            other = place + stream.below(cells - place)
            squares[[place, other]] = squares[[other, place]]
    return np.sort(squares[:count])


def _build_shares(batches: "Iterator[pd.DataFrame]", _settings: TieBreaksSettings) -> "pd.DataFrame":
    import pandas as pd

    from gridpuzzles.intervals import wilson

    table = pd.concat(batches, ignore_index=True).drop(columns="unit")
    every_start = table["starts"] == table["size"].astype("int64") ** 2
    exhaustive = every_start & (table["tie_break"] != "random")
    intervals = [wilson(row.complete, row.starts) for row in table.itertuples()]
    share = pd.Series([interval.estimate for interval in intervals])
    return table.assign(
        share=share,
        low=pd.Series([interval.low for interval in intervals]).where(~exhaustive, share),
        high=pd.Series([interval.high for interval in intervals]).where(~exhaustive, share),
        exhaustive=exhaustive,
    )


_COLUMNS = (
    columns.RULE,
    Column("order", "string", "the order that decides what the tie-break leaves equal"),
    columns.SIZE,
    Column("tie_break", "string", "the way of breaking ties"),
    Column("starts", "int64", "starts tried, the same for every way of breaking ties"),
    Column("complete", "int64", "starts whose tour is complete"),
    Column("closed", "int64", "starts whose tour is closed"),
    Column("visited", "int64", "squares visited, summed over the starts"),
)

STUDY = Study(
    name="knight_tiebreaks",
    title="Ways of breaking ties",
    question="Which way of breaking ties completes most often, at which size?",
    settings=TieBreaksSettings,
    units=_units,
    run=_run,
    rows=_COLUMNS,
    tables=(
        Table(
            name="shares",
            columns=(
                *_COLUMNS,
                Column("share", "float64", "share of the starts whose tour is complete"),
                Column("low", "float64", "lower limit of its 95 % Wilson interval; the share where exhaustive"),
                Column("high", "float64", "upper limit of its 95 % Wilson interval; the share where exhaustive"),
                Column("exhaustive", "bool", "whether every square was a start and nothing was drawn"),
            ),
            key=("rule", "size", "tie_break"),
            build=_build_shares,
        ),
    ),
    figures=(Figure("failing_shares", "Failing starts by way of breaking ties"),),
    random=True,
)
