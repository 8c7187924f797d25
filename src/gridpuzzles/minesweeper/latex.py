"""The win rates of all solvers as a LaTeX table, for the package booktabs."""

from typing import TYPE_CHECKING

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.figures.common import LABELS, ladder

if TYPE_CHECKING:
    import pandas as pd


def win_rates(rates: "pd.DataFrame", law: str, cell: str, ladder_times: "pd.DataFrame | None" = None) -> str:
    r"""Return a LaTeX table: share of games won in per cent ± half its 95 % Wilson interval, a row a solver.

    Parameters
    ----------
    rates
        The table of that name of the study ``minesweeper_solvers``.
    law, cell
        The start whose rates are shown.
    ladder_times
        The table ``ladder`` of the study ``minesweeper_cost``; its games a second on the largest board are added.
    """
    chosen = rates[(rates["law"] == law) & (rates["cell"] == cell)]
    if chosen.empty:
        known = rates[["law", "cell"]].drop_duplicates().itertuples(index=False)
        names = ", ".join(f"{start.law} {start.cell}" for start in known)
        raise InputError(f"start: {law} {cell} is not in the table, which has {names}")
    boards = list(chosen[["rows", "cols", "mines"]].drop_duplicates().itertuples(index=False, name=None))
    speeds = _speeds(ladder_times)
    lines = [
        " & ".join([LABELS[solver], *(_entry(chosen, solver, board) for board in boards), *_speed(speeds, solver)])
        for solver in ladder(list(chosen["solver"].unique()))
    ]
    headings = [rf"${rows}\times{cols}$, {mines}" for rows, cols, mines in boards]
    headings += ["games/s"] if speeds else []
    games = int(chosen["games"].min()), int(chosen["games"].max())
    return "\n".join(
        [
            rf"% Games won in per cent $\pm$ half the 95 % Wilson interval; first click {law}, {cell};",
            f"% {games[0]} to {games[1]} games a solver and board, on the same boards; columns: rows x columns, mines.",
            r"\begin{tabular}{l" + "r" * len(headings) + "}",
            r"\toprule",
            " & ".join(["solver", *headings]) + r" \\",
            r"\midrule",
            *(line + r" \\" for line in lines),
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _entry(rates: "pd.DataFrame", solver: str, board: tuple[int, int, int]) -> str:
    """Return a solver's rate on a board."""
    same = (rates["solver"] == solver) & (rates["rows"] == board[0]) & (rates["cols"] == board[1])
    found = rates[same & (rates["mines"] == board[2])]
    if found.empty:
        return "--"
    row = found.iloc[0]
    half = 50 * (row["high"] - row["low"])
    decimals = 2 if half >= 0.01 else 3
    return rf"${100 * row['share']:.{decimals}f} \pm {half:.{decimals}f}$"


def _speeds(ladder_times: "pd.DataFrame | None") -> dict[str, float]:
    """Return the games a second of every solver on the largest board timed."""
    if ladder_times is None or ladder_times.empty:
        return {}
    cells = ladder_times["rows"] * ladder_times["cols"]
    largest = ladder_times[cells == cells.max()]
    return dict(zip(largest["method"], largest["games_per_second"], strict=True))


def _speed(speeds: dict[str, float], solver: str) -> list[str]:
    """Return the last column's entry, rounded to two figures, if there is such a column."""
    if not speeds:
        return []
    return [f"{float(f'{speeds[solver]:.2g}'):,.0f}".replace(",", r"\,") if solver in speeds else "--"]
