"""Which generators are uniform: all mazes of small boards counted, tested and compared with exact laws.

A unit is one recipe on one board; it has a row for each of the board's mazes.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from gridpuzzles.maze.columns import RECIPE, SIZE
from gridpuzzles.maze.settings import Mazes, Recipes, SmallBoards, cost
from gridpuzzles.settings import board_name
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


class UniformitySettings(Settings):
    """Which generators on which small boards, and how many mazes of each."""

    recipes: Annotated[Recipes, Field(description="generators with their options")]
    boards: Annotated[SmallBoards, Field(description="rows x columns, at most 9 cells")]
    mazes: Annotated[Mazes, Field(description="mazes of each recipe and board")]


def _units(settings: UniformitySettings) -> list[Unit]:
    from gridpuzzles.maze.catalogue import parse_recipe

    return [
        Unit(
            f"{parse_recipe(recipe).slug}-{board_name(board)}",
            {"recipe": recipe, "rows": board[0], "cols": board[1], "mazes": settings.mazes},
            cost(recipe, board[0] * board[1], settings.mazes) / 6,  # they are not measured
        )
        for recipe in settings.recipes
        for board in settings.boards
    ]


def _run(unit: Unit, sequence: "np.random.SeedSequence") -> Rows:
    import numpy as np

    from gridpuzzles.maze import laws
    from gridpuzzles.maze.catalogue import parse_recipe
    from gridpuzzles.maze.generators import compiled
    from gridpuzzles.seeds import stream_state

    recipe, rows, cols, mazes = unit.settings.values()
    chosen, state = parse_recipe(recipe), stream_state(sequence)
    generator = compiled(chosen, rows, cols)
    found = laws.codes(np.stack([generator(state)[0] for _ in range(mazes)]))
    known = np.array(laws.all_mazes(rows, cols), dtype=np.int64)
    counts = np.bincount(np.searchsorted(known, found), minlength=len(known))
    law = laws.law(chosen, rows, cols)
    exact = [np.nan if law is None else float(law.get(int(code), 0)) for code in known]
    head = {name: [unit.settings[name]] * len(known) for name in ("recipe", "rows", "cols")}
    dead_ends = [laws.dead_ends(int(code)) for code in known]
    return {**head, "maze": known, "dead_ends": dead_ends, "count": counts, "exact": exact}


def _build_counts(batches: "Iterator[pd.DataFrame]", _settings: UniformitySettings) -> "pd.DataFrame":
    import pandas as pd

    table: pd.DataFrame = pd.concat(list(batches), ignore_index=True).drop(columns="unit")
    return table


def _build_tests(batches: "Iterator[pd.DataFrame]", settings: UniformitySettings) -> "pd.DataFrame":
    import pandas as pd

    counts = _build_counts(batches, settings)
    return pd.DataFrame(
        [
            {"recipe": recipe, "rows": rows, "cols": cols, **_test(part)}
            for (recipe, rows, cols), part in counts.groupby(["recipe", "rows", "cols"], sort=False)
        ]
    )


def _test(part: "pd.DataFrame") -> dict[str, Any]:
    """Return the tests of one recipe's counts on one board."""
    import numpy as np
    from scipy import stats

    counts, exact = part["count"].to_numpy(), part["exact"].to_numpy()
    drawn, kinds = int(counts.sum()), len(counts)
    uniform = stats.chisquare(counts)
    known = not np.isnan(exact).any()
    possible = exact > 0
    own = stats.chisquare(counts[possible], drawn * exact[possible]) if known and possible.sum() > 1 else None
    return {
        "mazes": drawn,
        "kinds": kinds,
        "reached": int((counts > 0).sum()),
        "reachable": int(possible.sum()) if known else -1,
        "impossible": int(counts[~possible].sum()) if known else -1,
        "chi_square": float(uniform.statistic),
        "critical": float(stats.chi2.ppf(0.999, kinds - 1)),
        "p": float(uniform.pvalue),
        "effect": float(np.sqrt(uniform.statistic / drawn)),
        "chance_effect": float(np.sqrt((kinds - 1) / drawn)),
        "exact_effect": float(np.sqrt(kinds * ((exact - 1 / kinds) ** 2).sum())) if known else np.nan,
        "own_chi_square": float(own.statistic) if own else np.nan,
        "own_p": float(own.pvalue) if own else np.nan,
        "dead_ends": float((counts * part["dead_ends"]).sum() / drawn),
        "exact_dead_ends": float((exact * part["dead_ends"]).sum()) if known else np.nan,
    }


_BOARD = (*RECIPE, *SIZE)
_COUNTS = (
    Column("maze", "int64", "the maze: its cells' openings as hexadecimal digits, row by row"),
    Column("dead_ends", "int32", "its dead ends"),
    Column("count", "int64", "how often it was made"),
    Column("exact", "double", "exact probability; NaN where the law is not computed"),
)

STUDY = Study(
    name="maze_uniformity",
    title="Uniform or not",
    question="Does a generator make every perfect maze of a small board with the same probability?",
    settings=UniformitySettings,
    units=_units,
    run=_run,
    rows=(*_BOARD, *_COUNTS),
    tables=(
        Table(
            name="counts",
            columns=(*_BOARD, *_COUNTS),
            key=("recipe", "rows", "cols", "maze"),
            build=_build_counts,
        ),
        Table(
            name="tests",
            columns=(
                *_BOARD,
                Column("mazes", "int64", "mazes made"),
                Column("kinds", "int32", "perfect mazes that the board has"),
                Column("reached", "int32", "of these, made at least once"),
                Column("reachable", "int32", "of these, with positive probability; -1 where the law is not computed"),
                Column("impossible", "int64", "mazes made that have probability 0; -1 where it is not computed"),
                Column("chi_square", "double", "Pearson's statistic against the uniform law"),
                Column("critical", "double", "what it exceeds with probability .001 under that law"),
                Column("p", "double", "probability, under the uniform law, of a statistic at least as large"),
                Column("effect", "double", "effect size w = sqrt(chi-square / mazes) (J. Cohen, 1988)"),
                Column("chance_effect", "double", "w to be expected of a uniform generator"),
                Column("exact_effect", "double", "w of the exact law; NaN where it is not computed"),
                Column("own_chi_square", "double", "Pearson's statistic against the generator's own exact law"),
                Column("own_p", "double", "probability, under its own law, of a statistic at least as large"),
                Column("dead_ends", "double", "mean number of dead ends"),
                Column("exact_dead_ends", "double", "its exact expectation; NaN where it is not computed"),
            ),
            key=("recipe", "rows", "cols"),
            build=_build_tests,
        ),
    ),
    figures=(
        Figure("tests", "Distance from uniformity"),
        Figure("laws", "The probability of every maze"),
    ),
    random=True,
)
