"""All 8! orders from all starts: which orders complete from where, which close, and where they end.

A unit is a block of starts of one board under one rule, one start of each orbit of the board's symmetries. Its one row
holds what the sweep of these starts and all their images gives: values a square and values an order, so that the tables
are sums over units.
"""

import bisect
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field

from gridpuzzles.knight import columns
from gridpuzzles.knight.model import RULES
from gridpuzzles.knight.settings import RuleName
from gridpuzzles.settings import Board, Boards, Distinct, Positive, whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

ORDERS = math.factorial(8)
NANOSECONDS_BY_SIDE = (
    (20, 9.0), (30, 6.5), (60, 7.5), (100, 8.5), (120, 11.0), (150, 11.9), (200, 12.9), (250, 14.0), (300, 14.2),
)  # fmt: skip
"""CPU time of a step by the side of the board: the larger, the less of what a walk holds fits into the caches."""
SECONDS_PER_START = 5e-4
SHARE_BY_SIDE = (
    (5, 0.0005), (6, 0.001), (8, 0.0055), (10, 0.029), (12, 0.066), (14, 0.123), (16, 0.156), (20, 0.249),
    (26, 0.394), (32, 0.442), (40, 0.512), (60, 0.621), (100, 0.745), (150, 0.815),
)  # fmt: skip
"""The share of the steps of 8! separate walks that is left, by the side of the board; .81 to .825 up to 300."""
BYTES_PER_UNIT, BYTES_PER_SQUARE = 32_000, 0.8
"""Size of a unit's compressed row: the values by order, and those by square."""


class OrdersSettings(Settings):
    """Which boards under which rules."""

    boards: Annotated[Boards, Field(description="boards swept: N, or rows x columns; or a range of N")]
    rules: Annotated[tuple[RuleName, ...], Distinct, Field(description="rules compared")] = RULES
    mapped: Annotated[tuple[Board, ...], Distinct, Field(description="boards drawn as maps")] = ((8, 8),)
    block_seconds: Annotated[Positive, Field(description="estimated CPU seconds of a block of starts, one unit")] = 10.0
    ranked: Annotated[int, whole(1, 100), Field(description="how many families of orders the ranking shows")] = 15


def shared_steps(rows: int, cols: int) -> float:
    """Return the estimated steps that one start takes for all orders together; many orders share their first steps."""
    share = _interpolated(SHARE_BY_SIDE, rows, cols)
    return ORDERS * rows * cols * share


def _interpolated(by_side: Sequence[tuple[float, float]], rows: int, cols: int) -> float:
    """Return the value of a table for a board, by the square root of its size; constant beyond both ends."""
    side = math.sqrt(rows * cols)
    after = min(max(1, bisect.bisect(by_side, (side,))), len(by_side) - 1)
    (low, below), (high, above) = by_side[after - 1 : after + 1]
    return below + (above - below) * min(1.0, max(0.0, (side - low) / (high - low)))


def _units(settings: OrdersSettings) -> list[Unit]:
    """List the blocks of one board after the other, so that boards added at the end leave the earlier batches alone."""
    return [
        _unit(rule, board, first, last, count)
        for board in settings.boards
        for rule in settings.rules
        for first, last, count in _blocks(*board, settings.block_seconds)
    ]


def _blocks(rows: int, cols: int, seconds: float) -> Iterator[tuple[int, int, int]]:
    """Yield (first, last, count): blocks of the numbered orbits of starts whose sweep takes about so long."""
    orbits = orbit_count(rows, cols)
    size = max(1, int(seconds / _seconds_per_orbit(rows, cols)))
    for first in range(0, orbits, size):
        yield first, min(first + size, orbits) - 1, orbits


def orbit_count(rows: int, cols: int) -> int:
    """Return the number of orbits of squares under the board's symmetries.

    Examples
    --------
    >>> orbit_count(8, 8), orbit_count(5, 5), orbit_count(6, 8)
    (10, 6, 12)
    """
    half_rows, half_cols = (rows + 1) // 2, (cols + 1) // 2
    return half_rows * (half_rows + 1) // 2 if rows == cols else half_rows * half_cols


def _seconds_per_orbit(rows: int, cols: int) -> float:
    return SECONDS_PER_START + shared_steps(rows, cols) * 1e-9 * _interpolated(NANOSECONDS_BY_SIDE, rows, cols)


def _unit(rule: str, board: tuple[int, int], first: int, last: int, orbits: int) -> Unit:
    rows, cols = board
    part = "" if last - first == orbits - 1 else f"-{first:05d}"
    settings = {"rule": rule, "board": list(board), "first": first, "last": last}
    cost = (last - first + 1) * _seconds_per_orbit(rows, cols)
    return Unit(f"{rule}-{rows:03d}x{cols:03d}{part}", settings, cost, BYTES_PER_UNIT + BYTES_PER_SQUARE * rows * cols)


