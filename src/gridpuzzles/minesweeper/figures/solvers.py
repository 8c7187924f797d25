"""Drawings of the study *solvers on the classic boards*."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from gridpuzzles.minesweeper.figures.common import LABELS, LAW_COLOURS, LAW_MARKERS, board_title, cell_name, ladder
from gridpuzzles.minesweeper.published import RATES, STRONGEST_EXPERT, Published
from gridpuzzles.minesweeper.studies.solvers import SolversSettings
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.study import Drawing

SMALL_TEXT, LABEL_TEXT = 6.0, 7.5
MARK: dict[str, Any] = {"marker": "D", "mfc": "none", "mec": "black", "mew": 0.7, "ms": 4.6, "ls": "none"}


def win_rates(tables: Mapping[str, pd.DataFrame], settings: SolversSettings) -> Drawing:
    """Draw every solver's win rate: a panel a board, a mark a start, published values beside."""
    rates = tables["rates"]
    solvers = ladder(list(settings.games))
    figure = canvas("page", 0.9 + 0.21 * len(solvers))
    panels = figure.subplots(1, len(settings.boards), sharey=True, squeeze=False)[0]
    for axes, game in zip(panels, settings.boards, strict=True):
        own = rates[(rates["rows"] == game[0]) & (rates["cols"] == game[1]) & (rates["mines"] == game[2])]
        _draw_panel(axes, own, solvers, settings)
        axes.set_title(board_title(*game))
        axes.set_xlabel("games won (%)")
    panels[0].set_yticks(range(len(solvers)), [LABELS[solver] for solver in solvers])
    panels[0].set_ylim(-0.7, len(solvers) - 0.3)
    starts = [
        Line2D([], [], ls="none", ms=3.5, color=LAW_COLOURS[start.law], marker=LAW_MARKERS[start.law],
               alpha=_alpha(settings, start.cell), label=f"{start.law}, {start.cell}")
        for start in settings.starts
    ]  # fmt: skip
    figure_legend(figure, [*starts, Line2D([], [], label="published", **MARK)])
    least = min(settings.games.values())
    most = max(settings.games.values())
    caption = (
        "Share of games won with 95 % Wilson intervals (smaller than the marks where none is seen). All solvers play "
        f"the same boards, {least} to {most} games a solver, board and start. Legend: first-click law and first cell; "
        "*any*: the first click may be a mine; *safe*: it is none; *zero*: nor are its neighbours. Solvers above the "
        "line guess, those below surrender when stuck. Diamonds: published values for the law *safe* and the same "
        "first cells (Becerra 2015; Tu et al. 2017); for 16×30 also the strongest known program, 41.132 %, at the top."
    )
    return Drawing(figure, rates, caption)


def _alpha(settings: SolversSettings, cell: str) -> float:
    """Return how strongly marks of a first cell are drawn: the first cell named in the settings most."""
    cells = list(dict.fromkeys(start.cell for start in settings.starts))
    return (1.0, 0.45, 0.3, 0.2)[min(3, cells.index(cell))]


def _draw_panel(axes: Axes, rates: pd.DataFrame, solvers: list[str], settings: SolversSettings) -> None:
    """Draw one board's win rates; each start has its own height within a solver's band."""
    count = len(settings.starts)
    surrendering = sum(solver in ("adamatzky", "single_point", "subset", "inference") for solver in solvers)
    axes.axhline(surrendering - 0.5, color="#B0B0B0", lw=0.6)
    for k, start in enumerate(settings.starts):
        own = rates[(rates["law"] == start.law) & (rates["cell"] == start.cell)].set_index("solver")
        shift = 0.0 if count == 1 else 0.56 * (0.5 - k / (count - 1))
        heights = [solvers.index(solver) + shift for solver in own.index]
        axes.errorbar(
            100 * own["share"], heights, xerr=[100 * (own["share"] - own["low"]), 100 * (own["high"] - own["share"])],
            fmt=LAW_MARKERS[start.law], color=LAW_COLOURS[start.law], alpha=_alpha(settings, start.cell),
            ms=2.6, mew=0, elinewidth=0.9, capsize=0,
        )  # fmt: skip
        for known in _published(rates, start.law, start.cell):
            if known.solver in solvers:
                axes.plot(known.percent, solvers.index(known.solver) + shift, **MARK)
            elif known is STRONGEST_EXPERT:
                axes.plot(known.percent, len(solvers) - 1 + shift, **MARK)
    axes.set_xlim(-3, 103)
    axes.set_xticks([0, 25, 50, 75, 100])
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)


def _published(rates: pd.DataFrame, law: str, cell: str) -> list[Published]:
    """Return the published values of the board whose rates these are, for a start."""
    row = rates.iloc[0]
    board = (row["rows"], row["cols"], row["mines"])
    return [
        known
        for known in (*RATES, STRONGEST_EXPERT)
        if (known.rows, known.cols, known.mines) == board and (known.law, known.cell) == (law, cell)
    ]


def differences(tables: Mapping[str, pd.DataFrame], settings: SolversSettings) -> Drawing:
    """Draw what each solver gains over the one before it on the ladder, on the same boards."""
    pairs = tables["pairs"]
    solvers = ladder(list(settings.games))
    start = next((start for start in settings.starts if start.law == settings.shown), settings.starts[0])
    chosen = pairs[(pairs["law"] == start.law) & (pairs["cell"] == start.cell)]
    steps = pd.concat([_step(chosen, one, two) for one, two in pairwise(solvers)])
    figure = canvas("page", 0.75 + 0.2 * len(solvers))
    panels = figure.subplots(1, len(settings.boards), sharey=True, squeeze=False)[0]
    for axes, game in zip(panels, settings.boards, strict=True):
        own = steps[(steps["rows"] == game[0]) & (steps["cols"] == game[1]) & (steps["mines"] == game[2])]
        heights = [solvers.index(solver) for solver in own["second"]]
        axes.axvline(0, color="#808080", lw=0.6)
        axes.errorbar(
            100 * own["difference"], heights,
            xerr=[100 * (own["difference"] - own["low"]), 100 * (own["high"] - own["difference"])],
            fmt="o", ms=3, mew=0, elinewidth=1.0, color=LAW_COLOURS[start.law],
        )  # fmt: skip
        axes.set_title(board_title(*game))
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
    figure.supxlabel("gain (percentage points)", fontsize=LABEL_TEXT)
    names = [f"{LABELS[two]}\nover {LABELS[one]}" for one, two in pairwise(solvers)]
    panels[0].set_yticks(range(1, len(solvers)), names, fontsize=SMALL_TEXT)
    caption = (
        "Share won by a solver less the share won by the solver before it on the ladder, on the same boards, with 95 % "
        f"paired intervals (Newcombe 1998, method 10). First-click law {start.law}, first cell "
        f"{cell_name(start.cell)}. "
        "The ladder is not ordered by strength everywhere: a solver that guesses need not beat one that reasons more."
    )
    return Drawing(figure, steps, caption)


def _step(pairs: pd.DataFrame, one: str, two: str) -> pd.DataFrame:
    """Return the rows that compare two solvers, turned if need be so that ``two`` is the second."""
    found = pairs[(pairs["first"] == one) & (pairs["second"] == two)]
    turned = pairs[(pairs["first"] == two) & (pairs["second"] == one)]
    opposite = turned.assign(
        first=one, second=two, first_only=turned["second_only"], second_only=turned["first_only"],
        difference=-turned["difference"], low=-turned["high"], high=-turned["low"],
    )  # fmt: skip
    return pd.concat([found, opposite])
