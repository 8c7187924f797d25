"""Drawing of the study *marking and opening, step by step*."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Polygon, Rectangle

from gridpuzzles.minesweeper.studies.counters import CountersSettings
from gridpuzzles.plotting.boards import square_points
from gridpuzzles.plotting.style import PAGE, canvas
from gridpuzzles.study import Drawing

CLOSED_FILL, OPEN_FILL, CHANGED_FILL = "#C9CFD6", "#FFFFFF", "#F6D9A8"
NUMBER_COLOURS = ("#9AA0A6", "#0B4F8A", "#3A8F6B", "#B5462A", "#5B3A8A", "#7A3B10", "#146C7A", "#000000", "#5B6770")
FLAG = "#B5462A"


def steps(tables: Mapping[str, pd.DataFrame], settings: CountersSettings) -> Drawing:
    """Draw each scene as a row of boards: the beginning, then one board a step."""
    table = tables["steps"]
    scenes = {scene: table[table["scene"] == scene] for scene in settings.scenes}
    shapes = [(own["row"].max(), own["col"].max()) for own in scenes.values()]
    side = 0.92 * PAGE / max((own["step"].max() + 1) * (shape[1] + 0.35) for own, shape in
                             zip(scenes.values(), shapes, strict=True))  # fmt: skip
    figure = canvas("page", sum(side * shape[0] + 0.32 for shape in shapes))
    parts = figure.subfigures(len(scenes), 1, height_ratios=[shape[0] + 0.32 / side for shape in shapes], squeeze=False)
    for part, (scene, own), shape in zip(parts[:, 0], scenes.items(), shapes, strict=True):
        count = own["step"].max() + 1
        panels = part.subplots(1, count, squeeze=False)[0]
        for axes, step in zip(panels, range(count), strict=True):
            _draw_board(axes, own[own["step"] == step], shape)
            axes.set_title(_title(own, scene, step))
    caption = (
        "Two boards, left to right. Grey: closed; white: open, with its number and, small, its counter: the mines it "
        "still looks for. *Mark*: where the counter equals the closed unmarked neighbours, all of them are mines; each "
        "flag lowers the counters around it. *Open*: where the counter is 0, the closed unmarked neighbours are safe. "
        "The frame shows the number whose rule is applied, yellow the cells that it marks or opens. Upper row: the "
        "numbers 1, 2 and 3 mark all they see. Lower row: flags bring counters to 0, and those open what is left."
    )
    return Drawing(figure, table, caption)


def _title(own: pd.DataFrame, scene: str, step: int) -> str:
    active = own[(own["step"] == step) & (own["active"] != "")]
    if active.empty:
        return {"mark": "a  start", "open": "b  start"}.get(scene, scene)
    return f"{step}  {active['active'].iloc[0]}"


def _draw_board(axes: Axes, cells: pd.DataFrame, shape: tuple[int, int]) -> None:
    """Draw one board: numbers, counters, flags."""
    axes.set(xlim=(0.45, shape[1] + 0.55), ylim=(shape[0] + 0.55, 0.45), aspect="equal")
    axes.axis("off")
    points = square_points(axes, *shape)
    for cell in cells.itertuples():
        fill = CHANGED_FILL if cell.changed else OPEN_FILL if cell.state == "open" else CLOSED_FILL
        corner = (cell.col - 0.5, cell.row - 0.5)
        axes.add_patch(Rectangle(corner, 1, 1, facecolor=fill, edgecolor="#6B7280", lw=0.5))
        if cell.state == "marked":
            _draw_flag(axes, cell.col, cell.row)
        elif cell.state == "open":
            text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "in_layout": False}
            axes.text(cell.col - 0.12, cell.row, str(cell.number), color=NUMBER_COLOURS[cell.number],
                      fontsize=0.5 * points, fontweight="bold", **text)  # fmt: skip
            axes.text(cell.col + 0.3, cell.row + 0.27, str(cell.counter), fontsize=0.28 * points, **text)
    for cell in cells[cells["active"] != ""].itertuples():
        axes.add_patch(Rectangle((cell.col - 0.5, cell.row - 0.5), 1, 1, fill=False, edgecolor="black", lw=1.6))


def _draw_flag(axes: Axes, col: float, row: float) -> None:
    """Draw a flag on a pole."""
    axes.plot([col - 0.08, col - 0.08], [row - 0.3, row + 0.3], color="black", lw=0.8, solid_capstyle="butt")
    cloth = [(col - 0.08, row - 0.3), (col + 0.26, row - 0.14), (col - 0.08, row + 0.02)]
    axes.add_patch(Polygon(cloth, facecolor=FLAG, edgecolor="none"))
