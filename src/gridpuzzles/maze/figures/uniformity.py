"""Drawings of the study *uniform or not*."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gridpuzzles.maze.figures.common import EXACT, MUTED, SAMPLED, label, panel_grid
from gridpuzzles.maze.studies.uniformity import UniformitySettings
from gridpuzzles.plotting.style import canvas
from gridpuzzles.settings import board_name
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]


def tests(tables: Tables, settings: UniformitySettings) -> Drawing:
    """Draw every generator's effect size against the uniform law, with what chance gives and where the test fails."""
    table = tables["tests"]
    last = table[(table["rows"] == settings.boards[-1][0]) & (table["cols"] == settings.boards[-1][1])]
    order = last.sort_values("effect")["recipe"].tolist()
    figure = canvas("page", 0.9 + 0.19 * len(order))
    panels = figure.subplots(1, len(settings.boards), sharey=True, squeeze=False)[0]
    for axes, board in zip(panels, settings.boards, strict=True):
        part = table[(table["rows"] == board[0]) & (table["cols"] == board[1])].set_index("recipe").loc[order]
        threshold = float(np.sqrt(part["critical"].iloc[0] / part["mazes"].iloc[0]))
        axes.axvspan(1e-3, threshold, color="#E6EDF3", lw=0)
        axes.plot(part["effect"], range(len(order)), "o", color=SAMPLED, label="sampled")
        shown = part["exact_effect"].where(part["exact_effect"] > 1e-9)
        axes.plot(shown, range(len(order)), "x", color=EXACT, markersize=4.5, label="exact law")
        axes.set_xscale("log")
        axes.set(xlabel="effect size w", xlim=(threshold / 4, 8), ylim=(len(order) - 0.4, -0.6))
        axes.set_title(f"{board_name(board)}: {int(part['kinds'].iloc[0])} mazes")
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        for place, (reached, kinds) in enumerate(zip(part["reached"], part["kinds"], strict=True)):
            axes.text(7.4, place, f"{reached}/{kinds}", ha="right", va="center_baseline", fontsize=6, color=MUTED)
    panels[0].set_yticks(range(len(order)), [label(recipe) for recipe in order])
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    caption = (
        "Distance of each generator from the uniform law on all perfect mazes of a small board: effect size "
        "w = sqrt(χ² / mazes) of the chi-square test, sampled (points) and from the exact law where it was enumerated "
        "(crosses; 0 for uniform generators, off the axis). Within the band the test does not reject uniformity at "
        f"the level .001. To the right: how many of the board's mazes were made at all. {int(table['mazes'].max()):,} "
        "mazes for each generator and board."
    )
    return Drawing(figure, table, caption)


def laws(tables: Tables, settings: UniformitySettings) -> Drawing:
    """Draw the probability of every maze of the last board, most probable first, sampled and exact."""
    counts = tables["counts"]
    board = settings.boards[-1]
    table = counts[(counts["rows"] == board[0]) & (counts["cols"] == board[1])]
    recipes = list(settings.recipes)
    kinds = len(table) // len(recipes)
    figure, panels = panel_grid(len(recipes), 5, 0.72)
    for axes, recipe in zip(panels, recipes, strict=True):
        part = table[table["recipe"] == recipe]
        known = not part["exact"].isna().any()
        part = part.sort_values(["exact", "count"] if known else ["count"], ascending=False)
        rank = np.arange(1, kinds + 1)
        sampled = kinds * part["count"].to_numpy() / part["count"].sum()
        axes.axhline(1, color=MUTED, lw=0.6, ls=(0, (1, 2)))
        axes.plot(rank, np.where(sampled > 0, sampled, np.nan), ".", color="#7FA3C7", markersize=2)
        if known:
            exact = kinds * part["exact"].to_numpy()
            axes.plot(rank, np.where(exact > 0, exact, np.nan), color=EXACT, lw=1)
        axes.set_title(label(recipe).replace(", ", ",\n"), fontsize=6.5)
        axes.set(yscale="log", ylim=(0.008, 40), xlim=(0, kinds + 1))
        axes.set_yticks([0.01, 0.1, 1, 10], ["0.01", "0.1", "1", "10"])
        axes.minorticks_off()
        axes.label_outer()
    figure.supxlabel("mazes, most probable first", fontsize=7.5)
    figure.supylabel("probability · number of mazes", fontsize=7.5)
    caption = (
        f"The law of each generator on the {kinds} perfect mazes of {board_name(board)}: the probability of every "
        "maze, in units of the uniform probability (dotted). Line: exact, by enumeration of all histories (merged for "
        "Kruskal). Points: sampled, in the order of the exact law where it is known, else sorted by their own counts, "
        "which makes even a uniform sample slope. Mazes that are never made have no point."
    )
    return Drawing(figure, table, caption)