def _piece(unit: Unit) -> Unit:
    """Return the sweep of one start from the middle of a unit's block."""
    (rows, cols), first, last = (unit.settings[name] for name in ("board", "first", "last"))
    middle = (first + last) // 2
    return _unit(unit.settings["rule"], (rows, cols), middle, middle, orbit_count(rows, cols))


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    from gridpuzzles.knight.api import sweep_orbits

    rows, cols = unit.settings["board"]
    sweep = sweep_orbits(rows, cols, unit.settings["first"], unit.settings["last"], unit.settings["rule"])
    return {
        "rule": [unit.settings["rule"]],
        "rows": [rows],
        "cols": [cols],
        "failing": [sweep.failures.ravel()],
        "closed": [sweep.closed.ravel()],
        "ends": [sweep.ends.ravel()],
        "complete_by_order": [sweep.complete_by_order],
        "closed_by_order": [sweep.closed_by_order],
        "tours": [sweep.tours],
        "steps": [sweep.steps],
    }


_ARRAYS = ("failing", "closed", "ends", "complete_by_order", "closed_by_order")
_SCALARS = ("tours", "steps")


Sums: TypeAlias = "dict[tuple[str, int, int], dict[str, NDArray[np.int64]]]"
"""By rule and board: arrays by name."""


def _sums(batches: "Iterator[pd.DataFrame]", _settings: OrdersSettings) -> Sums:
    """Return the sums over units of each rule and board; memory does not grow with the units."""
    import numpy as np

    sums: dict[tuple[str, int, int], dict[str, Any]] = {}
    for batch in batches:
        for row in batch.itertuples():
            total = sums.setdefault((row.rule, row.rows, row.cols), dict.fromkeys((*_ARRAYS, *_SCALARS), 0))
            for name in (*_ARRAYS, *_SCALARS):
                total[name] = total[name] + np.asarray(getattr(row, name), dtype=np.int64)
    return sums


def _build_starts(sums: Sums, _settings: OrdersSettings) -> "pd.DataFrame":
    import numpy as np
    import pandas as pd

    frames = []
    for (rule, rows, cols), total in sums.items():
        row, col = np.divmod(np.arange(rows * cols), cols)
        frame = pd.DataFrame({"row": row + 1, "col": col + 1, **{name: total[name] for name in _ARRAYS[:3]}})
        frames.append(frame.assign(rule=rule, rows=rows, cols=cols))
    return pd.concat(frames, ignore_index=True)


def _order_counts(sums: Sums) -> "Iterator[pd.DataFrame]":
    """Yield, for one rule and board after the other, what each order gives."""
    import numpy as np
    import pandas as pd

    from gridpuzzles.knight.orders import all_orders, orbit_representatives

    names = np.array(["".join(map(str, order)) for order in all_orders()], dtype=object)
    for (rule, rows, cols), total in sums.items():
        family = names[orbit_representatives(rows, cols)]
        counts = {"complete": total["complete_by_order"], "closed": total["closed_by_order"]}
        frame = pd.DataFrame({"order": names, "family": family, **counts, "failing": rows * cols - counts["complete"]})
        yield frame.assign(rule=rule, rows=rows, cols=cols)


def _build_orders(sums: Sums, _settings: OrdersSettings) -> "pd.DataFrame":
    import pandas as pd

    return pd.concat(_order_counts(sums), ignore_index=True)


def _build_always(sums: Sums, _settings: OrdersSettings) -> "pd.DataFrame":
    """Keep the orders that complete from every square, the members of a family together."""
    import pandas as pd

    flawless = [counts[counts["failing"] == 0] for counts in _order_counts(sums)]
    kept = pd.concat(flawless, ignore_index=True).drop(columns=["complete", "failing"])
    return kept.sort_values(["rows", "cols", "rule", "family", "order"], kind="stable", ignore_index=True)


def _build_boards(sums: Sums, _settings: OrdersSettings) -> "pd.DataFrame":
    import numpy as np
    import pandas as pd

    from gridpuzzles.knight.orders import orbit_representatives

    frames = []
    for (rule, rows, cols), total in sums.items():
        cells = rows * cols
        always = total["complete_by_order"] == cells
        families = orbit_representatives(rows, cols)[always]
        frames.append(
            {
                "rule": rule,
                "rows": rows,
                "cols": cols,
                "walks": ORDERS * cells,
                "complete": int(total["complete_by_order"].sum()),
                "closed": int(total["closed_by_order"].sum()),
                "always": int(always.sum()),
                "always_families": len(np.unique(families)),
                "best": int(total["complete_by_order"].max()),
                "worst": int(total["complete_by_order"].min()),
                "tours": int(total["tours"]),
                "steps": int(total["steps"]),
            }
        )
    return pd.DataFrame(frames)


