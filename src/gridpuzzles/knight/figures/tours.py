"""Drawings of the study *pictures of tours*."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from gridpuzzles.knight.figures.common import RULE_SENTENCE
from gridpuzzles.knight.model import Tour, degree_board
from gridpuzzles.knight.pictures import (
    draw_degrees,
    draw_move_numbers,
    draw_numbered,
    draw_snapshot,
    draw_tour,
    numbered_handles,
    snapshot_handles,
    tour_handles,
)
from gridpuzzles.knight.studies.tours import TourChoice, ToursSettings
from gridpuzzles.plotting.boards import checkered_board
from gridpuzzles.plotting.style import canvas, figure_legend
from gridpuzzles.settings import board_name
from gridpuzzles.study import Drawing

Tables = Mapping[str, pd.DataFrame]
MAJORITY_SIDES = (5, 7)


def moves_and_degrees(_tables: Tables, _settings: ToursSettings) -> Drawing:
    """Draw the numbered moves beside the degrees of the empty 8x8 board."""
    figure = canvas("page", 3.4)
    left, right = figure.subplots(1, 2)
    draw_move_numbers(left)
    left.set(title="moves", xlabel="columns to the right", ylabel="rows down")
    draw_degrees(right, 8, 8)
    right.set_title("degrees")
    caption = (
        "Left: the knight's eight moves, numbered clockwise from two down, one right; an order is a permutation of "
        "these numbers. Right: the degree of every square of the empty 8x8 board, the number of squares that a knight "
        "on it attacks."
    )
    row, col = np.mgrid[1:9, 1:9].reshape(2, -1)
    return Drawing(figure, pd.DataFrame({"row": row, "col": col, "degree": degree_board(8, 8).ravel()}), caption)


def majority_colour(_tables: Tables, _settings: ToursSettings) -> Drawing:
    """Draw the squares of odd boards from which parity allows a complete tour."""
    figure = canvas("page", 3.4)
    frames = []
    for axes, side in zip(figure.subplots(1, 2), MAJORITY_SIDES, strict=True):
        row, col = np.mgrid[1 : side + 1, 1 : side + 1].reshape(2, -1)
        possible = (row + col) % 2 == 0
        checkered_board(axes, side, side)
        axes.scatter(col[possible], row[possible], s=60, color="#0B4F8A")
        axes.set_title(f"{side}x{side}: {possible.sum()} of {side * side} squares")
        frames.append(pd.DataFrame({"side": side, "row": row, "col": col, "possible": possible}))
    caption = (
        "A knight changes the colour of its square with every move, and an odd board has one square more of the "
        "corners' colour. A complete tour visits both colours in turn, so it starts and ends on the majority colour "
        "(dots), and it cannot be closed: the last square and the first have the same colour."
    )
    return Drawing(figure, pd.concat(frames), caption)


def step_by_step(tables: Tables, settings: ToursSettings) -> Drawing:
    """Draw one tour after some of its steps: knight, reachable squares with degrees, visited squares."""
    choice = settings.stepwise
    tour, rows = _tour(tables["steps"], choice)
    steps = [step for step in settings.steps if step <= len(tour.squares)]
    figure = canvas("page", 2.2 * -(-len(steps) // 4) + 0.3)
    grid = figure.subplots(-(-len(steps) // 4), min(4, len(steps)), squeeze=False).ravel()
    handles: dict[object, Artist] = {}
    for axes, step in zip(grid, steps, strict=False):
        shot = draw_snapshot(axes, tour, step, choice.rule)
        axes.set_title(f"step {step}")
        handles |= {handle.get_label(): handle for handle in snapshot_handles(shot)}
    figure_legend(figure, list(handles.values()))
    caption = (
        f"The {_describe(choice)}, after the given steps. Reachable squares carry their degree at that moment, visited "
        "squares their step; the square chosen next has a bold frame: the smallest degree, and among equals the move "
        f"that comes first in the order. {RULE_SENTENCE}"
    )
    return Drawing(figure, rows, caption)


def drawn_tours(tables: Tables, settings: ToursSettings) -> Drawing:
    """Draw tours as lines through the centres of their squares."""
    figure = _gallery(tables["steps"], settings.drawn, draw_tour, tour_handles)
    caption = (
        "Tours by Warnsdorff's rule, drawn as lines through the centres of the squares in the order of the visit; the "
        f"colour runs from the first step (dark) to the last (light). {RULE_SENTENCE}"
    )
    return Drawing(figure, _rows_of(tables["steps"], settings.drawn), caption)


def numbered_tours(tables: Tables, settings: ToursSettings) -> Drawing:
    """Draw tours as boards with the step in each square."""
    figure = _gallery(tables["steps"], settings.numbered, draw_numbered, numbered_handles)
    caption = f"Each square carries the step at which the knight visits it. {RULE_SENTENCE}"
    return Drawing(figure, _rows_of(tables["steps"], settings.numbered), caption)


def _gallery(
    steps: pd.DataFrame,
    choices: Sequence[TourChoice],
    draw: Callable[[Axes, Tour], object],
    handles_of: Callable[[Tour], Sequence[Artist]],
) -> Canvas:
    """Draw tours two in a row, with one legend."""
    lines = -(-len(choices) // 2)
    figure = canvas("page", 3.75 * lines + 0.4)
    handles: dict[object, Artist] = {}
    for axes, choice in zip(figure.subplots(lines, min(2, len(choices)), squeeze=False).ravel(), choices, strict=False):
        tour, _ = _tour(steps, choice)
        draw(axes, tour)
        axes.set_title(_title(choice, tour))
        handles |= {handle.get_label(): handle for handle in handles_of(tour)}
    figure_legend(figure, list(handles.values()))
    return figure


def _tour(steps: pd.DataFrame, choice: TourChoice) -> tuple[Tour, pd.DataFrame]:
    rows = _rows_of(steps, [choice])
    squares = rows[["row", "col"]].to_numpy(dtype=np.int32)
    return Tour(*choice.board, squares), rows


def _rows_of(steps: pd.DataFrame, choices: Sequence[TourChoice]) -> pd.DataFrame:
    keys = pd.DataFrame(
        [(c.rule, c.order, *c.board, *c.start) for c in choices],
        columns=["rule", "order", "rows", "cols", "start_row", "start_col"],
    )
    return keys.merge(steps)


def _describe(choice: TourChoice) -> str:
    start = f"({choice.start[0]}, {choice.start[1]})"
    return f"{board_name(choice.board)} tour from {start} by rule {choice.rule}, order {choice.order}"


def _title(choice: TourChoice, tour: Tour) -> str:
    kind = "closed" if tour.closed else "open" if tour.complete else f"stops after {len(tour.squares)} squares"
    return (
        f"{board_name(choice.board)} from ({choice.start[0]}, {choice.start[1]}), {choice.rule}, {choice.order}: {kind}"
    )
