"""Pictures of puzzles: clues, solutions, partial solutions, the order of deduction, and solutions side by side.

All draw on axes whose squares are unit squares around (column, row), counted from 1, as boards everywhere here.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap, to_rgb
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from gridpuzzles.nonogram.model import EMPTY, UNKNOWN, Block, Clue, Puzzle
from gridpuzzles.plotting.boards import square_points
from gridpuzzles.plotting.style import COUNTS

UNKNOWN_COLOUR = "#DDE1E5"
LINE_COLOUR = "#5B6770"
MARK_COLOUR = "#D1603D"
ROOM = 0.72
"""How many squares a number of a clue takes in its line's direction, for rows; columns take ``DEPTH``."""
DEPTH = 0.82


def draw_grid(axes: Axes, puzzle: Puzzle, grid: ArrayLike, with_clues: bool = True) -> None:
    """Draw a grid, (rows, columns) of values: coloured cells, empty ones in the background's colour, unknown ones grey.

    In a grid with unknown cells, a dot marks those known to be empty.
    """
    values = np.asarray(grid)
    rows, cols = puzzle.shape
    colours = [UNKNOWN_COLOUR, puzzle.background, *(colour.rgb for colour in puzzle.colours)]
    extent = (0.5, cols + 0.5, rows + 0.5, 0.5)
    axes.imshow(values + 1, cmap=ListedColormap(colours), vmin=-0.5, vmax=len(colours) - 0.5, extent=extent)
    frame_puzzle(axes, puzzle, with_clues)
    if (values == UNKNOWN).any():
        row, col = np.nonzero(values == EMPTY)
        size = (0.16 * square_points(axes, rows, cols)) ** 2
        axes.scatter(col + 1, row + 1, s=size, color=LINE_COLOUR, lw=0, in_layout=False)


def frame_puzzle(axes: Axes, puzzle: Puzzle, with_clues: bool = True) -> None:
    """Draw the lines of a grid, every fifth one stronger, and the clues above and to the left."""
    rows, cols = puzzle.shape
    for width, step in ((0.25, 1), (0.8, 5)):
        across = [[(0.5, y + 0.5), (cols + 0.5, y + 0.5)] for y in {*range(0, rows + 1, step), rows}]
        down = [[(x + 0.5, 0.5), (x + 0.5, rows + 0.5)] for x in {*range(0, cols + 1, step), cols}]
        axes.add_collection(LineCollection(across + down, colors=LINE_COLOUR, linewidths=width, in_layout=False))
    left = ROOM * max(1, *(len(clue) for clue in puzzle.rows)) + 0.15 if with_clues else 0
    top = DEPTH * max(1, *(len(clue) for clue in puzzle.cols)) + 0.15 if with_clues else 0
    axes.set(xlim=(0.45 - left, cols + 0.55), ylim=(rows + 0.55, 0.45 - top), aspect="equal", xticks=[], yticks=[])
    axes.set_axis_off()
    if with_clues:
        _write_clues(axes, puzzle)


def _write_clues(axes: Axes, puzzle: Puzzle) -> None:
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    size = float(np.clip(0.62 * square_points(axes, int(bottom - top) + 1, int(right - left) + 1), 1.2, 9))
    for row, clue in enumerate(puzzle.rows, start=1):
        for place, block in enumerate(reversed(_shown(clue))):
            _write_block(axes, 0.5 - ROOM * (place + 0.5), row, block, puzzle, size)
    for col, clue in enumerate(puzzle.cols, start=1):
        for place, block in enumerate(reversed(_shown(clue))):
            _write_block(axes, col, 0.5 - DEPTH * (place + 0.5), block, puzzle, size)


def _shown(clue: Clue) -> Clue:
    return clue or (Block(0, 0),)


def _write_block(axes: Axes, x: float, y: float, block: Block, puzzle: Puzzle, size: float) -> None:
    """Write a block's number; in a coloured puzzle, on a tile of its colour."""
    colour = "#000000"
    if block.colour and len(puzzle.colours) > 1:
        tile = puzzle.colours[block.colour - 1].rgb
        axes.add_patch(Rectangle((x - 0.34, y - 0.39), 0.68, 0.78, color=tile, lw=0, in_layout=False))
        colour = "#ffffff" if _is_dark(tile) else "#000000"
    elif not block.colour:
        colour = LINE_COLOUR
    axes.text(x, y, str(block.length), fontsize=size, color=colour, ha="center", va="center_baseline", in_layout=False)


def _is_dark(rgb: str) -> bool:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(rgb)]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722])) < 0.179


def draw_order(axes: Axes, puzzle: Puzzle, order: ArrayLike) -> AxesImage:
    """Draw in which round each cell was determined, from light to dark; unknown cells (0) stay grey."""
    rounds: np.ma.MaskedArray[Any, Any] = np.ma.masked_equal(np.asarray(order), 0)
    rows, cols = puzzle.shape
    extent = (0.5, cols + 0.5, rows + 0.5, 0.5)
    axes.imshow(np.zeros(puzzle.shape), cmap=ListedColormap([UNKNOWN_COLOUR]), extent=extent)
    top = max(2, int(rounds.max())) if rounds.count() else 2
    image = axes.imshow(rounds, cmap=COUNTS, vmin=0, vmax=top, extent=extent)
    frame_puzzle(axes, puzzle, with_clues=False)
    return image


def differing_cells(solutions: Sequence[ArrayLike]) -> NDArray[np.bool_]:
    """Return bool (rows, columns): the cells in which the solutions differ."""
    stack = np.stack([np.asarray(solution) for solution in solutions])
    result: NDArray[np.bool_] = (stack != stack[0]).any(axis=0)
    return result


def draw_solution(axes: Axes, puzzle: Puzzle, grid: ArrayLike, marked: NDArray[np.bool_]) -> None:
    """Draw one of several solutions, without clues; a mark frames the cells in which they differ."""
    draw_grid(axes, puzzle, grid, with_clues=False)
    for row, col in np.argwhere(marked).tolist():
        axes.add_patch(Rectangle((col + 0.6, row + 0.6), 0.8, 0.8, fill=False, ec=MARK_COLOUR, lw=0.9, in_layout=False))