def _build_families(sums: Sums, _settings: OrdersSettings) -> "pd.DataFrame":
    """Add up, for each family of symmetric orders, the failing starts of one of its orders on every square board.

    All orders of a family fail from equally many starts of a square board, since the board's symmetries permute them.
    """
    import numpy as np
    import pandas as pd

    from gridpuzzles.knight.orders import orbit_representatives, unrank

    first = np.unique(orbit_representatives(8, 8))
    names = [unrank(int(rank)) for rank in first]
    frames = []
    for (rule, rows, cols), total in sums.items():
        if rows == cols:
            failing = rows * cols - total["complete_by_order"][first]
            frames.append(pd.DataFrame({"family": names, "failing": failing}).assign(rule=rule, rows=rows, cols=cols))
    if not frames:
        return pd.DataFrame({name: [] for name in ("rule", "family", "rows", "cols", "failing", "total", "place")})
    table = pd.concat(frames, ignore_index=True)
    table["total"] = table.groupby(["rule", "family"], sort=False)["failing"].transform("sum")
    table["place"] = table.groupby(["rule", "rows"], sort=False)["total"].rank(method="first").astype("int32")
    return table.sort_values(["rule", "place", "rows"], kind="stable", ignore_index=True)


_BOARD_COLUMNS = (
    columns.RULE,
    columns.ROWS,
    columns.COLS,
)
_ORDER_COLUMNS = (
    columns.ORDER,
    Column("family", "string", "the lexicographically first of the order's images under the board's symmetries"),
)

STUDY = Study(
    name="knight_orders",
    title="All orders from all starts",
    question="Which of the 8! orders complete, or close, from which squares, and where do their tours end?",
    settings=OrdersSettings,
    units=_units,
    run=_run,
    rows=(
        *_BOARD_COLUMNS,
        Column("failing", "list<int32>", "orders that fail, a value a square as start; 0 for starts of other units"),
        Column("closed", "list<int32>", "orders whose tour is closed, a value a square as start; 0 as above"),
        Column("ends", "list<int64>", "complete tours of this unit's starts that end here, a value a square"),
        Column("complete_by_order", "list<int32>", "this unit's starts that complete, a value an order, lexicographic"),
        Column("closed_by_order", "list<int32>", "this unit's starts that close, a value an order, lexicographic"),
        Column("tours", "int64", "distinct tours walked"),
        Column("steps", "int64", "steps walked"),
    ),
    piece=_piece,
    gather=_sums,
    tables=(
        Table(
            name="starts",
            columns=(
                *_BOARD_COLUMNS,
                columns.ROW,
                columns.COL,
                Column("failing", "int64", "of the 40320 orders, those whose tour from here is not complete"),
                Column("closed", "int64", "of the 40320 orders, those whose tour from here is closed"),
                Column("ends", "int64", "complete tours, of all orders and all starts, that end here"),
            ),
            key=("rule", "rows", "cols", "row", "col"),
            build=_build_starts,
        ),
        Table(
            name="orders",
            columns=(
                *_BOARD_COLUMNS,
                *_ORDER_COLUMNS,
                Column("complete", "int64", "starts whose tour is complete"),
                Column("closed", "int64", "starts whose tour is closed"),
                Column("failing", "int64", "starts whose tour is not complete"),
            ),
            key=("rule", "rows", "cols", "order"),
            build=_build_orders,
            csv=False,
        ),
        Table(
            name="always_complete",
            columns=(*_BOARD_COLUMNS, *_ORDER_COLUMNS, Column("closed", "int64", "starts whose tour is closed")),
            key=("rule", "rows", "cols", "order"),
            build=_build_always,
            csv=False,
        ),
        Table(
            name="boards",
            columns=(
                *_BOARD_COLUMNS,
                Column("walks", "int64", "orders times starts"),
                Column("complete", "int64", "walks that are complete"),
                Column("closed", "int64", "walks that are closed"),
                Column("always", "int64", "orders that complete from every square"),
                Column("always_families", "int64", "families of symmetric orders that these fall into"),
                Column("best", "int64", "the most starts that an order completes from"),
                Column("worst", "int64", "the fewest starts that an order completes from"),
                Column("tours", "int64", "distinct tours walked, one start of each orbit"),
                Column("steps", "int64", "steps walked, one start of each orbit"),
            ),
            key=("rule", "rows", "cols"),
            build=_build_boards,
        ),
        Table(
            name="families",
            columns=(
                *_BOARD_COLUMNS,
                Column("family", "string", "the lexicographically first order of a family of symmetric ones"),
                Column("failing", "int64", "starts of this board from which an order of the family fails"),
                Column("total", "int64", "failing starts, summed over all square boards"),
                Column("place", "int32", "place of the family by this sum, from 1; equal sums in lexicographic order"),
            ),
            key=("rule", "family", "rows"),
            build=_build_families,
            csv=False,
        ),
    ),
    figures=(
        Figure("failing_orders", "How many of the 8! orders fail from each square"),
        Figure("closed_orders", "How many of the 8! orders close from each square"),
        Figure("end_squares", "Where complete tours of all orders end"),
        Figure("always_complete", "Orders that complete from every square"),
        Figure("failures_by_order", "Failing starts by order"),
        Figure("best_orders", "The best orders over several boards"),
    ),
)
