"""The comparison of all generators as a LaTeX table, for the package booktabs."""

from typing import TYPE_CHECKING

from gridpuzzles.errors import InputError
from gridpuzzles.maze.catalogue import parse_recipe

if TYPE_CHECKING:
    import pandas as pd

MEASURES: dict[str, tuple[str, int]] = {
    "dead_ends": (r"dead ends (\%)", 2),
    "straights": (r"straights (\%)", 2),
    "turns": (r"turns (\%)", 2),
    "river": ("river", 3),
    "diameter": ("diameter", 1),
    "solution": ("solution", 1),
}
"""{measure: (heading, decimals)}."""
SHARES = frozenset({"dead_ends", "straights", "turns"})


def comparison(summary: "pd.DataFrame", rows: int, cols: int) -> str:
    r"""Return a LaTeX table: mean ± half its 95 % interval, a row a generator, most dead ends first.

    Parameters
    ----------
    summary
        The table of that name of the study ``maze_statistics``.
    """
    table = summary[(summary["rows"] == rows) & (summary["cols"] == cols)]
    if table.empty:
        sizes = summary[["rows", "cols"]].drop_duplicates().itertuples(index=False)
        known = ", ".join(f"{size.rows}x{size.cols}" for size in sizes)
        raise InputError(f"size: {rows}x{cols} is not in the table, which has {known}")
    by_recipe = {recipe: part.set_index("measure") for recipe, part in table.groupby("recipe", sort=False)}
    order = sorted(by_recipe, key=lambda recipe: -by_recipe[recipe].loc["dead_ends", "mean"])
    body = [
        " & ".join([_name(recipe), *(_entry(by_recipe[recipe].loc[name], name, rows * cols) for name in MEASURES)])
        for recipe in order
    ]
    exact = _exact_row(by_recipe, rows * cols)
    headings = " & ".join(["generator", *(heading for heading, _ in MEASURES.values())])
    mazes = int(table["mazes"].max())
    return "\n".join(
        [
            rf"% Perfect mazes of {rows}x{cols}; {mazes} mazes each; mean $\pm$ half the 95 % interval of the mean.",
            r"\begin{tabular}{l" + "r" * len(MEASURES) + "}",
            r"\toprule",
            headings + r" \\",
            r"\midrule",
            *(line + r" \\" for line in body),
            *exact,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _name(recipe: str) -> str:
    return parse_recipe(recipe).label.replace("–", "--").replace("_", r"\_")


def _entry(row: "pd.Series", measure: str, cells: int) -> str:
    scale, decimals = (100 / cells if measure in SHARES else 1.0), MEASURES[measure][1]
    half = (row["high"] - row["low"]) / 2 * scale
    return rf"${row['mean'] * scale:.{decimals}f} \pm {half:.{decimals}f}$"


def _exact_row(by_recipe: "dict[str, pd.DataFrame]", cells: int) -> list[str]:
    """Return the exact values of uniform mazes as a last row, if a uniform generator is in the table."""
    uniform = [recipe for recipe in by_recipe if recipe.split()[0] in {"wilson", "aldous_broder"}]
    if not uniform:
        return []
    exact = by_recipe[uniform[0]]["exact"]
    entries = [
        f"${exact[name] * 100 / cells:.{decimals}f}$" if name in SHARES else "--"
        for name, (_, decimals) in MEASURES.items()
    ]
    return [r"\midrule", " & ".join(["uniform, exact", *entries]) + r" \\"]
